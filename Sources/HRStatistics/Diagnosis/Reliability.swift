/// How sure a detector was of each answer, and whether the answer was right: the windows with reference, estimate and
/// confidence.
public struct ConfidentAnswers: Equatable, Sendable {
  /// 0…1, one per answer.
  public private(set) var confidence: [Double] = []
  /// Whether each answer lay within the bound.
  public private(set) var isRight: [Bool] = []

  /// No answers.
  public init() {}

  /// - Parameters:
  ///   - series: of one detector.
  ///   - tolerance: how far off a right answer may be, that distance included.
  /// - Returns: `nil` where any confidence lies outside 0…1, which is no chance.
  public init?(_ series: some Collection<WindowSeries>, within tolerance: Tolerance) {
    for one in series {
      for index in 0..<one.count {
        let (reference, confidence) = (one.referenceBPM[index], one.confidence[index])
        let error = one.estimateBPM[index] - reference
        if error.isNaN || confidence.isNaN { continue }
        guard (0...1).contains(confidence) else { return nil }
        append(confidence, isRight: tolerance.allows(error, at: reference))
      }
    }
  }

  /// Adds an answer.
  ///
  /// - Parameters:
  ///   - confidence: 0…1.
  ///   - isRight: whether it lay within the bound.
  public mutating func append(_ confidence: Double, isRight: Bool) {
    self.confidence.append(confidence)
    self.isRight.append(isRight)
  }

  /// Adds the answers of another list behind these.
  public mutating func append(_ other: ConfidentAnswers) {
    confidence += other.confidence
    isRight += other.isRight
  }

  /// How many answers there are.
  public var count: Int { confidence.count }
}

/// Whether confidence is the chance of being right: what share was right of the answers with so much confidence.
///
/// Bins are fixed, ten of equal width: the bin k, from 0 to 9, holds k/10 ≤ confidence < (k + 1)/10, the last one 1 too.
/// A. H. Murphy and R. L. Winkler, Applied Statistics 26:41-47, 1977; G. W. Brier, Mon. Weather Rev. 78:1-3, 1950;
/// M. P. Naeini, G. F. Cooper and M. Hauskrecht, AAAI 2015 (calibration error).
public struct Reliability: Equatable, Sendable {
  /// The answers of one bin.
  public struct Bin: Equatable, Sendable {
    /// How many.
    public let count: Int
    /// `nil` without an answer.
    public let meanConfidence: Double?
    /// `nil` without an answer.
    public let rightShare: Double?
  }

  /// How many bins there are.
  public static let binCount = 10
  /// Answers at this confidence or above are sure ones: those of the last bin.
  public static let sureConfidence = 0.9

  /// By rising confidence, ``binCount`` of them.
  public let bins: [Bin]
  /// All answers, n.
  public let count: Int
  /// Over all answers.
  public let meanConfidence: Double
  /// Right answers over n.
  public let rightShare: Double
  /// Σ(c − o)²/n with c the confidence and o 1 for a right answer, else 0; 0 is best, and always saying the share of
  /// right answers has that share times the rest.
  public let brier: Double
  /// Σ mᵢ |c̄ᵢ − ōᵢ|/n over the bins: how far confidence is from the share of right answers, 0…1; 0 is best.
  public let calibrationError: Double
  /// The answers at ``sureConfidence`` or above, and how many of them are right.
  public let sure: SureAnswers

  /// - Returns: `nil` without an answer.
  public init?(_ answers: ConfidentAnswers) {
    guard answers.count > 0 else { return nil }
    var counts = [Int](repeating: 0, count: Self.binCount)
    var rights = counts
    var sums = [Double](repeating: 0, count: Self.binCount)
    var squares = 0.0
    for (confidence, isRight) in zip(answers.confidence, answers.isRight) {
      let bin = Self.bin(of: confidence)
      counts[bin] += 1
      rights[bin] += isRight ? 1 : 0
      sums[bin] += confidence
      let off = confidence - (isRight ? 1 : 0)
      squares += off * off
    }
    let total = Double(answers.count)
    count = answers.count
    meanConfidence = sums.reduce(0, +) / total
    rightShare = Double(rights.reduce(0, +)) / total
    brier = squares / total
    bins = counts.indices.map { bin in
      let size = Double(counts[bin])
      return counts[bin] == 0
        ? Bin(count: 0, meanConfidence: nil, rightShare: nil)
        : Bin(
          count: counts[bin], meanConfidence: sums[bin] / size, rightShare: Double(rights[bin]) / size)
    }
    calibrationError = counts.indices.reduce(0) { $0 + abs(sums[$1] - Double(rights[$1])) } / total
    sure = SureAnswers(count: counts.last ?? 0, right: rights.last ?? 0)
  }

  /// The bin of a confidence; its edges are k/10 as a double has them.
  private static func bin(of confidence: Double) -> Int {
    var bin = binCount - 1
    while bin > 0, confidence < Double(bin) / Double(binCount) { bin -= 1 }
    return bin
  }
}

/// Answers that a detector was sure of, and how many of them are right.
public struct SureAnswers: Equatable, Sendable {
  /// How many.
  public let count: Int
  /// How many of these lay within the bound.
  public let right: Int

  /// - Parameters:
  ///   - count: how many.
  ///   - right: how many of these lay within the bound.
  public init(count: Int, right: Int) {
    self.count = count
    self.right = right
  }

  /// Right ones over all; `nil` without an answer.
  public var rightShare: Double? { count > 0 ? Double(right) / Double(count) : nil }
}
