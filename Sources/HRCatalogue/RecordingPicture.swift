internal import HRDiagnostics
internal import HRReports
internal import HRSignals

/// Stretches of channels one below the other as an SVG, with the reference's beats as upright lines.
struct RecordingPicture {
  struct Row {
    enum Look: String {
      case plain, before, after
    }

    let label: String
    let channel: Channel
    let look: Look
    /// Beats or breaths to mark in this row, in seconds.
    let beats: [Double]
  }

  struct Size {
    let width: Double
    let rowHeight: Double
    /// Left of the traces, for their names.
    let labelWidth: Double

    static let page = Size(width: 960, rowHeight: 110, labelWidth: 124)
    static let small = Size(width: 640, rowHeight: 76, labelWidth: 118)
  }

  /// How much of a recording its views show.
  static let seconds = 10.0

  let title: String
  let note: String
  let shown: TimeRange
  let rows: [Row]
  var size = Size.page

  private static let head = 46.0
  private static let foot = 26.0
  private static let rightMargin = 22.0

  var svg: String {
    let height = Self.head + size.rowHeight * Double(rows.count) + Self.foot
    var body = ""
    for (index, row) in rows.enumerated() {
      body += drawn(row, top: Self.head + size.rowHeight * Double(index))
    }
    for second in ticks {
      body +=
        "<text class=\"tick\" x=\"\(Self.pixel(x(second)))\" y=\"\(Self.pixel(height - 8))\">\(shortest(second, decimals: 2)) s</text>\n"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.pixel(size.width)) \(Self.pixel(height))" \
      width="\(Self.pixel(size.width))" height="\(Self.pixel(height))" role="img">
      <title>\(SVGText.escaped(title))</title>
      <style>
      text { font: 13px system-ui, sans-serif; fill: #1f2328 }
      .note, .span { font-size: 11px; fill: #59636e }
      .tick { font-size: 11px; fill: #59636e; text-anchor: middle }
      polyline { fill: none; stroke: #0068a8; stroke-width: 1.2; stroke-linejoin: round }
      .before { stroke: #59636e } .after { stroke: #c44e00 } .beat { stroke: #00805d; stroke-opacity: 0.45 }
      .page { fill: #ffffff }
      @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 } .note, .span, .tick { fill: #a3adb8 } polyline { stroke: #5ab4f0 }
      .before { stroke: #a3adb8 } .after { stroke: #ff8f4a } .beat { stroke: #2fc79b } .page { fill: #0f1419 }
      }
      </style>
      <rect class="page" width="100%" height="100%"/>
      <text x="10" y="19">\(SVGText.escaped(title))</text>
      <text class="note" x="10" y="36">\(SVGText.escaped(note))</text>
      \(body)</svg>

      """
  }

  /// Whole seconds, at most a dozen of them.
  private var ticks: [Double] {
    let step = max(1, (shown.duration / 11).rounded(.up))
    return Array(stride(from: (shown.start / step).rounded(.up) * step, through: shown.end + 1e-9, by: step))
  }

  private func x(_ time: Double) -> Double {
    let room = size.width - size.labelWidth - Self.rightMargin
    return size.labelWidth + (time - shown.start) / shown.duration * room
  }

  private func drawn(_ row: Row, top: Double) -> String {
    let channel = row.channel.cut(to: shown)
    let values = channel.values
    let finite = values.filter(\.isFinite)
    let low = finite.min() ?? 0
    let high = finite.max() ?? 0
    let span = max(high - low, 1e-12)
    let bottom = top + size.rowHeight - 8
    var text = ""
    for beat in row.beats where beat >= shown.start && beat < shown.end {
      let at = Self.pixel(x(beat))
      text +=
        "<line class=\"beat\" x1=\"\(at)\" y1=\"\(Self.pixel(top))\" x2=\"\(at)\" y2=\"\(Self.pixel(bottom))\"/>\n"
    }
    text +=
      "<text x=\"10\" y=\"\(Self.pixel(top + size.rowHeight / 2 - 4))\">\(SVGText.escaped(row.label))</text>\n"
    let range = finite.isEmpty ? "no samples" : "\(Self.short(low)) to \(Self.short(high))"
    text +=
      "<text class=\"span\" x=\"10\" y=\"\(Self.pixel(top + size.rowHeight / 2 + 12))\">\(range)</text>\n"
    let look = row.look == .plain ? "" : " class=\"\(row.look.rawValue)\""
    for piece in Self.pieces(of: channel) {
      let points = piece.map { index in
        let y = high > low ? bottom - (values[index] - low) / span * (bottom - top - 8) : (top + bottom) / 2
        return "\(Self.pixel(x(channel.time(at: index)))),\(Self.pixel(y))"
      }
      text += "<polyline\(look) points=\"\(points.joined(separator: " "))\"/>\n"
    }
    return text
  }

  /// Runs of samples that are there; a gap of more than a quarter of a second is not bridged.
  private static func pieces(of channel: Channel) -> [[Int]] {
    var pieces: [[Int]] = []
    var last: Int?
    for index in 0..<channel.count where channel.values[index].isFinite {
      if let last, channel.time(at: index) - channel.time(at: last) <= 0.25 {
        pieces[pieces.count - 1].append(index)
      } else {
        pieces.append([index])
      }
      last = index
    }
    return pieces
  }

  private static func pixel(_ value: Double) -> String { shortest(value, decimals: 1) }

  /// Three digits that count.
  private static func short(_ value: Double) -> String {
    let size = abs(value)
    return shortest(value, decimals: size >= 100 ? 0 : size >= 1 ? 1 : 3)
  }
}

extension Reference {
  /// Beats, or breaths; none for rates.
  var markedMoments: [Double] {
    switch self {
    case .breaths(let events), .agreeingBreaths(let events, _): events
    case .beats, .agreeingBeats, .rateSeries, .windowRates, .none: beatTimes
    }
  }
}
