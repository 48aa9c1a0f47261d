internal import HREvaluation
internal import HRSupport

/// The figures of a run with the paths they are written to, by subject.
struct RunFigures: Sendable {
  /// Sweeps of a single parameter, in the experiment's order.
  let families: [SeverityFamily]
  let styles: DetectorStyles
  private var entries: [FigureKind: [FigureEntry?]] = [:]

  /// - Parameters:
  ///   - evaluation: evaluation of the run.
  ///   - mostRows: maximum number of rows of figures with a row for each detector; `nil`: all. By default as many as
  ///     a figure in a file can hold.
  ///   - known: styles of the detectors; `nil`: those of this run.
  init(_ evaluation: Evaluation, mostRows: Int? = 60, styles known: DetectorStyles? = nil) {
    let families = SeverityFamily.all(in: evaluation.plan)
    self.families = families
    let styles = known ?? DetectorStyles(evaluation)
    self.styles = styles
    let subjects = FigureKind.ofReports.flatMap { kind in
      (kind == .severity ? families.map(\.title) : evaluation.plan.scenarios.map(\.label)).enumerated().map {
        (kind: kind, place: $0, label: $1)
      }
    }
    let drawings = ConcurrentWork.map(subjects.count) { index in
      Self.drawing(
        subjects[index].kind, subjects[index].place, families, of: evaluation, styles, mostRows: mostRows)
    }
    var names = FileNames()
    for (subject, drawing) in zip(subjects, drawings) {
      entries[subject.kind, default: []].append(
        drawing.map { FigureEntry(path: names.path(of: subject.kind, subject.label), figure: $0) })
    }
  }

  /// Figures of a subject: one per scenario, of sweeps one per family; `nil` if there is nothing to draw.
  subscript(kind: FigureKind) -> [FigureEntry?] { entries[kind] ?? [] }

  /// All figures, in the order of the subjects.
  var all: [FigureEntry] { FigureKind.ofReports.flatMap { self[$0].compactMap(\.self) } }

  private static func drawing(
    _ kind: FigureKind, _ place: Int, _ families: [SeverityFamily], of evaluation: Evaluation,
    _ styles: DetectorStyles, mostRows: Int?
  ) -> (any Drawing)? {
    switch kind {
    case .agreement: BlandAltmanFigure(place, of: evaluation, styles)?.figure
    case .furtherAgreement: BlandAltmanFigure(place, of: evaluation, styles, isRest: true)?.figure
    case .severity: SeverityFigure(families[place], of: evaluation, styles).figure
    case .coverage: RiskCoverageFigure(place, of: evaluation, styles).figure
    case .lag: LagFigure(place, of: evaluation, styles).figure
    case .reliability: ReliabilityFigure(place, of: evaluation).figure
    case .error: ErrorFigures(place, of: evaluation, styles, mostRows: mostRows).dots
    case .distribution: ErrorFigures(place, of: evaluation, styles, mostRows: mostRows).distribution
    case .difference: DifferenceFigure(place, of: evaluation, styles)?.plot
    case .groups: BlandAltmanFigure(groupsOf: place, of: evaluation, styles)?.figure
    case .comparison, .table, .ranking, .history: nil
    }
  }
}
