internal import HRSignals

/// Which pixels of a data set of camera frames are averaged, and what its dimensions mean.
struct PixelView: Hashable, Sendable {
  enum Axis: Character, CaseIterable, Sendable {
    case frame = "N"
    case row = "H"
    case column = "W"
    case plane = "C"
  }

  /// Slowest first; every axis once, but the planes may be left out.
  let axes: [Axis]
  /// What each plane shows, in the order of the file; `nil` is left out.
  let planes: [ChannelKind?]
  let region: Region
  /// Every so many rows and columns count, from the region's first on.
  let stride: Int

  /// Part of a frame in fractions of its width and height.
  struct Region: Hashable, Sendable {
    var left = 0.0
    var top = 0.0
    var right = 1.0
    var bottom = 1.0

    static let whole = Region()
    static let centreHalf = Region(left: 0.25, top: 0.25, right: 0.75, bottom: 0.75)
  }

  /// The rows or columns whose middles lie in a half-open span of fractions.
  static func pixels(from low: Double, to high: Double, of count: Int) -> Range<Int> {
    // The slack keeps a middle that is on the edge there, whatever the product's rounding.
    let first = Int(saturating: (low * Double(count) - 0.5 - 1e-9).rounded(.up))
    let end = Int(saturating: (high * Double(count) - 0.5 - 1e-9).rounded(.up))
    let start = min(max(first, 0), count)
    return start..<min(max(end, start), count)
  }

  /// `"NHWC"`; `nil` when a letter is unknown, missing or doubled.
  static func axes(_ text: String) -> [Axis]? {
    let axes = text.compactMap { Axis(rawValue: $0) }
    guard axes.count == text.count, Set(axes).count == axes.count,
      Axis.allCases.allSatisfy({ axes.contains($0) || $0 == .plane })
    else { return nil }
    return axes
  }

  /// `"rgb"`, `"bgr"`, `"rgb-"`, `"g"`, `"i"`; `nil` when a letter is unknown or doubled, or none says anything.
  static func planes(_ text: String) -> [ChannelKind?]? {
    let kinds: [Character: ChannelKind] = ["r": .red, "g": .green, "b": .blue, "i": .infrared]
    let shown = text.filter { $0 != "-" }
    guard !shown.isEmpty, Set(shown).count == shown.count, shown.allSatisfy({ kinds[$0] != nil }) else {
      return nil
    }
    return text.map { kinds[$0] }
  }
}
