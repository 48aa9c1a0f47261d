package import HRSupport
package import HRSignals

/// The programs ffmpeg and ffprobe, through which video is read and written.
///
/// They are found on the search path and run as processes of their own, without a shell; no library of theirs is
/// linked. What they are given comes from files of strangers, so they may open local files of known containers only,
/// and get no variables of the environment but those that they need to run.
package struct VideoTools: Sendable {
  /// Paths of the two programs.
  let ffmpeg: String
  let ffprobe: String
  /// Version in ffmpeg's own words: `5.1.9-0+deb12u1`.
  package let version: String

  /// The programs on this process's search path; asked once.
  private static let usual = Result { () throws(Diagnostics) in
    try VideoTools(in: ProcessInfo.processInfo.environment["PATH"])
  }

  /// Finds the programs.
  ///
  /// - Throws: if there are none, with advice how to install them.
  package static func found() throws(Diagnostics) -> VideoTools { try usual.get() }

  /// - Parameter folders: folders of the search, separated by colons.
  init(in folders: String?) throws(Diagnostics) {
    guard let ffmpeg = SearchPath.find("ffmpeg", in: folders),
      let ffprobe = SearchPath.find("ffprobe", in: folders)
    else {
      throw Diagnostics(
        "video is read through the programs ffmpeg and ffprobe, which are not installed", place: nil,
        hint: "apt install ffmpeg (Debian, Ubuntu), brew install ffmpeg (macOS), or put them on PATH")
    }
    (self.ffmpeg, self.ffprobe) = (ffmpeg, ffprobe)
    let answer = BoundedCommand(ffmpeg, ["-version"], seconds: 20, environment: Self.environment).run()
    let words = answer.out.split(separator: "\n").first?.split(separator: " ") ?? []
    guard answer.ending == .exited(0), words.count > 2, words[1] == "version" else {
      throw Diagnostics(
        "\(ffmpeg) does not say its version: \(Self.reason(answer))", place: nil,
        hint: "does \"ffmpeg -version\" work?")
    }
    version = String(words[2])
  }

  /// Containers that are opened: none that names further files, as playlists do.
  private static let containers =
    "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,asf,flv,ogg,nut,mxf,mjpeg,h264,hevc,gif"

  /// Environment of both programs.
  private static let environment = ProcessInfo.processInfo.environment.filter { name, _ in
    ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH"].contains(
      name)
  }

  /// Largest number of pixels of a frame: two of 8K.
  static let mostPixels = 1 << 26
  /// Longest silence of a program on one file, in seconds.
  private static let patience = 60.0

  /// Options before the name of a file that is read, and the name.
  static func input(_ path: String) -> [String] {
    [
      "-protocol_whitelist", "file", "-format_whitelist", containers, "-max_pixels", String(mostPixels),
      "-i", "file:" + TextFile.absolute(path),
    ]
  }

  /// Options that keep each frame with its own time stamp, to the file's own resolution.
  var passingFrames: [String] {
    let (mode, base) = (release < (5, 1) ? "-vsync" : "-fps_mode", release < (7, 0) ? "-1" : "demux")
    return [mode, "passthrough", "-enc_time_base", base]
  }

  /// Options for frames as the decoder gives them, of the size that ffprobe states: on one thread, not turned, without
  /// the cropping that newer versions do for a container; the first fault is an error.
  var decoding: [String] {
    ["-xerror", "-err_detect", "explode", "-threads", "1", "-noautorotate"]
      + (release < (7, 1) ? [] : ["-apply_cropping", "codec"])
  }

  /// First two numbers of the version; of a development version, which has none, larger ones than any release has.
  private var release: (Int, Int) {
    let plain = version.first == "n" ? version.dropFirst() : version[...]
    guard plain.first?.isNumber == true else { return (.max, 0) }
    let numbers = plain.split { !$0.isNumber }.prefix(2).compactMap { Int($0, radix: 10) }
    return (numbers.first ?? .max, numbers.count > 1 ? numbers[1] : 0)
  }

  /// Runs ffmpeg.
  func ffmpeg(_ arguments: [String], _ stream: BoundedCommand.Stream) -> BoundedCommand.Answer {
    run(ffmpeg, ["-nostdin", "-hide_banner", "-v", "error"] + arguments, stream)
  }

  /// Runs ffmpeg, which reads what is fed to it from its standard input.
  func ffmpegFed(_ arguments: [String], _ stream: BoundedCommand.Stream) -> BoundedCommand.Answer {
    run(ffmpeg, ["-hide_banner", "-v", "error"] + arguments, stream)
  }

  /// Runs ffprobe on a file.
  func ffprobe(_ options: [String], on path: String) -> BoundedCommand.Answer {
    run(ffprobe, ["-hide_banner", "-v", "error"] + options + Self.input(path), BoundedCommand.Stream())
  }

  private func run(
    _ program: String, _ arguments: [String], _ stream: BoundedCommand.Stream
  ) -> BoundedCommand.Answer {
    BoundedCommand(program, arguments, seconds: Self.patience, environment: Self.environment).run(stream)
  }

  /// Returns an encoder in its own words, as it writes them into a file: `x264 - core 164 r3095`; of encoders that say
  /// nothing, the version of ffmpeg's own codecs.
  package func encoder(of codec: VideoCompression.Codec) -> String {
    let compression = VideoCompression(
      codec: codec, quality: codec.qualities.lowerBound + 20, keyFrameInterval: 30)
    var made: [UInt8] = []
    var stream = BoundedCommand.Stream()
    stream.takers[STDOUT_FILENO] = { bytes in
      made += bytes
      return made.count < 1 << 20
    }
    var frames = 4
    stream.feed = {
      frames -= 1
      return frames < 0 ? nil : [UInt8](repeating: 128, count: 64 * 64)
    }
    let input = ["-f", "rawvideo", "-pixel_format", "gray", "-video_size", "64x64", "-i", "pipe:0"]
    let answer = ffmpegFed(
      input + ["-pix_fmt", compression.pixelFormat] + compression.encoding(.bt601)
        + ["-f", "matroska", "pipe:1"], stream)
    guard answer.ending == .exited(0) else { return "\(codec.encoder): \(Self.reason(answer))" }
    let text = String(decoding: made.map { (32..<127).contains($0) ? $0 : 10 }, as: UTF8.self)
    let words = text.split(separator: "\n").first { $0.contains("x264 - core") || $0.contains("x265 (build") }
    guard let words else { return "\(codec.encoder) of ffmpeg \(version)" }
    let start = words.firstRange(of: "x26")?.lowerBound ?? words.startIndex
    // The compiler, or title, address and options follow.
    let own = words[start...].split(separator: ":").first ?? ""
    return own.split(separator: " ").prefix(5).joined(separator: " ")
  }

  /// Returns the reason why a program failed: its first line of error that says more than where, else how it ended.
  static func reason(_ answer: BoundedCommand.Answer) -> String {
    let said = answer.err.split(separator: "\n").first { !$0.allSatisfy(\.isWhitespace) }
    switch answer.ending {
    case .timedOut: return "ffmpeg said nothing for \(shortest(patience)) s, and was ended"
    case .notStarted(let why): return "ffmpeg could not be started: \(why)"
    case .signalled(let number) where said == nil: return "ffmpeg ended by signal \(number)"
    case .exited(let code) where said == nil: return "ffmpeg ended with code \(code), and said nothing"
    case .refused, .signalled, .exited: return plain(String(said ?? ""))
    }
  }

  /// Returns the message of a container that ended within its data, which is no failure to ffmpeg; `nil` without one.
  static func cut(_ answer: BoundedCommand.Answer) -> String? {
    answer.err.split(separator: "\n").first {
      $0.contains("ended prematurely") || $0.contains("partial file")
    }
    .map { plain(String($0)) }
  }

  /// Returns a message without the addresses that ffmpeg puts into it, and without the path of the file:
  /// `[h264 @ 0x55d1b9d543c0] error while decoding MB 0 14` becomes `h264: error while decoding MB 0 14`.
  static func plain(_ line: String) -> String {
    let text = line.replacing(/\[([^\]@]+) @ 0x[0-9a-f]+\] */) { "\($0.1): " }
    // Two messages of ffmpeg speak of its own parts.
    if text.contains("not on whitelist") {
      return "it is of another kind (\(text.prefix { $0 != ":" })), whatever its name says"
    }
    if text.contains("onoton") { return "its time stamps go back" }
    guard text.hasPrefix("file:"), let cut = text.firstRange(of: ": ") else { return text }
    return String(text[cut.upperBound...])
  }
}
