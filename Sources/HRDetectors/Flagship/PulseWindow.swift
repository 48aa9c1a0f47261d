internal import HRSignals

/// One window of a pulse wave, filtered backward too so that no pulse is moved, and with how far each moment of it is
/// to be trusted.
///
/// Motion shows as an amplitude far above the window's usual one. The usual is the median over the window of the local
/// level (root mean square over 1.5 s). Where the local level exceeds 1.2 times that, the wave's trust falls with the
/// third power of the excess.
struct PulseWindow {
  private static let levelSeconds = 1.5
  private static let toleratedExcess = 1.2

  let chain: PulseChain
  let wave: [Double]
  /// 0…1.
  let trust: [Double]
  /// Local amplitude, at least the usual one; positive.
  let level: [Double]
  /// The wave over its level, times the trust.
  let even: [Double]

  /// - Returns: `nil` where the signal does not move.
  init?(_ recording: PulseWave, _ range: Range<Int>) {
    guard range.count > 2, recording.lastChange[range.upperBound - 1] > range.lowerBound else { return nil }
    chain = recording.chain
    wave = Self.filteredBackward(recording.forward[range], by: chain)
    let squares = movingAverage(
      wave.map { $0 * $0 }, window: max(1, Int(Self.levelSeconds * chain.sampleRate)))
    var scratch = squares
    guard let usual = kthSmallest(&scratch, squares.count / 2)?.squareRoot(), usual > 0, usual.isFinite
    else { return nil }
    let count = wave.count
    var trust = [Double](repeating: 1, count: count)
    var level = [Double](repeating: usual, count: count)
    var even = wave
    for index in 0..<count {
      let here = squares[index].squareRoot()
      if here > usual {
        level[index] = here
        let excess = Self.toleratedExcess * usual / here
        if excess < 1 { trust[index] = excess * excess * excess }
      }
      even[index] = wave[index] / level[index] * trust[index]
    }
    self.trust = trust
    self.level = level
    self.even = even
  }

  /// The second half of a filtering both ways; a second of the wave, turned about the window's end, lets it settle.
  private static func filteredBackward(_ forward: ArraySlice<Double>, by chain: PulseChain) -> [Double] {
    let last = forward[forward.endIndex - 1]
    let pad = min(forward.count - 1, Int(chain.sampleRate))
    var turned: [Double] = []
    turned.reserveCapacity(forward.count + pad)
    for step in 0..<pad { turned.append(2 * last - forward[forward.endIndex - 1 - (pad - step)]) }
    turned.append(contentsOf: forward.reversed())
    return chain.filter.filtered(turned, startingAtSteadyState: true)[pad...].reversed()
  }
}
