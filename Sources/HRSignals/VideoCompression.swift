/// Compression that a video goes through: codec, quality, key frames, size and frame rate.
public struct VideoCompression: Hashable, Sendable {
  /// Codec, by the name that experiments write.
  public enum Codec: String, CaseIterable, Sendable {
    /// H.264 (AVC), by x264.
    case h264
    /// H.265 (HEVC), by x265.
    case h265
    /// VP9, by libvpx.
    case vp9
    /// Motion JPEG: each frame by itself, by ffmpeg's own encoder.
    case mjpeg

    /// Quality numbers of the encoder; lower is better.
    public var qualities: ClosedRange<Int> {
      switch self {
      case .h264, .h265: 0...51
      case .vp9: 0...63
      case .mjpeg: 2...31
      }
    }
  }

  /// Codec.
  public var codec: Codec
  /// Quality number of the encoder (CRF of H.264, H.265 and VP9, `q:v` of MJPEG); lower is better.
  public var quality: Int
  /// Frames from one key frame to the next; MJPEG has key frames only.
  public var keyFrameInterval: Int
  /// Width and height over those of the recording.
  public var sizeShare: Double
  /// Frames per second, of which others are left out; `nil`: all frames are kept.
  public var framesPerSecond: Double?

  /// A compression.
  public init(
    codec: Codec, quality: Int, keyFrameInterval: Int, sizeShare: Double = 1, framesPerSecond: Double? = nil
  ) {
    (self.codec, self.quality, self.keyFrameInterval) = (codec, quality, keyFrameInterval)
    (self.sizeShare, self.framesPerSecond) = (sizeShare, framesPerSecond)
  }
}
