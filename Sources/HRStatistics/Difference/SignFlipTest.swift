internal import HRNumerics

/// Randomization test of whether the mean of differences differs from 0, by exchanging the two detectors in clusters.
///
/// R. A. Fisher, The Design of Experiments, 1935, section 21. All 2ⁿ sign patterns up to ``mostForExact`` differences,
/// the observed one among them; above, ``randomFlips`` random patterns and p = (as far + 1)/(flips + 1) (B. Phipson
/// and G. K. Smyth, 2010). Two-sided on the absolute mean; sums that differ only by rounding count as equal.
public struct SignFlipTest: Equatable, Sendable {
  /// Most differences for which all patterns are counted.
  public static let mostForExact = 16
  /// Number of random patterns for more differences.
  public static let randomFlips = 20_000

  /// Two-sided p value.
  public let p: Double
  /// True if all patterns were counted.
  public let isExact: Bool
  /// Number of sign patterns that were counted.
  public let flips: Int

  /// The smallest p that this number of differences can give: exact, that of both patterns in which all have one sign;
  /// with random patterns, that without any as far.
  public var leastP: Double { isExact ? 2 / Double(flips) : 1 / Double(flips + 1) }

  /// - Parameters:
  ///   - differences: one for each cluster, in any unit.
  ///   - seed: of the random patterns; the same seed gives the same p.
  /// - Precondition: finite differences.
  /// - Returns: `nil` without a difference; p is 1 where all are 0.
  public init?(_ differences: [Double], seed: UInt64) {
    guard let first = differences.first else { return nil }
    let size = differences.reduce(0) { $0 + abs($1) }
    let observed = abs(differences.reduce(0, +)) - 1e-12 * size
    isExact = differences.count <= Self.mostForExact
    if isExact {
      // A change of all signs leaves the absolute sum, so the first sign can stay.
      var sums = [first]
      for difference in differences.dropFirst() {
        sums = sums.map { $0 + difference } + sums.map { $0 - difference }
      }
      flips = 2 * sums.count
      p = Double(sums.count { abs($0) >= observed }) / Double(sums.count)
    } else {
      var stream = RandomStream(seed: seed, ["paired difference", "sign flip"])
      var asFar = 0
      for _ in 0..<Self.randomFlips {
        var sum = 0.0
        var signs: UInt64 = 0
        for (index, difference) in differences.enumerated() {
          if index.isMultiple(of: 64) { signs = stream.bits() }
          sum += signs & 1 == 1 ? difference : -difference
          signs >>= 1
        }
        if abs(sum) >= observed { asFar += 1 }
      }
      flips = Self.randomFlips
      p = Double(asFar + 1) / Double(Self.randomFlips + 1)
    }
  }
}
