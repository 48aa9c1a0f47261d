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
    "region", .node(.either([.choice(["whole", "centreHalf"]), Region.shape])),
    "Part of the frame: all of it, the middle half of each side, or fractions.")
  static let stride = JSONKey(
    "stride", .integer(1...1000), fallback: 1, "Every so many rows and columns count.")

  static let shape = Shape.object(
    "\"frames\"",
    [
      LocationKey.file.field,
      object.with(
        required: true, "HDF5 path of the pixels, numbers of any type; * stands for part of a name."),
      dimensions.field, colours.field, region.with(fallback: "whole"), stride.field,
      ChannelKey.scale.with("Sample = mean in the file × scale + offset."), ChannelKey.offset.field,
      ChannelKey.optional.with("Some recordings lack them."),
    ] + TimingKey.fields)

  /// Keys of a part of the frame.
  enum Region {
    static let left = JSONKey("left", .share, fallback: 0, "Left edge, as a share of the width.")
    static let top = JSONKey("top", .share, fallback: 0, "Upper edge, as a share of the height.")
    static let right = JSONKey("right", .share, fallback: 1, "Right edge, as a share of the width.")
    static let bottom = JSONKey("bottom", .share, fallback: 1, "Lower edge, as a share of the height.")

    static let shape = Shape.object("\"region\"", [left.field, top.field, right.field, bottom.field])
  }
}

/// Channels that are means over the pixels of camera frames.
extension DescriptorReader {
  mutating func readFrames(_ node: JSONNode?, known: [ChannelDescription]) -> [ChannelDescription] {
    guard let node, node.members != nil, let file = fileIndex(node, inherited: 0) else { return [] }
    guard files[file].reader.naming == .objects else {
      complain(
        "only an HDF5 file holds frames, and \"\(files[file].name)\" is read as \(files[file].reader.rawValue)",
        at: node)
      return []
    }
    guard let view = pixelView(node), let object = node[FramesKey.object] else { return [] }
    var channels: [ChannelDescription] = []
    for (plane, kind) in view.planes.enumerated() {
      guard let kind else { continue }
      if known.contains(where: { $0.kind == kind }) {
        complain(
          "\"channels\" and \"frames\" both give \"\(kind.rawValue)\"", at: node.place(of: FramesKey.colours))
      }
      let location = DataLocation(file: file, cell: .pixels(object, view, plane: plane))
      // All planes have the same timing; its problems are reported once.
      let timing = channels.first?.timing ?? timing(node, location, needsRate: true)
      channels.append(ChannelDescription(kind, location, timing, node))
    }
    return channels
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
