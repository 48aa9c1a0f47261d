internal import HRSignals
internal import RealModule

/// A recording of noise about its mean, which starts anew when it is over.
///
/// Straight lines between samples, and over missing ones. At each new start the end of the recording fades out and its
/// beginning in, as raised cosines whose sum is 1, over a second or a tenth of the recording, whichever is shorter.
struct NoiseLoop {
  static let longestFadeSeconds = 1.0
  static let fadeShare = 0.1

  private let noise: Signal
  private let fadeSeconds: Double
  /// Time from one start to the next: the recording without the fade.
  private let period: Double
  private let offset: Double

  /// - Parameter offsetShare: share of a turn that is before time 0.
  /// - Returns: `nil` if the recording has no two samples that differ.
  init?(_ recorded: Signal, offsetShare: Double) {
    guard let bridged = PulsatileBand.bridged(recorded.samples), let extremes = bridged.finiteExtremes,
      extremes.low < extremes.high
    else { return nil }
    let mean = bridged.reduce(0, +) / Double(bridged.count)
    noise = Signal(samples: bridged.map { $0 - mean }, sampleRate: recorded.sampleRate)
    let seconds = Double(bridged.count - 1) / recorded.sampleRate
    fadeSeconds = min(Self.longestFadeSeconds, Self.fadeShare * seconds)
    period = seconds - fadeSeconds
    offset = offsetShare * period
  }

  func value(at time: Double) -> Double {
    let place = offset + time
    let turn = (place / period).rounded(.down)
    let since = place - turn * period
    // The first turn begins as recorded; each other takes over from the one before.
    guard turn != 0, since < fadeSeconds else { return noise.interpolated(at: since) }
    let share = 0.5 - 0.5 * Double.cos(.pi * since / fadeSeconds)
    return share * noise.interpolated(at: since) + (1 - share) * noise.interpolated(at: period + since)
  }
}
