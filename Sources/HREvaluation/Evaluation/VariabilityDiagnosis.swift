internal import HRRunning
package import HRStatistics

/// Details of a detector's values of one figure of heart-rate variability in one scenario.
package struct VariabilityDiagnosis: Sendable {
  /// Ratio of estimate and reference; `nil` with fewer than two pairs that have one.
  package let ratio: RatioAgreement?
  /// Pairs without a ratio: the reference or the estimate is 0.
  package let zeroPairs: Int
  /// True if the spread of the errors grows with the value, so that the ratio describes them better: doubling the value
  /// (its mean over both) adds half of the standard deviation or more. `nil` without a slope.
  package let spreadGrows: Bool?
  /// Share of the detector's intervals that the artefact policy changed, mean over windows; then of the reference's.
  package let correctedShare, referenceCorrectedShare: Double
  /// Parts of the error; `nil` where no window has both repaired values.
  package let parts: ErrorParts?

  /// Ratio of estimate and reference: all figures are those of the difference of natural logarithms, taken back.
  package struct RatioAgreement: Equatable, Sendable {
    package let pairs: Int
    /// Geometric mean of estimate over reference, with its interval over clusters.
    package let ratio: Double
    package let interval: Interval?
    /// Limits of agreement of the ratio, with the intervals of each.
    package let limits: Interval?
    package let lower, upper: Interval?
  }

  /// Parts of the mean error. Beats that are none are taken away, then missed ones are filled in (``RepairedBeats``), so
  /// that three parts add up to the error: what extra beats did, what missed beats did, and the times of beats.
  package struct ErrorParts: Equatable, Sendable {
    package let windows: Int
    /// Mean errors in the figure's unit.
    package let extra, missed, timing: Double
    /// Mean absolute error of the value as it is, and of the value with the times of beats alone.
    package let absolute, absoluteOfTiming: Double
  }

  init?(_ windows: ScenarioWindows, detector: Int, plan: RunPlan) {
    var (all, block, zeros) = (PairBlock(), PairBlock(), 0)
    var labels: [Int: Int] = [:]
    var (corrected, referenceCorrected, count) = (0.0, 0.0, 0)
    var sums = (extra: 0.0, missed: 0.0, timing: 0.0, absolute: 0.0, absoluteOfTiming: 0.0, windows: 0)
    for (cluster, table) in windows.tables(of: [detector]) {
      guard let column = table.estimates[detector] else { continue }
      var latest: Int?
      for row in 0..<column.count {
        guard let reference = table.references[row].bpm, let detail = column.variabilityDetail(row) else {
          continue
        }
        let value = column.bpm[row]
        count += 1
        corrected += detail.correctedShare
        referenceCorrected += detail.referenceCorrectedShare
        if detail.withoutExtra.isFinite, detail.filled.isFinite {
          sums.extra += value - detail.withoutExtra
          sums.missed += detail.withoutExtra - detail.filled
          sums.timing += detail.filled - reference
          sums.absolute += abs(value - reference)
          sums.absoluteOfTiming += abs(detail.filled - reference)
          sums.windows += 1
        }
        all.append(Pair(referenceBPM: reference, estimateBPM: value, cluster: 0, isNext: false))
        let label = labels[cluster] ?? labels.count
        let pair = Pair(
          referenceBPM: reference, estimateBPM: value, cluster: label,
          isNext: latest.map { $0 + 1 == row } ?? false
        ).logarithms
        guard let pair else {
          zeros += 1
          continue
        }
        labels[cluster] = label
        block.append(pair)
        latest = row
      }
    }
    guard count > 0 else { return nil }
    zeroPairs = zeros
    correctedShare = corrected / Double(count)
    referenceCorrectedShare = referenceCorrected / Double(count)
    let n = Double(sums.windows)
    parts =
      sums.windows == 0
      ? nil
      : ErrorParts(
        windows: sums.windows, extra: sums.extra / n, missed: sums.missed / n, timing: sums.timing / n,
        absolute: sums.absolute / n, absoluteOfTiming: sums.absoluteOfTiming / n)
    let logarithms = PairedRates(block, clusterCount: labels.count, unansweredCounts: [])
    ratio = RatioAgreement(logarithms, seed: plan.bootstrapSeed)
    spreadGrows = PairedRates(all, clusterCount: 1, unansweredCounts: []).spreadGrows
  }

}

extension VariabilityDiagnosis.RatioAgreement {
  /// - Parameters:
  ///   - logarithms: natural logarithms of references and estimates.
  ///   - seed: of the bootstrap.
  /// - Returns: `nil` for fewer than two pairs.
  init?(_ logarithms: PairedRates, seed: UInt64) {
    guard logarithms.count > 1 else { return nil }
    let score = Score(logarithms, windowCount: logarithms.count, seed: seed)
    guard let bias = score.errors?.biasBPM else { return nil }
    let limits = score.agreementLimits
    self.init(
      pairs: logarithms.count, ratio: HRStatistics.ratio(ofLogarithm: bias),
      interval: score.bootstrap?.biasBPM.ratios, limits: limits?.limits.ratios, lower: limits?.lower?.ratios,
      upper: limits?.upper?.ratios)
  }
}
