internal import CHRFiles
internal import HRSupport
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
    let shown = text.filter { $0 != "-" }
    guard !shown.isEmpty, Set(shown).count == shown.count,
      shown.allSatisfy({ ClipView.Light(rawValue: $0) != nil })
    else { return nil }
    return text.map { ClipView.Light(rawValue: $0)?.channel }
  }
}

extension HDF5File {
  /// Returns the mean of each plane over the view's pixels, frame by frame; planes in the order of the file.
  ///
  /// Frames are read a block at a time, so a dataset may be larger than memory.
  ///
  /// - Returns: the means, and how many of them are NaN because some of their pixels were never written to the file.
  borrowing func pixelMeans(at object: String, _ view: PixelView) throws(Diagnostics) -> (
    means: [[Double]], neverWritten: Int
  ) {
    let size = Self.dimensions(try numericInfo(of: object))
    let shape = size.isEmpty ? "a single number" : size.map(String.init).joined(separator: "×")
    let letters = String(view.axes.map(\.rawValue))
    guard size.count == view.axes.count else {
      throw problem(
        "\(object) is \(shape), which does not fit the dimensions \"\(letters)\"", at: object,
        hint:
          "\"dimensions\" has one letter for each, the slowest first: N frames, H rows, W columns, C colours")
    }
    func count(_ axis: PixelView.Axis) -> Int { view.axes.firstIndex(of: axis).map { size[$0] } ?? 1 }
    guard count(.plane) == view.planes.count else {
      throw problem(
        "\(object) is \(shape), so it has \(count(.plane)) colours, but \"colours\" names \(view.planes.count)",
        at: object,
        hint:
          "write - for one to leave out (\"rgb-\"); \"dimensions\": \"\(letters)\" says which number it is")
    }
    let rows = PixelView.pixels(from: view.region.top, to: view.region.bottom, of: count(.row))
    let columns = PixelView.pixels(from: view.region.left, to: view.region.right, of: count(.column))
    guard !rows.isEmpty, !columns.isEmpty else {
      throw problem(
        "the region holds no pixel of a frame of \(count(.column))×\(count(.row))", at: object,
        hint: "a pixel belongs to it if its middle does")
    }
    guard count(.frame) > 0 else { return (view.planes.map { _ in [] }, 0) }
    func axis(_ axis: PixelView.Axis) -> Int32 { Int32(clamping: view.axes.firstIndex(of: axis) ?? -1) }
    var pixels = hr_pixels()
    pixels.axis = (axis(.frame), axis(.row), axis(.column), axis(.plane))
    pixels.frames = UInt64(clamping: count(.frame))
    pixels.planes = UInt64(clamping: view.planes.count)
    (pixels.first_row, pixels.rows) = (UInt64(clamping: rows.lowerBound), UInt64(clamping: rows.count))
    (pixels.first_column, pixels.columns) = (
      UInt64(clamping: columns.lowerBound), UInt64(clamping: columns.count)
    )
    pixels.stride = UInt64(clamping: view.stride)

    let results = pixels.frames.multipliedReportingOverflow(by: pixels.planes)
    try budget.take(
      numbers: results.overflow ? UInt64.max : results.partialValue, place: .init(file: path, path: object))
    var sums = Array(repeating: 0.0, count: count(.frame) * view.planes.count)
    var failure = hr_failure()
    var neverWritten: UInt64 = 0
    guard
      hr_hdf5_pixel_sums(
        id, object, &pixels, &sums, results.partialValue, blockBytes, &neverWritten, &failure) == 0
    else { throw explained(failure, at: object) }
    let step = view.stride
    let averaged = Double((rows.count + step - 1) / step) * Double((columns.count + step - 1) / step)
    let means = view.planes.indices.map { plane in
      sums[(plane * count(.frame))..<((plane + 1) * count(.frame))].map { $0 / averaged }
    }
    return (means, Int(clamping: neverWritten))
  }
}
