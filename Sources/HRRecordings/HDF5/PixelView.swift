internal import HRSignals

/// Selection of the pixels of camera frames that are averaged, and the meaning of the data set's dimensions.
struct PixelView: Hashable, Sendable {
  enum Axis: Character, CaseIterable, Sendable {
    case frame = "N"
    case row = "H"
    case column = "W"
    case plane = "C"
  }

  /// Axes of the dimensions, slowest first; every axis once, but the planes may be left out.
  let axes: [Axis]
  /// Channel of each plane, in the order of the file; a plane with `nil` is left out.
  let planes: [ChannelKind?]
  let region: Region
  /// Step between the rows and columns that are used, from the region's first on.
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

  /// Returns the rows or columns whose centres are in a half-open span of fractions.
  static func pixels(from low: Double, to high: Double, of count: Int) -> Range<Int> {
    // The tolerance keeps a centre on the edge in the span, whatever the rounding of the product.
    let first = Int(saturating: (low * Double(count) - 0.5 - 1e-9).rounded(.up))
    let end = Int(saturating: (high * Double(count) - 0.5 - 1e-9).rounded(.up))
    let start = min(max(first, 0), count)
    return start..<min(max(end, start), count)
  }

  /// Parses an axis order: `"NHWC"`; `nil` if a letter is unknown, missing or repeated.
  static func axes(_ text: String) -> [Axis]? {
    let axes = text.compactMap { Axis(rawValue: $0) }
    guard axes.count == text.count, Set(axes).count == axes.count,
      Axis.allCases.allSatisfy({ axes.contains($0) || $0 == .plane })
    else { return nil }
    return axes
  }

  /// Parses a plane order: `"rgb"`, `"bgr"`, `"rgb-"`, `"g"`, `"i"`; `nil` if a letter is unknown or repeated, or no
  /// plane is named.
  static func planes(_ text: String) -> [ChannelKind?]? {
    let kinds: [Character: ChannelKind] = ["r": .red, "g": .green, "b": .blue, "i": .infrared]
    let shown = text.filter { $0 != "-" }
    guard !shown.isEmpty, Set(shown).count == shown.count, shown.allSatisfy({ kinds[$0] != nil }) else {
      return nil
    }
    return text.map { kinds[$0] }
  }
}
