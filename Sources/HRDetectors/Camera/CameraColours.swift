internal import HRSignals

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
    red = Array(signals[0].samples.prefix(count)).holdingOverGaps
    green = Array(signals[1].samples.prefix(count)).holdingOverGaps
    blue = Array(signals[2].samples.prefix(count)).holdingOverGaps
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
