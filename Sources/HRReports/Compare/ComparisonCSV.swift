internal import HREvaluation

/// `comparison.csv`: one row per contrast, at full precision.
struct ComparisonCSV {
  private let comparison: Comparison

  init(_ comparison: Comparison) {
    self.comparison = comparison
  }

  static let header = [
    "scenario", "detector", "baseline", "clusters", "windows", "referenceWindows", "onlyDetectorWindows",
    "onlyBaselineWindows", "maeBPM", "baselineMAEBPM", "deltaBPM", "deltaLow", "deltaHigh", "signFlipP",
    "signFlipHolmP", "wilcoxonStatistic", "wilcoxonP", "studentT", "studentP", "equivalenceP", "marginBPM",
    "betterProbability", "equivalentProbability", "worseProbability", "withinMargin", "verdict",
  ]

  var text: String {
    var csv = CSVText(header: Self.header)
    for contrast in comparison.contrasts {
      let (tally, difference) = (contrast.tally, contrast.difference)
      csv.append(contrast.scenario)
      for text in [contrast.candidate, contrast.baseline] {
        csv.comma()
        csv.append(text)
      }
      let counts = [
        difference?.clusterDeltasBPM.count ?? 0, tally.both, tally.referenceWindows, tally.onlyCandidate,
        tally.onlyBaseline,
      ]
      for count in counts {
        csv.comma()
        csv.append(String(count))
      }
      let figures: [Double?] = [
        tally.candidateMAEBPM, tally.baselineMAEBPM, difference?.deltaBPM, difference?.intervalBPM?.low,
        difference?.intervalBPM?.high, difference?.signFlip?.p, contrast.adjustedP,
        difference?.wilcoxon?.statistic, difference?.wilcoxon?.p, difference?.student?.t,
        difference?.student?.p, difference?.equivalence(marginBPM: comparison.marginBPM).p,
        comparison.marginBPM, contrast.posterior?.betterProbability,
        contrast.posterior?.equivalentProbability,
        contrast.posterior?.worseProbability,
      ]
      for figure in figures {
        csv.comma()
        csv.append(figure)
      }
      csv.comma()
      csv.append(contrast.judgement.map { $0.isWithinMargin ? "true" : "false" } ?? "")
      csv.comma()
      csv.append(contrast.judgement?.verdict.rawValue ?? "")
      csv.endRow()
    }
    return csv.text
  }
}
