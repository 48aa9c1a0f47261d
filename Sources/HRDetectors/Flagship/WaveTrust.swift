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
