internal import HRNumerics

/// Evidence for rates from the short spectra of a pulse wave, one frame a second, computed once for a whole recording.
///
/// A frame holds the last 6 s before its end; the first ends 4 s after the wave's start and holds those 4 s. No sample
/// after its end enters a frame. ``FrameCutter`` attenuates outlying parts of it; ``RateGrid`` computes the evidence of
/// its spectrum. A frame's weight is the fourth power of its mean trust.
struct RateFrames: Sendable {
  static let stepSeconds = 1.0
  private static let firstSeconds = 4.0
  /// Evidence from which on a spectrum shows a rate, and that which shows it wholly: at the rate that noise passes for it
  /// is mostly below 3, at a pulse's rate mostly above.
  private static let showing = 1.0...5.0
  /// Least number of samples of a spectrum.
  private static let leastSamples = 8

  let grid: RateGrid
  /// Working samples before the end of each frame.
  let ends: [Int]
  /// Working samples of a frame; the first frames may have fewer.
  let length: Int
  /// Evidence by frame, then by rate of the grid.
  private(set) var evidence: [Double] = []
  /// Weight of each frame's evidence, 0…1.
  private(set) var weights: [Double] = []
  /// Largest evidence of each frame times its weight; empty where several waves are fused.
  private(set) var peaks: [Double] = []

  var count: Int { ends.count }

  /// A wave's frames under each of the grid's weightings: flat, falling.
  static func views(of wave: PulseWave) -> [RateFrames] {
    let (grid, ends) = (wave.chain.grid, ends(in: wave))
    let zeros = [Double](repeating: 0, count: ends.count * grid.count)
    var evidence = (flat: zeros, falling: zeros)
    let (weights, peaks) = measure(wave, to: ends, into: &evidence, every: grid.count)
    return [(evidence.flat, peaks.flat), (evidence.falling, peaks.falling)].map { evidence, peaks in
      RateFrames(
        grid: grid, ends: ends, length: length(in: wave), evidence: evidence, weights: weights, peaks: peaks)
    }
  }

  /// The samples before which a wave's frames end, and their peaks under each of the grid's weightings.
  static func peaks(of wave: PulseWave) -> (ends: [Int], peaks: [[Double]]) {
    let ends = ends(in: wave)
    let zeros = [Double](repeating: 0, count: wave.chain.grid.count)
    var evidence = (flat: zeros, falling: zeros)
    let (_, peaks) = measure(wave, to: ends, into: &evidence, every: 0)
    return (ends, [peaks.flat, peaks.falling])
  }

  /// - Parameters:
  ///   - ends: samples before which the frames end.
  ///   - evidence: filled.
  ///   - stride: values from one frame's evidence to the next one's; 0 if only the last one's is kept.
  private static func measure(
    _ wave: PulseWave, to ends: [Int], into evidence: inout (flat: [Double], falling: [Double]),
    every stride: Int
  ) -> (weights: [Double], peaks: (flat: [Double], falling: [Double])) {
    let (grid, length) = (wave.chain.grid, length(in: wave))
    var cutter = FrameCutter(wave)
    var (power, scratch) = ([Double](), [SIMD2<Double>]())
    var (weights, peaks) = ([Double](), (flat: [Double](), falling: [Double]()))
    for (frame, end) in ends.enumerated() {
      let weight = weight(ofTrust: cutter.cut(from: max(0, end - length), to: end))
      grid.plan.powerSpectrum(of: cutter.piece, into: &power)
      let largest = grid.fill(&evidence, at: frame * stride, with: power, scratch: &scratch)
      weights.append(weight)
      peaks.flat.append(weight * largest.x)
      peaks.falling.append(weight * largest.y)
    }
    return (weights, peaks)
  }

  private static func length(in wave: PulseWave) -> Int {
    Int(saturating: (RateGrid.frameSeconds * wave.chain.sampleRate).rounded())
  }

  private static func ends(in wave: PulseWave) -> [Int] {
    let rate = wave.chain.sampleRate
    let total = wave.forward.count
    var ends: [Int] = []
    while true {
      let seconds = firstSeconds + Double(ends.count) * stepSeconds
      let end = Int(saturating: (seconds * rate).rounded())
      if end > total { break }
      ends.append(end)
    }
    return ends.isEmpty && total >= leastSamples * wave.chain.ridgeStep ? [total] : ends
  }

  /// The fourth power of a frame's mean trust.
  static func weight(ofTrust trust: Double) -> Double {
    let squared = trust * trust
    return squared * squared
  }

  /// Takes all evidence and weight from the other frames.
  mutating func keep(where isKept: [Bool]) {
    for frame in 0..<count where !isKept[frame] {
      (weights[frame], peaks[frame]) = (0, 0)
      for bin in row(frame) { evidence[bin] = 0 }
    }
  }

  /// Returns true if any of some frames has a weight.
  func hasWeight(in range: Range<Int>) -> Bool { range.contains { weights[$0] > 0 } }

  /// How far a frame shows a bin's rate, by its evidence: 0…1.
  func shown(_ bin: Int, in frame: Int) -> Double {
    Self.showing.share(below: evidence[row(frame).lowerBound + bin])
  }

  /// First working sample of a frame.
  func start(of frame: Int) -> Int { max(0, ends[frame] - length) }

  /// Middle of a frame, in working samples of the wave.
  func middle(of frame: Int) -> Double { Double(start(of: frame) + ends[frame]) / 2 }

  /// The evidence of one frame.
  func row(_ frame: Int) -> Range<Int> { (frame * grid.count)..<((frame + 1) * grid.count) }
}

// MARK: Several waves

extension RateFrames {
  /// Time over which a wave's clearness fades.
  private static let memorySeconds = 20.0

  /// Share of each of several waves of one recording, by frame: proportional to the square of its clearness, the mean
  /// of its peaks over some 20 s before. All zero if no wave has any.
  ///
  /// - Parameter peaks: by wave, then by frame.
  static func shares(ofPeaks peaks: [[Double]]) -> [[Double]] {
    guard let first = peaks.first else { return [] }
    let fade = 1 - stepSeconds / memorySeconds
    var clearness = [Double](repeating: 0, count: peaks.count)
    return first.indices.map { frame in
      var total = 0.0
      for (number, peaks) in peaks.enumerated() {
        let peak = peaks[frame]
        clearness[number] = frame == 0 ? peak : fade * clearness[number] + (1 - fade) * peak
        total += max(0, clearness[number]) * max(0, clearness[number])
      }
      return clearness.map { total > 0 ? max(0, $0) * max(0, $0) / total : 0 }
    }
  }

  /// The waves' evidence and weights, each by its share.
  ///
  /// - Parameter waves: of one recording, on one clock.
  /// - Returns: `nil` without a wave.
  static func fused(_ waves: [RateFrames]) -> RateFrames? {
    guard var result = waves.first, waves.count > 1 else { return waves.first }
    result.peaks = []
    for (frame, shares) in shares(ofPeaks: waves.map(\.peaks)).enumerated() {
      for bin in result.row(frame) {
        var sum = 0.0
        for (number, share) in shares.enumerated() { sum += share * waves[number].evidence[bin] }
        result.evidence[bin] = sum
      }
      var weight = 0.0
      for (number, share) in shares.enumerated() { weight += share * waves[number].weights[frame] }
      result.weights[frame] = weight
    }
    return result
  }
}
