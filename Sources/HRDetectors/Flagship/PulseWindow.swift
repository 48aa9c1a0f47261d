internal import HRNumerics

/// One window of a pulse wave, filtered backward too so that no pulse is moved, with the trust in each sample.
///
/// The local level is the root mean square over 1.5 s, the usual one its median over the window; ``WaveTrust`` gives
/// the trust in each sample. If the recording is constant for 0.8 s or more, as in a gap that was filled with the last
/// value, it has hardly any trust.
struct PulseWindow {
  private static let levelSeconds = 1.5

  let chain: PulseChain
  let wave: [Double]
  /// 0…1.
  let trust: [Double]
  /// Local amplitude, at least the usual one; positive.
  let level: [Double]
  /// The wave over its level, times the trust.
  let even: [Double]
  /// The usual level.
  let usual: Double

  /// - Parameter usualAtMost: the usual level known from earlier readings; infinite for none. It is raised to the level
  ///   that nine tenths of the window exceed.
  /// - Returns: `nil` if the signal is constant.
  init?(_ recording: PulseWave, _ range: Range<Int>, usualAtMost: Double = .infinity) {
    guard range.count > 2, recording.changes(in: range) else { return nil }
    chain = recording.chain
    let wave = Self.filteredBackward(recording.forward[range], by: chain)
    let squares = movingAverage(
      wave.map { $0 * $0 }, window: max(1, Int(saturating: Self.levelSeconds * chain.sampleRate)))
    let middle = squares.element(atRank: squares.count / 2, in: squares.indices).squareRoot()
    guard middle > 0, middle.isFinite else { return nil }
    var usual = middle
    if usualAtMost < middle {
      // A wave that has grown everywhere is no burst.
      let quiet = squares.element(atRank: squares.count / 10, in: squares.indices)
      usual = min(middle, max(usualAtMost, quiet.squareRoot()))
    }
    self.usual = usual
    let count = wave.count
    var trust = [Double](repeating: 1, count: count)
    var level = [Double](repeating: usual, count: count)
    var even = wave
    for span in Self.stillSpans(of: recording, in: range) {
      for index in span { trust[index] = WaveTrust.stillTrust }
    }
    squares.withUnsafeBufferPointer { squares in
      wave.withUnsafeBufferPointer { wave in
        trust.withUnsafeMutableBufferPointer { trust in
          level.withUnsafeMutableBufferPointer { level in
            even.withUnsafeMutableBufferPointer { even in
              for index in 0..<count {
                let here = squares[index].squareRoot()
                let larger = here > usual ? here : usual
                let share = trust[index] * WaveTrust.trust(level: here, usual: usual)
                level[index] = larger
                trust[index] = share
                even[index] = wave[index] / larger * share
              }
            }
          }
        }
      }
    }
    self.wave = wave
    self.trust = trust
    self.level = level
    self.even = even
  }

  /// Spans of the window, in its own samples, over which the recording does not change.
  private static func stillSpans(of recording: PulseWave, in range: Range<Int>) -> [Range<Int>] {
    guard recording.isEverStill else { return [] }
    let least = recording.chain.leastStill
    var spans: [Range<Int>] = []
    var index = range.upperBound - 1
    while index > range.lowerBound {
      let change = recording.lastChange[index]
      if index - change >= least {
        spans.append(max(0, change - range.lowerBound)..<(index + 1 - range.lowerBound))
      }
      index = min(change, index) - 1
    }
    return spans
  }

  /// The second half of a filtering both ways; a second of the wave, turned about the window's end, lets it settle.
  private static func filteredBackward(_ forward: ArraySlice<Double>, by chain: PulseChain) -> [Double] {
    let last = forward[forward.endIndex - 1]
    let pad = min(forward.count - 1, Int(saturating: chain.sampleRate))
    var turned: [Double] = []
    turned.reserveCapacity(forward.count + pad)
    for step in 0..<pad { turned.append(2 * last - forward[forward.endIndex - 1 - (pad - step)]) }
    turned.append(contentsOf: forward.reversed())
    return chain.filter.filtered(turned, startingAtSteadyState: true)[pad...].reversed()
  }
}

/// Trust in a sample of a pulse wave, by its level.
///
/// Motion shows as a level far above the usual one, a lost pulse as one far below.
enum WaveTrust {
  private static let toleratedExcess = 1.2
  private static let leastShare = 0.2
  /// Seconds without a change from which on a recording has only ``stillTrust``.
  static let stillSeconds = 0.8
  static let stillTrust = 0.01

  /// - Parameters:
  ///   - level: root mean square about the sample.
  ///   - usual: that of the time around, in the same unit.
  /// - Returns: 1 between 0.2 and 1.2 times the usual level; above, the third power of 1.2 · usual / level; below, the
  ///   level's share of 0.2 · usual.
  static func trust(level: Double, usual: Double) -> Double {
    // Without branches, so that many levels go at a time.
    let excess = toleratedExcess * usual / level
    let falling = level > toleratedExcess * usual ? excess * excess * excess : 1
    return level < leastShare * usual ? level / (leastShare * usual) : falling
  }
}
