internal import HRSupport

/// Facts that a clip states of itself: how its frames are packed, turned and coloured.
struct ClipHeader {
  let container: String
  let codec: String
  let profile: String?
  let pixelFormat: String
  let layout: PixelLayout
  /// Size of the frames as stored, before they are turned.
  let width: Int
  let height: Int
  var turn: FrameTurn
  /// Colours as the clip states them; `nil` where it does not.
  let statedMatrix: ColourRule.Matrix?
  let statedRange: ColourRule.Range?
  /// Frames per second as the container states them, `nil` if it does not: over the whole clip, and the rate whose
  /// multiples the time stamps are.
  let meanRate: Double?
  let nominalRate: Double?
  /// Length of the video stream in seconds, or of the whole file if it holds no other stream; `nil` if none is stated.
  let seconds: Double?
  /// Other streams of the file: `audio aac`.
  let others: [String]

  /// Size of the frames as shown.
  var shownSize: (width: Int, height: Int) {
    turn.swapsSides ? (height, width) : (width, height)
  }

  /// Colours of which those that the clip does not state are given, or else guessed.
  func colours(givenMatrix: ColourRule.Matrix?, givenRange: ColourRule.Range?) -> ColourRule {
    ColourRule(
      matrix: givenMatrix ?? statedMatrix ?? .guessed(lines: height),
      range: givenRange ?? statedRange ?? .guessed(layout.model))
  }

  /// Colours that neither the clip nor a descriptor states, in words: `matrix bt601`.
  func guesses(givenMatrix: ColourRule.Matrix?, givenRange: ColourRule.Range?) -> [String] {
    guard layout.model != .rgb else { return [] }
    let rule = colours(givenMatrix: givenMatrix, givenRange: givenRange)
    var guesses: [String] = []
    if layout.model == .luma, givenMatrix == nil, statedMatrix == nil {
      guesses.append("matrix \(rule.matrix.rawValue)")
    }
    if givenRange == nil, statedRange == nil { guesses.append("range \(rule.range.rawValue)") }
    return guesses
  }
}

/// Way in which a clip's frames are shown: turned by quarters, mirrored, or as they are stored.
struct FrameTurn: Hashable, Sendable {
  /// True if rows of the stored frame are columns of the shown one.
  let swapsSides: Bool
  /// True if the stored columns, or rows, are shown in the reverse order.
  let reversesColumns: Bool
  let reversesRows: Bool

  static let none = FrameTurn(swapsSides: false, reversesColumns: false, reversesRows: false)

  private init(swapsSides: Bool, reversesColumns: Bool, reversesRows: Bool) {
    (self.swapsSides, self.reversesColumns, self.reversesRows) = (swapsSides, reversesColumns, reversesRows)
  }

  /// Reads the display matrix of a stream, as ffprobe prints it: three rows of three numbers.
  ///
  /// A stored place (x, y) is shown at (a x + c y, b x + d y), where the first two rows begin with a, b and c, d.
  ///
  /// - Returns: `nil` for a turn by another angle than a multiple of 90 degrees, and for what is no matrix.
  init?(displayMatrix text: String) {
    let rows = text.split(separator: "\n").map { line in
      line.split(separator: ":").last?.split(separator: " ").compactMap { Int($0, radix: 10) } ?? []
    }
    guard rows.count == 3, rows.allSatisfy({ $0.count == 3 }) else { return nil }
    let (a, b, c, d) = (rows[0][0], rows[0][1], rows[1][0], rows[1][1])
    if b == 0, c == 0, a != 0, d != 0 {
      self.init(swapsSides: false, reversesColumns: a < 0, reversesRows: d < 0)
    } else if a == 0, d == 0, b != 0, c != 0 {
      self.init(swapsSides: true, reversesColumns: b < 0, reversesRows: c < 0)
    } else {
      return nil
    }
  }

  /// Turn in words: `90 degrees clockwise`.
  var words: String {
    switch (swapsSides, reversesColumns, reversesRows) {
    case (false, false, false): "none"
    case (false, true, true): "180 degrees"
    case (true, false, true): "90 degrees clockwise"
    case (true, true, false): "90 degrees counterclockwise"
    case (false, true, false): "mirrored left to right"
    case (false, false, true): "mirrored top to bottom"
    case (true, _, _): "turned and mirrored"
    }
  }

  /// Returns the stored rows and columns of a region of the shown frame.
  ///
  /// - Parameters:
  ///   - rows: rows of the shown frame, every `stride`-th of which counts from the first on; columns likewise.
  ///   - width, height: size of the stored frame.
  func stored(
    rows: Range<Int>, columns: Range<Int>, stride: Int, width: Int, height: Int
  ) -> (rows: PixelSteps, columns: PixelSteps) {
    func steps(_ range: Range<Int>, reversed: Bool, of count: Int) -> PixelSteps {
      PixelSteps(
        first: reversed ? count - 1 - range.lowerBound : range.lowerBound, step: reversed ? -stride : stride,
        count: (range.count + stride - 1) / stride)
    }
    return (
      steps(swapsSides ? columns : rows, reversed: reversesRows, of: height),
      steps(swapsSides ? rows : columns, reversed: reversesColumns, of: width)
    )
  }
}

extension ClipHeader {
  /// Asks ffprobe for the header of a file.
  init(_ path: String, by tools: VideoTools) throws(Diagnostics) {
    func problem(_ message: String, hint: String? = nil) -> Diagnostics {
      Diagnostics(message, in: path, hint: hint)
    }
    let answer = tools.ffprobe(Self.questions, on: path)
    guard answer.ending == .exited(0), let root = (try? JSONDocument(answer.out, file: path))?.root else {
      throw problem(
        "no video can be read from it: \(VideoTools.reason(answer))",
        hint: "ffmpeg's message is quoted; does the clip play?")
    }
    let streams = root["streams"]?.elements ?? []
    let isAlone = streams.count == 1
    guard
      let stream = streams.first(where: {
        $0["codec_type"]?.string == "video" && $0["disposition"]?["attached_pic"]?.integer != 1
      })
    else {
      let kinds = streams.compactMap { $0["codec_type"]?.string }.distinct.joined(separator: ", ")
      throw problem("it has no video\(kinds.isEmpty ? "" : ", only \(kinds)")")
    }
    others = streams.filter { $0["index"]?.integer != stream["index"]?.integer }.map { other in
      [other["codec_type"], other["codec_name"]].compactMap { $0?.string }.joined(separator: " ")
    }
    container = root["format"]?["format_name"]?.string ?? "unknown"
    codec = stream["codec_name"]?.string ?? "unknown"
    profile = stream["profile"]?.string
    guard let width = stream["width"]?.integer, let height = stream["height"]?.integer, width > 0, height > 0,
      let name = stream["pix_fmt"]?.string
    else {
      throw problem("its video (\(codec)) has no frame that could be read")
    }
    guard width <= VideoTools.mostPixels / height else {
      throw problem(
        "its frames have \(width)×\(height) pixels, and at most \(VideoTools.mostPixels) are read")
    }
    guard let layout = PixelLayout(ffmpeg: name) else {
      throw problem(
        "its frames are in the pixel format \(name), which is not read",
        hint: "convert it without loss: ffmpeg -i CLIP -c:v ffv1 -pix_fmt yuv444p16le OUT.mkv")
    }
    (self.width, self.height, pixelFormat, self.layout) = (width, height, name, layout)
    let space = stream["color_space"]?.string ?? "unknown"
    statedMatrix = ColourRule.Matrix(ffmpeg: space)
    let isUnstated = ["unknown", "reserved", "unspecified"].contains(space)
    if layout.model == .luma, statedMatrix == nil, !isUnstated {
      throw problem("its colours are in the space \(space), which is not read")
    }
    switch stream["color_range"]?.string {
    case "tv": statedRange = .limited
    case "pc": statedRange = .full
    default: statedRange = layout.isFullByName ? .full : nil
    }
    let matrix = stream["side_data_list"]?.elements?.compactMap { $0["displaymatrix"]?.string }.first
    guard let turn = matrix.map({ FrameTurn(displayMatrix: $0) }) ?? FrameTurn.none else {
      throw problem("its frames are shown turned by an angle that is no multiple of 90 degrees")
    }
    self.turn = turn
    meanRate = stream["avg_frame_rate"]?.string.flatMap(Self.fraction)
    nominalRate = stream["r_frame_rate"]?.string.flatMap(Self.fraction)
    let whole = isAlone ? root["format"]?["duration"]?.string.flatMap { Double($0) } : nil
    seconds =
      stream["duration"]?.string.flatMap { Double($0) }
      ?? stream["tags"]?["DURATION"]?.string.flatMap(Self.clock) ?? whole
  }

  private static let questions = [
    "-show_entries",
    "stream=index,codec_type,codec_name,profile,pix_fmt,width,height,color_range,color_space,r_frame_rate,avg_frame_rate,duration:stream_tags=DURATION:stream_disposition=attached_pic:stream_side_data=displaymatrix:format=format_name,duration",
    "-of", "json",
  ]

  /// Returns the value of `30000/1001`; `nil` for `0/0`.
  private static func fraction(_ text: String) -> Double? {
    let parts = text.split(separator: "/").compactMap { Double($0) }
    guard parts.count == 2, parts[0] > 0, parts[1] > 0 else { return nil }
    return parts[0] / parts[1]
  }

  /// Returns the seconds of `00:00:20.133000000`.
  private static func clock(_ text: String) -> Double? {
    let parts = text.split(separator: ":").compactMap { Double($0) }
    return parts.count == 3 ? 3600 * parts[0] + 60 * parts[1] + parts[2] : nil
  }
}
