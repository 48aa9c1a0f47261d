/// How far a moment of a pulse wave is trusted, by its level.
///
/// Motion shows as a level far above the usual one, a lost pulse as one far below.
enum WaveTrust {
  private static let toleratedExcess = 1.2
  private static let leastShare = 0.2
  /// A recording that does not change for so long is not trusted, by ``stillTrust``.
  static let stillSeconds = 0.8
  static let stillTrust = 0.01

  /// - Parameters:
  ///   - level: root mean square about the moment.
  ///   - usual: of the time around, in the same unit.
  /// - Returns: 1 between 0.2 and 1.2 times the usual level; above, the third power of 1.2 · usual / level; below, the
  ///   level's share of 0.2 · usual.
  static func trust(level: Double, usual: Double) -> Double {
    // Without branches, so that many levels go at a time.
    let excess = toleratedExcess * usual / level
    let falling = level > toleratedExcess * usual ? excess * excess * excess : 1
    return level < leastShare * usual ? level / (leastShare * usual) : falling
  }
}
