internal import RealModule

/// Counter-based random numbers: the n-th number of a named stream is a pure function of the name and n.
///
/// Philox4x32-10: J. K. Salmon, M. A. Moraes, R. O. Dror and D. E. Shaw, "Parallel random numbers: as easy as 1, 2, 3",
/// SC 2011. The key is a 64-bit hash of seed and names; the counter counts blocks of four words.
public struct RandomStream: Sendable {
  private let key: UInt64
  private var counter: UInt64 = 0
  /// The second half of the last block.
  private var spareBits: UInt64?
  private var spareNormal: Double?

  /// - Parameters:
  ///   - seed: the experiment's seed.
  ///   - names: purpose of the numbers, outermost first; any other list gives an independent stream.
  public init(seed: UInt64, _ names: [String]) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func mix(_ byte: UInt8) { hash = (hash ^ UInt64(clamping: byte)) &* 0x100_0000_01b3 }
    for shift in stride(from: 0 as UInt64, to: 64, by: 8) {
      mix(UInt8(truncatingIfNeeded: seed >> shift))
    }
    for name in names {
      for byte in name.utf8 { mix(byte) }
      // No UTF-8 text contains this byte, so ["ab"] and ["a", "b"] differ.
      mix(0xff)
    }
    // FNV-1a mixes its low bits poorly; finish as SplitMix64 does.
    hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
    hash ^= hash >> 31
    key = hash
  }

  /// Returns the ten rounds on one counter.
  ///
  /// Each word is in the lower half of 64 bits, so that no step converts: builds for tests do not inline that.
  static func rounds(
    _ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64, _ key: UInt64
  ) -> (UInt64, UInt64, UInt64, UInt64) {
    let word: UInt64 = 0xFFFF_FFFF
    var (c0, c1, c2, c3) = (first, second, third, fourth)
    var (k0, k1) = (key & word, key &>> 32)
    var round = 0
    while true {
      let low = 0xD251_1F53 &* c0
      let high = 0xCD9E_8D57 &* c2
      (c0, c1, c2, c3) = ((high &>> 32) ^ c1 ^ k0, high & word, (low &>> 32) ^ c3 ^ k1, low & word)
      round += 1
      if round == 10 { return (c0, c1, c2, c3) }
      k0 = (k0 &+ 0x9E37_79B9) & word
      k1 = (k1 &+ 0xBB67_AE85) & word
    }
  }

  /// 64 random bits, for instance the seed of another generator.
  public mutating func bits() -> UInt64 {
    if let spare = spareBits {
      spareBits = nil
      return spare
    }
    let words = Self.rounds(counter & 0xFFFF_FFFF, counter &>> 32, 0, 0, key)
    counter += 1
    spareBits = words.2 &<< 32 | words.3
    return words.0 &<< 32 | words.1
  }

  /// Uniform in [0, 1), multiples of 2⁻⁵³.
  public mutating func uniform() -> Double {
    Double(bits() &>> 11) * 0x1p-53
  }

  /// Uniform between the range's ends.
  public mutating func uniform(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + uniform() * (range.upperBound - range.lowerBound)
  }

  /// Uniform in 0..<count (multiply-and-shift; the bias is below count · 2⁻⁵³).
  public mutating func index(below count: Int) -> Int {
    min(count - 1, Int(saturating: uniform() * Double(count)))
  }

  /// Standard normal (G. E. P. Box and M. E. Muller, 1958); pairs are used in turn.
  public mutating func normal() -> Double {
    if let spare = spareNormal {
      spareNormal = nil
      return spare
    }
    let radius = Double.sqrt(-2 * Double.log(1 - uniform()))
    let angle = 2 * Double.pi * uniform()
    spareNormal = radius * Double.sin(angle)
    return radius * Double.cos(angle)
  }

  /// Exponential with the given mean.
  public mutating func exponential(mean: Double) -> Double {
    -mean * Double.log(1 - uniform())
  }
}
