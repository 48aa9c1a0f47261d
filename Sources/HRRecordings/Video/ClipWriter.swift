internal import HRSupport
internal import HRSignals

/// Writing of camera frames as a video, through ffmpeg.
enum ClipWriter {
  /// Options of the container; programs of Apple show H.265 under the tag `hvc1` alone.
  private static func container(_ compression: VideoCompression) -> [String] {
    (compression.codec == .h265 ? ["-tag:v", "hvc1"] : [])
      + ["-video_track_timescale", "90000", "-f", "mp4", "-y"]
  }

  /// Encodes frames, which are made one at a time. The colours are those of BT.601, which the file says.
  static func write(
    _ frames: FrameStack, as compression: VideoCompression, to path: String
  ) throws(Diagnostics) {
    let tools = try VideoTools.found()
    let temporary = TemporaryName.of(path)
    var stream = BoundedCommand.Stream()
    var next = 0
    stream.feed = {
      guard next < frames.count else { return nil }
      next += 1
      return frames.pixels(next - 1)
    }
    let matrix = ColourRule.Matrix.bt601
    let scaling =
      "scale=flags=accurate_rnd+full_chroma_int+full_chroma_inp:out_color_matrix=\(matrix.scalerName)"
      + ":out_range=\(compression.isFull ? "pc" : "tv"),format=\(compression.pixelFormat)"
    let answer = tools.ffmpegFed(
      [
        "-f", "rawvideo", "-pixel_format", "rgb24", "-video_size", "\(frames.width)x\(frames.height)",
        "-framerate", shortest(frames.sampleRate), "-i", "pipe:0", "-vf", scaling,
      ] + compression.encoding(matrix)
        + Self.container(compression) + ["file:" + TextFile.absolute(temporary)],
      stream)
    guard answer.ending == .exited(0), next == frames.count else {
      TextFile.remove(temporary)
      throw Diagnostics(
        "the video cannot be written: \(VideoTools.reason(answer))", in: path,
        hint: "does \"ffmpeg -encoders\" list \(compression.codec.encoder)?")
    }
    try TemporaryName.put(temporary, as: path)
  }
}
