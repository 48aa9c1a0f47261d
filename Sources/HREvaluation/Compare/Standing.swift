internal import HRDiagnostics
internal import HRStatistics

/// What the comparisons of one scenario show together: who is better than whom, and whether one is better than all.
package struct Standing: Sendable {
  package let scenario: String
  /// One per detector that others are held against, in the order of the contrasts.
  package let against: [Against]
  /// `nil`: none is shown best.
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
    /// How many others that are.
    package let others: Int
    /// Pairs of detectors whose signed-rank tests show it, after Holm's correction for so many; `nil` where the
    /// contrasts alone do.
    package let pairCount: Int?
  }

  init(scenario: String, against: [Against], best: Best?) {
    self.scenario = scenario
    self.against = against
    self.best = best
  }

  /// A scenario's detectors, and each two of them over the windows that these two answered.
  struct Field: Sendable {
    let scenario: String
    let labels: [String]
    /// Whether each answers enough to be called best: as much as a ranking asks of it.
    let answersEnough: [Bool]
    let tests: PairwiseSignedRank
  }

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

  /// A detector as the best one. Either the contrasts show it better than every other with which it has windows in
  /// common, or the tests of each two do and no contrast says anything else.
  private static func best(_ place: Int, _ field: Field, _ contrasts: [Comparison.Contrast]) -> Best? {
    guard field.answersEnough[place] else { return nil }
    let others = field.tests.pairs.compactMap { pair in
      pair.first == place ? pair.second : pair.second == place ? pair.first : nil
    }
    guard !others.isEmpty else { return nil }
    /// `nil` where the two are no contrast.
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
