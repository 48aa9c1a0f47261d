internal import HRSignals
internal import RealModule

/// The mean colours of a camera's frames, evenly spaced and free of gaps.
///
/// Irregular frames are interpolated linearly at their nominal rate. Of channels of different length the shortest
/// decides. A value that is no number (NaN, infinite) is replaced by the last good one before it, at the start by the
/// first good one; a channel without any good value counts as zero throughout.
struct CameraColours {
  let red: [Double]
  let green: [Double]
  let blue: [Double]
  let sampleRate: Double
  let startTime: Double

  var count: Int { red.count }

  /// - Returns: `nil` if a channel is missing or has too few samples to be interpolated.
  init?(_ channels: Channels) {
    let signals = [ChannelKind.red, .green, .blue].compactMap { channels[$0]?.uniform() }
    guard signals.count == 3 else { return nil }
    let count = signals.map(\.count).min() ?? 0
    let colours = signals.map { Array($0.samples.prefix(count)).holdingOverGaps }
    (red, green, blue) = (colours[0], colours[1], colours[2])
    sampleRate = signals[0].sampleRate
    startTime = signals[0].startTime
  }

  /// Red, green and blue of some frames.
  func rows(_ range: Range<Int>) -> [[Double]] {
    [Array(red[range]), Array(green[range]), Array(blue[range])]
  }

  /// Frames in a span of time: ⌈seconds · rate⌉, not misled by the rounding of the product.
  func frames(in seconds: Double) -> Int {
    max(1, Int(saturating: (seconds * sampleRate - 1e-9).rounded(.up)))
  }
}

/// A finger camera's colours as waves of light, on one clock and without single outlying frames.
///
/// The colour that carries the pulse differs from phone to phone, and within a recording: red may be saturated, green
/// and blue dark. So all are read, and their spectra in a window decide.
struct CameraWaves {
  /// Least level, of 255: what changes in a darker colour is mostly its own noise, or an encoder's steps.
  static let leastLight = 5.0
  /// Pairs of colours whose difference is taken.
  private static let pairs = [(0, 1), (0, 2), (1, 2)]
  /// Added to levels, of 255, before the logarithm: that of a dark colour alone would be of its noise.
  private static let darkLevel = 10.0

  /// Red, green and blue.
  let colours: [Signal]

  /// - Returns: `nil` where a colour is missing, or has no two finite values, or they are not on one clock.
  init?(_ channels: Channels) {
    colours = CameraExtractor.inputs.compactMap { FrameImpulses.wave(of: channels[$0]) }
    guard colours.count == CameraExtractor.inputs.count, colours.allSatisfy({ $0.hasTimes(of: colours[0]) })
    else { return nil }
  }

  /// The differences of two colours' logarithms, in which what changes all of them alike (exposure, lamp) is gone.
  var differences: [Signal] {
    let logs = colours.map { colour in colour.samples.map { Double.log(max($0, 0) + Self.darkLevel) } }
    return Self.pairs.map { one, other in
      colours[0].replacing(zip(logs[one], logs[other]).map { $0 - $1 })
    }
  }

  /// For each colour and each difference, in that order, if its colours have light in each of some frames: a mean of at
  /// least ``leastLight``.
  ///
  /// - Parameters:
  ///   - ends: samples before the end of each frame.
  ///   - length: samples of a frame; one that would begin before the recording begins with it.
  func lit(ends: [Int], length: Int) -> [[Bool]] {
    let lit = colours.map { colour in
      var sums = [0.0]
      for value in colour.samples { sums.append(sums[sums.count - 1] + value) }
      return ends.map { end in
        let last = min(end, colour.count)
        let first = max(0, last - length)
        return last > first && sums[last] - sums[first] >= Self.leastLight * Double(last - first)
      }
    }
    return lit + Self.pairs.map { one, other in zip(lit[one], lit[other]).map { $0 && $1 } }
  }
}
