internal import HRNumerics

/// Cuts successive frames out of a pulse wave, and attenuates outlying parts of each.
///
/// Levels are root mean squares over three blocks of 0.5 s (of the frame only). The usual level is the median of the
/// levels of the 30 s before the frame's end, but at most twice that of the frame: a wave that has become smaller is
/// still one. Where a level is above the usual one the wave is divided by their ratio. Then it is multiplied by its trust
/// (``WaveTrust``; a hundredth of it where the recording has not changed for 0.8 s). Gains go linearly from the middle of
/// a block to the next.
struct FrameCutter {
  private static let blockSeconds = 0.5
  private static let usualBlocks = 60
  private static let growth = 2.0

  /// The last frame that was cut, thinned and under its taper.
  private(set) var piece: [Double] = []

  private let step: Int
  private let grid: RateGrid
  /// Working samples of a block.
  private let blockLength: Double
  private let thinned: [Double]
  /// Mean squares.
  private let powers: [Double]
  private let isStill: [Bool]
  private var levels: [Double] = []
  /// Levels of the 30 s before the last block, in order.
  private var lasting = RunningOrder()
  /// Levels of the frame's blocks.
  private var own: [Double] = []
  private var gains: [Double] = []
  /// Weights of the last frame's samples.
  private var taper: [Double] = []

  init(_ wave: PulseWave) {
    let chain = wave.chain
    step = chain.ridgeStep
    grid = chain.grid
    blockLength = Self.blockSeconds * chain.sampleRate
    thinned = Self.thinned(wave.forward, step: step)
    var powers: [Double] = []
    var isStill: [Bool] = []
    var first = 0
    while first < wave.forward.count {
      let end = min(
        wave.forward.count, Int(saturating: (Double(powers.count + 1) * blockLength).rounded()))
      var sum = 0.0
      for index in first..<end { sum += wave.forward[index] * wave.forward[index] }
      powers.append(sum / Double(end - first))
      isStill.append(end - 1 - wave.lastChange[end - 1] >= chain.leastStill)
      first = end
    }
    self.powers = powers
    self.isStill = isStill
  }

  /// Makes ``piece`` of working samples.
  ///
  /// - Parameters:
  ///   - start: the first.
  ///   - end: the one after the last; not before that of the frame cut before.
  /// - Returns: the frame's mean trust.
  mutating func cut(from start: Int, to end: Int) -> Double {
    let last = min(powers.count - 1, Int(saturating: (Double(end) / blockLength - 1e-6).rounded(.down)))
    let first = Int(saturating: (Double(start) / blockLength + 1e-6).rounded(.down))
    let median = medianLevel(to: last)
    own.removeAll(keepingCapacity: true)
    for block in first...last {
      // Away from the frame's ends its levels are those of the recording.
      own.append(block > first && block < last ? levels[block] : level(of: block, from: first, to: last))
    }
    var usual = median
    if own.count(where: { Self.growth * $0 < median }) > own.count / 2 {
      usual = Self.growth * own.element(atRank: own.count / 2, in: own.indices)
    }
    gains.removeAll(keepingCapacity: true)
    var trustSum = 0.0
    for (block, here) in zip(first...last, own) {
      var trust = WaveTrust.trust(level: here, usual: usual)
      if isStill[block] { trust *= WaveTrust.stillTrust }
      gains.append((here > usual ? usual / here : 1) * trust)
      trustSum += trust
    }
    taper(from: start, to: end, firstBlock: first)
    return trustSum / Double(last - first + 1)
  }

  private mutating func taper(from start: Int, to end: Int, firstBlock: Int) {
    // A thinned sample holds samples up to a step after it.
    let low = (start + step - 1) / step
    let high = max(low, (end - step + 1) / step)
    let count = min(high - low, grid.frameLength)
    // Most frames of a recording have one length, which need not be the grid's.
    if taper.count != count { taper = count == grid.frameLength ? grid.taper : symmetricHann(count: count) }
    let perBlock = Double(step) / blockLength
    let lastGain = gains.count - 1
    if piece.count != count { piece = taper }
    gains.withUnsafeBufferPointer { gains in
      taper.withUnsafeBufferPointer { taper in
        thinned[(high - count)..<high].withUnsafeBufferPointer { samples in
          piece.withUnsafeMutableBufferPointer { piece in
            for index in 0..<count {
              let place = (Double(high - count + index) + 0.5) * perBlock - Double(firstBlock) - 0.5
              let below = min(max(Int(saturating: place), 0), lastGain)
              let share = min(max(place - Double(below), 0), 1)
              let gain = gains[below] + share * (gains[min(below + 1, lastGain)] - gains[below])
              piece[index] = samples[index] * taper[index] * gain
            }
          }
        }
      }
    }
  }

  private func level(of block: Int, from first: Int, to last: Int) -> Double {
    let (low, high) = (max(first, block - 1), min(last, block + 1))
    var sum = 0.0
    for index in low...high { sum += powers[index] }
    return (sum / Double(high - low + 1)).squareRoot()
  }

  /// Median of the levels of the 30 s before the end of a block, that block's own without what comes after it.
  private mutating func medianLevel(to last: Int) -> Double {
    while levels.count < last {
      if levels.count >= Self.usualBlocks - 1 { lasting.remove(levels[levels.count - Self.usualBlocks + 1]) }
      levels.append(level(of: levels.count, from: 0, to: powers.count - 1))
      lasting.insert(levels[levels.count - 1])
    }
    return lasting.upperMedian(with: level(of: last, from: 0, to: last))
  }

  /// Returns every `step`-th sample under a triangle of twice that width, which damps frequencies that would fold into
  /// the band.
  private static func thinned(_ samples: [Double], step: Int) -> [Double] {
    let count = samples.count / step
    let weights = (1 - step..<step).map { Double(step - Int(clamping: $0.magnitude)) / Double(step * step) }
    return (0..<count).map { index in
      var sum = 0.0
      for (offset, weight) in weights.enumerated() {
        sum += weight * samples[min(max(index * step + offset - step + 1, 0), samples.count - 1)]
      }
      return sum
    }
  }
}
