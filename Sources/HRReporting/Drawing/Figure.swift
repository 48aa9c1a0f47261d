/// A figure as a value: panels with axes and marks, in the units of the data.
package struct Figure: Drawing, Equatable {
  package let title: String
  /// Content of the figure and how to read it; also for people who cannot see it.
  package let caption: String
  /// Names of the series by their styles, for those that are drawn; empty if no panel has any.
  var legend: [LegendEntry] = []
  let panels: [Panel]

  struct Panel: Equatable, Sendable {
    var title = ""
    var note = ""
    let x: Axis
    let y: Axis
    /// Marks in the order in which they are drawn.
    var marks: [Mark]
  }

  struct LegendEntry: Hashable, Sendable {
    let name: String
    /// `nil`: grey.
    let style: Int?
    var look = LegendMark.line
  }

  /// Symbol beside a name.
  enum LegendMark: Hashable, Sendable {
    case line, dot, hair, chance
  }

  struct Axis: Equatable, Sendable {
    let title: String
    let scale: Scale
    /// Larger values further left (or further down).
    var isReversed = false
    /// Texts at the ticks instead of their numbers.
    var tickLabels: [String] = []

    static func error(_ scale: Scale, in unit: String) -> Axis {
      Axis(title: titled("mean absolute error", unit), scale: scale)
    }
    static func signedError(_ scale: Scale, in unit: String) -> Axis {
      Axis(title: titled("estimate − reference", unit), scale: scale)
    }

    /// Returns a title with the unit in brackets; without one, the title.
    static func titled(_ title: String, _ unit: String) -> String {
      unit.isEmpty ? title : "\(title) (\(unit))"
    }
  }

  struct Point: Equatable, Sendable {
    let x: Double
    let y: Double
  }

  enum Mark: Equatable, Sendable {
    case points([Point], title: String)
    /// A band over the whole width between two values.
    case band(low: Double, high: Double, RuleKind, title: String)
    /// A line over the whole width; the label is beside the panel.
    case rule(Double, RuleKind, label: String, title: String)
    case series([SeriesPoint], style: Int?, title: String)
    /// A line without markers, cut off at the panel's top; a label is beside the panel at its end.
    case curve([Point], style: Int?, label: String = "", title: String)
    /// A chance level, as a dotted line.
    case chance([Point], label: String, title: String)
    /// Dots distinguished by style, and by shape if `areShaped`.
    case groups([DotGroup], areShaped: Bool, title: String)
    /// A straight line between two places of the panel.
    case sloped(from: Point, to: Point, title: String)
    /// A thin line: one of many.
    case hair([Point], title: String)
    /// Lines with the band of their intervals; each list is a line of its own, so that gaps stay open.
    case trace([[SeriesPoint]], title: String)
    /// A short level line.
    case level(Double, from: Double, to: Double, title: String)
    /// A line over the whole height; the label is inside if there is space.
    case upright(Double, RuleKind, label: String, title: String)
  }

  enum RuleKind: String, Equatable, Sendable {
    case zero, bias, limit, chance, accepted
  }

  /// Dots of one group.
  struct DotGroup: Equatable, Sendable {
    let points: [Point]
    let style: Int?
    var title = ""
  }

  struct SeriesPoint: Equatable, Sendable {
    let x: Double
    let y: Double
    /// Ends of its interval, if there is one.
    let low: Double?
    let high: Double?
    let title: String
    /// Share of the windows behind it, 0…1: lines fade where it falls. `nil` fades nothing.
    var coverage: Double?
  }
}

/// A range of numbers with round divisions.
struct Scale: Equatable, Sendable {
  let low: Double
  let high: Double
  let ticks: [Double]
  /// Number of decimals that tell the ticks apart.
  let decimals: Int

  /// Creates a scale with divisions of 1, 2 or 5 times a power of ten, about `count` of them.
  ///
  /// - Parameter extended: moves both ends outward to the next division.
  init(covering low: Double, _ high: Double, count: Int = 5, extended: Bool = true) {
    // Numbers beyond any figure are clamped here, so that no difference of two overflows.
    let (lowest, highest) = (Self.held(low), Self.held(high))
    let size = max(lowest.magnitude, highest.magnitude)
    // Values that differ by less than their own digits are one value. It gets a range around it.
    let isFlat = !(highest - lowest > max(1e-9 * size, 1e-12))
    let air = isFlat ? max(1, 1e-6 * size) : 0
    let first = lowest - air
    let last = max(lowest, highest) + air
    let raw = (last - first) / Double(max(1, count))
    var decade = 1.0
    var decimals = 0
    while decade > raw, decimals < 12 {
      decimals += 1
      decade = 1 / Self.powerOfTen(decimals)
    }
    var above = 0
    while decade * 10 <= raw {
      above += 1
      decade = Self.powerOfTen(above)
    }
    let ratio = raw / decade
    let step = (ratio <= 1 ? 1 : ratio <= 2 ? 2 : ratio <= 5 ? 5 : 10) * decade
    if step >= 10 * decade, decimals > 0 { decimals -= 1 }
    let slack = 1e-9
    let from = extended ? (first / step + slack).rounded(.down) : (first / step - slack).rounded(.up)
    let to = extended ? (last / step - slack).rounded(.up) : (last / step + slack).rounded(.down)
    // Multiplied rather than added up, so that ticks carry no accumulated error.
    ticks = to >= from ? (0...Int(saturating: to - from)).map { (from + Double($0)) * step } : []
    self.low = extended ? (ticks.first ?? first) : first
    self.high = extended ? (ticks.last ?? last) : last
    self.decimals = decimals
  }

  private static func held(_ value: Double) -> Double {
    value.isNaN ? 0 : min(1e300, max(-1e300, value))
  }

  /// Creates a scale with ends and ticks as given, for values that are not evenly spread.
  init(low: Double, high: Double, ticks: [Double], decimals: Int) {
    self.low = low
    self.high = high
    self.ticks = ticks
    self.decimals = decimals
  }

  /// Returns 0 at the low end, 1 at the high end.
  func position(of value: Double) -> Double {
    let share = (value - low) / (high - low)
    return share.isNaN ? 0 : share
  }

  private static func powerOfTen(_ exponent: Int) -> Double {
    (0..<exponent).reduce(1.0) { power, _ in power * 10 }
  }
}

/// Selects the points that are drawn of many, evenly over their order. The lowest and the highest are always among
/// them.
///
/// - Returns: ascending indices; all of them for up to `limit` points.
func thinned(_ points: [Figure.Point], to limit: Int) -> [Int] {
  thinned(
    points.count, to: limit,
    extremes: [
      points.indices.min { points[$0].y < points[$1].y }, points.indices.max { points[$0].y < points[$1].y },
    ])
}

/// Returns an even choice of a number of places, with the extremes among them; ascending.
func thinned(_ count: Int, to limit: Int, extremes: [Int?]) -> [Int] {
  guard count > limit, limit > 2 else { return Array(0..<count) }
  var kept = (0..<limit - 2).map { $0 * count / (limit - 2) }
  for case let extreme? in extremes where !kept.contains(extreme) { kept.append(extreme) }
  return kept.sorted()
}
