internal import HRDiagnostics
internal import HRStatistics

/// Judges one row of a gate; knows which recordings form a cluster and which form a group.
struct RowJudge {
  private let baseline: Baseline
  private let marginBPM: Double
  private let clusters: Clusters
  private let strata: [(label: String, recordings: [Int])]
  private let failedRecordings: [String]
  private let seed: UInt64

  init(_ evaluation: Evaluation, baseline: Baseline, marginBPM: Double) {
    self.baseline = baseline
    self.marginBPM = marginBPM
    let plan = evaluation.plan
    clusters = Clusters(plan: plan, results: evaluation.results)
    seed = plan.seed
    failedRecordings = evaluation.recordings.filter { $0.failure != nil }.map { "\($0.dataset)/\($0.id)" }
    strata = plan.strata.flatMap { name in
      var groups: [(label: String, recordings: [Int])] = []
      for (index, recording) in evaluation.recordings.enumerated() {
        let label = "\(name): \(recording.facts.stratum(name))"
        if let known = groups.firstIndex(where: { $0.label == label }) {
          groups[known].recordings.append(index)
        } else {
          groups.append((label, [index]))
        }
      }
      return groups.sorted { $0.label < $1.label }
    }
  }

  func row(before: Baseline.Row, now: Baseline.Row) -> Gate.Row {
    let all = Array(before.figures.indices)
    let (was, isNow) = (Gate.Summary(before.figures), Gate.Summary(now.figures))
    let overall = difference(before, now, recordings: all)
    let judged = strata.map { stratum in
      (stratum.label, deltas(before, now, recordings: stratum.recordings))
    }
    let large = judged.filter { $0.1.count >= ClusterBootstrap.leastClusters || $0.1.allSatisfy { $0 == 0 } }
    let worst = large.compactMap { label, deltas in
      NonInferiority(
        clusterDeltasBPM: deltas, marginBPM: marginBPM, seed: seed, families: max(1, large.count)
      ).map { Gate.Stratum(label: label, difference: $0) }
    }.max { Self.isBetter($0.difference, $1.difference) }

    var reasons: [String] = []
    var decisions: [Gate.Decision] = []
    if let overall {
      decisions.append(overall.decision)
      reasons += Self.reason(overall, "")
    } else if was.estimates > 0 || isNow.estimates > 0 {
      // Coverage says the rest: a detector that fell silent regressed, one that begins to answer did not.
      decisions.append(isNow.estimates == 0 ? .regressed : .held)
      if isNow.estimates == 0 { reasons.append("it gives no estimate any more") }
    }
    if let worst {
      decisions.append(worst.difference.decision)
      reasons += Self.reason(worst.difference, "in the group \(worst.label) ")
    }
    let fall = 100 * ((was.coverage ?? 0) - (isNow.coverage ?? 0))
    // Shares are quotients of counts; a fall of exactly the allowed points must not fail by rounding.
    if fall > baseline.coveragePoints + 1e-9 {
      decisions.append(.regressed)
      reasons.append(
        "coverage fell by \(Self.number(fall)) percentage points, more than \(Self.number(baseline.coveragePoints))"
      )
    }
    if !failedRecordings.isEmpty {
      decisions.append(.cannotTell)
      reasons.append("recordings failed: \(failedRecordings.joined(separator: ", "))")
    }
    let decision: Gate.Decision =
      decisions.contains(.regressed) ? .regressed : decisions.contains(.cannotTell) ? .cannotTell : .held
    return Gate.Row(
      scenario: before.scenario, detector: before.detector, before: was, now: isNow, overall: overall,
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

  private func difference(_ before: Baseline.Row, _ now: Baseline.Row, recordings: [Int]) -> NonInferiority? {
    NonInferiority(
      clusterDeltasBPM: deltas(before, now, recordings: recordings), marginBPM: marginBPM, seed: seed)
  }

  /// Regressed is worse than cannot tell is worse than held; then the larger rise.
  private static func isBetter(_ a: NonInferiority, _ b: NonInferiority) -> Bool {
    let order: [Gate.Decision] = [.held, .cannotTell, .regressed]
    let (first, second) = (order.firstIndex(of: a.decision) ?? 0, order.firstIndex(of: b.decision) ?? 0)
    return first == second ? a.deltaBPM < b.deltaBPM : first < second
  }

  private static func reason(_ result: NonInferiority, _ place: String) -> [String] {
    let delta = signed(result.deltaBPM)
    switch result.decision {
    case .held: return []
    case .regressed:
      return [
        "\(place)the error rose by \(delta) bpm (at least \(signed(result.lowerLimitBPM)), perhaps \(signed(result.upperLimitBPM)); allowed: \(number(result.marginBPM)))"
      ]
    case .cannotTell where result.upperLimitBPM == nil:
      return [
        "\(place)cannot tell: \(result.clusterCount) subjects or recordings are too few, \(ClusterBootstrap.leastClusters) are needed (change: \(delta) bpm)"
      ]
    case .cannotTell:
      return [
        "\(place)cannot tell: the error changed by \(delta) bpm, perhaps by \(signed(result.upperLimitBPM)) (allowed: \(number(result.marginBPM)))"
      ]
    }
  }

  private static func number(_ value: Double) -> String { shortest(value, decimals: 2) }

  private static func signed(_ value: Double?) -> String {
    guard let value else { return "–" }
    return (value > 0 ? "+" : "") + shortest(value, decimals: 2)
  }
}
