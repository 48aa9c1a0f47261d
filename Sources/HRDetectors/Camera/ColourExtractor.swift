internal import HRPlugins
internal import HRSignals

/// An extractor that makes the pulse wave from the red, green and blue means of a camera's frames.
///
/// The wave has one sample per frame, at the frames' (nominal) rate, and is finite for any input. If the colours carry
/// no pulse (no frames, constant or black ones) it is zero.
protocol ColourExtractor: Extractor {
  /// - Returns: one value per frame.
  func wave(of colours: CameraColours) -> [Double]
}

extension ColourExtractor {
  static var inputs: [ChannelKind] { [.red, .green, .blue] }

  func extract(from channels: Channels) -> Channels {
    channels.with(
      pulse: CameraColours(channels).map { colours in
        .uniform(
          Signal(samples: wave(of: colours), sampleRate: colours.sampleRate, startTime: colours.startTime))
      })
  }
}

/// Parameters with the length of windows of colours.
protocol WindowSeconds: ParameterSet {
  var windowSeconds: Double { get }
}

/// A colour extractor that looks ahead by the length of its windows.
protocol WindowedColourExtractor: ColourExtractor where Parameters: WindowSeconds {
  var parameters: Parameters { get }
}

extension WindowedColourExtractor {
  var causality: Causality { .lookAhead(seconds: parameters.windowSeconds) }

  /// The windows of a recording and how they are joined.
  func fade(_ colours: CameraColours) -> CrossFade {
    CrossFade(count: colours.count, length: colours.frames(in: parameters.windowSeconds))
  }
}

/// The one parameter of methods that take a statistic over some seconds of colours.
///
/// The toolboxes take it over their whole input: rPPG-Toolbox the whole video, pyVHR cuts of 6 s. Windows keep a method
/// from using samples up to the recording's end; 600 s are the whole of most recordings.
struct ColourWindow: WindowSeconds {
  var windowSeconds = 6.0

  static let table: [Parameter<Self>] = [
    Parameter(
      "windowSeconds", \.windowSeconds, in: 1...600,
      "Length of the windows, which overlap by half; 6 as in pyVHR.")
  ]
}
