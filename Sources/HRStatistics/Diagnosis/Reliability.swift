/// Confidences of a detector's answers and whether each was right, by bins of ``Reliability``: of the windows with
/// reference, estimate and confidence.
public struct ConfidentAnswers: Equatable, Sendable {
  fileprivate private(set) var counts = [Int](repeating: 0, count: Reliability.binCount)
  fileprivate private(set) var rights = [Int](repeating: 0, count: Reliability.binCount)
  fileprivate private(set) var sums = [Double](repeating: 0, count: Reliability.binCount)
  /// Sum of the squares of the distance of each confidence from 1 for a right answer, else 0.
  fileprivate private(set) var squares = 0.0
  /// Number of answers.
  public private(set) var count = 0

  /// Creates an empty collection.
  public init() {}

  /// - Parameters:
  ///   - series: of one detector.
  ///   - tolerance: largest error of a right answer, inclusive.
  /// - Returns: `nil` where any confidence is outside 0…1, so that it is not a probability.
  public init?(_ series: some Collection<WindowSeries>, within tolerance: Tolerance) {
    guard Self.forEach(of: series, within: tolerance, { append($0, isRight: $1) }) else { return nil }
  }

  /// Adds an answer.
  ///
  /// - Parameters:
  ///   - confidence: 0…1.
  ///   - isRight: true if the answer is within the tolerance.
  public mutating func append(_ confidence: Double, isRight: Bool) {
    let bin = Reliability.bin(of: confidence)
    counts[bin] += 1
    rights[bin] += isRight ? 1 : 0
    sums[bin] += confidence
    let off = confidence - (isRight ? 1 : 0)
    squares += off * off
    count += 1
  }

  /// Goes through the confidence of each answer and whether it was right.
  ///
  /// - Parameters:
  ///   - series: of one detector.
  ///   - tolerance: largest error of a right answer, inclusive.
  /// - Returns: false as soon as a confidence is outside 0…1, so that it is not a probability.
  package static func forEach(
    of series: some Collection<WindowSeries>, within tolerance: Tolerance,
    _ body: (_ confidence: Double, _ isRight: Bool) -> Void
  ) -> Bool {
    for one in series {
      for index in 0..<one.count {
        let (error, confidence) = (one.errorBPM(index), one.confidence[index])
        if error.isNaN || confidence.isNaN { continue }
        guard (0...1).contains(confidence) else { return false }
        body(confidence, tolerance.allows(error, at: one.referenceBPM[index]))
      }
    }
    return true
  }
}

/// Agreement of the confidence with the probability of being right: the share of right answers by confidence.
///
/// Bins are fixed, ten of equal width: the bin k, from 0 to 9, holds k/10 ≤ confidence < (k + 1)/10, the last one 1
/// too. A. H. Murphy and R. L. Winkler, Applied Statistics 26:41-47, 1977; G. W. Brier, Mon. Weather Rev. 78:1-3,
/// 1950; M. P. Naeini, G. F. Cooper and M. Hauskrecht, AAAI 2015 (calibration error).
public struct Reliability: Equatable, Sendable {
  /// The answers of one bin.
  public struct Bin: Equatable, Sendable {
    /// Number of answers.
    public let count: Int
    /// Mean confidence; `nil` without an answer.
    public let meanConfidence: Double?
    /// Share of right answers; `nil` without an answer.
    public let rightShare: Double?
  }

  /// Number of bins.
  public static let binCount = 10
  /// Answers at this confidence or above are sure ones: those of the last bin.
  public static let sureConfidence = 0.9

  /// Bins by rising confidence, ``binCount`` of them.
  public let bins: [Bin]
  /// All answers, n.
  public let count: Int
  /// Mean confidence over all answers.
  public let meanConfidence: Double
  /// Right answers over n.
  public let rightShare: Double
  /// Brier score: Σ(c − o)²/n with c the confidence and o 1 for a right answer, else 0. 0 is best; a confidence that
  /// is always the share of right answers has that share times the rest.
  public let brier: Double
  /// Calibration error: Σ mᵢ |c̄ᵢ − ōᵢ|/n over the bins, the distance of confidence from the share of right answers,
  /// 0…1; 0 is best.
  public let calibrationError: Double
  /// The answers at ``sureConfidence`` or above, and how many of them are right.
  public let sure: SureAnswers

  /// - Returns: `nil` without an answer.
  public init?(_ answers: ConfidentAnswers) {
    guard answers.count > 0 else { return nil }
    let (counts, rights, sums) = (answers.counts, answers.rights, answers.sums)
    let total = Double(answers.count)
    count = answers.count
    meanConfidence = sums.reduce(0, +) / total
    rightShare = Double(rights.reduce(0, +)) / total
    brier = answers.squares / total
    bins = counts.indices.map { bin in
      let size = Double(counts[bin])
      return Bin(
        count: counts[bin], meanConfidence: size > 0 ? sums[bin] / size : nil,
        rightShare: size > 0 ? Double(rights[bin]) / size : nil)
    }
    calibrationError = counts.indices.reduce(0) { $0 + abs(sums[$1] - Double(rights[$1])) } / total
    sure = SureAnswers(count: counts.last ?? 0, right: rights.last ?? 0)
  }

  /// Returns the bin of a confidence; its edges are k/10 as a double has them.
  fileprivate static func bin(of confidence: Double) -> Int {
    var bin = binCount - 1
    while bin > 0, confidence < Double(bin) / Double(binCount) { bin -= 1 }
    return bin
  }
}

/// Answers that a detector was sure of, and how many of them are right.
public struct SureAnswers: Equatable, Sendable {
  /// Number of answers.
  public let count: Int
  /// Number of right ones among them.
  public let right: Int

  /// - Parameters:
  ///   - count: number of answers.
  ///   - right: number of right ones among them.
  public init(count: Int, right: Int) {
    self.count = count
    self.right = right
  }

  /// Right ones over all; `nil` without an answer.
  public var rightShare: Double? { count > 0 ? Double(right) / Double(count) : nil }
}
