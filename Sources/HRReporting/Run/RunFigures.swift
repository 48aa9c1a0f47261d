internal import HREvaluation

/// The figures of a run with the paths they are written to, by subject.
struct RunFigures: Sendable {
  /// Sweeps of a single parameter, in the experiment's order.
  let families: [SeverityFamily]
  private var entries: [FigureKind: [FigureEntry?]] = [:]

  /// - Parameters:
  ///   - evaluation: evaluation of the run.
  ///   - mostRows: maximum number of rows of figures with a row for each detector; `nil`: all. By default as many as
  ///     a figure in a file can hold.
  init(_ evaluation: Evaluation, mostRows: Int? = 60) {
    families = SeverityFamily.all(in: evaluation.plan)
    var names = FileNames()
    for kind in FigureKind.ofReports {
      let labels = kind == .severity ? families.map(\.title) : evaluation.plan.scenarios.map(\.label)
      entries[kind] = labels.enumerated().map { place, label in
        drawing(kind, place, of: evaluation, mostRows: mostRows).map {
          FigureEntry(path: names.path(of: kind, label), figure: $0)
        }
      }
    }
  }

  /// Figures of a subject: one per scenario, of sweeps one per family; `nil` if there is nothing to draw.
  subscript(kind: FigureKind) -> [FigureEntry?] { entries[kind] ?? [] }

  /// All figures, in the order of the subjects.
  var all: [FigureEntry] { FigureKind.ofReports.flatMap { self[$0].compactMap(\.self) } }

  private func drawing(
    _ kind: FigureKind, _ place: Int, of evaluation: Evaluation, mostRows: Int?
  ) -> (any Drawing)? {
    switch kind {
    case .agreement: BlandAltmanFigure(place, of: evaluation)?.figure
    case .furtherAgreement: BlandAltmanFigure(place, of: evaluation, isRest: true)?.figure
    case .severity: SeverityFigure(families[place], of: evaluation).figure
    case .coverage: RiskCoverageFigure(place, of: evaluation).figure
    case .lag: LagFigure(place, of: evaluation).figure
    case .reliability: ReliabilityFigure(place, of: evaluation).figure
    case .error: ErrorFigures(place, of: evaluation, mostRows: mostRows).dots
    case .distribution: ErrorFigures(place, of: evaluation, mostRows: mostRows).distribution
    case .table, .ranking, .history: nil
    }
  }
}
