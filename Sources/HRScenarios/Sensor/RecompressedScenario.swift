internal import HRPlugins
internal import HRSignals

/// Sends a recording's video through an encoder once more.
///
/// Channels that are means of the video's frames are replaced by the same means of the compressed video; nothing is
/// drawn by chance. Recordings of means have no video, and are refused. Encoders are those of the installed ffmpeg, on
/// one thread and at even key frames, so the same program makes the same frames again.
///
/// That compression costs the pulse: D. J. McDuff, E. B. Blackford and J. R. Estepp, "The impact of video compression
/// on remote cardiac pulse measurement using imaging photoplethysmography", IEEE FG 2017.
struct RecompressedScenario: Scenario {
  struct Parameters: ParameterSet {
    var codec = VideoCompression.Codec.h264
    var quality = 23
    var keyFrameInterval = 30
    var sizeShare = 1.0
    var framesPerSecond = 0.0

    static let table: [Parameter<Self>] = [
      Parameter("codec", \.codec, "Codec: H.264, H.265, VP9 or Motion JPEG."),
      Parameter(
        "quality", \.quality, in: 0...63,
        "Quality number of the encoder, lower is better: CRF of H.264 and H.265 (0 to 51) and VP9 (to 63), q of MJPEG (2 to 31)."
      ),
      Parameter(
        "keyFrameInterval", \.keyFrameInterval, in: 1...1000,
        "Frames from one key frame to the next; MJPEG has no others."),
      Parameter("sizeShare", \.sizeShare, in: 0.05...1, "Width and height over those of the recording."),
      Parameter(
        "framesPerSecond", \.framesPerSecond, in: 0...240,
        "Frames per second that are kept; 0 keeps all."),
    ]
    var conflicts: [String] {
      let range = codec.qualities
      return range.contains(quality)
        ? [] : ["quality of \(codec.rawValue) goes from \(range.lowerBound) to \(range.upperBound)"]
    }
  }

  static let info = PluginInfo(
    "recompressed", version: 1, "The recording's video through an encoder once more.",
    source: "encoders of ffmpeg; D. J. McDuff, E. B. Blackford and J. R. Estepp, IEEE FG 2017")

  static let needs: [ScenarioNeed] = [.video]

  let parameters: Parameters

  var compression: VideoCompression? {
    VideoCompression(
      codec: parameters.codec, quality: parameters.quality, keyFrameInterval: parameters.keyFrameInterval,
      sizeShare: parameters.sizeShare,
      framesPerSecond: parameters.framesPerSecond > 0 ? parameters.framesPerSecond : nil)
  }

  func apply(to channels: Channels, in trial: ScenarioTrial) throws(ScenarioFailure) -> Channels {
    guard !trial.recompressed.isEmpty else {
      // None of the channels that are read comes from the video.
      guard channels.kinds.contains(where: \.isOptical) else { return channels }
      throw ScenarioFailure("it needs the recording's video, and there is none")
    }
    var made = channels
    for kind in trial.recompressed.kinds where channels[kind] != nil { made[kind] = trial.recompressed[kind] }
    return made
  }
}
