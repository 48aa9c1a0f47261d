internal import RealModule

/// Results of the machine's elementary functions, to the last bit, as one number.
///
/// Not every C library and processor rounds sin, exp, log and the like alike: without fused multiply-add glibc's
/// differ in the last place in some of a million arguments, and figures made of them differ in their last digits.
package enum MathematicsFingerprint {
  /// FNV-1a over the bit patterns of all values: ``count`` arguments for each of 20 functions, drawn from named streams.
  ///
  /// NaN counts as one value, whatever its bits. Takes some 10 ms.
  package static var value: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ number: Double) {
      hash = (hash ^ (number.isNaN ? Double.nan : number).bitPattern) &* 0x100_0000_01b3
    }
    for (name, range, function) in functions {
      var arguments = RandomStream(seed: 1, ["mathematics", name])
      for _ in 0..<count {
        add(function(range.lowerBound + (range.upperBound - range.lowerBound) * arguments.uniform()))
      }
    }
    var arguments = RandomStream(seed: 1, ["mathematics", "two"])
    for _ in 0..<count {
      let (x, y) = (10 * arguments.uniform(), 6 * arguments.uniform() - 3)
      add(Double.pow(x, y))
      add(Double.atan2(y: y, x: x - 5))
      add(Double.hypot(x, y))
    }
    return hash
  }

  /// The same as 16 hexadecimal digits.
  package static var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  static let count = 10_000

  /// Functions of one argument that are used here, and the ranges of their arguments.
  private static let functions:
    [(name: String, range: ClosedRange<Double>, function: @Sendable (Double) -> Double)] = [
      ("sin", -20...20, { .sin($0) }), ("cos", -20...20, { .cos($0) }), ("tan", -1.5...1.5, { .tan($0) }),
      ("asin", -1...1, { .asin($0) }), ("exp", -30...10, { .exp($0) }),
      ("expMinusOne", -2...2, { .expMinusOne($0) }), ("log", 1e-6...1000, { .log($0) }),
      ("log2", 1e-6...1000, { .log2($0) }), ("log10", 1e-6...1000, { .log10($0) }),
      ("sinh", -5...5, { .sinh($0) }), ("cosh", -5...5, { .cosh($0) }), ("tanh", -5...5, { .tanh($0) }),
      ("asinh", -20...20, { .asinh($0) }), ("atanh", -0.99...0.99, { .atanh($0) }),
      ("erf", -4...4, { .erf($0) }), ("erfc", -4...10, { .erfc($0) }),
      ("logGamma", 0.1...60, { .logGamma($0) }),
    ]
}
