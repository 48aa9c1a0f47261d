internal import HRSupport
internal import HRSignals

/// Channels that are means over the pixels of camera frames.
extension DescriptorReader {
  mutating func readFrames(_ node: JSONNode?, known: [ChannelDescription]) -> [ChannelDescription] {
    guard let node, node.members != nil, let file = fileIndex(node["file"], inherited: 0) else { return [] }
    guard files[file].reader.naming == .objects else {
      complain(
        "only an HDF5 file holds frames, and \"\(files[file].name)\" is read as \(files[file].reader.rawValue)",
        at: node)
      return []
    }
    guard let view = pixelView(node), let object = node["object"]?.string else { return [] }
    var channels: [ChannelDescription] = []
    for (plane, kind) in view.planes.enumerated() {
      guard let kind else { continue }
      if known.contains(where: { $0.kind == kind }) {
        complain("\"channels\" and \"frames\" both give \"\(kind.rawValue)\"", at: node["colours"] ?? node)
      }
      let location = DataLocation(file: file, cell: .pixels(object, view, plane: plane))
      // All planes have the same timing; its problems are reported once.
      let timing = channels.first?.timing ?? timing(node, location, needsRate: true)
      channels.append(ChannelDescription(kind, location, timing, node))
    }
    return channels
  }

  private mutating func pixelView(_ node: JSONNode) -> PixelView? {
    let axes = PixelView.axes(node["dimensions"]?.string ?? "NHWC")
    if axes == nil, let dimensions = node["dimensions"] {
      complain(
        "\"dimensions\" takes the letters N, H and W once each, and C where there are colours",
        at: dimensions,
        hint: "the slowest first: \"NHWC\" is frames × rows × columns × colours")
    }
    let planes = PixelView.planes(node["colours"]?.string ?? "rgb")
    if planes == nil, let colours = node["colours"] {
      complain(
        "\"colours\" takes r, g, b and i (infrared), each at most once, and - for what is left out",
        at: colours,
        hint: "\"rgb\", \"bgr\", \"rgb-\"")
    }
    guard let axes, let planes, let region = region(node["region"]) else { return nil }
    if !axes.contains(.plane), planes.count != 1 {
      complain(
        "without C in \"dimensions\" there is one colour", at: node["colours"] ?? node,
        hint: "add \"colours\": \"g\", or C to \"dimensions\"")
      return nil
    }
    return PixelView(axes: axes, planes: planes, region: region, stride: node["stride"]?.integer ?? 1)
  }

  private mutating func region(_ node: JSONNode?) -> PixelView.Region? {
    guard let node else { return .whole }
    guard node.members != nil else { return node.string == "centreHalf" ? .centreHalf : .whole }
    let region = PixelView.Region(
      left: node["left"]?.number ?? 0, top: node["top"]?.number ?? 0, right: node["right"]?.number ?? 1,
      bottom: node["bottom"]?.number ?? 1)
    guard region.left < region.right, region.top < region.bottom else {
      complain("the region must end after it starts: left before right, top before bottom", at: node)
      return nil
    }
    return region
  }
}
