internal import HRNumerics

/// Evidence for rates from the short spectra of a pulse wave, one frame a second, computed once for a whole recording.
///
/// A frame holds the last 6 s before its end; the first ends 4 s after the wave's start and holds those 4 s. No sample
/// after its end enters a frame. ``FrameCutter`` attenuates outlying parts of it; ``RateGrid`` computes the evidence of
/// its spectrum. A frame's weight is the fourth power of its mean trust.
struct RateFrames: Sendable {
  static let stepSeconds = 1.0
  private static let firstSeconds = 4.0
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

  var count: Int { ends.count }

  /// A wave's frames under each of the grid's weightings.
  static func views(of wave: PulseWave) -> [RateFrames] {
    let chain = wave.chain
    let length = Int(saturating: (RateGrid.frameSeconds * chain.sampleRate).rounded())
    var views = RateGrid.Weighting.allCases.map { _ in
      RateFrames(grid: chain.grid, ends: ends(in: wave), length: length)
    }
    for view in views.indices {
      views[view].evidence = [Double](repeating: 0, count: views[0].count * chain.grid.count)
    }
    var cutter = FrameCutter(wave)
    var (power, scratch) = ([Double](), [Double]())
    for (frame, end) in views[0].ends.enumerated() {
      let weight = weight(ofTrust: cutter.cut(from: max(0, end - length), to: end))
      chain.grid.plan.powerSpectrum(of: cutter.piece, into: &power)
      for weighting in RateGrid.Weighting.allCases {
        chain.grid.fill(
          &views[weighting.rawValue].evidence, at: frame * chain.grid.count, with: power, weighting,
          scratch: &scratch)
        views[weighting.rawValue].weights.append(weight)
      }
    }
    return views
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
      weights[frame] = 0
      for bin in row(frame) { evidence[bin] = 0 }
    }
  }

  /// Returns true if any of some frames has a weight.
  func hasWeight(in range: Range<Int>) -> Bool { range.contains { weights[$0] > 0 } }

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
  /// over some 20 s before of the largest evidence in a frame times the frame's weight. All zero if no wave has any.
  static func shares(of waves: [RateFrames]) -> [[Double]] {
    guard let first = waves.first else { return [] }
    let fade = 1 - stepSeconds / memorySeconds
    var clearness = [Double](repeating: 0, count: waves.count)
    return (0..<first.count).map { frame in
      var total = 0.0
      for (number, wave) in waves.enumerated() {
        let peak = wave.weights[frame] * (wave.evidence[wave.row(frame)].max() ?? 0)
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
    for (frame, shares) in shares(of: waves).enumerated() {
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
