/// Beats of one record that were found, missed and extra, as WFDB's `bxb` counts them for ANSI/AAMI EC57.
///
/// Reference and detected beats are read side by side in order of time, from the first of each. Of the two beats at
/// hand a is the earlier one, of equal times the reference's, and b the one on the other side; a′ and b′ follow them on
/// their sides. a and b are a pair if they are at most the tolerance apart (inclusive, 1 µs of slack) and
///
/// - b is nearer to a than to a′, or there is no a′, or
/// - b′ is nearer to a′ than b is.
///
/// A pair is one true positive, and both sides go on. Otherwise a is counted alone, as a false negative if it is the
/// reference's and as a false positive if it is detected, and its side goes on. That ends when no side has a beat left.
/// Nearer means by more than 1 µs. `bxb` counts in whole samples, to which it also rounds the tolerance.
///
/// With a learning period both sides begin with their first beat that is not before its end, and the last detected beat
/// before it decides how. If that is at most the tolerance before the first reference beat, and nearer to it than the
/// first detected beat, the two are a pair. If not, the first detected beat is passed over without being counted where
/// it is at most the tolerance after the end and the second one is nearer to the first reference beat.
///
/// ``BeatMatching`` has no fewer pairs. Without a learning period it has as many wherever reference beats are more than
/// twice the tolerance apart, with 150 ms below 200 beats per minute.
///
/// Source: the description in WFDB's `bxb`, with the second condition, which it has since 2002.
public struct RecordBeats: Equatable, Sendable {
  /// Pairs of a reference and a detected beat.
  public private(set) var truePositives = 0
  /// Detected beats without a partner.
  public private(set) var falsePositives = 0
  /// Reference beats without a partner.
  public private(set) var falseNegatives = 0

  /// Creates the counts of no record.
  public init() {}

  /// - Parameters:
  ///   - reference: ascending, in seconds.
  ///   - detected: ascending, in seconds.
  ///   - toleranceSeconds: not negative.
  ///   - learningEnd: end of the learning period, in seconds; `nil` for none.
  public init(
    reference: [Double], detected: [Double], toleranceSeconds: Double, learningEnd: Double? = nil
  ) {
    let slack = 1e-6
    let reach = toleranceSeconds + slack
    var (known, found) = (Side(reference), Side(detected))
    func isLess(_ one: Double, _ other: Double) -> Bool { one < other - slack }
    if let learningEnd {
      known.skip(before: learningEnd)
      let last = found.skip(before: learningEnd)
      if known.beat - last <= reach, isLess(known.beat - last, abs(known.beat - found.beat)) {
        truePositives += 1
        known.advance()
      } else if found.beat - learningEnd <= reach,
        isLess(abs(known.beat - found.next), abs(known.beat - found.beat))
      {
        found.advance()
      }
    }
    while known.isLeft || found.isLeft {
      let isFound = found.beat < known.beat
      let (a, b) = isFound ? (found, known) : (known, found)
      let distance = b.beat - a.beat
      if distance <= reach,
        isLess(distance, abs(b.beat - a.next))
          || isLess(abs(b.next - a.next), abs(b.beat - a.next))
      {
        truePositives += 1
        known.advance()
        found.advance()
      } else if isFound {
        falsePositives += 1
        found.advance()
      } else {
        falseNegatives += 1
        known.advance()
      }
    }
  }

  /// Beats of one side from the one at hand on; a missing beat is infinitely late.
  private struct Side {
    private let beats: [Double]
    private var index = 0

    init(_ beats: [Double]) { self.beats = beats }

    var isLeft: Bool { index < beats.count }
    var beat: Double { isLeft ? beats[index] : .infinity }
    var next: Double { index + 1 < beats.count ? beats[index + 1] : .infinity }

    mutating func advance() { index += 1 }

    /// Goes on to the first beat that is not before a time.
    ///
    /// - Returns: the last beat before it; infinitely early without one.
    @discardableResult mutating func skip(before time: Double) -> Double {
      var last = -Double.infinity
      while beat < time {
        last = beat
        advance()
      }
      return last
    }
  }

  /// True positives over reference beats; `nil` without any.
  public var sensitivity: Double? { share(of: falseNegatives) }
  /// True positives over detected beats; `nil` without any.
  public var positivePredictivity: Double? { share(of: falsePositives) }

  private func share(of others: Int) -> Double? {
    let all = truePositives + others
    return all > 0 ? Double(truePositives) / Double(all) : nil
  }

  /// Adds the counts of another record.
  public static func += (sum: inout Self, other: Self) {
    sum.truePositives += other.truePositives
    sum.falsePositives += other.falsePositives
    sum.falseNegatives += other.falseNegatives
  }
}

/// Beats of several records together, as WFDB's `sumstats` puts them together for ANSI/AAMI EC57.
public struct RecordBeatsSummary: Equatable, Sendable {
  /// Number of records.
  public let recordCount: Int
  /// Sums of all records; its shares are the *gross* figures, in which every beat has the same weight.
  public let gross: RecordBeats
  /// Mean of the records' sensitivities, in which every record has the same weight; records without a reference beat
  /// are left out, `nil` if all are.
  public let averageSensitivity: Double?
  /// Mean of the records' positive predictivities; records without a detected beat are left out, `nil` if all are.
  public let averagePositivePredictivity: Double?

  /// - Parameter records: in the order in which they are summed.
  public init(_ records: [RecordBeats]) {
    recordCount = records.count
    gross = records.reduce(into: RecordBeats(), +=)
    averageSensitivity = mean(records.compactMap(\.sensitivity))
    averagePositivePredictivity = mean(records.compactMap(\.positivePredictivity))
  }
}
