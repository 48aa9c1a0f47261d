internal import HRSupport
internal import HRStatistics

/// The result of one scenario's comparisons together: detectors that are better or worse, and the one better than all.
package struct Standing: Sendable {
  package let scenario: String
  /// Verdicts against each detector that others are compared with, in the order of the contrasts.
  package let against: [Against]
  /// The best detector; `nil` where none is shown best.
  package let best: Best?

  /// Verdicts against one detector, over the windows that each two answered.
  package struct Against: Equatable, Sendable {
    package let baseline: String
    package let better: [String]
    package let worse: [String]
  }

  /// A detector that is better than every other with which it has windows in common.
  package struct Best: Equatable, Sendable {
    package let detector: String
    /// Number of these other detectors.
    package let others: Int
    /// Number of pairs of detectors in Holm's correction, where their signed-rank tests show it; `nil` where the
    /// contrasts alone do.
    package let pairCount: Int?
  }

  /// A scenario's detectors, and each two of them over the windows that these two answered.
  struct Field: Sendable {
    let scenario: String
    let labels: [String]
    /// Flags of the labels whose detector answers enough to be called best: as much as a ranking asks of it.
    let answersEnough: [Bool]
    let tests: PairwiseSignedRank
  }
}

extension Standing {
  /// - Parameter contrasts: those of the scenario, judged.
  init(_ field: Field, contrasts: [Comparison.Contrast]) {
    let against = contrasts.map(\.baseline).distinct.map { baseline in
      func shown(_ verdict: Verdict) -> [String] {
        contrasts.filter { $0.baseline == baseline && $0.judgement?.verdict == verdict }.map(\.candidate)
      }
      return Against(baseline: baseline, better: shown(.better), worse: shown(.worse))
    }
    let found = field.labels.indices.compactMap { Self.best($0, field, contrasts) }
    self.init(
      scenario: field.scenario, against: against, best: found.count == 1 ? found.first : nil)
  }

  /// Returns a detector as the best one, or `nil`. Either the contrasts show it better than every other with which it
  /// has windows in common, or the tests of each two do and no contrast disagrees.
  private static func best(_ place: Int, _ field: Field, _ contrasts: [Comparison.Contrast]) -> Best? {
    guard field.answersEnough[place] else { return nil }
    let others = field.tests.pairs.compactMap { pair in
      pair.first == place ? pair.second : pair.second == place ? pair.first : nil
    }
    guard !others.isEmpty else { return nil }
    /// Returns true if every contrast of the two shows it; `nil` where the two are no contrast.
    func isBetter(than other: Int) -> Bool? {
      let verdicts = contrasts.compactMap { contrast -> Bool? in
        switch (contrast.candidate, contrast.baseline) {
        case (field.labels[place], field.labels[other]): contrast.judgement?.verdict == .better
        case (field.labels[other], field.labels[place]): contrast.judgement?.verdict == .worse
        default: nil
        }
      }
      return verdicts.isEmpty ? nil : verdicts.allSatisfy { $0 }
    }
    let verdicts = others.map(isBetter)
    let best = { Best(detector: field.labels[place], others: others.count, pairCount: $0) }
    if verdicts.allSatisfy({ $0 == true }) { return best(nil) }
    guard !verdicts.contains(false), others.allSatisfy({ field.tests.errsLess(place, than: $0) }) else {
      return nil
    }
    return best(field.tests.pairs.count)
  }
}
