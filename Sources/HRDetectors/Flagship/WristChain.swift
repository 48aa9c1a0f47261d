internal import HRNumerics
internal import HRSignals

/// Decimates and filters one channel of a wrist recording; depends on the pulse wave's rate alone.
///
/// Decimated to 25 to 50 samples a second (linear-phase low-pass; slower ones stay), band-passed from 0.4 to 4 Hz
/// (Butterworth, order 4, forward in time), then decimated to about 12.5. The first sample is subtracted before the
/// filter starts, so an offset of any size has no effect.
struct WristChain {
  private static let leastRate = 25.0
  private static let bandHz = 0.4...4.0
  /// Highest frequency that thinning leaves unchanged.
  private static let passHz = 5.0
  private static let spectrumRate = 12.4

  /// Sample rate of the output.
  let sampleRate: Double
  private let rawRate: Double
  private let decimator: Decimator?
  private let filter: SecondOrderSections
  private let step: Int

  /// - Returns: `nil` for fewer than 10 samples a second.
  init?(rawRate: Double) {
    let factor = max(1, Int(saturating: rawRate / Self.leastRate))
    let rate = rawRate / Double(factor)
    guard rate >= 10,
      let filter = SecondOrderSections.butterworth(
        order: 4, band: .bandPass(Self.bandHz), sampleRate: rate)
    else { return nil }
    self.rawRate = rawRate
    self.filter = filter
    decimator = Decimator(
      thinning: rawRate, by: factor, upToHz: Self.passHz, attenuationDecibels: 40)
    step = max(1, Int(saturating: rate / Self.spectrumRate))
    sampleRate = rate / Double(step)
  }

  /// - Parameters:
  ///   - rawRate: of a channel that goes with others.
  ///   - other: what those go through.
  /// - Returns: `nil` where the channel would come out at another rate.
  init?(rawRate: Double, like other: WristChain) {
    self.init(rawRate: rawRate)
    guard sampleRate == other.sampleRate else { return nil }
  }

  /// Time after an output sample up to which it depends on raw samples.
  func reachSeconds(of raw: Signal) -> Double {
    (decimator?.reachSeconds ?? 0) + (raw.sampleRate == rawRate ? 0 : 1 / raw.sampleRate)
  }

  /// - Parameter raw: at any rate; one that differs is interpolated linearly.
  /// - Returns: `nil` without a finite sample.
  func apply(to raw: Signal) -> Signal? {
    let even = raw.sampleRate == rawRate ? raw : Channel.uniform(raw).uniform(at: rawRate)
    guard let held = even?.samples.forwardFilled, let first = held.first else { return nil }
    let level = held.map { $0 - first }
    let filtered = filter.filtered(decimator?.apply(level) ?? level)
    return Signal(
      samples: stride(from: 0, to: filtered.count, by: step).map { filtered[$0] }, sampleRate: sampleRate,
      startTime: raw.startTime)
  }
}
