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

  let rawRate: Double
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
    self.rawRate = rawRate
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
      chain: self, startTime: raw.startTime, frames: KeyFrameSteps.isRate(rawRate) ? filled : [],
      thinned: thinned.samples, lastChange: filled.lastChanges(step: factor))
  }

  /// Working samples of a block of half a second.
  var blockLength: Int { max(1, Int(saturating: (0.5 * sampleRate).rounded())) }

  /// Number of working samples without a change from which on a wave counts as constant.
  var leastStill: Int { Int(saturating: WaveTrust.stillSeconds * sampleRate) }
}

/// A recording's pulse wave, ready for any window of it.
struct PulseWave: Sendable {
  let chain: PulseChain
  let startTime: Double
  /// The recording from its first value, if a camera may have made it.
  private let frames: [Double]
  /// The recording from its first value, thinned and filtered forward in time.
  let forward: [Double]
  let lastChange: [Int]
  let isEverStill: Bool
  private static let quietShare = 0.1
  private static let farOff = 10.0
  /// Mean and standard deviation (divisor n) of the thinned recording in blocks of half a second.
  private let blocks: [(mean: Double, deviation: Double)]

  /// - Parameter thinned: the recording thinned, from its first value.
  init(chain: PulseChain, startTime: Double, frames: [Double], thinned: [Double], lastChange: [Int]) {
    (self.chain, self.startTime, self.frames) = (chain, startTime, frames)
    forward = chain.filter.filtered(thinned)
    self.lastChange = lastChange
    blocks = stride(from: 0, to: thinned.count, by: chain.blockLength).map { first in
      let block = thinned[first..<min(first + chain.blockLength, thinned.count)]
      let mean = block.reduce(0, +) / Double(block.count)
      let square = block.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(block.count)
      return (mean, square.squareRoot())
    }
    let least = chain.leastStill
    isEverStill = lastChange.indices.contains { $0 - lastChange[$0] >= least }
  }

  /// Indices of the working samples into which nothing from outside the range has gone but the filter's start-up.
  func indices(in range: TimeRange) -> Range<Int> {
    Signal(samples: forward, sampleRate: chain.sampleRate, startTime: startTime)
      .indices(in: TimeRange(start: range.start, end: range.end - chain.reachSeconds))
  }

  /// Values of the recording from which some working samples are thinned; none where no camera can have made them.
  func frames(of range: Range<Int>) -> ArraySlice<Double> {
    let end = min(range.upperBound * chain.factor, frames.count)
    return frames[min(range.lowerBound * chain.factor, end)..<end]
  }

  /// The part of some working samples that is left when time without a finger, of at least a second, is taken off at
  /// the beginning and at the end.
  ///
  /// Blocks of half a second are without a finger if the recording does not change within them, or if they are both
  /// quiet and far off: a standard deviation below a tenth of the upper quartile of the blocks', and a mean that is
  /// more than ten times that quartile from the median mean of the blocks that are not quiet.
  func withFinger(in range: Range<Int>) -> Range<Int> {
    let length = chain.blockLength
    let first = (range.lowerBound + length - 1) / length
    let numbers = first..<max(first, range.upperBound / length)
    guard numbers.count >= 4 else { return range }
    let largest = numbers.reduce(0) { max($0, blocks[$1].deviation) }
    func isLively(_ number: Int) -> Bool { blocks[number].deviation > Self.quietShare * largest }
    if isLively(numbers.lowerBound), isLively(numbers.upperBound - 1) { return range }
    var deviations = numbers.map { blocks[$0].deviation }
    guard let lively = kthSmallest(&deviations, deviations.count * 3 / 4), lively > 0,
      let middle = median(
        numbers.map { blocks[$0] }.filter { $0.deviation >= Self.quietShare * lively }.map(\.mean))
    else { return range }
    func isWithout(_ number: Int) -> Bool {
      let last = min((number + 1) * length, forward.count) - 1
      return lastChange[last] <= number * length
        || (blocks[number].deviation < Self.quietShare * lively
          && abs(blocks[number].mean - middle) > Self.farOff * lively)
    }
    let before = numbers.prefix(while: isWithout).count
    let after = numbers.reversed().prefix(while: isWithout).count
    return
      (before < 2 ? range.lowerBound : (first + before) * length)..<max(
        (first + before) * length, after < 2 ? range.upperBound : (numbers.upperBound - after) * length)
  }

  /// Returns true if the recording changes within some working samples: filters ring on after one that has stopped.
  func changes(in range: Range<Int>) -> Bool {
    guard let last = range.last else { return false }
    return lastChange[last] > range.lowerBound
  }
}
