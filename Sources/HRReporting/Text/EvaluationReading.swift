internal import HRSupport
internal import HREvaluation
internal import HRRunning
internal import HRSignals
internal import HRStatistics

/// `1 window`, `1,252 windows`
///
/// - Parameter nouns: the noun of several, where it is not that of one with an s.
func counted(_ count: Int, _ noun: String, _ nouns: String? = nil) -> String {
  "\(grouped(count)) \(count == 1 ? noun : nouns ?? noun + "s")"
}

extension Evaluation {
  /// Name of the clusters in this run: `subjects` if every recording names one.
  var clusterWord: String { clusterKind.word }

  /// Returns the label of a row's scenario.
  func scenario(of row: Row) -> String { plan.scenarios[row.scenario].label }
  func detector(of row: Row) -> String { plan.detectors[row.detector].label }

  func row(scenario: Int, detector: Int) -> Row? {
    rows.first { $0.scenario == scenario && $0.detector == detector }
  }

  func rows(ofScenario scenario: Int) -> [Row] {
    rows.filter { $0.scenario == scenario }
  }

  /// Returns the row that leads a scenario by its figures, which does not show it to be better; `nil` if none has an
  /// estimate that can be judged.
  func leader(ofScenario scenario: Int) -> Row? {
    rows(ofScenario: scenario).bestFirst.first { $0.score.estimateCount > 0 }
  }

  /// Returns the meaning of `(n=3)` beside a figure of these rows; `nil` if none has it.
  func tooFewClusters(_ rows: [Row]) -> String? {
    let isShown = rows.contains { row in
      (row.lacksClusters && row.score.estimateCount > 0)
        || row.score.rightOfAll.map { $0.clusterCount < ClusterBootstrap.leastClusters } ?? false
    }
    guard isShown else { return nil }
    return
      "(n=…): too few \(clusterWord) for a 95 % confidence interval, which needs at least \(ClusterBootstrap.leastClusters)"
  }

  /// Returns the meaning of the reasons in place of the intervals of limits; `nil` if none is shown.
  func limitDoubts(_ rows: [Row]) -> Prose? {
    let found = rows.flatMap { $0.limits?.doubts.prefix(1).map(\.word) ?? [] }.distinct
    guard !found.isEmpty else { return nil }
    let marks = found.map { "*\($0)*" as Prose }.joined(separator: ", ")
    return
      "\(marks): limits of agreement are multiples of a standard deviation, and with \(clusterWord) as unlike as these an interval of them can hold much less often than in 95 of 100 studies. So none is given; the intervals of the RMSE and of correlations can be too narrow as well."
  }

  /// Returns the meaning of marks in a table of these rows.
  ///
  /// - Parameter end: end of a sentence.
  func notes(on rows: [Row], end: String = ".") -> [String] {
    [SeenText.note(rows, plan), tooFewClusters(rows).map { $0 + end }, unsampled.map { $0 + end }].compactMap(
      \.self)
  }

  /// Sentences on the recordings and machines that all figures are of.
  var origins: [String] {
    [
      plan.split.map { "This is \($0.words)." }, plan.mixedMathematicsSentence,
      PooledDatasets(self)?.sentence,
    ].compactMap(\.self)
  }

  /// Sentence on the windows that are not judged since too little of them has samples; `nil` without any.
  var unsampled: String? {
    let tallies = plan.scenarios.indices.compactMap { scenario in
      rows.first { $0.scenario == scenario }?.tally
    }
    let reason = WindowOutcome.noReference(ReferenceReader.Absence.noSamples.rawValue)
    let missing = tallies.flatMap(\.reasons).filter { $0.outcome == reason }.reduce(0) { $0 + $1.windows }
    guard missing > 0, let share = plan.minimumSampleShare else { return nil }
    let all = tallies.reduce(0) { $0 + $1.windows }
    return
      "\(grouped(missing)) of \(grouped(all)) windows are not judged because samples cover too little of them (noSamples; \"minimumSampleShare\" is \(shortest(share)))"
  }

  /// Returns true if any column of such metrics was chosen for the tables.
  func shows(_ isMeant: (Metric.Family) -> Bool) -> Bool {
    Metric.all.contains { metric in
      isMeant(metric.family) && metric.columns.contains { plan.metrics.contains($0.name) }
    }
  }
}

extension LimitDoubts.Reason {
  /// The reason in a cell.
  var word: String {
    switch self {
    case .skewedClusters: "too skewed"
    case .farCluster: "one far off"
    case .unequalSpread: "spread unequal"
    case .heavyTails: "heavy tails"
    }
  }
}

extension Evaluation.Row {
  func value(_ metric: Metric) -> Double? { value(metric.column) }

  /// Returns the metric's first interval; `nil` if it does not exist.
  func interval(_ metric: Metric) -> Interval? {
    guard let bounds = metric.intervals.first, let low = value(bounds.low), let high = value(bounds.high)
    else { return nil }
    return Interval(low: low, high: high)
  }

  /// `too few subjects (n=3)`
  func tooFew(_ clusterWord: String) -> String {
    "too few \(clusterWord) (n=\(score.clusterCount))"
  }
}

extension [Evaluation.Row] {
  /// Rows by success rate (all windows), the highest first, then by the smaller error, then as in the experiment.
  var bestFirst: [Evaluation.Row] {
    sorted { a, b in
      let (mine, others) = (a.score.rightOfAll?.share ?? -1, b.score.rightOfAll?.share ?? -1)
      let (error, other) = (a.value(.mae) ?? .infinity, b.value(.mae) ?? .infinity)
      return (-mine, error, a.detector) < (-others, other, b.detector)
    }
  }
}

extension Evaluation.ChanceLevels {
  /// Returns the rows under a table of errors with these columns: chance levels and the spread of the reference
  /// itself. Only name, windows and MAE are known.
  func rows(for columns: [Table.Column], indent: String = "") -> [[Cell]] {
    let all = [
      ("(guess: mean of others)", referenceWindows, othersMeanMAEBPM),
      ("(guess: always \(constantBPM.map { shortest($0) } ?? "") bpm)", referenceWindows, constantMAEBPM),
      ("(previous reference)", holdLastWindows, holdLastMAEBPM),
      ("(spread of the reference)", floorWindows, floorMAEBPM),
    ]
    return all.compactMap { name, windows, maeBPM in
      guard let maeBPM else { return nil }
      return columns.enumerated().map { index, column in
        if index == 0 { return .text(indent + name) }
        switch column.title {
        case RowColumn.estimates.column.title: return .count(windows)
        case Metric.mae.heading: return .number(maeBPM, decimals: 2)
        default: return .missing(" ")
        }
      }
    }
  }

  /// Mean absolute error of the best guess without the signal; `nil` if no window has a reference.
  var bestGuessMAEBPM: Double? {
    [othersMeanMAEBPM, constantMAEBPM].compactMap(\.self).filter(\.isFinite).min()
  }
}
