internal import HRNumerics
internal import HRSignals

/// Decimation, filters and grid of short spectra, which depend on a channel's rate alone.
struct PulseChain: Sendable {
  /// Least working rate in samples per second (less only if the recording's rate is lower).
  private static let leastRate = 25.0
  /// The band-pass, of order 1 at each edge, takes off baseline and sensor noise.
  private static let bandHz = 0.4...10
  /// A further high-pass of order 1 flattens noise that falls with frequency, as most noise in pulse waves does, so
  /// that every hertz of the wave counts by its information.
  private static let whiteningHz = 1.5
  /// Highest frequency that thinning leaves unchanged.
  private static let passHz = 7.0

  let factor: Int
  let sampleRate: Double
  let decimator: Decimator?
  let filter: SecondOrderSections
  /// Working samples per sample of the rate's search, which needs only about 12 a second.
  let ridgeStep: Int
  let grid: RateGrid

  /// Raw samples within this time either side have gone into a working sample.
  var reachSeconds: Double { decimator?.reachSeconds ?? 0 }

  /// - Returns: `nil` where half the rate does not hold the band.
  init?(rawRate: Double) {
    let factor = max(1, Int(saturating: rawRate / Self.leastRate))
    let rate = rawRate / Double(factor)
    guard rate >= 8,
      let band = SecondOrderSections.butterworth(
        order: 1, band: .bandPass(Self.bandHz.lowerBound, min(Self.bandHz.upperBound, 0.45 * rate)),
        sampleRate: rate),
      let whitening = SecondOrderSections.butterworth(
        order: 1, band: .highPass(Self.whiteningHz), sampleRate: rate)
    else { return nil }
    self.factor = factor
    sampleRate = rate
    decimator = Decimator(
      thinning: rawRate, by: factor, upToHz: Self.passHz, attenuationDecibels: 50)
    filter = SecondOrderSections(sections: band.sections + whitening.sections)
    ridgeStep = max(1, Int(saturating: rate / 12.4))
    grid = RateGrid(sampleRate: rate / Double(ridgeStep), filter: filter, filterRate: rate)
  }

  /// The recording thinned and filtered forward in time.
  ///
  /// A sample that is not finite takes the value of the last finite one before it (the first one, at the start).
  /// - Returns: `nil` without a finite sample.
  func apply(to raw: Signal) -> PulseWave? {
    guard let held = raw.samples.forwardFilled, let first = held.first else { return nil }
    let filled = held.map { $0 - first }
    let even = raw.replacing(filled)
    let thinned = decimator?.apply(even) ?? even
    return PulseWave(
      chain: self, startTime: raw.startTime, forward: filter.filtered(thinned.samples),
      lastChange: filled.lastChanges(step: factor))
  }

  /// Number of working samples without a change from which on a wave counts as constant.
  var leastStill: Int { Int(saturating: WaveTrust.stillSeconds * sampleRate) }
}

/// A recording's pulse wave, ready for any window of it.
struct PulseWave: Sendable {
  let chain: PulseChain
  let startTime: Double
  let forward: [Double]
  let lastChange: [Int]
  let isEverStill: Bool

  init(chain: PulseChain, startTime: Double, forward: [Double], lastChange: [Int]) {
    (self.chain, self.startTime, self.forward) = (chain, startTime, forward)
    self.lastChange = lastChange
    let least = chain.leastStill
    isEverStill = lastChange.indices.contains { $0 - lastChange[$0] >= least }
  }

  /// Indices of the working samples into which nothing from outside the range has gone but the filter's start-up.
  func indices(in range: TimeRange) -> Range<Int> {
    Signal(samples: forward, sampleRate: chain.sampleRate, startTime: startTime)
      .indices(in: TimeRange(start: range.start, end: range.end - chain.reachSeconds))
  }

  /// Returns true if the recording changes within some working samples: filters ring on after one that has stopped.
  func changes(in range: Range<Int>) -> Bool {
    guard let last = range.last else { return false }
    return lastChange[last] > range.lowerBound
  }
}
