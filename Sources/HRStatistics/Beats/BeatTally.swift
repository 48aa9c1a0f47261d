/// Counts of one recording's beats and of their matches; tallies of several recordings can be added.
public struct BeatTally: Equatable, Sendable {
  /// Beats of the reference.
  public var referenceCount = 0
  /// Beats that the detector found.
  public var detectedCount = 0
  /// Pairs of both.
  public var matchedCount = 0
  /// Mean number of reference beats that a metronome matches which knows the recording's mean rate but not
  /// its phase: as many beats as the reference, a mean interval ((last − first) / (n − 1)) apart, the first
  /// (p + ½)/16 − ½ intervals after the reference's first, p = 0…15. 0 where ``metronomeCount`` is.
  public var expectedByChance = 0.0
  /// Beats of one such metronome: the reference's, 0 for fewer than two.
  public var metronomeCount = 0
  /// Detected − lag − reference of the matched beats; positive: detected late.
  public var differencesSeconds: [Double] = []
  /// Intervals between two neighbouring reference beats that are matched to neighbouring detected beats.
  public var intervalPairs: [IntervalPair] = []

  /// One interval between beats, measured by the reference and by the detector.
  public struct IntervalPair: Equatable, Sendable {
    /// Length by the reference.
    public let referenceSeconds: Double
    /// Length by the detector.
    public let detectedSeconds: Double

    /// Creates a pair of both lengths of an interval, in seconds.
    public init(referenceSeconds: Double, detectedSeconds: Double) {
      self.referenceSeconds = referenceSeconds
      self.detectedSeconds = detectedSeconds
    }
  }

  /// Creates the tally of no recording.
  public init() {}

  /// - Parameters:
  ///   - reference: as of ``BeatMatching``.
  ///   - detected: as of ``BeatMatching``.
  ///   - toleranceSeconds: as of ``BeatMatching``.
  ///   - lagSeconds: as of ``BeatMatching``.
  ///   - withChance: false leaves the metronome out, which takes most of the time.
  public init(
    reference: [Double], detected: [Double], toleranceSeconds: Double, lagSeconds: Double,
    withChance: Bool = true
  ) {
    let matching = BeatMatching(
      reference: reference, detected: detected, toleranceSeconds: toleranceSeconds, lagSeconds: lagSeconds)
    referenceCount = reference.count
    detectedCount = detected.count
    matchedCount = matching.pairs.count
    differencesSeconds = matching.pairs.map { detected[$0.detected] - lagSeconds - reference[$0.reference] }
    for (pair, next) in zip(matching.pairs, matching.pairs.dropFirst())
    where next.reference == pair.reference + 1 && next.detected == pair.detected + 1 {
      intervalPairs.append(
        IntervalPair(
          referenceSeconds: reference[next.reference] - reference[pair.reference],
          detectedSeconds: detected[next.detected] - detected[pair.detected]))
    }
    if withChance, let first = reference.first, let last = reference.last, reference.count > 1 {
      metronomeCount = reference.count
      expectedByChance = Self.chance(reference, from: first, to: last, toleranceSeconds)
    }
  }

  /// Returns the sum of two tallies.
  public static func + (one: Self, other: Self) -> Self {
    var sum = one
    sum += other
    return sum
  }

  /// Adds a tally.
  public static func += (sum: inout Self, other: Self) {
    sum.referenceCount += other.referenceCount
    sum.detectedCount += other.detectedCount
    sum.matchedCount += other.matchedCount
    sum.expectedByChance += other.expectedByChance
    sum.metronomeCount += other.metronomeCount
    sum.differencesSeconds += other.differencesSeconds
    sum.intervalPairs += other.intervalPairs
  }

  private static func chance(
    _ reference: [Double], from first: Double, to last: Double, _ toleranceSeconds: Double
  ) -> Double {
    let phases = 16
    let interval = (last - first) / Double(reference.count - 1)
    var beats = reference
    var matched = 0
    for phase in 0..<phases {
      let shift = (Double(phase) + 0.5) / Double(phases) - 0.5
      for index in beats.indices { beats[index] = first + (Double(index) + shift) * interval }
      matched +=
        BeatMatching(reference: reference, detected: beats, toleranceSeconds: toleranceSeconds, lagSeconds: 0)
        .pairs.count
    }
    return Double(matched) / Double(phases)
  }
}
