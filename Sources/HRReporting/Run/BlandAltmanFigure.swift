internal import HREvaluation
internal import HRRunning
internal import HRStatistics

/// Bland–Altman panels of one scenario, one per detector: estimate minus reference over the mean of both, since both
/// methods err (Bland and Altman 1986).
struct BlandAltmanFigure {
  /// A value with the interval around it, if there is one.
  struct Level: Equatable, Sendable {
    let value: Double
    let low: Double?
    let high: Double?

    /// Creates a level; `nil` for a value that extreme rates make infinite.
    init?(_ value: Double, _ interval: Interval?) {
      self.init(value: value, low: interval?.low, high: interval?.high)
    }

    init?(value: Double, low: Double?, high: Double?) {
      guard value.isFinite else { return nil }
      self.value = value
      self.low = low.flatMap { $0.isFinite ? $0 : nil }
      self.high = high.flatMap { $0.isFinite ? $0 : nil }
    }
  }

  struct Panel: Sendable {
    let detector: String
    /// Style of the detector; `nil`: grey.
    var style: Int?
    let referenceBPM: [Double]
    let estimateBPM: [Double]
    /// Index of each pair's cluster among the figure's ``clusterNames``; empty if clusters are not distinguished.
    var cluster: [Int] = []
    let clusters: Int
    let bias: Level?
    let lower: Level?
    let upper: Level?
    /// True if the limits treat windows as independent, since no cluster has several.
    let limitsAreSimple: Bool
    /// Slope of the difference on the mean, with its interval over clusters.
    var slope: Level?
    /// Number of further windows that are not used here, since there are too many.
    var unseen = 0

    /// All windows with a reference and an estimate.
    var windows: Int { referenceBPM.count + unseen }
  }

  let scenario: String
  let panels: [Panel]
  let clusterKind: ClusterKind
  var clusterNames: [String] = []
  /// Unit of the values; empty for a ratio.
  var unit = RunPlan.rateUnit
  /// Acceptable difference of the experiment, to either side.
  var acceptableBPM: Double?
  /// Detectors of the scenario that have a panel in another figure.
  var elsewhere = 0
  /// Detectors that have no panel at all.
  var leftOut = 0
  /// True for the figure of the detectors without a panel in the first.
  var isRest = false
  /// Detector of a figure whose panels are groups; `nil` if they are detectors.
  var groups: Groups?

  struct Groups: Sendable {
    let detector: String
    /// Groups without a panel.
    let leftOut: Int
  }

  /// Maximum number of panels in the first figure, and in the one for the rest.
  static let mostPanels = 6
  static let mostRestPanels = 12
  /// Maximum number of dots of one panel; more would only make the file longer.
  static let mostPoints = 4000
  /// Maximum number of windows of one panel by which scales are chosen.
  static let mostLookedAt = 20_000
  /// Maximum number of dots of one figure, shared out evenly but never fewer than 500 each.
  static let mostPointsInAll = 24_000

  /// Number of figures of the run; with many, each has fewer dots.
  var figureCount = 1
  /// Maximum number of dots of all figures.
  private static let mostPointsOfRun = 100_000

  private var limit: Int {
    let share = min(Self.mostPointsInAll, Self.mostPointsOfRun / max(1, figureCount))
    return max(share < Self.mostPointsInAll ? 200 : 500, min(Self.mostPoints, share / max(1, panels.count)))
  }

  var figure: Figure {
    let points = panels.map { panel in
      zip(panel.referenceBPM, panel.estimateBPM).map {
        Figure.Point(x: ($0 + $1) / 2, y: $1 - $0)
      }
    }
    let axes = zip(panels, points).map { AgreementScale($0, points: $1, acceptableBPM: acceptableBPM) }
    let beyond = zip(points, axes).map { points, axes in points.count { !axes.holds($0) } }
    let drawn = panels.indices.map { index in
      AgreementPanel(
        panel: panels[index], points: points[index], kept: thinned(points[index], to: limit),
        beyond: beyond[index], axes: axes[index], figure: self
      ).drawn
    }
    return Figure(
      title: groups.map { "Agreement of \($0.detector) per group: \(scenario)" }
        ?? "Agreement: \(scenario)\(isRest ? " (further detectors)" : "")",
      caption: caption(
        beyond: beyond.reduce(0, +), isThinned: points.contains { $0.count > limit }),
      legend: legend, panels: drawn)
  }

  /// Clusters that some panel shows, in order.
  private var shownClusters: [Int] {
    let most = clusterNames.count
    var isShown = [Bool](repeating: false, count: most)
    for panel in panels { for cluster in panel.cluster where cluster < most { isShown[cluster] = true } }
    return isShown.indices.filter { isShown[$0] }
  }

  /// True if there are few enough clusters for a colour each.
  var areClustersNamed: Bool { (2...FigureStyle.count).contains(clusterNames.count) }

  private var legend: [Figure.LegendEntry] {
    areClustersNamed ? shownClusters.map { .init(name: clusterNames[$0], style: $0, look: .dot) } : []
  }

  // MARK: Words

  private func caption(beyond: Int, isThinned: Bool) -> String {
    var parts = [
      "Each dot is one window: across, the mean of reference and estimate; up, estimate minus reference (above zero the "
        + "detector reads high)\(clustersDescribed). Solid line: bias. Dashed lines: 95 % limits of agreement\(limitsDescribed). Bands: "
        + "95 % confidence intervals, drawn where there are enough \(clusterKind.word)."
    ]
    if panels.contains(where: { $0.slope != nil }) {
      parts.append(
        "Slope: of the difference on the mean, with its 95 % interval; a sloping line where that "
          + "leaves out 0.")
    }
    if let acceptableBPM {
      parts.append(
        "Thin lines: differences of ±\(ReliabilityTables.number(acceptableBPM))\(RunPlan.behind(unit)), which the experiment accepts."
      )
    }
    parts.append("Each panel has its own scales; bands may go on beyond them.")
    if beyond > 0 {
      parts.append(
        "\(grouped(beyond)) \(beyond == 1 ? "window lies" : "windows lie") beyond them (triangles at the edge)."
      )
    }
    if panels.contains(where: { $0.unseen > 0 }) {
      parts.append(
        "Scales, and how many windows lie beyond them, are of at most \(grouped(Self.mostLookedAt)) windows per panel, evenly chosen; of these at most \(grouped(limit)) are drawn. Lines and slopes come from all."
      )
    } else if isThinned {
      parts.append(
        "At most \(grouped(limit)) windows per panel are drawn, evenly chosen; lines and numbers come from all."
      )
    }
    return (parts + choice).joined(separator: " ")
  }

  private var choice: [String] {
    var parts: [String] = []
    func detectors(_ count: Int) -> String { "\(grouped(count)) \(count == 1 ? "detector" : "detectors")" }
    if isRest || elsewhere > 0 {
      parts.append(
        "Panels stand by the share of all windows that was answered right, largest first; "
          + "\(detectors(elsewhere)) \(elsewhere == 1 ? "has a panel" : "have panels") in \(isRest ? "the first figure" : "another figure")."
      )
    }
    if groups != nil {
      parts.append("Of the detectors, the one with the highest success rate of the scenario is drawn.")
    }
    if let groups, groups.leftOut > 0 {
      parts.append(
        "\(counted(groups.leftOut, "group")) more \(groups.leftOut == 1 ? "has" : "have") no panel; the tables have the numbers."
      )
    }
    if leftOut > 0 {
      parts.append(
        "\(detectors(leftOut)) more \(leftOut == 1 ? "has" : "have") no panel; the tables have the numbers.")
    }
    return parts
  }

  private var clustersDescribed: String {
    guard clusterNames.count > 1, panels.contains(where: { !$0.cluster.isEmpty }) else { return "" }
    let each = clusterKind == .subjectsOrRecordings ? "subject or recording" : clusterKind.noun(1)
    return areClustersNamed
      ? ", with a colour and a shape for each \(each)" : ", in the colour of its detector"
  }

  private var limitsDescribed: String {
    let drawn = panels.filter { $0.lower != nil }
    if drawn.allSatisfy({ !$0.limitsAreSimple }) { return " for repeated measures" }
    if drawn.allSatisfy(\.limitsAreSimple) { return ", windows taken as independent" }
    let names = drawn.filter(\.limitsAreSimple).map(\.detector).joined(separator: ", ")
    return " for repeated measures, but with windows taken as independent for \(names)"
  }
}
