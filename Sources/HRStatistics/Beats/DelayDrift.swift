internal import HRNumerics

/// Change of a detector's delay after the reference's beats from the beginning of a recording to its end.
///
/// A detector marks its point of the pulse wave after the same delay beat for beat, to within some hundredths of a
/// second. Where that delay drifts by more than the tolerance of a match, the two clocks differ in speed, and beats
/// match only by chance.
///
/// The reference's beats are divided into pieces of ``blockSeconds`` from the first on. In each the beats are matched
/// one to one within the tolerance, after the expected delay is subtracted. That is the delay of the latest known
/// piece and, for each piece since then, the mean change per piece from the first known one to that one. Before the
/// first known piece it is the median of ``BeatDelay`` in the piece itself.
///
/// A piece is *known* where it has at least ``leastBeats`` reference beats, the pairs are at least ``leastShare`` of
/// the beats of either, and the median distance of their delays from their median is at most a quarter of the
/// tolerance; its delay is that median. So only trains that follow the reference beat by beat show a drift: many
/// false, missed or scattered beats make pieces unknown.
public struct DelayDrift: Equatable, Sendable {
  /// Length of a piece.
  public static let blockSeconds = 15.0
  /// Least number of reference beats of a known piece.
  public static let leastBeats = 8
  /// Least share of pairs in the beats of the reference, and in those of the detector.
  public static let leastShare = 0.8
  /// Least number of known pieces. They must also be at least half of those that have enough beats.
  public static let leastBlocks = 6

  /// Median delay of the last third of the known pieces minus that of the first third, in seconds; positive: beats come
  /// later towards the end. A third of n is (n + 1) / 3, rounded down (Tukey's resistant line, 1977).
  public let driftSeconds: Double
  /// Number of known pieces.
  public let blockCount: Int

  /// - Parameters:
  ///   - reference: ascending, in seconds.
  ///   - detected: ascending, in seconds.
  ///   - toleranceSeconds: above 0; largest distance of matched beats.
  /// - Returns: `nil` for fewer than ``leastBlocks`` known pieces, or less than half of those with ``leastBeats``.
  public init?(reference: [Double], detected: [Double], toleranceSeconds: Double) {
    guard let start = reference.first else { return nil }
    var known: [(block: Double, delay: Double)] = []
    var (next, blocks) = (0, 0)
    while next < reference.count {
      let block = ((reference[next] - start) / Self.blockSeconds).rounded(.down)
      let end = start + (block + 1) * Self.blockSeconds
      let after = reference[next...].firstIndex { $0 >= end } ?? reference.count
      let piece = Array(reference[next..<after])
      next = max(after, next + 1)
      guard piece.count >= Self.leastBeats else { continue }
      blocks += 1
      let delay = Self.delay(
        of: piece, in: detected, expecting: Self.expected(at: block, known),
        toleranceSeconds: toleranceSeconds)
      if let delay { known.append((block, delay)) }
    }
    let delays = known.map(\.delay)
    let third = (delays.count + 1) / 3
    guard delays.count >= Self.leastBlocks, 2 * delays.count >= blocks,
      let first = median(Array(delays.prefix(third))),
      let last = median(Array(delays.suffix(third)))
    else { return nil }
    driftSeconds = last - first
    blockCount = delays.count
  }

  /// - Returns: the expected delay of a piece; `nil` before the first known piece.
  private static func expected(at block: Double, _ known: [(block: Double, delay: Double)]) -> Double? {
    guard let first = known.first, let last = known.last else { return nil }
    guard last.block > first.block else { return last.delay }
    let change = (last.delay - first.delay) / (last.block - first.block)
    return last.delay + change * (block - last.block)
  }

  /// - Returns: the median delay of one piece; `nil` where it is not known.
  private static func delay(
    of reference: [Double], in detected: [Double], expecting expected: Double?, toleranceSeconds: Double
  ) -> Double? {
    guard let first = reference.first, let lag = expected ?? firstDelay(of: reference, in: detected) else {
      return nil
    }
    // Half a tolerance before the first beat and after the last, so that the edge does not separate a pair.
    let from = detected.firstIndex(notBefore: first + lag - toleranceSeconds / 2)
    let to = detected.firstIndex(notBefore: (reference.last ?? first) + lag + toleranceSeconds / 2)
    guard from < to else { return nil }
    let found = Array(detected[from..<to])
    let pairs = BeatMatching(
      reference: reference, detected: found, toleranceSeconds: toleranceSeconds, lagSeconds: lag
    ).pairs
    guard Double(pairs.count) >= leastShare * Double(max(reference.count, found.count)) else { return nil }
    let delays = pairs.map { found[$0.detected] - reference[$0.reference] }
    guard let middle = median(delays), let scatter = median(delays.map { abs($0 - middle) }),
      scatter <= toleranceSeconds / 4
    else { return nil }
    return middle
  }

  private static func firstDelay(of reference: [Double], in detected: [Double]) -> Double? {
    guard let first = reference.first, let last = reference.last else { return nil }
    var delay = BeatDelay()
    delay.add(
      reference: reference,
      detected: detected.filter { $0 >= first - BeatDelay.earlySeconds && $0 <= last + BeatDelay.mostSeconds }
    )
    return delay.medianMilliseconds.map { $0 / 1000 }
  }
}
