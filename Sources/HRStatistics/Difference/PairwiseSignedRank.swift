/// Tests of each two of several detectors by ``WilcoxonSignedRank``, with Holm's correction over all of them. It is
/// sharper than ``CriticalDifference`` because it uses the sizes of the differences, and because the other detectors
/// matter only for the correction (A. Benavoli, G. Corani and F. Mangili, J. Mach. Learn. Res. 17(5):1-10, 2016).
public struct PairwiseSignedRank: Equatable, Sendable {
  /// Two of the detectors with the test of their difference.
  public struct Pair: Equatable, Sendable {
    /// Index of the one detector.
    public let first: Int
    /// Index of the other, greater than ``first``.
    public let second: Int
    /// Signed-rank test; `nil` where the two have the same error in every cluster.
    public let test: WilcoxonSignedRank?
    /// Mean over clusters of the first's mean absolute error minus the second's, in beats per minute.
    public let meanDifferenceBPM: Double
    /// p after ``Holm`` over all pairs; a pair without a test counts with p = 1.
    public let adjustedP: Double
  }

  /// Every two detectors that have a cluster in common, once: 0 and 1, 0 and 2, …, 1 and 2, …
  public let pairs: [Pair]
  /// True, by detector and other detector, where they are told apart. The next is true where the former then also errs
  /// less.
  private var apart: [[Bool]]
  private var less: [[Bool]]

  /// - Parameters:
  ///   - detectorCount: number of detectors.
  ///   - significance: an adjusted p below it tells two detectors apart.
  ///   - differencesBPM: mean absolute error of the first minus that of the second in each cluster that has one of
  ///     both, in beats per minute. The first has the lower number. Each two detectors may have other clusters. Where
  ///     it is empty there is no test, and the two are not counted by the correction.
  /// - Precondition: finite differences.
  public init(
    detectorCount: Int, significance: Double = 0.05,
    differencesBPM: (_ first: Int, _ second: Int) -> [Double]
  ) {
    var found: [(first: Int, second: Int, test: WilcoxonSignedRank?, mean: Double)] = []
    for first in 0..<detectorCount {
      for second in (first + 1)..<max(first + 1, detectorCount) {
        let differences = differencesBPM(first, second)
        guard let mean = boundedMean(differences) else { continue }
        found.append((first, second, WilcoxonSignedRank(differences), mean))
      }
    }
    let adjusted = Holm.adjusted(found.map { $0.test?.p ?? 1 })
    pairs = zip(found, adjusted).map {
      Pair(
        first: $0.first, second: $0.second, test: $0.test, meanDifferenceBPM: $0.mean, adjustedP: $1)
    }
    let none = [[Bool]](repeating: [Bool](repeating: false, count: detectorCount), count: detectorCount)
    (apart, less) = (none, none)
    for pair in pairs where pair.adjustedP < significance {
      apart[pair.first][pair.second] = true
      apart[pair.second][pair.first] = true
      if pair.sign < 0 { less[pair.first][pair.second] = true }
      if pair.sign > 0 { less[pair.second][pair.first] = true }
    }
  }

  /// Returns true if the adjusted p of two detectors is below the significance.
  public func areApart(_ one: Int, _ other: Int) -> Bool { apart[one][other] }

  /// Returns true if two detectors are told apart, and both rank sums and mean difference show that the one errs less.
  public func errsLess(_ one: Int, than other: Int) -> Bool { less[one][other] }

  /// Returns maximal runs of two or more detectors along a list of which no two are told apart, in its order; then
  /// each two that are not told apart and are in no such run.
  ///
  /// - Precondition: indices of detectors, each at most once.
  public func groups(along order: [Int]) -> [[Int]] {
    let runs = maximalRuns(order) { !apart[$0][$1] }
    var strays: [[Int]] = []
    for (place, one) in order.enumerated() {
      for other in order[(place + 1)...] where !apart[one][other] {
        if !runs.contains(where: { $0.contains(one) && $0.contains(other) }) { strays.append([one, other]) }
      }
    }
    return runs + strays
  }
}

extension PairwiseSignedRank.Pair {
  /// -1 where the first errs less by ranks and by the mean, 1 where it errs more by both, else 0.
  fileprivate var sign: Int {
    guard let test else { return 0 }
    let negative = Double(test.count * (test.count + 1)) / 2 - test.positiveRankSum
    if test.positiveRankSum < negative, meanDifferenceBPM < 0 { return -1 }
    if test.positiveRankSum > negative, meanDifferenceBPM > 0 { return 1 }
    return 0
  }
}

/// The step-down correction for several tests (S. Holm, Scandinavian Journal of Statistics 6:65-70, 1979).
public enum Holm {
  /// Adjusted p values in the order given: of k tests the i-th smallest p times (k − i + 1), never below a smaller
  /// one's and never above 1. Equal p values get equal ones.
  ///
  /// - Precondition: values from 0 to 1.
  public static func adjusted(_ p: [Double]) -> [Double] {
    precondition(p.allSatisfy { $0 >= 0 && $0 <= 1 }, "p values lie between 0 and 1")
    var adjusted = p
    var highest = 0.0
    for (place, index) in AscendingOrder(p).indices.enumerated() {
      highest = max(highest, min(1, p[Int(clamping: index)] * Double(p.count - place)))
      adjusted[Int(clamping: index)] = highest
    }
    return adjusted
  }
}
