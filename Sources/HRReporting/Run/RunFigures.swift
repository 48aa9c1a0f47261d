package import HREvaluation

/// The figures of a run with the paths they are written to.
package struct RunFigures: Sendable {
  package typealias Entry = FigureEntry<Figure>

  /// One per scenario, in the experiment's order.
  package let agreement: [Entry]
  /// Figures of the next best detectors; `nil` if the first figure has panels for all.
  package let furtherAgreement: [Entry?]
  /// One per sweep of a single numeric parameter, in the experiment's order.
  let severity: [(family: SeverityFamily, entry: Entry)]
  /// Figures by scenario; `nil` if there is nothing to draw.
  package let riskCoverage: [Entry?]
  package let lag: [Entry?]
  package let reliability: [Entry?]
  /// Figures by scenario: the detectors by error, and the distribution of their errors; `nil` if none takes part.
  package let error: [FigureEntry<RowPlot>?]
  package let distribution: [FigureEntry<RowPlot>?]

  /// All files of figures.
  var files: [RunFile] {
    all.map(\.file) + (error + distribution).compactMap { $0?.file }
  }

  var all: [Entry] {
    agreement + severity.map(\.entry)
      + (furtherAgreement + riskCoverage + lag + reliability).compactMap(\.self)
  }

  /// - Parameters:
  ///   - evaluation: evaluation of the run.
  ///   - mostRows: maximum number of rows of figures with a row for each detector; `nil`: all. By default as many as
  ///     a figure in a file can hold.
  package init(_ evaluation: Evaluation, mostRows: Int? = 60) {
    var names = FileNames()
    agreement = Self.entries(.agreement, evaluation, &names) { scenario, evaluation in
      BlandAltmanFigure(scenario, of: evaluation).figure
    }.compactMap(\.self)
    furtherAgreement = evaluation.plan.scenarios.enumerated().map { scenario, note in
      BlandAltmanFigure(scenario, of: evaluation, isRest: true).map {
        Entry(path: names.path(of: .agreement, note.label + " rest"), figure: $0.figure)
      }
    }
    severity = SeverityFamily.all(in: evaluation.plan).map { family in
      let path = names.path(of: .severity, family.title)
      return (family, Entry(path: path, figure: Self.severity(of: family, in: evaluation)))
    }
    riskCoverage = Self.entries(.coverage, evaluation, &names, Self.riskCoverage)
    lag = Self.entries(.lag, evaluation, &names, Self.lag)
    reliability = Self.entries(.reliability, evaluation, &names, Self.reliability)
    error = Self.entries(.error, evaluation, &names) { scenario, evaluation in
      DotPlotFigure(scenario, of: evaluation, mostRows: mostRows).plot
    }
    distribution = Self.entries(.distribution, evaluation, &names) { scenario, evaluation in
      ErrorDistributionFigure(scenario, of: evaluation, mostRows: mostRows).plot
    }
  }

  private static func riskCoverage(of scenario: Int, in evaluation: Evaluation) -> Figure? {
    let lines = evaluation.rows(ofScenario: scenario).compactMap { row in
      row.diagnosis?.riskCoverage.map { risk in
        RiskCoverageFigure.Line(
          detector: evaluation.detector(of: row), style: row.detector,
          points: risk.points.map { Figure.Point(x: 100 * $0.coverage, y: $0.maeBPM) },
          areaBPM: risk.aurcBPM)
      }
    }
    return RiskCoverageFigure(scenario: evaluation.plan.scenarios[scenario].label, lines: lines).figure
  }

  private static func reliability(of scenario: Int, in evaluation: Evaluation) -> Figure? {
    let plan = evaluation.plan
    let best = BestFirst(
      evaluation.rows(ofScenario: scenario).filter { $0.diagnosis?.reliability?.isStated == true })
    let panels = best.shown.compactMap { row -> ReliabilityFigure.Panel? in
      guard let found = row.diagnosis?.reliability, found.isStated else { return nil }
      let all = ReliabilityFigure.Line(name: "all", reliability: found.all, style: plan.datasets.count)
      return ReliabilityFigure.Panel(
        detector: evaluation.detector(of: row), bound: ReliabilityTables.words(found.tolerance),
        lines: [all]
          + found.ofDatasets.map { dataset, reliability in
            .init(name: plan.datasets[dataset].name, reliability: reliability, style: dataset)
          })
    }
    return ReliabilityFigure(
      scenario: plan.scenarios[scenario].label, panels: panels, leftOut: best.leftOut
    ).figure
  }

  private static func lag(of scenario: Int, in evaluation: Evaluation) -> Figure? {
    let best = BestFirst(
      evaluation.rows(ofScenario: scenario).filter {
        $0.diagnosis?.lagCurve.map { $0.points.count > 2 } == true
      })
    let lines = best.shown.compactMap { row -> LagFigure.Line? in
      guard let diagnosis = row.diagnosis, let all = diagnosis.lagCurve else { return nil }
      return LagFigure.Line(
        detector: evaluation.detector(of: row), all: all,
        recordings: diagnosis.recordingLagCurves)
    }
    return LagFigure(
      scenario: evaluation.plan.scenarios[scenario].label, lines: lines, leftOut: best.leftOut
    ).figure
  }

  private static func entries<Drawn: Drawing>(
    _ kind: FigureKind, _ evaluation: Evaluation, _ names: inout FileNames,
    _ figure: (Int, Evaluation) -> Drawn?
  ) -> [FigureEntry<Drawn>?] {
    evaluation.plan.scenarios.indices.map { scenario in
      figure(scenario, evaluation).map {
        FigureEntry(path: names.path(of: kind, evaluation.plan.scenarios[scenario].label), figure: $0)
      }
    }
  }

  private static func severity(of family: SeverityFamily, in evaluation: Evaluation) -> Figure {
    let plan = evaluation.plan
    let lines = plan.detectors.enumerated().compactMap { detector, note -> SeverityFigure.Line? in
      guard family.points.contains(where: { plan.takesPart(detector: detector, in: $0.scenario) }) else {
        return nil
      }
      let values = family.points.compactMap { point -> SeverityFigure.Value? in
        guard let row = evaluation.row(scenario: point.scenario, detector: detector),
          let mae = row.value(.mae)
        else { return nil }
        let interval = row.interval(.mae)
        return SeverityFigure.Value(
          parameter: point.value, maeBPM: mae, low: interval?.low, high: interval?.high,
          windows: row.tally.estimates, coverage: row.tally.coverage)
      }
      return SeverityFigure.Line(detector: note.label, values: values)
    }
    return SeverityFigure(
      family: family.title, measure: family.measure.rawValue, parameter: family.parameter,
      swept: family.points.map(\.value), lines: lines,
      chance: family.points.compactMap { point in
        evaluation.chanceLevels[point.scenario].bestGuessMAEBPM.map { Figure.Point(x: point.value, y: $0) }
      }
    ).figure
  }
}
