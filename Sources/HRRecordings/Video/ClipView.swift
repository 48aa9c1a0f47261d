internal import HRSupport
internal import HRSignals

/// Selection of the pixels of a clip's frames that are averaged, and of the meaning of their numbers.
struct ClipView: Hashable, Sendable {
  /// Colour of a clip that becomes a channel.
  enum Light: Character, CaseIterable, Sendable {
    case red = "r"
    case green = "g"
    case blue = "b"
    /// Luma, by the clip's matrix: the light of a camera that sees no colours.
    case luma = "i"

    /// Channel that it becomes unless a descriptor names another.
    var channel: ChannelKind {
      switch self {
      case .red: .red
      case .green: .green
      case .blue: .blue
      case .luma: .infrared
      }
    }

    init?(of channel: ChannelKind) {
      guard let light = Self.allCases.first(where: { $0.channel == channel }) else { return nil }
      self = light
    }

    var words: String {
      switch self {
      case .red: "red"
      case .green: "green"
      case .blue: "blue"
      case .luma: "light"
      }
    }
  }

  enum Region: Hashable, Sendable {
    /// Part of every frame.
    case fixed(PixelView.Region)
    /// Rectangles in a table.
    case following(RectangleColumns)
  }

  var region: Region
  /// Step between the rows and columns that are used, from the region's first on.
  var stride = 1
  /// Rule by which pixels of the region count; `nil`: all do.
  var mask: SkinMask?
  /// Colours that replace what the clip states of itself.
  var matrix: ColourRule.Matrix?
  var range: ColourRule.Range?
  /// Rectangles of the recording, once its table is read.
  var rectangles: Rectangles?
}

/// Columns of a table that hold rectangles.
struct RectangleColumns: Hashable, Sendable {
  enum Unit: String, CaseIterable, Sendable {
    case pixels
    /// Fractions of the shown frame's width and height.
    case shares
  }

  let file: Int
  /// Column with the time of each rectangle; `nil`: the table has one rectangle, which holds for the whole recording.
  let time: NameOrIndex?
  let timeUnit: TimeUnit
  /// Left, top, right and bottom; or left, top, width and height.
  let sides: [NameOrIndex]
  let areSizes: Bool
  let unit: Unit

  var columns: [NameOrIndex] { [time].compactMap(\.self) + sides }
}

/// Rectangles over time, each of which holds until the next.
struct Rectangles: Hashable, Sendable {
  /// Times in seconds, ascending.
  let times: [Double]
  /// Left, top, right and bottom of each; NaN where there is no rectangle.
  let sides: [[Double]]
  let unit: RectangleColumns.Unit

  /// - Parameter series: the table's columns, in the order of ``RectangleColumns/columns``.
  init(_ columns: RectangleColumns, _ series: [Series]) throws(Diagnostics) {
    let hasTimes = columns.time != nil
    let sides = series.dropFirst(hasTimes ? 1 : 0).map(\.values)
    let count = sides.first?.count ?? 0
    guard count > 0, let first = series.first else {
      throw series.first?.problem("there is no rectangle") ?? Diagnostics("there is no rectangle", place: nil)
    }
    unit = columns.unit
    self.sides = (0..<count).map { row in
      let (left, top) = (sides[0][row], sides[1][row])
      return [
        left, top, columns.areSizes ? left + sides[2][row] : sides[2][row],
        columns.areSizes ? top + sides[3][row] : sides[3][row],
      ]
    }
    guard hasTimes else {
      guard count == 1 else {
        throw first.problem(
          "there are \(count) rectangles and no times",
          hint: "\"time\" names the column of their times; without it, a recording has one rectangle")
      }
      times = [-.infinity]
      return
    }
    times = first.values.map { $0 / columns.timeUnit.perSecond }
    if let row = times.indices.first(where: { !times[$0].isFinite }) {
      throw first.problem("the rectangle has no time", row: row)
    }
    if let row = times.indices.dropFirst().first(where: { times[$0] <= times[$0 - 1] }) {
      throw first.problem("the rectangle's time does not come after the one before", row: row)
    }
  }

  /// Returns the region at a time: the latest rectangle whose time is not after it.
  ///
  /// - Returns: `nil` before the first rectangle, and where there is none.
  func region(at time: Double, width: Int, height: Int) -> PixelView.Region? {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0, sides[low - 1].allSatisfy(\.isFinite) else { return nil }
    let found = sides[low - 1]
    let (x, y) = unit == .pixels ? (Double(width), Double(height)) : (1, 1)
    return PixelView.Region(left: found[0] / x, top: found[1] / y, right: found[2] / x, bottom: found[3] / y)
  }
}

extension ClipView {
  /// Places of the pixels in the stored frames of one clip.
  enum Places {
    case fixed(rows: PixelSteps, columns: PixelSteps, mask: SkinMask?)
    case following(Rectangles, [Double], ClipView, ClipHeader)

    /// Returns the sums over the pixels of one frame; of no pixels where the frame has no region.
    func sums(
      _ frame: UnsafeRawBufferPointer, _ conversion: ColourConversion, width: Int, height: Int,
      ofFrame index: Int
    ) -> ColourConversion.Sums {
      switch self {
      case .fixed(let rows, let columns, let mask):
        return conversion.sums(
          of: frame, width: width, height: height, rows: rows, columns: columns, mask: mask)
      case .following(let rectangles, let times, let view, let header):
        let shown = header.shownSize
        guard times.indices.contains(index),
          let region = rectangles.region(at: times[index], width: shown.width, height: shown.height),
          let (rows, columns) = view.stored(region, in: header)
        else { return ColourConversion.Sums() }
        return conversion.sums(
          of: frame, width: width, height: height, rows: rows, columns: columns, mask: view.mask)
      }
    }
  }

  /// - Parameter times: times of the frames; needed where rectangles change with time.
  func places(in header: ClipHeader, times: [Double], path: String) throws(Diagnostics) -> Places {
    switch region {
    case .fixed(let region):
      guard let (rows, columns) = stored(region, in: header) else {
        let shown = header.shownSize
        throw Diagnostics(
          "the region holds no pixel of a frame of \(shown.width)×\(shown.height)", in: path,
          hint: "a pixel belongs to it if its middle does")
      }
      return .fixed(rows: rows, columns: columns, mask: mask)
    case .following:
      guard let rectangles else { throw Diagnostics("its rectangles were not read", in: path) }
      return .following(rectangles, times, self, header)
    }
  }

  /// Returns the stored rows and columns of a region; `nil` if it holds no pixel.
  private func stored(
    _ region: PixelView.Region, in header: ClipHeader
  ) -> (rows: PixelSteps, columns: PixelSteps)? {
    let shown = header.shownSize
    let rows = PixelView.pixels(from: region.top, to: region.bottom, of: shown.height)
    let columns = PixelView.pixels(from: region.left, to: region.right, of: shown.width)
    guard !rows.isEmpty, !columns.isEmpty else { return nil }
    return header.turn.stored(
      rows: rows, columns: columns, stride: stride, width: header.width, height: header.height)
  }
}
