import HRNumerics
import HRStatistics

@testable import HREvaluation

/// Kinds of studies whose errors are ratios, as those of heart-rate variability.
///
/// Values of subjects are log-normal about 40 (σ = 0.5, and 0.2 between a subject's windows). The estimate is 1.1 times
/// the value, times a log-normal ratio of the subject's own (σ = 0.1), times one of the window (σ = 0.2). A subject has
/// 24 windows, unless the kind says otherwise.
enum RatioKind: String, CaseIterable, CoverageKind {
  case ratio, ratioSingle, ratioHeavyTails, ratioLogNormalSpread, ratioHalf

  var words: String {
    switch self {
    case .ratio: "log-normal ratios"
    case .ratioSingle: "the same, one window of each subject"
    case .ratioHeavyTails: "logarithms of both parts Student's t with 3 degrees of freedom"
    case .ratioLogNormalSpread: "subjects' sizes of error log-normal, σ = 1"
    case .ratioHalf: "one subject has as many windows as all others"
    }
  }
}

/// Counts over simulated studies of one kind and size: how often the intervals of a ratio and of its limits hold the
/// truth. Under test is ``VariabilityDiagnosis/RatioAgreement``.
struct RatioCoverage {
  let kind: RatioKind
  let subjects: Int

  static let cells = RatioKind.allCases.flatMap { kind in
    StudyKind.clusters.map { RatioCoverage(kind: kind, subjects: $0) }
  }
  /// Intervals by their names in the stored counts.
  static let intervals = ["ratio", "lower", "upper"]

  private static let (bias, ownSD, windowSD) = (1.1, 0.1, 0.2)

  /// True ratio, and true limits of it.
  var truth: [String: Double] {
    // The mean square of a size of error is e² where sizes are log-normal, else 1.
    let size = kind == .ratioLogNormalSpread ? Double.exp(1) : 1
    let squares = Self.ownSD * Self.ownSD + Self.windowSD * Self.windowSD
    let reach = Double.exp(1.959963984540054 * size * squares.squareRoot())
    return ["ratio": Self.bias, "lower": Self.bias / reach, "upper": Self.bias * reach]
  }

  func counts(_ studies: Range<Int>) -> CoverageRates.Counts {
    var counts = CoverageRates.Counts()
    let truth = truth
    for study in studies {
      guard let found = VariabilityDiagnosis.RatioAgreement(pairs(study), seed: UInt64(study)) else {
        continue
      }
      for (figure, interval) in zip(Self.intervals, [found.interval, found.lower, found.upper]) {
        guard let interval, let value = truth[figure] else { continue }
        if value < interval.low {
          counts.below[figure, default: 0] += 1
        } else if value > interval.high {
          counts.above[figure, default: 0] += 1
        } else {
          counts.inside[figure, default: 0] += 1
        }
      }
    }
    return counts
  }

  /// Logarithms of the references and estimates of a study.
  private func pairs(_ study: Int) -> PairedRates {
    var stream = RandomStream(seed: 49, ["coverage", kind.rawValue, "\(subjects)", "\(study)"])
    func draw() -> Double { kind == .ratioHeavyTails ? stream.heavyTailed() : stream.normal() }
    var (references, estimates, clusters): ([Double], [Double], [Int]) = ([], [], [])
    for subject in 0..<subjects {
      let level = Double.log(40) + 0.5 * stream.normal()
      let own = Self.ownSD * draw()
      let size = kind == .ratioLogNormalSpread ? Double.exp(stream.normal()) : 1
      for _ in 0..<windows(of: subject) {
        let reference = level + 0.2 * stream.normal()
        references.append(reference)
        estimates.append(reference + Double.log(Self.bias) + size * (own + Self.windowSD * draw()))
        clusters.append(subject)
      }
    }
    return PairedRates(
      referenceBPM: references, estimateBPM: estimates, cluster: clusters, unanswered: [])
  }

  private func windows(of subject: Int) -> Int {
    switch kind {
    case .ratioSingle: 1
    case .ratioHalf where subject == 0: 24 * (subjects - 1)
    default: 24
    }
  }
}
