internal import HRResults
internal import HRNumerics
internal import HRPlugins
package import HRStatistics

/// Gathers one detector's windows in one scenario.
struct RowBuilder: Sendable {
  let plan: RunPlan
  let units: [WorkUnit]
  /// Units of this scenario.
  let results: UnitResults
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
    let gathered = gathered
    let pairs = gathered.pairs.rates
    var tally = gathered.tally
    tally.windows = gathered.parts.values.reduce(0) { $0 + $1.windows }
    tally.referenceWindows = gathered.parts.values.reduce(0) { $0 + $1.referenceWindows }
    tally.estimates = pairs.count
    let score = Score(
      pairs, windowCount: tally.windows, tolerance: plan.tolerance, seed: plan.bootstrapSeed)
    let diagnosis = windows.map { RowDiagnosis($0, detector: detector, plan: plan) }
    return Evaluation.Row(
      scenario: scenario, detector: detector, tally: tally, score: score,
      perRecording: gathered.parts.sorted { $0.key < $1.key }.map {
        $1.score(recording: $0, lag: diagnosis?.recordingLags[$0])
      }, diagnosis: diagnosis)
  }

  /// All that the windows of a row come to.
  struct Gathered {
    fileprivate(set) var pairs: GatheredPairs
    fileprivate var tally: Evaluation.Tally
    /// By recording.
    fileprivate var parts: [Int: Part]
  }

  var gathered: Gathered {
    var tally = Evaluation.Tally()
    var (references, estimates, clusterOfPair): ([Double], [Double], [Int]) = ([], [], [])
    // Numbers the windows of all units; one is left out between two units, so that none of one follows the other's.
    var (place, latest): (Int, [Int: Int]) = (0, [:])
    var isNext: [Bool] = []
    let most = results.rowCount
    references.reserveCapacity(most)
    estimates.reserveCapacity(most)
    clusterOfPair.reserveCapacity(most)
    isNext.reserveCapacity(most)
    var unanswered: [Int] = []
    var seen: Set<Int> = []
    var (answered, answeredNames): ([Int: Int], [String]) = ([:], [])
    var reasons: [WindowOutcome: Int] = [:]
    var parts: [Int: Part] = [:]
    for result in results.reading([detector]) {
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
          let label = answered[cluster] ?? answered.count
          if label == answered.count {
            answered[cluster] = label
            answeredNames.append(clusters.names[unit.recording])
          }
          clusterOfPair.append(label)
          isNext.append(latest[cluster] == place - 1)
          latest[cluster] = place
          part.add(error: cell.bpm - reference)
        }
      }
      parts[unit.recording] = part
    }
    tally.subjects = seen.count
    tally.reasons = reasons.sorted { $0.key.text < $1.key.text }.map {
      .init(outcome: $0.key, windows: $0.value)
    }
    // Clusters without a single pair come after the others.
    var labels = answered
    for index in unanswered.indices {
      let label = labels[unanswered[index]] ?? labels.count
      labels[unanswered[index]] = label
      unanswered[index] = label
    }
    let rates = PairedRates(
      referenceBPM: references, estimateBPM: estimates, cluster: clusterOfPair, clusterCount: answered.count,
      unanswered: unanswered, isNext: isNext)
    return Gathered(
      pairs: GatheredPairs(rates: rates, clusterNames: answeredNames), tally: tally, parts: parts)
  }

  /// Running sums of one recording.
  fileprivate struct Part {
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

/// The windows of a row that have both a reference and an estimate.
package struct GatheredPairs: Sendable {
  package let rates: PairedRates
  /// Of the clusters of the pairs, by the number that each has there.
  package let clusterNames: [String]
}

extension RunPlan {
  /// One stream for the whole run: equal data get equal intervals, whatever row they stand in.
  var bootstrapSeed: UInt64 {
    var seeds = RandomStream(seed: seed, ["bootstrap"])
    return seeds.bits()
  }
}
