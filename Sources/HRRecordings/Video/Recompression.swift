internal import HRSupport
internal import HRSignals

/// Compression of a clip by ffmpeg, into a file that is removed once it is read.
///
/// The encoder works on one thread, at its own usual speed ("medium"), with key frames at even distances only, so that
/// the same program makes the same bytes again. Frames keep their time stamps, and the colours their meaning; frames
/// of other formats become 4:2:0 with 8 bits first, which is what phones record.
struct Recompression {
  let compression: VideoCompression

  /// Compresses a clip, and reads the result.
  ///
  /// - Parameters:
  ///   - rule: meaning of the clip's numbers.
  ///   - folder: folder for the compressed file.
  ///   - read: reads the compressed file.
  func applied<Value>(
    to path: String, _ header: ClipHeader, _ rule: ColourRule, by tools: VideoTools, in folder: String,
    whileWaiting: @escaping () -> Void, _ read: (String) throws(Diagnostics) -> Value
  ) throws(Diagnostics) -> Value {
    try TextFile.makeDirectory(folder)
    let made = TemporaryName.of("\(folder)/recompressed")
    defer { TextFile.remove(made) }
    try make(made, of: path, header, rule, by: tools, whileWaiting)
    return try read(made)
  }

  private func make(
    _ made: String, of path: String, _ header: ClipHeader, _ rule: ColourRule, by tools: VideoTools,
    _ whileWaiting: @escaping () -> Void
  ) throws(Diagnostics) {
    let file = open(made, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw Diagnostics("the recompressed clip cannot be written: \(lastSystemError())", in: made)
    }
    defer { close(file) }
    var stream = BoundedCommand.Stream()
    stream.whileWaiting = whileWaiting
    // The bytes come through a pipe, so the encoder ends with the worker.
    stream.takers[STDOUT_FILENO] = { Descriptor.write($0, to: file) }
    let answer = tools.ffmpeg(
      tools.decoding + VideoTools.input(path) + ["-map", "0:V:0", "-an", "-vf", filters(header, rule)]
        + ["-copyts", "-avoid_negative_ts", "disabled"] + tools.passingFrames
        + compression.encoding(rule.matrix) + ["-f", "nut", "pipe:1"], stream)
    guard answer.ending != .refused else {
      throw Diagnostics("the recompressed clip cannot be written: the disk is full?", in: made)
    }
    guard answer.ending == .exited(0) else {
      throw Diagnostics(
        "it cannot be recompressed: \(VideoTools.reason(answer))", in: path,
        hint: "does \"ffmpeg -encoders\" list \(compression.codec.encoder)?")
    }
  }

  private func filters(_ header: ClipHeader, _ rule: ColourRule) -> String {
    var filters: [String] = []
    if let rate = compression.framesPerSecond { filters.append("fps=\(shortest(rate))") }
    let (format, isFull) = (compression.pixelFormat, compression.isFull)
    let matrix = compression.matrix(of: rule.matrix)
    if compression.sizeShare != 1 || header.pixelFormat != format || (rule.range == .full) != isFull
      || matrix != rule.matrix || (header.width | header.height) % 2 == 1
    {
      func even(_ side: Int) -> Int {
        max(2, 2 * Int(saturating: (Double(side) * compression.sizeShare / 2).rounded()))
      }
      let (width, height) =
        compression.sizeShare == 1
        ? (header.width + header.width % 2, header.height + header.height % 2)
        : (even(header.width), even(header.height))
      filters.append(
        "scale=\(width):\(height):flags=\(compression.sizeShare < 1 ? "area" : "bicubic")+accurate_rnd+full_chroma_int+full_chroma_inp"
          + ":in_color_matrix=\(rule.matrix.scalerName):out_color_matrix=\(matrix.scalerName)"
          + ":in_range=\(rule.range == .full ? "pc" : "tv"):out_range=\(isFull ? "pc" : "tv")")
    }
    return (filters + ["format=\(format)"]).joined(separator: ",")
  }
}

extension VideoCompression {
  /// Name of the pixel format that is encoded: 4:2:0 with 8 bits, as phones record.
  var pixelFormat: String { isFull ? "yuvj420p" : "yuv420p" }

  /// True if the numbers of the codec's frames use the full range.
  var isFull: Bool { codec == .mjpeg }

  /// Matrix of the codec's frames: that of the clip, but JPEG has one of its own.
  func matrix(of clip: ColourRule.Matrix) -> ColourRule.Matrix { isFull ? .bt601 : clip }

  /// Options of ffmpeg by which the same frames always become the same file.
  ///
  /// - Parameter clip: matrix of the clip's frames.
  func encoding(_ clip: ColourRule.Matrix) -> [String] {
    let interval = String(keyFrameInterval)
    var options = [
      "-c:v", codec.encoder, "-threads", "1", "-flags", "+bitexact", "-fflags", "+bitexact",
      "-colorspace", matrix(of: clip).ffmpegName, "-color_range", isFull ? "pc" : "tv",
    ]
    switch codec {
    case .h264:
      options += [
        "-preset", "medium", "-crf", String(quality), "-g", interval, "-keyint_min", interval,
        "-sc_threshold", "0",
      ]
    case .h265:
      options += [
        "-preset", "medium", "-x265-params",
        "crf=\(quality):keyint=\(interval):min-keyint=\(interval):scenecut=0:pools=none:frame-threads=1:log-level=error",
      ]
    case .vp9:
      options += [
        "-crf", String(quality), "-b:v", "0", "-g", interval, "-keyint_min", interval, "-row-mt", "0",
        "-deadline", "good", "-cpu-used", "4",
      ]
    case .mjpeg: options += ["-q:v", String(quality)]
    }
    return options
  }
}

extension VideoCompression.Codec {
  /// Name of the encoder in ffmpeg.
  var encoder: String {
    switch self {
    case .h264: "libx264"
    case .h265: "libx265"
    case .vp9: "libvpx-vp9"
    case .mjpeg: "mjpeg"
    }
  }
}

extension ColourRule.Matrix {
  /// Name of a colour space in ffmpeg.
  var ffmpegName: String {
    switch self {
    case .bt601: "smpte170m"
    case .bt709: "bt709"
    case .bt2020: "bt2020nc"
    case .smpte240m: "smpte240m"
    case .fcc: "fcc"
    }
  }

  /// Name of a matrix for ffmpeg's scaler.
  var scalerName: String { rawValue }
}
