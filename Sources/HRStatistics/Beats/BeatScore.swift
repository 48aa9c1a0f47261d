internal import HRNumerics
internal import RealModule

/// Quality of a detector's single beats over recordings: the shares that match, and the accuracy of their times.
///
/// Beats of all recordings are pooled, as the "gross" figures of ANSI/AAMI EC57. Shares are 0…1. Times are in
/// milliseconds, positive where the detector is late or its intervals are long.
public struct BeatScore: Equatable, Sendable {
  /// Beats of the reference.
  public let referenceCount: Int
  /// Beats that the detector found.
  public let detectedCount: Int
  /// Pairs of both.
  public let matchedCount: Int
  /// Clusters with a reference or detected beat.
  public let clusterCount: Int
  /// Matched over reference beats.
  public let sensitivity: Double
  /// Matched over detected beats; `nil` without detected beats.
  public let positivePredictivity: Double?
  /// 2 matched / (reference + detected): the harmonic mean of the two.
  public let f1: Double
  /// F1 of the metronome of ``BeatTally``, over the recordings that have one; `nil` where none has.
  public let chanceF1: Double?
  /// (F1 − F1₀) / (1 − F1₀): 0 at chance, negative below, 1 for every beat; `nil` without ``chanceF1`` or
  /// where that is 1.
  public let correctedF1: Double?
  /// Median of the matched differences.
  public let medianOffsetMilliseconds: Double?
  /// Sample standard deviation (n − 1) of the matched differences; `nil` for fewer than two.
  public let jitterSDMilliseconds: Double?
  /// 95th percentile of |difference − median|, linear between order statistics (Hyndman and Fan's type 7).
  public let jitterP95Milliseconds: Double?
  /// Pairs of intervals between neighbouring matched beats.
  public let intervalCount: Int
  /// Mean of detected minus reference interval.
  public let intervalBiasMilliseconds: Double?
  /// Sample standard deviation (n − 1) of the interval differences; `nil` for fewer than two.
  public let intervalSDMilliseconds: Double?
  /// Limits of agreement of the intervals, by ``RepeatedMeasuresAgreement`` over clusters; `nil` for fewer than two
  /// with intervals, or where none has two.
  public let intervalLimitsMilliseconds: Interval?
  /// 95 per cent intervals from resampling clusters; `nil` with fewer than
  /// ``ClusterBootstrap/leastClusters``.
  public let intervals: Intervals?

  /// `ExpandedPercentiles` of resampled clusters.
  public struct Intervals: Equatable, Sendable {
    /// Interval of the share of reference beats that were found.
    public let sensitivity: Interval
    /// Interval of the positive predictivity; `nil` where a resample has no detected beats.
    public let positivePredictivity: Interval?
    /// Interval of the harmonic mean of sensitivity and positive predictivity.
    public let f1: Interval
  }

  /// - Parameters:
  ///   - tallies: equal labels are one cluster.
  ///   - seed: of the bootstrap.
  ///   - resamples: of the bootstrap.
  /// - Returns: `nil` where there is no reference beat.
  public init?(
    _ tallies: [(cluster: Int, tally: BeatTally)], seed: UInt64, resamples: Int = ClusterBootstrap.resamples
  ) {
    self.init(tallies, again: tallies, seed: seed, resamples: resamples)
  }

  /// - Parameters:
  ///   - tallies: equal labels are one cluster.
  ///   - again: the same tallies for all passes but the first, which alone needs the metronome's beats.
  ///   - seed: of the bootstrap.
  ///   - resamples: of the bootstrap.
  /// - Returns: `nil` where there is no reference beat.
  package init?<Tallies>(
    _ tallies: Tallies, again: Tallies, seed: UInt64, resamples: Int = ClusterBootstrap.resamples
  ) where Tallies: RandomAccessCollection<(cluster: Int, tally: BeatTally)> & Sendable, Tallies.Index == Int {
    var places = LabelNumbers()
    var clusters: [BeatCounts] = []
    var total = BeatCounts()
    var (expected, metronome, differenceCount) = (0.0, 0, 0)
    var intervals = IntervalClusters()
    for (label, tally) in tallies where tally.referenceCount + tally.detectedCount > 0 {
      let counts = BeatCounts(tally)
      let place = places.number(label)
      if place == clusters.count { clusters.append(BeatCounts()) }
      clusters[place].add(counts)
      total.add(counts)
      expected += tally.expectedByChance
      metronome += tally.metronomeCount
      differenceCount += tally.differencesSeconds.count
      intervals.add(tally.intervalPairs.count, of: label)
    }
    guard let sensitivity = total.sensitivity, let f1 = total.f1 else { return nil }
    referenceCount = Int(saturating: total.reference)
    detectedCount = Int(saturating: total.detected)
    matchedCount = Int(saturating: total.matched)
    clusterCount = clusters.count
    self.sensitivity = sensitivity
    positivePredictivity = total.positivePredictivity
    self.f1 = f1
    // A metronome has as many beats as its reference, so its F1 is the share it matches.
    let chance = metronome > 0 ? expected / Double(metronome) : nil
    chanceF1 = chance
    correctedF1 = chance.flatMap { $0 < 1 ? (f1 - $0) / (1 - $0) : nil }

    let differences = Differences(tallies: again, count: differenceCount) { $0 }
    let median = quantile(0.5, of: differences)
    medianOffsetMilliseconds = median
    jitterSDMilliseconds = variance(differences).map { Double.sqrt($0) }
    jitterP95Milliseconds = median.flatMap { median in
      quantile(0.95, of: Differences(tallies: again, count: differenceCount) { abs($0 - median) })
    }

    let pairs = intervals.pairs(of: again)
    intervalCount = pairs.count
    intervalBiasMilliseconds = mean(pairs.errors)
    intervalSDMilliseconds = variance(pairs.errors).map { Double.sqrt($0) }
    intervalLimitsMilliseconds = RepeatedMeasuresAgreement(pairs)?.limitsBPM
    self.intervals = BeatCounts.intervals(clusters, seed: seed, resamples: resamples)
  }
}

/// A function of each matched difference, in milliseconds.
private struct Differences<Tallies: Collection<(cluster: Int, tally: BeatTally)>>: Walk {
  let tallies: Tallies
  let count: Int
  let value: (Double) -> Double

  func walk(_ body: (Double) -> Void) {
    for (_, tally) in tallies {
      for difference in tally.differencesSeconds { body(value(1000 * difference)) }
    }
  }
}

/// Number of intervals of each cluster.
private struct IntervalClusters {
  private var numbers = LabelNumbers()
  private var counts: [Int] = []

  mutating func add(_ count: Int, of label: Int) {
    guard count > 0 else { return }
    let number = numbers.number(label)
    if number == counts.count { counts.append(0) }
    counts[number] += count
  }

  /// Returns the intervals as pairs. The statistics of rates serve any unit; these are milliseconds.
  func pairs<Tallies>(of tallies: Tallies) -> PairedRates
  where Tallies: RandomAccessCollection<(cluster: Int, tally: BeatTally)> & Sendable, Tallies.Index == Int {
    PairedRates(counts: counts, unansweredCounts: [], blockCount: tallies.count) { [numbers] index in
      let (label, tally) = tallies[tallies.startIndex + index]
      let milliseconds = tally.intervalPairs.map { (1000 * $0.referenceSeconds, 1000 * $0.detectedSeconds) }
      let count = milliseconds.count
      return PairBlock(
        referenceBPM: milliseconds.map(\.0), estimateBPM: milliseconds.map(\.1),
        cluster: [Int32](repeating: Int32(clamping: numbers.known[label] ?? 0), count: count),
        isNext: [Bool](repeating: false, count: count))
    }
  }
}

/// Beats of one or several clusters, as numbers to compute with.
struct BeatCounts {
  private(set) var reference = 0.0
  private(set) var detected = 0.0
  private(set) var matched = 0.0

  init() {}

  init(_ tally: BeatTally) {
    reference = Double(tally.referenceCount)
    detected = Double(tally.detectedCount)
    matched = Double(tally.matchedCount)
  }

  mutating func add(_ other: Self) {
    reference += other.reference
    detected += other.detected
    matched += other.matched
  }

  var sensitivity: Double? { reference > 0 ? matched / reference : nil }
  var positivePredictivity: Double? { detected > 0 ? matched / detected : nil }
  var f1: Double? { reference + detected > 0 ? 2 * matched / (reference + detected) : nil }

  /// - Returns: `nil` with fewer clusters than a bootstrap needs, or where a resample has no reference beats.
  static func intervals(_ clusters: [Self], seed: UInt64, resamples: Int) -> BeatScore.Intervals? {
    guard clusters.count >= ClusterBootstrap.leastClusters else { return nil }
    var stream = RandomStream(seed: seed, ["beat bootstrap"])
    let drawn = (0..<resamples).map { _ in
      var sum = Self()
      for _ in clusters.indices { sum.add(clusters[stream.index(below: clusters.count)]) }
      return sum
    }
    func interval(_ figure: (Self) -> Double?) -> Interval? {
      let figures = drawn.compactMap(figure)
      guard figures.count == drawn.count else { return nil }
      return ExpandedPercentiles(figures, clusterCount: clusters.count).interval(level: 0.95)
    }
    guard let sensitivity = interval(\.sensitivity), let f1 = interval(\.f1) else { return nil }
    return BeatScore.Intervals(
      sensitivity: sensitivity, positivePredictivity: interval(\.positivePredictivity), f1: f1)
  }
}
