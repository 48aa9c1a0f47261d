internal import HRSupport
internal import HRSignals

/// Mean colours of the frames of a clip over one or more regions, with the frames' times.
struct FrameMeans: Equatable {
  /// Presentation times in seconds, as the clip has them.
  var times: [Double] = []
  /// Means of red, green and blue from 0 to 255, by region; NaN where a frame has no pixel of a region.
  var regions: [[[Double]]]

  init(regionCount: Int) {
    regions = Array(repeating: [[], [], []], count: regionCount)
  }
}

/// Decoding of a clip, frame by frame, to mean colours.
///
/// ffmpeg decodes on one thread and hands over each frame as it is stored, in planes of its own numbers
/// (``ColourConversion`` makes colours of them), and beside the frames a list of their time stamps. Frames are neither
/// repeated nor left out (`-fps_mode passthrough`), turned (`-noautorotate`) nor scaled. The first fault in the data
/// ends the decoding: what a decoder makes up for a damaged frame is no measurement.
struct ClipDecoding {
  let path: String
  let header: ClipHeader
  let tools: VideoTools
  let colours: ColourRule
  let budget: ReadingBudget
  let whileWaiting: () -> Void
  /// Length of the part that is decoded, in seconds from the beginning; `nil`: all is.
  var mostSeconds: Double?

  private func problem(_ message: String, hint: String? = nil) -> Diagnostics {
    Diagnostics(message, in: path, hint: hint)
  }

  /// Time by which a clip may state more than its frames last: a second or, of short clips, a share of its length; five
  /// frames in any case, which an encoder may hold back.
  private static let lengthTolerance = (seconds: 1.0, share: 0.02, frames: 5.0)

  func means(over views: [ClipView]) throws(Diagnostics) -> FrameMeans {
    let (width, height) = (header.width, header.height)
    let needsTimes = views.contains { if case .following = $0.region { true } else { false } }
    let known = needsTimes ? try times() : []
    let places = try views.map { (view) throws(Diagnostics) in
      try view.places(in: header, times: known, path: path)
    }
    let conversion = ColourConversion(header.layout, colours)
    let frameBytes = header.layout.frameBytes(width: width, height: height)
    let numberBytes = header.layout.bytesPerNumber
    var means = FrameMeans(regionCount: views.count)
    var stamps = TimeStampList()
    var frame = [UInt8](repeating: 0, count: frameBytes)
    var filled = 0
    var count = 0
    var refusal: Diagnostics?

    func add(_ frame: UnsafeRawBufferPointer) {
      for (index, place) in places.enumerated() {
        let sums = place.sums(frame, conversion, width: width, height: height, ofFrame: count)
        let levels = [sums.red, sums.green, sums.blue].map { sum in
          sums.count == 0 ? Double.nan : Double(sum) / ColourConversion.unit / Double(sums.count)
        }
        for (colour, level) in levels.enumerated() { means.regions[index][colour].append(level) }
      }
      count += 1
    }

    var stream = BoundedCommand.Stream()
    stream.whileWaiting = whileWaiting
    stream.takers[STDOUT_FILENO] = { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let whole = UnsafeRawBufferPointer(rebasing: rest.prefix(frameBytes))
        // Numbers of two bytes may begin at an odd place of a piece; such frames are copied.
        let isAligned = UInt(bitPattern: whole.baseAddress) % UInt(bitPattern: numberBytes) == 0
        if filled == 0, whole.count == frameBytes, isAligned {
          add(whole)
          rest = rest.dropFirst(frameBytes)
        } else {
          let taken = min(rest.count, frameBytes - filled)
          frame.withUnsafeMutableBytes {
            UnsafeMutableRawBufferPointer(rebasing: $0[filled..<(filled + taken)])
              .copyMemory(from: UnsafeRawBufferPointer(rebasing: rest.prefix(taken)))
          }
          filled += taken
          rest = rest.dropFirst(taken)
          guard filled == frameBytes else { return true }
          frame.withUnsafeBytes(add)
          filled = 0
        }
        if count % Self.framesPerCharge == 1 {
          do throws(Diagnostics) {
            try budget.take(
              numbers: UInt64(clamping: Self.framesPerCharge * (1 + 3 * views.count)),
              place: .init(file: path))
          } catch {
            refusal = error
            return false
          }
        }
      }
      return true
    }
    stream.takers[Self.stampDescriptor] = { bytes in
      stamps.add(bytes)
      return true
    }
    let answer = tools.ffmpeg(arguments, stream)
    if let refusal { throw refusal }
    stamps.end()
    try check(answer)
    if let cut = VideoTools.cut(answer) {
      throw problem("after \(count) frames the file ends: \(cut)", hint: Self.mending)
    }
    guard count > 0 else { throw problem("it has no frames") }
    guard filled == 0, stamps.seconds.count == count else {
      throw problem(
        "its \(stamps.seconds.count) frames are not all of \(width)×\(height) pixels, as the first is",
        hint: "cut it where the size changes: ffmpeg -i CLIP -t SECONDS OUT.mkv")
    }
    means.times = stamps.seconds
    try checkLength(means.times)
    return means
  }

  /// Refuses a clip with a fault. How many frames came before it depends on when ffmpeg ends, so no message says it.
  private func check(_ answer: BoundedCommand.Answer) throws(Diagnostics) {
    guard answer.ending != .exited(0) else { return }
    throw problem("the decoding failed: \(VideoTools.reason(answer))", hint: Self.mending)
  }

  private static let mending =
    "it was cut, or is damaged; ffmpeg -i CLIP OUT.mkv makes a clip of what can be shown"

  /// Returns the times of the frames, for which the clip is decoded once more.
  private func times() throws(Diagnostics) -> [Double] {
    var stamps = TimeStampList()
    var stream = BoundedCommand.Stream()
    stream.whileWaiting = whileWaiting
    stream.takers[STDOUT_FILENO] = { bytes in
      stamps.add(bytes)
      return true
    }
    let answer = tools.ffmpeg(
      decoding + ["-filter_complex", "[0:V:0]\(Self.corner)[corner]", "-map", "[corner]"] + keeping
        + ["-f", "framecrc", "pipe:1"], stream)
    stamps.end()
    try check(answer)
    return stamps.seconds
  }

  /// Frames for which memory is charged at once.
  private static let framesPerCharge = 1024
  /// Descriptor through which ffmpeg says the time stamps.
  private static let stampDescriptor: Int32 = 3
  /// Filter for the pixels that a list of time stamps is made of.
  private static let corner = "crop='min(4,iw)':'min(4,ih)':0:0"

  private var decoding: [String] {
    tools.decoding
      + (mostSeconds.map { ["-t", shortest($0)] } ?? []) + VideoTools.input(path)
  }

  private var keeping: [String] {
    ["-copyts", "-autoscale", "0"] + tools.passingFrames + ["-c:v", "rawvideo"]
  }

  private var arguments: [String] {
    let format = header.layout.asked == header.pixelFormat ? "null" : "format=\(header.layout.asked)"
    return decoding
      + [
        "-filter_complex", "[0:V:0]split[a][b];[a]\(format)[frames];[b]\(Self.corner)[corner]", "-map",
        "[frames]",
      ] + keeping + ["-f", "rawvideo", "pipe:1", "-map", "[corner]"] + keeping
      + ["-f", "framecrc", "pipe:\(Self.stampDescriptor)"]
  }

  /// Refuses a clip that states to be longer than its frames are, since it was cut or its index is damaged.
  private func checkLength(_ times: [Double]) throws(Diagnostics) {
    guard mostSeconds == nil, let stated = header.seconds, let first = times.first, let last = times.last
    else { return }
    let step = times.count > 1 ? (last - first) / Double(times.count - 1) : 0
    // Some containers state when their last frame ends, and not how long that is after the first.
    let shown = max(last, last - first) + step
    let tolerance = Self.lengthTolerance
    guard stated <= shown + max(min(tolerance.seconds, tolerance.share * stated), tolerance.frames * step)
    else {
      throw problem(
        "it states a length of \(shortest(stated, decimals: 3)) s, and its \(times.count) frames last \(shortest(shown, decimals: 3)) s",
        hint: Self.mending)
    }
  }
}

/// Time stamps that ffmpeg's `framecrc` lists: after a head with the unit, a line for each frame.
struct TimeStampList {
  private(set) var seconds: [Double] = []
  private var unit: (numerator: Double, denominator: Double)?
  private var line: [UInt8] = []

  /// Longest line that is read; such lists have lines of some 60 characters.
  private static let longest = 1024

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        end()
      } else if line.count < Self.longest {
        line.append(byte)
      }
    }
  }

  /// Reads the last line.
  mutating func end() {
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else { return }
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("#tb 0: ") {
      let parts = text.dropFirst(7).split(separator: "/").compactMap { Double($0) }
      if parts.count == 2, parts[1] > 0 { unit = (parts[0], parts[1]) }
    } else if !text.hasPrefix("#"), let unit {
      let cells = text.split(separator: ",")
      guard cells.count > 2, let stamp = Double(cells[2].drop { $0 == " " }) else { return }
      // The product comes first: thirds of a second and the like stay as exact as they can be.
      seconds.append(stamp * unit.numerator / unit.denominator)
    }
  }
}
