/// SplitMix64 (Steele, Lea and Flood 2014): all random numbers follow from the seed and the number of the case.
struct Dice {
  private var state: UInt64

  /// - Parameters:
  ///   - seed: the session's.
  ///   - stream: name of the random stream, such as the kind of the case.
  ///   - number: the case's.
  init(seed: UInt64, stream: String, number: Int) {
    // FNV-1a; it only has to give distinct streams.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in stream.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    state = seed &+ hash &+ UInt64(truncatingIfNeeded: number) &* 0x9e37_79b9_7f4a_7c15
    _ = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Draws a whole number from 0 to below `count`; 0 if `count` is below 2.
  mutating func below(_ count: Int) -> Int {
    count > 1 ? Int(truncatingIfNeeded: next() % UInt64(count)) : 0
  }

  /// A number from 0 to `most`, small ones more often: each power of two is as likely as the next.
  mutating func skewed(_ most: Int) -> Int {
    guard most > 0 else { return 0 }
    let bits = below(Int.bitWidth - most.leadingZeroBitCount + 1)
    return below(1 << min(bits, Int.bitWidth - 2)) % (most + 1)
  }

  mutating func chance(oneIn count: Int) -> Bool { below(count) == 0 }

  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }

  /// One of the choices; they must not be empty.
  mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }
}
