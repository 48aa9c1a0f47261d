internal import HRRunning
internal import HRStatistics

/// Judges one row of a gate, with the clusters and groups of the recordings.
struct RowJudge {
  private let run: Baseline
  private let baseline: Baseline
  private let margin: Margin
  private let clusters: Clusters
  private let groups: [GateGroup]
  private let plan: RunPlan
  private let units: RunUnits
  /// Names of all recordings.
  private let names: [String]
  private let failedRecordings: [String]

  init(_ evaluation: Evaluation, run: Baseline, baseline: Baseline, margin: Margin) {
    self.run = run
    self.baseline = baseline
    self.margin = margin
    plan = evaluation.plan
    units = evaluation.units
    clusters = evaluation.units.clusters
    names = evaluation.recordings.map(\.name)
    failedRecordings = evaluation.recordings.filter {
      $0.failure != nil || !$0.partialFailures.isEmpty
    }.map(\.name)
    groups = evaluation.strata.map { GateGroup($0, of: evaluation) }
  }

  func row(before: Baseline.Row, now: Baseline.Row) -> Gate.Row {
    // A recording that failed, or has no reference any more, must not change the figures of a subject.
    let common = before.figures.indices.filter {
      before.figures[$0].referenceWindows > 0 && now.figures[$0].referenceWindows > 0
    }
    let hasSameInputs = baseline.hasSameInputs(as: run, scenario: before.scenario)
    let change = change(before, now, recordings: common)
    let (then, after) = (summaries(before, of: baseline), summaries(now, of: run))
    let (was, isNow) = (Gate.Summary(common.map { then[$0] }), Gate.Summary(common.map { after[$0] }))
    let judged = groups.map { group in
      (
        label: group.label,
        change: self.change(
          before, now, recordings: common.filter { group.recordings.contains($0) }, of: group)
      )
    }
    let large = judged.filter {
      $0.change.deltasBPM.count >= ClusterBootstrap.leastClusters
        || $0.change.deltasBPM.allSatisfy { $0 == 0 }
    }
    // Number of questions whose noise could raise an alarm by chance: for every row the whole, each group and each
    // share. With the same noise in both no correction is needed, so it is 1.
    let questions = 1 + large.count + ShareQuestion.Kind.allCases.count
    let chances = hasSameInputs ? 1 : baseline.rows.count * questions
    func judgement(_ change: CommonWindows, families: Int) -> ChangeJudgement? {
      NonInferiority(
        clusterDeltasBPM: change.deltasBPM, marginBPM: margin.value(in: before.scenario), seed: plan.seed,
        families: families
      ).map {
        ChangeJudgement(
          difference: $0, extent: change.extent, isOfFacts: hasSameInputs,
          inUnit: plan.inUnit(ofScenario: before.scenario))
      }
    }
    let overall = judgement(change, families: chances)
    // The worst is selected from all groups, with the same noise too.
    let worst = large.compactMap { label, change in
      judgement(change, families: max(chances, large.count)).map { (label: label, judgement: $0) }
    }.max { $0.judgement.isBetter(than: $1.judgement) }

    var findings: [(decision: Gate.Decision, reason: String)] = []
    if let overall {
      findings.append((overall.decision, overall.reason("")))
    } else if was.estimates > 0, isNow.estimates == 0 {
      findings.append((.regressed, "it no longer gives any estimate"))
    } else if was.estimates > 0, isNow.estimates > 0 {
      findings.append((.cannotTell, "no window was answered in both runs"))
    }
    if let worst {
      findings.append((worst.judgement.decision, worst.judgement.reason("in the group \(worst.label) ")))
    }
    for kind in ShareQuestion.Kind.allCases {
      let question = ShareQuestion(
        kind: kind, allowedPoints: kind.allowedPoints(baseline), tolerance: plan.tolerance,
        isOfFacts: hasSameInputs)
      // Where a repeat failed, the windows of the recording are not stored, and only its coverage is known.
      let judged =
        kind == .coverage
        ? common : common.filter { then[$0].storedWindows > 0 && after[$0].storedWindows > 0 }
      if let finding = question.finding(
        before: byCluster(then, judged), now: byCluster(after, judged), seed: plan.seed, families: chances)
      {
        findings.append(finding)
      }
    }
    if !failedRecordings.isEmpty {
      findings.append((.cannotTell, "recordings failed: \(failedRecordings.joined(separator: ", "))"))
    }
    let lost = before.figures.indices.filter {
      before.figures[$0].referenceWindows > 0 && now.figures[$0].referenceWindows == 0
    }.map { names[$0] }.filter { !failedRecordings.contains($0) }
    if !lost.isEmpty {
      findings.append((.cannotTell, "recordings no longer have a reference: \(lost.joined(separator: ", "))"))
    }
    let decision = Gate.Decision.gravest(of: findings.map(\.decision))
    let reasons = decision == .held ? [] : findings.filter { $0.decision == decision }.map(\.reason)
    return Gate.Row(
      scenario: before.scenario, detector: before.detector, before: Gate.Summary(then),
      now: Gate.Summary(after), hasSameInputs: hasSameInputs, overall: overall?.difference,
      extent: change.extent, worst: worst.map { .init(label: $0.label, difference: $0.judgement.difference) },
      smallStrata: judged.map(\.label).filter { label in !large.contains { $0.label == label } },
      decision: decision, reasons: reasons,
      worstWindows: decision == .held
        ? nil
        : WorstWindows(
          before: before, now: now, references: run.scenario(now.scenario)?.references ?? [], units: units))
  }

  /// Returns the change over the windows that both answered.
  ///
  /// - Parameter group: the group whose windows are compared; `nil`: all windows.
  private func change(
    _ before: Baseline.Row, _ now: Baseline.Row, recordings: [Int], of group: GateGroup? = nil
  ) -> CommonWindows {
    var members: ((Int) -> [Bool])?
    if let group, group.isOfWindows,
      let scenario = plan.scenarios.firstIndex(where: { $0.label == before.scenario }),
      let detector = plan.detectors.firstIndex(where: { $0.label == before.detector })
    {
      members = { group.members(of: $0, scenario: scenario, detector: detector) }
    }
    return CommonWindows(
      before: before, now: now, recordings: recordings, clusters: clusters, members: members)
  }

  /// Returns the counts of each recording.
  private func summaries(_ row: Baseline.Row, of holder: Baseline) -> [Gate.Summary] {
    let references = holder.scenario(row.scenario)?.references ?? []
    return row.figures.enumerated().map { recording, figure in
      Gate.Summary(
        figure, references: references.indices.contains(recording) ? references[recording] : .none,
        tolerance: plan.tolerance)
    }
  }

  /// Returns the counts of each cluster.
  private func byCluster(_ summaries: [Gate.Summary], _ recordings: [Int]) -> [Gate.Summary] {
    let members = Dictionary(grouping: recordings) { clusters.ofRecording[$0] }
    return (0..<clusters.count).map { Gate.Summary((members[$0] ?? []).map { summaries[$0] }) }
  }
}
