internal import HRSupport
internal import HRDoctor
internal import HRNumerics
internal import HRReporting
internal import HRSignals

/// The rate over a whole recording, of reference and signals together, as text and as a picture.
struct RateCourseView {
  private let courses: RateCourses
  private let range: TimeRange

  /// - Returns: `nil` where neither reference nor signals have a rate.
  init?(_ recording: Recording) {
    courses = RateCourses(recording)
    guard let range = recording.channels.timeRange, !(courses.estimated + courses.reference).isEmpty else {
      return nil
    }
    self.range = range
  }

  // MARK: Text

  var lines: [String] {
    var parts: [String] = []
    if !courses.reference.isEmpty { parts.append("reference " + Self.span(courses.reference)) }
    if let channel = courses.channel {
      parts.append("pulse in \(channel.rawValue) " + Self.span(courses.estimated))
    }
    let near = courses.nearShare.map {
      "; within 3 bpm of each other in \(shortest(100 * $0, decimals: 0)) % of the windows in which the pulse is clear"
    }
    var lines = ["  rates      " + parts.joined(separator: ", ") + " bpm" + (near ?? "")]
    for (points, name) in [(courses.reference, "reference"), (courses.estimated, "pulse")]
    where !points.isEmpty {
      lines.append("             " + spark(points) + " " + name)
    }
    return lines
  }

  private static func span(_ points: [RateCourses.Point]) -> String {
    let rates = points.map(\.bpm)
    return
      "\(shortest(rates.min() ?? 0, decimals: 1)) to \(shortest(rates.max() ?? 0, decimals: 1))"
  }

  /// Range of both lines, which have one scale so that they can be compared.
  private var scale: (low: Double, high: Double) {
    let all = (courses.reference + courses.estimated).map(\.bpm)
    return (all.min() ?? 0, all.max() ?? 1)
  }

  /// Number of columns: at most that of the windows, so that columns without a point are windows without a rate.
  private var columns: Int {
    let times = Set((courses.reference + courses.estimated).map(\.seconds)).sorted()
    let hop = zip(times.dropFirst(), times).map { $0 - $1 }.min() ?? range.duration
    return max(1, min(60, Int(saturating: range.duration / max(hop, 1e-9))))
  }

  private func spark(_ points: [RateCourses.Point]) -> String {
    range.sparkline(points.map { ($0.seconds, $0.bpm) }, columns: columns, from: scale.low, to: scale.high)
  }

  // MARK: Picture

  static let height = 190.0
  private static let leftMargin = 124.0
  private static let rightMargin = 22.0

  /// Draws the panel: the reference as a line, each window with a clear pulse as a point.
  ///
  /// - Parameters:
  ///   - top: upper edge.
  ///   - width: of the whole page.
  ///   - canvas: the page.
  func draw(top: Double, width: Double, on canvas: inout Sketch) {
    let (left, right) = (Self.leftMargin, width - Self.rightMargin)
    let (upper, bottom) = (top + 30, top + Self.height - 26)
    let step = Self.step(scale.high - scale.low)
    let low = (scale.low / step).rounded(.down) * step
    let high = max(low + step, (scale.high / step).rounded(.up) * step)
    func x(_ seconds: Double) -> Double {
      left + (seconds - range.start) / max(range.duration, 1e-9) * (right - left)
    }
    func y(_ bpm: Double) -> Double { bottom - (bpm - low) / (high - low) * (bottom - upper) }

    canvas.text("ink", "rate (bpm)", x: 10, y: upper + 10, size: 13)
    canvas.text("faint", "over the whole", x: 10, y: upper + 27, size: 11)
    canvas.text("faint", "recording", x: 10, y: upper + 41, size: 11)
    for tick in stride(from: low, through: high + 1e-9, by: step) {
      canvas.line("grid", from: (left, y(tick)), to: (right, y(tick)))
      canvas.text("faint", shortest(tick, decimals: 1), x: left - 6, y: y(tick) + 4, anchor: .end, size: 11)
    }
    let spacing = Self.step(range.duration)
    for tick in stride(from: (range.start / spacing).rounded(.up) * spacing, through: range.end, by: spacing)
    {
      canvas.text(
        "faint", "\(shortest(tick, decimals: 1)) s", x: x(tick), y: bottom + 17, anchor: .middle, size: 11)
    }
    for piece in pieces(of: courses.reference) {
      let points = piece.map { SVGText.point(x($0.seconds), y($0.bpm)) }
      canvas.path("s2 course", "M" + points.joined(separator: "L"), title: "reference")
    }
    let squares = courses.estimated.map {
      "M\(SVGText.point(x($0.seconds) - 2, y($0.bpm) - 2))h4v4h-4z"
    }
    if !squares.isEmpty { canvas.path("s0 reading", squares.joined(), title: "pulse") }
    let pulse = courses.channel.map { "points: pulse in \($0.rawValue), where two methods agree" }
    let reference = courses.reference.isEmpty ? nil : "line: reference"
    canvas.text(
      "faint", [reference, pulse].compactMap(\.self).joined(separator: "; "), x: left, y: top + 18, size: 11)
  }

  static let rules = ".course { stroke-width: 2; stroke-linejoin: round }\n.reading { stroke-width: 1 }\n"

  /// Splits the points into pieces; windows without a reference are not bridged.
  private func pieces(of points: [RateCourses.Point]) -> [[RateCourses.Point]] {
    let usual = median(zip(points.dropFirst(), points).map { $0.seconds - $1.seconds }) ?? 0
    return points.pieces { $1.seconds - $0.seconds <= 1.5 * usual }
  }

  /// Returns the least of 1, 2, 5, 10, 20, 50 … that divides the span into at most 8 steps.
  private static func step(_ span: Double) -> Double {
    var step = 1.0
    while step * 8 < span {
      for factor in [2, 2.5, 2] where step * 8 < span { step *= factor }
    }
    return step
  }

  // MARK: JSON

  var json: JSONText {
    func points(_ points: [RateCourses.Point]) -> JSONText {
      .array(points.map { .object([("seconds", .number($0.seconds)), ("bpm", .number($0.bpm))]) })
    }
    return .object([
      ("channel", .optional(courses.channel?.rawValue)), ("reference", points(courses.reference)),
      ("estimated", points(courses.estimated)), ("within3BPMShare", .optional(courses.nearShare)),
    ])
  }
}
