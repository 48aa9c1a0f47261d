/// One figure of the summary with its interval: a row of ``all``, the only place where a metric is declared.
public struct Metric: Sendable {
  /// The kind of a metric's numbers.
  public enum Kind: String, Sendable {
    /// Rate per minute.
    case rate
    /// Percentage, from 0 up, 100 for the whole.
    case percent
    /// Share from 0 to 1; shown in per cent.
    case share
    /// Ratio from 0 up, 1 for no difference.
    case ratio
    /// Number without unit: correlations, slopes, probabilities.
    case coefficient
    /// Count, not always a whole number.
    case count
  }

  /// The values of a metric that are good.
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

    /// True if they are limits of agreement.
    package var isOfLimits: Bool { self != .errors }
  }

  /// The value's column.
  public let column: MetricColumn
  /// The kind of the value, from which its unit follows.
  public let kind: Kind
  package let better: Better
  package let family: Family
  /// Heading of its column in the table of errors; `nil` where it is in none. `{bpm}` is replaced by the tolerance.
  package let heading: String?
  /// True if the table of errors of an experiment that asks for all metrics leaves it out.
  package let isOnRequest: Bool
  /// Its intervals. The first is the one that is shown; empty where none is known.
  public private(set) var intervals: [Bounds] = []

  /// The interval's two columns.
  public struct Bounds: Sendable {
    /// Column of the lower end.
    public let low: MetricColumn
    /// Column of the upper end.
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

  /// Returns the metric with another interval.
  ///
  /// - Parameters:
  ///   - stem: of the names of its columns: `mae` of `maeLow` and `maeHigh`.
  ///   - what: description of the interval, for the summaries of its ends.
  ///   - lowNote: addition to the lower end's summary.
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

  /// The value's column, then those of the ends of the intervals.
  public var columns: [MetricColumn] { [column] + intervals.flatMap { [$0.low, $0.high] } }

  /// Returns the metric whose value has this name.
  public static func named(_ name: String) -> Metric? { all.first { $0.name == name } }
}

extension Metric.Kind {
  /// Unit: `bpm`, `%`, or empty for a share, ratio, coefficient or count.
  public var unit: String {
    switch self {
    case .rate: "bpm"
    case .percent: "%"
    case .share, .ratio, .coefficient, .count: ""
    }
  }
}

/// A metric's value or an end of its interval: a member of `results.json`, and a column of `summary.csv` if
/// ``isInSummary``.
public struct MetricColumn: Sendable {
  /// Its name in the files: `maeLow`.
  public let name: String
  /// `bpm`, `%`, or empty.
  public let unit: String
  /// One sentence for listings.
  public let summary: String
  /// Name and version of the definition, such as `maeBPM@1`.
  public let definition: String
  /// Source of the definition.
  public let source: String
  /// True if `summary.csv` has it too; kinds of limits that are seldom asked for are only in `results.json`.
  public let isInSummary: Bool
  /// Function that returns the value; `nil` where the figure does not exist.
  public let value: @Sendable (Score) -> Double?
  /// Number of its block. Blocks follow each other, so that a column never moves when a metric gets a new one.
  package let block: Int

  init(
    _ name: String, _ unit: String, _ summary: String, _ source: String, version: Int, block: Int,
    inSummary: Bool, _ value: @escaping @Sendable (Score) -> Double?
  ) {
    (self.name, self.unit, self.summary, self.source, self.block) = (name, unit, summary, source, block)
    isInSummary = inSummary
    definition = "\(name)@\(version)"
    // A figure that is not finite, because of rates that are too large, does not exist.
    self.value = { score in value(score).flatMap { $0.isFinite ? $0 : nil } }
  }
}
