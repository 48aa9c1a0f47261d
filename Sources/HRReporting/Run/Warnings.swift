internal import HREvaluation
internal import HRRunning
internal import HRSupport
internal import HRStatistics

/// Warnings on one scenario: one sentence per kind, with the detectors that show it.
struct Warnings {
  private let evaluation: Evaluation
  private let rows: [Evaluation.Row]

  init(_ evaluation: Evaluation, rows: [Evaluation.Row]) { (self.evaluation, self.rows) = (evaluation, rows) }

  /// One kind of warning and the detectors that show it, with the details of each.
  typealias Kind = (what: String, detectors: [(label: String, detail: String)])

  var sentences: [String] {
    kinds.map { kind in
      "\(kind.what): \(kind.detectors.map { "\($0.label) (\($0.detail))" }.joined(separator: ", "))."
    }
  }

  /// Kinds that any detector shows.
  var kinds: [Kind] {
    [
      (
        "Estimates within tolerance differ by more than ten percentage points from data set to data set",
        PooledDatasets(evaluation)?.differences(rows) ?? []
      ),
      kind(
        ofRows:
          "A few \(evaluation.clusterWord) are read wrong throughout (a next study can have none or more of them, so every interval here holds less often than in 95 of 100 studies)",
        gross),
      kind(
        ofRows:
          "The \(evaluation.clusterWord) are skewed (the long tail shows too seldom: intervals of bias, MAE and RMSE hold less often than in 95 of 100 studies)",
        skew),
      kind(
        ofRows:
          "Few \(evaluation.clusterWord) carry the figures (those with many windows; the effective number is under half, and intervals of limits and correlations hold less often than in 95 of 100 studies)",
        uneven),
      kind(ofRows: "No better than a guess without the signal (on the windows that they answered)", guess),
      kind(
        ofRows:
          "Overconfident (fewer than 90 % of the answers with a confidence of 0.9 or above are right)",
        overconfidence),
      kind("Quantised rates (nearly all estimates are multiples of one step)") {
        $0.lattice(of: .rate).map { "\(fixed($0.step, decimals: 2)) bpm" }
      },
      kind("Quantised periods (nearly all are multiples of one step, so high rates are coarse)") {
        $0.lattice(of: .period).map { "\(fixed(1000 * $0.step, decimals: 1)) ms" }
      },
      kind("Only a few different rates") {
        $0.lattice(of: .few).map { "\($0.distinctCount) in \(grouped($0.count)) windows" }
      },
      kind(
        "Equal to the reference to the last digit (check that the detector does not see the reference)", exact
      ),
      kind(
        "Closer to the reference at a time offset (the detector is late or the clocks differ; no figure is corrected for it)",
        late),
      kind(
        "Beats later or earlier than declared (the table of beats mostly shows this offset; declare it with \"beatLagSeconds\")",
        beats),
    ].filter { !$0.detectors.isEmpty }
  }

  private func kind(_ what: String, _ detail: (RowDiagnosis) -> String?) -> Kind {
    kind(ofRows: what) { $0.diagnosis.flatMap(detail) }
  }

  private func kind(ofRows what: String, _ detail: (Evaluation.Row) -> String?) -> Kind {
    (what, rows.compactMap { row in detail(row).map { (evaluation.detector(of: row), $0) } })
  }

  /// Returns the number of clusters that are read wrong throughout, and how wrong the worst.
  private func gross(_ row: Evaluation.Row) -> String? {
    guard let gross = row.score.gross, gross.count > 0 else { return nil }
    return
      "\(gross.count) of \(row.score.clusterCount); MAE up to \(fixed(gross.largestMAEBPM, decimals: 1))\(inUnit(row)), in the middle of all \(fixed(gross.medianMAEBPM, decimals: 1))\(inUnit(row))"
  }

  private func inUnit(_ row: Evaluation.Row) -> String { evaluation.plan.inUnit(of: row.scenario) }

  private func skew(_ row: Evaluation.Row) -> String? {
    let reasons = row.score.limitDoubts.reasons
    if reasons.contains(.farCluster) { return "one mean error is far from the others" }
    return reasons.contains(.skewedClusters) ? "mean errors are skewed" : nil
  }

  private func uneven(_ row: Evaluation.Row) -> String? {
    guard !row.lacksClusters, let effective = row.score.effectiveClusterCount,
      effective < Double(row.score.clusterCount) / 2
    else { return nil }
    return "\(fixed(effective, decimals: 1)) of \(row.score.clusterCount)"
  }

  /// Returns the errors of a detector and of the guess, if it is no better on the windows that it answered.
  private func guess(_ row: Evaluation.Row) -> String? {
    guard let maeBPM = row.value(.mae), let best = row.unbeatenChance else { return nil }
    let guess =
      switch best.guess {
      case .othersMean: "the mean of the other \(evaluation.clusterWord)"
      case .constant(let bpm): "always \(shortest(bpm)) bpm"
      }
    return
      "MAE \(fixed(maeBPM, decimals: 2))\(inUnit(row)), guess \(guess): \(fixed(best.maeBPM, decimals: 2))\(inUnit(row))"
  }

  /// Returns the data sets with overconfident answers, of those with enough such answers; `nil` for none.
  private func overconfidence(_ row: Evaluation.Row) -> String? {
    guard let found = row.diagnosis?.reliability, found.isStated else { return nil }
    let groups =
      found.ofDatasets.isEmpty
      ? [("", found.all)]
      : found.ofDatasets.map { (evaluation.plan.datasets[$0.dataset].name + " ", $0.reliability) }
    let shares = groups.compactMap { name, reliability -> String? in
      guard reliability.sure.count >= LeaveOneOut.leastAnswers, let share = reliability.sure.rightShare,
        share < Reliability.sureConfidence
      else { return nil }
      return "\(name)\(fixed(100 * share, decimals: 1)) % of \(grouped(reliability.sure.count))"
    }
    return shares.isEmpty ? nil : shares.joined(separator: ", ")
  }

  /// Returns the share of exact estimates if more than half are: some equal the reference by chance, more than half
  /// do not.
  private func exact(_ diagnosis: RowDiagnosis) -> String? {
    guard let anatomy = diagnosis.anatomy, anatomy.count >= 20, anatomy.exactZeroShare > 0.5 else {
      return nil
    }
    return "\(fixed(100 * anatomy.exactZeroShare, decimals: 0)) % of the windows"
  }

  private func late(_ diagnosis: RowDiagnosis) -> String? {
    guard let lag = diagnosis.lagCurve, lag.bestLagSeconds != 0, lag.zeroLagMAEBPM > 1.25 * lag.bestMAEBPM
    else { return nil }
    let direction = lag.bestLagSeconds > 0 ? "earlier" : "later"
    return
      "\(fixed(abs(lag.bestLagSeconds), decimals: 1)) s \(direction): MAE \(fixed(lag.bestMAEBPM, decimals: 2)) instead of \(fixed(lag.zeroLagMAEBPM, decimals: 2)) bpm"
  }

  private func beats(_ diagnosis: RowDiagnosis) -> String? {
    guard let beats = diagnosis.beats, let delay = beats.medianDelayMilliseconds,
      abs(delay - 1000 * beats.lagSeconds) > 1000 * beats.toleranceSeconds / 2
    else { return nil }
    return "\(fixed(delay, decimals: 0)) ms, declared \(fixed(1000 * beats.lagSeconds, decimals: 0)) ms"
  }
}

extension RowDiagnosis {
  fileprivate func lattice(of kind: Lattice.Kind) -> Lattice? {
    lattice.flatMap { $0.kind == kind ? $0 : nil }
  }
}
