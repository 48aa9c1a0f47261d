/// Repeatable numbers for test data, independent of the generator of the bootstrap.
///
/// SplitMix64: G. L. Steele, D. Lea and C. H. Flood, OOPSLA 2014.
struct TestNumbers {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// Returns a uniform number in [0, 1).
  mutating func uniform() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word &>> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((word ^ (word &>> 31)) &>> 11) * 0x1p-53
  }

  mutating func index(below count: Int) -> Int {
    Int(uniform() * Double(count))
  }

  /// Returns a nearly normal number with mean 0 and variance 1: the sum of twelve uniform numbers less 6.
  mutating func normal() -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + uniform() }
  }
}
