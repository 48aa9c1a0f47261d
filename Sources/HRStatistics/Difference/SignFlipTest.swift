internal import HRNumerics

/// Whether the mean of differences is further from 0 than exchanging the two detectors in any cluster would make
/// it.
///
/// R. A. Fisher, The Design of Experiments, 1935, section 21. All 2ⁿ sign patterns up to ``mostForExact``
/// differences, the observed one among them; above, ``randomFlips`` random patterns and p = (as far + 1)/(flips +
/// 1) (B. Phipson and G. K. Smyth, 2010). Two-sided on the absolute mean; sums that differ by rounding only count
/// as equal.
public struct SignFlipTest: Equatable, Sendable {
  /// Up to so many differences all patterns are looked at.
  public static let mostForExact = 16
  /// Random patterns looked at where there are more.
  public static let randomFlips = 20_000

  /// Two-sided p value.
  public let p: Double
  /// Whether all patterns were looked at.
  public let isExact: Bool
  /// Sign patterns looked at.
  public let flips: Int

  /// The smallest p that so many differences can give, whatever they are: both patterns in which all have one sign.
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
      // Turning all signs leaves the absolute sum, so the first sign can stay.
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
