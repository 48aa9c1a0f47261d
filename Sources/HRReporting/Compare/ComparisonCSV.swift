internal import HREvaluation

/// `comparison.csv`: one row per contrast, at full precision.
struct ComparisonCSV {
  let comparison: Comparison

  /// Columns that every version of this file begins with.
  static let leading = [
    "scenario", "detector", "baseline", "clusters", "windows", "referenceWindows", "onlyDetectorWindows",
    "onlyBaselineWindows",
  ]
  private static let others = [
    "detectorClusters", "baselineClusters", "referenceClusters", "maeBPM", "baselineMAEBPM", "deltaBPM",
    "deltaLow", "deltaHigh", "signFlipP",
    "signFlipHolmP", "wilcoxonStatistic", "wilcoxonP", "studentT", "studentP", "equivalenceP", "marginBPM",
    "betterProbability", "equivalentProbability", "worseProbability", "withinMargin", "verdict",
  ]

  var text: String {
    var csv = CSVText(header: Self.leading + Self.others)
    for contrast in comparison.contrasts {
      let (tally, difference) = (contrast.tally, contrast.difference)
      let margin = comparison.margin.value(in: contrast.scenario)
      let figures: [Double?] = [
        tally.candidateMAEBPM, tally.baselineMAEBPM, difference?.deltaBPM, difference?.intervalBPM?.low,
        difference?.intervalBPM?.high, difference?.signFlip?.p, contrast.adjustedP,
        difference?.wilcoxon?.statistic, difference?.wilcoxon?.p, difference?.student?.t,
        difference?.student?.p, difference?.equivalence(marginBPM: margin).p,
        margin, contrast.posterior?.betterProbability,
        contrast.posterior?.equivalentProbability, contrast.posterior?.worseProbability,
      ]
      csv.row(
        [
          .text(contrast.scenario), .text(contrast.candidate), .text(contrast.baseline),
          .count(tally.bothClusters), .count(tally.both), .count(tally.referenceWindows),
          .count(tally.onlyCandidate), .count(tally.onlyBaseline), .count(tally.candidateClusters),
          .count(tally.baselineClusters), .count(tally.referenceClusters),
        ] + figures.map(CSVText.Value.number) + [
          .text(contrast.judgement.map { $0.isWithinMargin ? "true" : "false" } ?? ""),
          .text(contrast.judgement?.verdict.rawValue ?? ""),
        ])
    }
    return csv.text
  }
}
