import HRRunning
import HRStatistics

@testable import HREvaluation

/// Counts over simulated studies of one kind and size: how often each interval holds the truth, and each verdict and
/// warning is given. Under test are ``Score``, ``AcceptableAgreement``, and `PairedDifference` with ``Comparison``'s
/// judgement.
struct CoverageRates {
  let kind: StudyKind
  let subjects: Int

  static let studies = 2000
  /// Number of studies that the test suite makes of one cell; they are the first of all.
  static let fewStudies = 100

  static let cells = StudyKind.allCases.flatMap { kind in
    StudyKind.clusters.map { CoverageRates(kind: kind, subjects: $0) }
  }

  /// Intervals by the stem of their columns.
  static let intervals = [
    "bias", "mae", "rmse", "mape", "rightOfAll", "coverage", "withinTolerance", "loaLower", "loaUpper", "sd",
    "loaPercentileLower", "loaPercentileUpper", "pearson", "ccc", "icc21", "icc31",
  ]
  /// Words that are counted.
  static let words = [
    "shownAtBound", "shownAt80", "shownAt60", "refutedAtBound", "betterOrWorse", "gross", "withGross",
    "grossFound",
    "warned",
  ]

  /// Of an interval: studies in which the truth is below it, inside, above it; the others have none.
  struct Counts: Equatable, Sendable {
    var below: [String: Int] = [:]
    var inside: [String: Int] = [:]
    var above: [String: Int] = [:]
    var words: [String: Int] = [:]
  }

  private static let ends = Dictionary(
    uniqueKeysWithValues: intervals.map { stem in
      (
        stem,
        (
          low: Metric.columns.first { $0.name == stem + "Low" },
          high: Metric.columns.first { $0.name == stem + "High" }
        )
      )
    })

  func counts(_ studies: Range<Int>, _ truth: StudyTruth) -> Counts {
    var counts = Counts()
    func count(_ word: String, _ isSo: Bool) {
      if isSo { counts.words[word, default: 0] += 1 }
    }
    for study in studies {
      var source = StudySource(kind, ["\(subjects)", "\(study)"])
      let windows = source.study(subjects)
      let pairs = StudySource.pairs(windows)
      let score = Score(pairs, windowCount: pairs.referenceCount, seed: UInt64(study))
      for (stem, ends) in Self.ends {
        guard let low = ends.low?.value(score), let high = ends.high?.value(score) else { continue }
        let value = truth[stem]
        if value < low {
          counts.below[stem, default: 0] += 1
        } else if value > high {
          counts.above[stem, default: 0] += 1
        } else {
          counts.inside[stem, default: 0] += 1
        }
      }
      let limits = score.agreementLimits
      for (word, bound) in [("AtBound", 1), ("At80", 0.8), ("At60", 0.6)] {
        let verdict = AcceptableAgreement(limits, within: truth.limitBPM / bound)
        count("shown\(word)", verdict == .shown)
        if word == "AtBound" { count("refuted\(word)", verdict == .refuted) }
      }
      let gross = (score.gross?.count ?? 0) > 0
      let skewed = !Set(score.limitDoubts.reasons).isDisjoint(with: [.skewedClusters, .farCluster])
      let uneven = (score.effectiveClusterCount ?? 0) < Double(score.clusterCount) / 2
      let withGross = kind == .grossSubjects && windows.contains { ($0.first?.error ?? 0) > 20 }
      count("gross", gross)
      count("withGross", withGross)
      count("grossFound", withGross && (gross || skewed))
      count("warned", gross || skewed || uneven)
      count("betterOrWorse", isToldApart(source.study(subjects), from: windows, seed: UInt64(study)))
    }
    return counts
  }

  /// Returns true if a second detector, whose errors are another study's, is called better or worse.
  private func isToldApart(_ one: [[StudyWindow]], from other: [[StudyWindow]], seed: UInt64) -> Bool {
    func errors(_ study: [[StudyWindow]]) -> [ClusterErrors] {
      study.map { windows in
        let answered = windows.filter(\.isAnswered)
        return ClusterErrors(
          count: answered.count, absoluteSumBPM: answered.reduce(0) { $0 + abs($1.error) })
      }
    }
    let deltas = ClusterErrors.deltasBPM(candidate: errors(one), baseline: errors(other))
    let difference = PairedDifference(clusterDeltasBPM: deltas, seed: seed)
    let verdict = Comparison.judged([difference], marginsBPM: [0.5]).first?.judgement?.verdict
    return verdict == .better || verdict == .worse
  }
}
