internal import HRSupport
internal import HRReporting
internal import HRSignals

/// Stretches of channels one below the other as an SVG, with the reference's beats as vertical lines.
struct RecordingPicture {
  struct Row {
    /// The style of its line.
    enum Style: String {
      case plain = "s0"
      case before = "frame"
      case after = "s1"
    }

    let label: String
    let channel: Channel
    let style: Style
    /// Beats or breaths to mark in this row, in seconds.
    let beats: [Double]
  }

  struct Size {
    let width: Double
    let rowHeight: Double
    /// Width to the left of the traces, for their names.
    let labelWidth: Double

    static let page = Size(width: 960, rowHeight: 110, labelWidth: 124)
    static let small = Size(width: 640, rowHeight: 76, labelWidth: 118)
  }

  /// Length of a view of a recording in seconds.
  static let seconds = 10.0

  static func shown(from start: Double, seconds: Double?) -> TimeRange {
    TimeRange(start: start, end: start + (seconds ?? self.seconds))
  }

  /// Returns the start of a view that shows the middle of a recording.
  static func middle(of range: TimeRange, seconds: Double? = nil) -> Double {
    max(range.start, ((range.start + range.end - (seconds ?? self.seconds)) / 2).rounded(.down))
  }

  let title: String
  let note: String
  let shown: TimeRange
  let rows: [Row]
  /// Panel of the rate over the whole recording, below the stretches.
  var rates: RateCourseView?
  var size = Size.page

  private static let head = 46.0
  private static let foot = 26.0
  private static let rightMargin = 22.0

  var svg: String {
    let stretches = Self.head + size.rowHeight * Double(rows.count) + Self.foot
    let height = stretches + (rates == nil ? 0 : RateCourseView.height)
    var canvas = Sketch()
    canvas.text("ink", title, x: 10, y: 19, size: 13)
    canvas.text("faint", note, x: 10, y: 36, size: 11)
    for (index, row) in rows.enumerated() {
      draw(row, top: Self.head + size.rowHeight * Double(index), on: &canvas)
    }
    for second in ticks {
      canvas.text(
        "faint", "\(shortest(second, decimals: 2)) s", x: x(second), y: stretches - 8, anchor: .middle,
        size: 11)
    }
    rates?.draw(top: stretches, width: size.width, on: &canvas)
    (canvas.width, canvas.height) = (size.width, height)
    return SVGText(canvas).document(
      title: title, description: note,
      rules: ".trace { stroke-width: 1.2; stroke-linejoin: round }\n"
        + ".beat { stroke-width: 1; stroke-opacity: 0.45 }\n" + (rates == nil ? "" : RateCourseView.rules))
  }

  /// Times of the axis labels: whole seconds, at most a dozen of them.
  private var ticks: [Double] {
    let step = max(1, (shown.duration / 11).rounded(.up))
    return Array(stride(from: (shown.start / step).rounded(.up) * step, through: shown.end + 1e-9, by: step))
  }

  private func x(_ time: Double) -> Double {
    let available = size.width - size.labelWidth - Self.rightMargin
    return size.labelWidth + (time - shown.start) / shown.duration * available
  }

  private func draw(_ row: Row, top: Double, on canvas: inout Sketch) {
    let channel = row.channel.cut(to: shown)
    let values = channel.values
    let finite = values.filter(\.isFinite)
    let low = finite.min() ?? 0
    let high = finite.max() ?? 0
    let bottom = top + size.rowHeight - 8
    let middle = top + size.rowHeight / 2
    for beat in row.beats where beat >= shown.start && beat < shown.end {
      canvas.line("s2 beat", from: (x(beat), top), to: (x(beat), bottom))
    }
    canvas.text("ink", row.label, x: 10, y: middle - 4, size: 13)
    canvas.text(
      "faint", finite.isEmpty ? "no samples" : "\(Self.short(low)) to \(Self.short(high))", x: 10,
      y: middle + 12, size: 11)
    // A line is drawn over gaps up to a quarter of a second.
    let drawn = values.indices.filter { values[$0].isFinite }
    for piece in drawn.pieces(joining: { channel.time(at: $1) - channel.time(at: $0) <= 0.25 }) {
      let points = piece.map { index in
        let share = high > low ? (values[index] - low) / max(high - low, 1e-12) : nil
        let y = share.map { bottom - $0 * (bottom - top - 8) } ?? (top + bottom) / 2
        return SVGText.point(x(channel.time(at: index)), y)
      }
      canvas.path("\(row.style.rawValue) trace", "M" + points.joined(separator: "L"))
    }
  }

  /// Returns the number with about three significant digits.
  private static func short(_ value: Double) -> String {
    let size = abs(value)
    return shortest(value, decimals: size >= 100 ? 0 : size >= 1 ? 1 : 3)
  }
}

extension Sequence {
  /// Cuts a sequence between neighbours that do not belong together.
  func pieces(joining areJoined: (Element, Element) -> Bool) -> [[Element]] {
    reduce(into: []) { pieces, next in
      if let last = pieces.last?.last, areJoined(last, next) {
        pieces[pieces.count - 1].append(next)
      } else {
        pieces.append([next])
      }
    }
  }
}

extension Reference {
  /// Times of beats, or of breaths; empty for rates.
  var markedMoments: [Double] {
    switch self {
    case .breaths(let events), .agreeingBreaths(let events, _): events
    case .beats, .agreeingBeats, .rateSeries, .windowRates, .none: beatTimes
    }
  }
}
