internal import HRNumerics
internal import HRSignals
internal import RealModule

/// A finger camera's colours as waves of light, on one clock and without single outlying frames.
///
/// The colour that carries the pulse differs from phone to phone, and within a recording: red may be saturated, green
/// and blue dark. So all are read, and their spectra in a window decide.
struct CameraWaves {
  /// Added to levels, of 255, before the logarithm: that of a dark colour alone would be of its noise.
  private static let darkLevel = 10.0

  /// Red, green and blue.
  let colours: [Signal]

  /// - Returns: `nil` where a colour is missing, or has no two finite values, or they are not on one clock.
  init?(_ channels: Channels) {
    var colours: [Signal] = []
    for kind in [ChannelKind.red, .green, .blue] {
      guard let even = FrameImpulses.wave(of: channels[kind]) else { return nil }
      colours.append(even)
    }
    guard let first = colours.first,
      colours.allSatisfy({
        $0.sampleRate == first.sampleRate && $0.startTime == first.startTime && $0.count == first.count
      })
    else { return nil }
    self.colours = colours
  }

  /// The differences of two colours' logarithms, in which what changes all of them alike (exposure, lamp) is gone.
  var differences: [Signal] {
    let logs = colours.map { colour in colour.samples.map { Double.log(max($0, 0) + Self.darkLevel) } }
    return [(0, 1), (0, 2), (1, 2)].map { one, other in
      Signal(
        samples: zip(logs[one], logs[other]).map { $0 - $1 }, sampleRate: colours[0].sampleRate,
        startTime: colours[0].startTime)
    }
  }
}
