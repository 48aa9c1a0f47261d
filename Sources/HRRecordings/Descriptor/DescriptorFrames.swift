internal import HRSupport
internal import HRSignals

/// Keys of camera frames.
enum FramesKey {
  static let object = LocationKey.object
  static let dimensions = JSONKey(
    "dimensions", .text, fallback: "NHWC",
    "Meaning of the dimensions, slowest first: N frames, H rows, W columns, C colours.")
  static let colours = JSONKey(
    "colours", .text, fallback: "rgb", "Colours in the file's order: r, g, b, i (infrared), - for none.")
  static let region = JSONKey(
    "region", .node(.either([.choice(["whole", "centreHalf"]), Rectangles.shape, Region.shape])),
    "Part of the frame: all of it, the middle half of each side, fractions; of videos also rectangles in a table."
  )
  static let stride = JSONKey(
    "stride", .integer(1...1000), fallback: 1, "Every so many rows and columns count.")
  static let channels = JSONKey(
    "channels", .node(.map(.choice(ClipView.Light.allCases.map { String($0.rawValue) }))),
    "Channels that colours become, in place of red, green and blue: { \"ppg\": \"g\" }.")
  static let mask: JSONKey<SkinMask?> = JSONKey(
    "mask", .choice,
    "Videos: pixels of the region that count. skin: Cb 77 to 127, Cr 133 to 173 (Chai and Ngan 1999).")
  static let matrix: JSONKey<ColourRule.Matrix?> = JSONKey(
    "matrix", .choice, "Videos: matrix of the colours, in place of what the file states.")
  static let range: JSONKey<ColourRule.Range?> = JSONKey(
    "range", .choice, "Videos: range of the numbers, in place of what the file states.")

  /// Keys of one region.
  static let part = Shape.object(
    "\"frames\"",
    [
      LocationKey.file.field,
      object.with("HDF5: path of the pixels, numbers of any type; * stands for part of a name."),
      dimensions.field, colours.field, region.with(fallback: "whole"), stride.field, channels.field,
      mask.field,
      matrix.field, range.field,
      ChannelKey.scale.with("Sample = mean in the file × scale + offset."), ChannelKey.offset.field,
      ChannelKey.fillGapSeconds.with(
        "Frames without a region or skin count as samples where they last no longer."),
      ChannelKey.optional.with("Some recordings lack them."), DatasetKey.comment.field,
    ] + TimingKey.fields)
  static let shape = Shape.either([part, .list(part, atLeast: 1)])

  /// Keys of a part of the frame.
  enum Region {
    static let left = JSONKey("left", .share, fallback: 0, "Left edge, as a share of the width.")
    static let top = JSONKey("top", .share, fallback: 0, "Upper edge, as a share of the height.")
    static let right = JSONKey("right", .share, fallback: 1, "Right edge, as a share of the width.")
    static let bottom = JSONKey("bottom", .share, fallback: 1, "Lower edge, as a share of the height.")

    static let shape = Shape.object("\"region\"", [left.field, top.field, right.field, bottom.field])
  }
}

extension FramesKey {
  /// Keys of rectangles in a table.
  enum Rectangles {
    static let file = JSONKey("file", .text, required: true, "Name of the table with the rectangles.")
    static let time = JSONKey(
      "time", .node(.nameOrIndex),
      "Column with the time from which each rectangle holds; left out: the recording has one rectangle.")
    static let timeUnit = JSONKey(
      "timeUnit", .choice, fallback: TimeUnit.s, "Unit of these times, which count from the clip's 0 s.")
    static let left = JSONKey("left", .node(.nameOrIndex), required: true, "Column of the left edge.")
    static let top = JSONKey("top", .node(.nameOrIndex), required: true, "Column of the upper edge.")
    static let right = JSONKey("right", .node(.nameOrIndex), "Column of the right edge.")
    static let bottom = JSONKey("bottom", .node(.nameOrIndex), "Column of the lower edge.")
    static let width = JSONKey(
      "width", .node(.nameOrIndex), "Column of the width, in place of the right edge.")
    static let height = JSONKey(
      "height", .node(.nameOrIndex), "Column of the height, in place of the lower edge.")
    static let unit = JSONKey(
      "unit", .choice, fallback: RectangleColumns.Unit.pixels,
      "pixels of the frame as it is shown, or shares of its width and height.")

    static let shape = Shape.object(
      "\"region\"", marker: file.name,
      [
        file.field, time.field, timeUnit.field, left.field, top.field, right.field, bottom.field, width.field,
        height.field, unit.field,
      ])
  }
}

/// Channels that are means over the pixels of camera frames.
extension DescriptorReader {
  mutating func readFrames(_ node: JSONNode?, known: [ChannelDescription]) -> [ChannelDescription] {
    guard let node else { return [] }
    var channels: [ChannelDescription] = []
    for part in node.elements ?? [node] where part.members != nil {
      channels += readRegion(
        part, known: known.map { ($0.kind, "channels") } + channels.map { ($0.kind, "frames") })
    }
    return channels
  }

  private mutating func readRegion(
    _ node: JSONNode, known: [(kind: ChannelKind, key: String)]
  ) -> [ChannelDescription] {
    guard let file = fileIndex(node, inherited: 0) else { return [] }
    let cells: [(light: ClipView.Light, cell: DataCell)]
    var timing: Timing?
    switch files[file].reader.naming {
    case .objects:
      for key in [FramesKey.mask.field, FramesKey.matrix.field, FramesKey.range.field] {
        if let wrong = node[key] { complain("\"\(key.key)\" is for videos", at: wrong) }
      }
      guard let object = node[FramesKey.object] else {
        if node.node(FramesKey.object) == nil {
          complain("\"object\" is needed: the HDF5 path of the pixels", at: node)
        }
        return []
      }
      guard let view = pixelView(node) else { return [] }
      cells = view.planes.enumerated().compactMap { plane, kind in
        kind.flatMap(ClipView.Light.init(of:)).map { ($0, .pixels(object, view, plane: plane)) }
      }
    case .frames:
      guard let view = clipView(node) else { return [] }
      cells = ClipView.Light.allCases.map { ($0, .clip(view, $0)) }
      timing = self.timing(node, DataLocation(file: file, cell: .frameTimes), needsRate: false)
      timing?.stamps = TimeStamps(
        location: DataLocation(file: file, cell: .frameTimes), unit: .s, isUniform: false, isOptional: true)
    default:
      complain(
        "only a video or an HDF5 file holds frames, and \"\(files[file].name)\" is read as \(files[file].reader.rawValue)",
        at: node)
      return []
    }
    var channels: [ChannelDescription] = []
    for (kind, light, place) in wantedChannels(node, among: cells.map(\.light)) {
      if let other = known.first(where: { $0.kind == kind }) {
        complain(
          other.key == "frames"
            ? "two regions both give \"\(kind.rawValue)\""
            : "\"channels\" and \"frames\" both give \"\(kind.rawValue)\"",
          at: place,
          hint: "\"channels\" of a region gives its colours other names: { \"ppg\": \"g\" }")
      }
      guard let cell = cells.first(where: { $0.light == light })?.cell else { continue }
      let location = DataLocation(file: file, cell: cell)
      // All colours have the same timing; its problems are reported once.
      let timing = timing ?? channels.first?.timing ?? self.timing(node, location, needsRate: true)
      channels.append(ChannelDescription(kind, location, timing, node))
    }
    return channels
  }

  /// Returns the channels that a region gives, with their colours.
  private mutating func wantedChannels(
    _ node: JSONNode, among lights: [ClipView.Light]
  ) -> [(kind: ChannelKind, light: ClipView.Light, place: JSONNode)] {
    guard let given = node.node(FramesKey.channels) else {
      // A camera that sees no colours is only one where somebody says so.
      return lights.filter { $0 != .luma || !lights.contains(.red) }.map {
        ($0.channel, $0, node.place(of: FramesKey.colours))
      }
    }
    return (given.members ?? []).compactMap { member in
      guard let kind = ChannelKind(rawValue: member.key) else {
        complain(
          "there is no channel \"\(member.key)\"", at: member.value,
          hint: suggestionHint(for: member.key, among: ChannelKind.allCases.map(\.rawValue)))
        return nil
      }
      guard let light = member.value.string?.first.flatMap(ClipView.Light.init(rawValue:)) else { return nil }
      guard lights.contains(light) else {
        complain("the frames have no colour \"\(light.rawValue)\"", at: member.value)
        return nil
      }
      return (kind, light, member.value)
    }
  }

  private mutating func clipView(_ node: JSONNode) -> ClipView? {
    for key in [FramesKey.object.field, FramesKey.dimensions.field, FramesKey.colours.field] {
      if let wrong = node[key] {
        complain("a video states this itself, so \"\(key.key)\" has nothing to say", at: wrong)
      }
    }
    let region: ClipView.Region?
    if let given = node[FramesKey.region], given.node(FramesKey.Rectangles.file) != nil {
      region = rectangles(given).map { .following($0) }
    } else {
      region = self.region(node[FramesKey.region]).map { .fixed($0) }
    }
    return region.map { region in
      ClipView(
        region: region, stride: node[FramesKey.stride], mask: node[FramesKey.mask],
        matrix: node[FramesKey.matrix], range: node[FramesKey.range])
    }
  }

  /// Reads the columns that hold rectangles.
  private mutating func rectangles(_ node: JSONNode) -> RectangleColumns? {
    typealias Key = FramesKey.Rectangles
    guard let file = fileIndex(node, inherited: 0) else { return nil }
    guard files[file].reader == .csv else {
      complain(
        "rectangles are read from a table, and \"\(files[file].name)\" is read as \(files[file].reader.rawValue)",
        at: node)
      return nil
    }
    let edges = [node.node(Key.right), node.node(Key.bottom)].compactMap(\.self)
    let sizes = [node.node(Key.width), node.node(Key.height)].compactMap(\.self)
    guard edges.count + sizes.count == 2, edges.isEmpty || sizes.isEmpty else {
      complain(
        "a rectangle has \"right\" and \"bottom\", or \"width\" and \"height\", beside \"left\" and \"top\"",
        at: node)
      return nil
    }
    let nodes = [node.node(Key.left), node.node(Key.top)].compactMap(\.self) + edges + sizes
    let sides = nodes.compactMap { columnCell($0, file: file, owner: node)?.columns.first }
    guard sides.count == 4 else { return nil }
    let time = node.node(Key.time).flatMap { columnCell($0, file: file, owner: node)?.columns.first }
    return RectangleColumns(
      file: file, time: time, timeUnit: node[Key.timeUnit], sides: sides, areSizes: !sizes.isEmpty,
      unit: node[Key.unit])
  }

  private mutating func pixelView(_ node: JSONNode) -> PixelView? {
    let axes = PixelView.axes(node[FramesKey.dimensions])
    if axes == nil {
      complain(
        "\"dimensions\" takes the letters N, H and W once each, and C where there are colours",
        at: node.place(of: FramesKey.dimensions),
        hint: "the slowest first: \"NHWC\" is frames × rows × columns × colours")
    }
    let planes = PixelView.planes(node[FramesKey.colours])
    if planes == nil {
      complain(
        "\"colours\" takes r, g, b and i (infrared), each at most once, and - for what is left out",
        at: node.place(of: FramesKey.colours),
        hint: "\"rgb\", \"bgr\", \"rgb-\"")
    }
    guard let axes, let planes, let region = region(node[FramesKey.region]) else { return nil }
    if !axes.contains(.plane), planes.count != 1 {
      complain(
        "without C in \"dimensions\" there is one colour", at: node.place(of: FramesKey.colours),
        hint: "add \"colours\": \"g\", or C to \"dimensions\"")
      return nil
    }
    return PixelView(axes: axes, planes: planes, region: region, stride: node[FramesKey.stride])
  }

  private mutating func region(_ node: JSONNode?) -> PixelView.Region? {
    guard let node else { return .whole }
    if node.node(FramesKey.Rectangles.file) != nil {
      complain("rectangles in a table are for videos", at: node)
      return nil
    }
    guard node.members != nil else { return node.string == "centreHalf" ? .centreHalf : .whole }
    typealias Key = FramesKey.Region
    let region = PixelView.Region(
      left: node[Key.left], top: node[Key.top], right: node[Key.right], bottom: node[Key.bottom])
    guard region.left < region.right, region.top < region.bottom else {
      complain("the region must end after it starts: left before right, top before bottom", at: node)
      return nil
    }
    return region
  }
}
