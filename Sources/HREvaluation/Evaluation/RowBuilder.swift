internal import HRResults
internal import HRNumerics
internal import HRPlugins
internal import HRStatistics

/// Gathers one detector's windows in one scenario.
struct RowBuilder: Sendable {
  let plan: RunPlan
  let units: [WorkUnit]
  /// Units of this scenario.
  let results: [UnitResult]
  let clusters: Clusters
  let scenario: Int
  let detector: Int
  /// Of this scenario, to look behind the averages; `nil` for groups of recordings, which have these alone.
  let windows: ScenarioWindows?
  /// The windows that count; `nil`: all.
  let chosen: Choice?

  enum Choice: Sendable {
    /// Those for which the detector said this.
    case saying(DetectorWord, String)
    /// Those of one group of a stratum.
    case group(stratum: String, String)
  }

  var row: Evaluation.Row {
    var tally = Evaluation.Tally()
    var references: [Double] = []
    var estimates: [Double] = []
    var clusterOfPair: [Int] = []
    // Numbers the windows of all units; one is left out between two units, so that none of one follows the other's.
    var (place, placeOfPair): (Int, [Int]) = (0, [])
    var unanswered: [Int] = []
    var seen: Set<Int> = []
    var (answered, answeredNames): (Set<Int>, [String]) = ([], [])
    var reasons: [WindowOutcome: Int] = [:]
    var parts: [Int: Part] = [:]
    for result in results {
      let unit = units[result.unit]
      var groups: UnitGroups?
      if case .group(let stratum, let group)? = chosen {
        groups = plan.groups(of: result, recording: unit.recording, by: stratum)
        guard groups?.names.contains(group) == true else { continue }
      }
      guard case .windows(let table) = result.outcome else {
        if unit.repetition == 0 { tally.failedRecordings += 1 }
        continue
      }
      if unit.repetition == 0 { tally.recordings += 1 }
      let cluster = clusters.ofRecording[unit.recording]
      seen.insert(cluster)
      // Rows are built of detectors that take part; without a column there is nothing to count.
      guard let column = table.estimates[detector] else { continue }
      var part = parts[unit.recording] ?? Part()
      place += 1
      for (number, (cell, reference)) in zip(column.cells, table.references(of: detector)).enumerated() {
        place += 1
        switch chosen {
        case .saying(let kind, let word)?: if cell.said(kind) != word { continue }
        case .group(_, let group)?:
          let window = table.window(of: detector, row: number)
          if groups?.contain(window, in: group) != true { continue }
        case nil: break
        }
        part.windows += 1
        if !cell.hasValue { reasons[column.outcome(of: cell), default: 0] += 1 }
        switch reference {
        case .none(let reason):
          reasons[.noReference(reason), default: 0] += 1
        case .bpm(let reference):
          part.referenceWindows += 1
          guard cell.hasValue else {
            unanswered.append(cluster)
            continue
          }
          references.append(reference)
          estimates.append(cell.bpm)
          clusterOfPair.append(cluster)
          if answered.insert(cluster).inserted { answeredNames.append(clusters.names[unit.recording]) }
          placeOfPair.append(place)
          part.add(error: cell.bpm - reference)
        }
      }
      parts[unit.recording] = part
    }
    tally.subjects = seen.count
    tally.windows = parts.values.reduce(0) { $0 + $1.windows }
    tally.referenceWindows = parts.values.reduce(0) { $0 + $1.referenceWindows }
    tally.estimates = references.count
    tally.reasons = reasons.sorted { $0.key.text < $1.key.text }.map {
      .init(outcome: $0.key, windows: $0.value)
    }
    let pairs = PairedRates(
      referenceBPM: references, estimateBPM: estimates, cluster: clusterOfPair, unanswered: unanswered,
      place: placeOfPair)
    let diagnosis = windows.map { RowDiagnosis($0, detector: detector, plan: plan) }
    return Evaluation.Row(
      scenario: scenario, detector: detector, tally: tally,
      score: Score(
        pairs, windowCount: tally.windows, tolerance: plan.tolerance, seed: plan.bootstrapSeed),
      pairs: pairs,
      perRecording: parts.sorted { $0.key < $1.key }.map {
        $1.score(recording: $0, lag: diagnosis?.recordingLags[$0])
      }, diagnosis: diagnosis, pairedClusterNames: answeredNames)
  }

  /// Running sums of one recording.
  private struct Part {
    var windows = 0
    var referenceWindows = 0
    private var count = 0
    private var sum = 0.0
    private var absoluteSum = 0.0

    mutating func add(error: Double) {
      count += 1
      sum += error
      absoluteSum += abs(error)
    }

    func score(recording: Int, lag: RecordingLag?) -> Evaluation.RecordingScore {
      Evaluation.RecordingScore(
        recording: recording, windows: windows, referenceWindows: referenceWindows, estimates: count,
        maeBPM: count > 0 ? absoluteSum / Double(count) : nil, biasBPM: count > 0 ? sum / Double(count) : nil,
        lag: lag)
    }
  }
}

extension RunPlan {
  /// One stream for the whole run: equal data get equal intervals, whatever row they stand in.
  var bootstrapSeed: UInt64 {
    var seeds = RandomStream(seed: seed, ["bootstrap"])
    return seeds.bits()
  }
}
