internal import HRDiagnostics
internal import HRStatistics

/// Judges one row of a gate; knows which recordings form a cluster and which form a group.
struct RowJudge {
  private let baseline: Baseline
  private let marginBPM: Double
  private let clusters: Clusters
  private let strata: [(label: String, recordings: [Int])]
  /// Of all recordings.
  private let names: [String]
  private let failedRecordings: [String]
  private let seed: UInt64
  /// Rows whose noise could raise an alarm by chance. Where run and baseline are of the same trials there is none:
  /// whatever changed, the program changed it.
  private let noisyRows: Int

  init(_ evaluation: Evaluation, baseline: Baseline, marginBPM: Double, isOfSameTrials: Bool) {
    noisyRows = isOfSameTrials ? 1 : baseline.rows.count
    self.baseline = baseline
    self.marginBPM = marginBPM
    let plan = evaluation.plan
    clusters = Clusters(plan: plan, results: evaluation.results)
    seed = plan.seed
    names = evaluation.recordings.map(\.name)
    failedRecordings = evaluation.recordings.filter {
      $0.failure != nil || !$0.partialFailures.isEmpty
    }.map(\.name)
    strata = evaluation.strata.map { stratum in
      ("\(stratum.name): \(stratum.value)", stratum.rows.first?.perRecording.map(\.recording) ?? [])
    }
  }

  func row(before: Baseline.Row, now: Baseline.Row) -> Gate.Row {
    // A recording that failed, or has lost its reference, must not make a subject look better or worse.
    let common = before.figures.indices.filter {
      before.figures[$0].referenceWindows > 0 && now.figures[$0].referenceWindows > 0
    }
    let overall = NonInferiority(
      clusterDeltasBPM: deltas(before, now, recordings: common), marginBPM: marginBPM, seed: seed,
      families: noisyRows)
    let (was, isNow) = (
      Gate.Summary(common.map { before.figures[$0] }), Gate.Summary(common.map { now.figures[$0] })
    )
    let judged = strata.map { stratum in
      (stratum.label, deltas(before, now, recordings: common.filter { stratum.recordings.contains($0) }))
    }
    let large = judged.filter { $0.1.count >= ClusterBootstrap.leastClusters || $0.1.allSatisfy { $0 == 0 } }
    let worst = large.compactMap { label, deltas in
      NonInferiority(
        clusterDeltasBPM: deltas, marginBPM: marginBPM, seed: seed,
        families: noisyRows * max(1, large.count)
      ).map { Gate.Stratum(label: label, difference: $0) }
    }.max { Self.isBetter($0.difference, $1.difference) }

    var findings: [(decision: Gate.Decision, reason: String)] = []
    if let overall {
      findings.append((overall.decision, Self.reason(overall, "")))
    } else if was.estimates > 0, isNow.estimates == 0 {
      findings.append((.regressed, "it gives no estimate any more"))
    } else if was.estimates > 0, isNow.estimates > 0 {
      findings.append((.cannotTell, "no subject or recording has estimates both then and now"))
    }
    if let worst {
      findings.append(
        (worst.difference.decision, Self.reason(worst.difference, "in the group \(worst.label) ")))
    }
    let fall = 100 * ((was.coverage ?? 0) - (isNow.coverage ?? 0))
    // Shares are quotients of counts; a fall of exactly the allowed points must not fail by rounding.
    if fall > baseline.coveragePoints + 1e-9 {
      findings.append(judgedFall(fall, before, now, recordings: common))
    }
    if !failedRecordings.isEmpty {
      findings.append((.cannotTell, "recordings failed: \(failedRecordings.joined(separator: ", "))"))
    }
    let lost = before.figures.indices.filter {
      before.figures[$0].referenceWindows > 0 && now.figures[$0].referenceWindows == 0
    }.map { names[$0] }.filter { !failedRecordings.contains($0) }
    if !lost.isEmpty {
      findings.append((.cannotTell, "recordings have no reference any more: \(lost.joined(separator: ", "))"))
    }
    let decision = Gate.Decision.gravest(of: findings.map(\.decision))
    let reasons = decision == .held ? [] : findings.filter { $0.decision == decision }.map(\.reason)
    return Gate.Row(
      scenario: before.scenario, detector: before.detector, before: Gate.Summary(before.figures),
      now: Gate.Summary(now.figures), overall: overall,
      worst: worst, smallStrata: judged.filter { entry in !large.contains { $0.0 == entry.0 } }.map(\.0),
      decision: decision, reasons: reasons)
  }

  /// Mean absolute error now minus before, in each cluster that has one in both.
  private func deltas(_ before: Baseline.Row, _ now: Baseline.Row, recordings: [Int]) -> [Double] {
    func errors(_ row: Baseline.Row) -> [ClusterErrors] {
      var counts = [Int](repeating: 0, count: clusters.count)
      var sums = [Double](repeating: 0, count: clusters.count)
      for recording in recordings {
        let errors = row.figures[recording].errors
        counts[clusters.ofRecording[recording]] += errors.count
        sums[clusters.ofRecording[recording]] += errors.absoluteSumBPM
      }
      return zip(counts, sums).map { ClusterErrors(count: $0, absoluteSumBPM: $1) }
    }
    return ClusterErrors.deltasBPM(candidate: errors(now), baseline: errors(before))
  }

  /// A fall of coverage by more than the baseline allows: a regression where the clusters show that it fell, else
  /// unclear.
  private func judgedFall(
    _ fall: Double, _ before: Baseline.Row, _ now: Baseline.Row, recordings: [Int]
  ) -> (decision: Gate.Decision, reason: String) {
    func shares(_ row: Baseline.Row) -> [(estimates: Double, windows: Double)] {
      var sums = [(estimates: Double, windows: Double)](repeating: (0, 0), count: clusters.count)
      for recording in recordings {
        sums[clusters.ofRecording[recording]].estimates += Double(row.figures[recording].estimates)
        sums[clusters.ofRecording[recording]].windows += Double(row.figures[recording].referenceWindows)
      }
      return sums
    }
    let falls = zip(shares(before), shares(now)).compactMap { before, now -> Double? in
      guard before.windows > 0, now.windows > 0 else { return nil }
      return 100 * (before.estimates / before.windows - now.estimates / now.windows)
    }
    let shown = NonInferiority(
      clusterDeltasBPM: falls, marginBPM: baseline.coveragePoints, seed: seed, families: noisyRows)
    let sentence =
      "coverage fell by \(Self.number(fall)) percentage points (allowed: \(Self.number(baseline.coveragePoints)))"
    if shown?.decision == .regressed { return (.regressed, sentence) }
    return (.cannotTell, "\(sentence), in too few subjects or recordings to be sure")
  }

  /// Regressed is worse than cannot tell is worse than held; then the larger rise.
  private static func isBetter(_ a: NonInferiority, _ b: NonInferiority) -> Bool {
    (a.decision.gravity, a.deltaBPM) < (b.decision.gravity, b.deltaBPM)
  }

  private static func reason(_ result: NonInferiority, _ place: String) -> String {
    let delta = signed(result.deltaBPM)
    switch result.decision {
    case .held: return ""
    case .regressed:
      return
        "\(place)the error rose by \(delta) bpm (at least \(signed(result.lowerLimitBPM)), perhaps \(signed(result.upperLimitBPM)); allowed: \(number(result.marginBPM)))"
    case .cannotTell where result.upperLimitBPM == nil:
      return
        "\(place)\(result.clusterCount) \(result.clusterCount == 1 ? "subject or recording is" : "subjects or recordings are") too few, \(ClusterBootstrap.leastClusters) are needed (change: \(delta) bpm)"
    case .cannotTell:
      return
        "\(place)the error changed by \(delta) bpm, perhaps by \(signed(result.upperLimitBPM)) (allowed: \(number(result.marginBPM)))"
    }
  }

  private static func number(_ value: Double) -> String { shortest(value, decimals: 2) }

  private static func signed(_ value: Double?) -> String {
    guard let value else { return "–" }
    return (value > 0 ? "+" : "") + shortest(value, decimals: 2)
  }
}
