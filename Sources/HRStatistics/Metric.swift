/// One figure of the summary with its interval: a row of ``all``, the only place where a metric is declared.
public struct Metric: Sendable {
  /// What its numbers are.
  public enum Kind: String, Sendable {
    /// Per minute.
    case rate
    /// From 0 up, 100 for the whole.
    case percent
    /// From 0 to 1; shown in per cent.
    case share
    /// From 0 up, 1 for no difference.
    case ratio
    /// Without unit: correlations, slopes, probabilities.
    case coefficient
    /// How many, not always a whole number.
    case count
  }

  /// Which values are good.
  package enum Better: String, Sendable {
    case lower, higher
    case nearZero = "near 0"
    case nearOne = "near 1"
    case neither = "neither"
  }

  /// Metrics that an experiment asks for together.
  package enum Family: Sendable {
    case errors
    case repeatedLimits, simpleLimits, percentileLimits, clusterLimits, ratioLimits

    /// Whether they are limits of agreement.
    package var isOfLimits: Bool { self != .errors }
  }

  /// The value's column.
  public let column: MetricColumn
  /// What the value is, and so its unit.
  public let kind: Kind
  package let better: Better
  package let family: Family
  /// Over its column in the table of errors; `nil` where it is in none. `{bpm}` stands for the tolerance.
  package let heading: String?
  /// Left out of the table of errors of an experiment that asks for all metrics.
  package let isOnRequest: Bool
  /// The first is the one that is shown; none where no interval is known.
  public private(set) var intervals: [Bounds] = []

  /// The interval's two columns.
  public struct Bounds: Sendable {
    /// Of the lower end.
    public let low: MetricColumn
    /// Of the upper end.
    public let high: MetricColumn
  }

  /// Its name in the files: `maeBPM`.
  public var name: String { column.name }

  init(
    _ name: String, _ kind: Kind, better: Better, in family: Family = .errors, heading: String? = nil,
    onRequest: Bool = false, version: Int = 1, block: Int = 1, inSummary: Bool = true, _ summary: String,
    source: String, _ value: @escaping @Sendable (Score) -> Double?
  ) {
    column = MetricColumn(
      name, kind.unit, summary, source, version: version, block: block, inSummary: inSummary, value)
    (self.kind, self.better, self.family) = (kind, better, family)
    (self.heading, isOnRequest) = (heading, onRequest)
  }

  /// The metric with another interval.
  ///
  /// - Parameters:
  ///   - stem: of the names of its columns: `mae` of `maeLow` and `maeHigh`.
  ///   - what: whose ends they are.
  ///   - lowNote: what the lower end's summary says besides.
  func interval(
    _ stem: String, _ what: String, source: String, version: Int = 1, block: Int = 1, lowNote: String = "",
    _ value: @escaping @Sendable (Score) -> Interval?
  ) -> Metric {
    func end(_ name: String, _ summary: String, _ part: @escaping @Sendable (Interval) -> Double)
      -> MetricColumn
    {
      MetricColumn(
        stem + name, kind.unit, summary, source, version: version, block: block, inSummary: column.isInSummary
      ) { value($0).map(part) }
    }
    var metric = self
    metric.intervals.append(
      Bounds(
        low: end("Low", "Lower end of \(what)\(lowNote).") { $0.low },
        high: end("High", "Upper end of \(what).") { $0.high }))
    return metric
  }

  /// The columns of every metric, in the order of `summary.csv`; `results.json` has them all.
  public static let columns: [MetricColumn] = all.flatMap(\.columns).enumerated()
    .sorted { ($0.element.block, $0.offset) < ($1.element.block, $1.offset) }.map(\.element)

  /// The value's, then the ends of the intervals.
  public var columns: [MetricColumn] { [column] + intervals.flatMap { [$0.low, $0.high] } }

  /// The metric whose value has this name.
  public static func named(_ name: String) -> Metric? { all.first { $0.name == name } }
}

extension Metric.Kind {
  /// `bpm`, `%`, or empty for a share, ratio, coefficient or count.
  public var unit: String {
    switch self {
    case .rate: "bpm"
    case .percent: "%"
    case .share, .ratio, .coefficient, .count: ""
    }
  }
}

/// A metric's value or an end of its interval: a member of `results.json`, and a column of `summary.csv` where
/// ``isInSummary`` says so.
public struct MetricColumn: Sendable {
  /// Its name in the files: `maeLow`.
  public let name: String
  /// `bpm`, `%`, or empty.
  public let unit: String
  /// One sentence for listings.
  public let summary: String
  /// Name and version of the definition, such as `maeBPM@1`.
  public let definition: String
  /// Where the definition comes from.
  public let source: String
  /// Whether `summary.csv` has it too; kinds of limits that are seldom asked for stand in `results.json` alone.
  public let isInSummary: Bool
  /// `nil` where the figure does not exist.
  public let value: @Sendable (Score) -> Double?
  /// Blocks follow each other, so that a column never moves when a metric gets a new one.
  package let block: Int

  init(
    _ name: String, _ unit: String, _ summary: String, _ source: String, version: Int, block: Int,
    inSummary: Bool, _ value: @escaping @Sendable (Score) -> Double?
  ) {
    (self.name, self.unit, self.summary, self.source, self.block) = (name, unit, summary, source, block)
    isInSummary = inSummary
    definition = "\(name)@\(version)"
    // A figure that rates beyond all measure make infinite does not exist.
    self.value = { score in value(score).flatMap { $0.isFinite ? $0 : nil } }
  }
}
