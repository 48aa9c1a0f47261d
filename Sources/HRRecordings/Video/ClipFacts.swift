package import HRSupport

/// Facts that a recording's video states of itself, for `inspect`.
package struct ClipFacts: Equatable, Sendable {
  package let codec: String
  package let container: String
  package let pixelFormat: String
  /// Size of the frames as they are shown.
  package let width: Int
  package let height: Int
  /// Turn for showing, in words; `none` without one.
  package let turn: String
  /// Matrix and range of the colours; nil where neither the file nor the descriptor states them.
  package let matrix: String?
  package let range: String?
  package let statedFramesPerSecond: Double?
  package let packets: Int
  /// Numbers of the key frames among them, counted from 0 in the order of showing.
  package let keyFrames: [Int]
  package let otherStreams: [String]

  /// Words for the first line: `h264 (High) in mp4, 320×240 pixels, yuv420p`.
  package var picture: String {
    var words = "\(codec) in \(container), \(width)×\(height) pixels, \(pixelFormat)"
    if turn != "none" { words += ", turned for showing: \(turn)" }
    if !otherStreams.isEmpty { words += "; not read: \(otherStreams.joined(separator: ", "))" }
    return words
  }

  /// `matrix bt601, range limited`
  package var colours: String {
    "matrix \(matrix ?? "not stated"), range \(range ?? "not stated")"
  }

  /// `60 of 1800 frames, every 30`
  package var keyFrameWords: String {
    guard keyFrames.count < packets else { return "every frame" }
    let distances = zip(keyFrames.dropFirst(), keyFrames).map { $0 - $1 }.sorted()
    var words = "\(keyFrames.count) of \(packets) frames"
    if let low = distances.first, let high = distances.last {
      words += low == high ? ", every \(low)" : ", every \(low) to \(high)"
    }
    return words
  }
}

extension Dataset {
  /// Returns the facts of a recording's first video; `nil` without one.
  package func clipFacts(of entry: RecordingEntry) throws(Diagnostics) -> ClipFacts? {
    guard let (path, view) = clip(of: entry) else { return nil }
    let tools = try VideoTools.found()
    let header = try ClipHeader(path, by: tools)
    let shown = header.shownSize
    let isRGB = header.layout.model == .rgb
    let (packets, keys) = try ClipPackets.read(path, by: tools)
    return ClipFacts(
      codec: header.codec + (header.profile.map { " (\($0))" } ?? ""),
      container: String(header.container.split(separator: ",").first ?? ""), pixelFormat: header.pixelFormat,
      width: shown.width, height: shown.height, turn: header.turn.words,
      matrix: isRGB ? "rgb" : (view.matrix ?? header.statedMatrix)?.rawValue,
      range: isRGB ? "full" : (view.range ?? header.statedRange)?.rawValue,
      statedFramesPerSecond: header.meanRate, packets: packets, keyFrames: keys, otherStreams: header.others)
  }

  /// Writes the first frames of a recording's first video beside each other as a PNG, with a box around a region that
  /// is the same in all frames.
  ///
  /// - Returns: false without a video.
  package func writeFirstFrames(of entry: RecordingEntry, to path: String) throws(Diagnostics) -> Bool {
    guard let (clip, view) = clip(of: entry) else { return false }
    let tools = try VideoTools.found()
    let header = try ClipHeader(clip, by: tools)
    var filters: [String] = []
    if case .fixed(let region) = view.region, region != .whole {
      let shown = header.shownSize
      func side(_ share: Double, _ length: Int) -> Int { Int(saturating: (share * Double(length)).rounded()) }
      let (left, top) = (side(region.left, shown.width), side(region.top, shown.height))
      filters.append(
        "drawbox=\(left):\(top):\(side(region.right, shown.width) - left):\(side(region.bottom, shown.height) - top):white:1"
      )
    }
    filters += ["scale='min(320,iw)':-2", "tile=\(Self.shownFrames)x1:padding=4"]
    let temporary = TemporaryName.of(path)
    let answer = tools.ffmpeg(
      ["-threads", "1"] + VideoTools.input(clip)
        + ["-map", "0:V:0", "-vf", filters.joined(separator: ","), "-frames:v", "1", "-f", "image2"]
        + ["-c:v", "png", "-update", "1", "-y", "file:" + TextFile.absolute(temporary)],
      BoundedCommand.Stream())
    guard answer.ending == .exited(0), TextFile.isFile(temporary) else {
      TextFile.remove(temporary)
      throw Diagnostics("no frame can be shown: \(VideoTools.reason(answer))", in: clip)
    }
    try TemporaryName.put(temporary, as: path)
    return true
  }

  /// Number of frames that are shown beside each other.
  private static let shownFrames = 4

  /// Returns the path of a recording's first video, and the first view of it; `nil` without one.
  private func clip(of entry: RecordingEntry) -> (path: String, view: ClipView)? {
    for channel in descriptor.channels {
      guard case .clip(let view, _) = channel.location.cell,
        let path = try? entry.paths[channel.location.file].get()
      else { continue }
      return (path, view)
    }
    return nil
  }
}

/// The packets of a clip's video, in each of which there is a frame.
enum ClipPackets {
  /// Reads which packets are key frames, without decoding any.
  static func read(_ path: String, by tools: VideoTools) throws(Diagnostics) -> (count: Int, keys: [Int]) {
    let answer = tools.ffprobe(
      ["-select_streams", "V:0", "-show_entries", "packet=pts,flags", "-of", "csv=p=0"], on: path)
    guard answer.ending == .exited(0) else {
      throw Diagnostics("its packets cannot be read: \(VideoTools.reason(answer))", in: path)
    }
    // A frame that no edit list shows is marked D.
    let packets = answer.out.split(separator: "\n").compactMap { line -> (time: Int, isKey: Bool)? in
      let cells = line.split(separator: ",")
      guard cells.count > 1, let time = Int(cells[0], radix: 10), !cells[1].contains("D") else { return nil }
      return (time, cells[1].hasPrefix("K"))
    }.sorted { $0.time < $1.time }
    return (packets.count, packets.indices.filter { packets[$0].isKey })
  }
}
