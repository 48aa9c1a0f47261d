internal import HRRunning
internal import HRSignals
internal import HRSupport

/// Detectors whose answers come from elsewhere and are the same, to the last bit, in trials with different samples.
///
/// Each trial is compared with the first one of its recording in which the detector has rows, window by window. A window
/// counts if its samples differ by enough (``EstimateColumn/damage``) and either trial has an answer. Trials whose beats
/// were moved are not compared.
///
/// Mild damage tells nothing: a detector that finds beats at whole samples can find each of them where it was, and one
/// that takes the highest bin of a spectrum the same bin.
struct SameAnswers {
  static let leastWindows = 10
  static let leastShare = 0.9
  static let leastDamage = 0.1
  /// For answers that repeat each other often: whole numbers, bins of a spectrum.
  static let leastStrongWindows = 20
  static let strongDamage = 10.0
  /// Least share of different answers for answers that do not.
  static let leastDistinct = 0.7

  let findings: [RecordingFinding]

  init(_ units: RunUnits) {
    let plan = units.plan
    findings = plan.detectors.indices.filter { plan.detectors[$0].answersElsewhere }.flatMap { detector in
      Self.tallies(of: detector, units).filter { $0.value.isSuspicious }
        .sorted { ($0.key.dataset, $0.key.scenario) < ($1.key.dataset, $1.key.scenario) }
        .flatMap { key, tally in
          tally.recordings.map {
            RecordingFinding(recording: $0, finding: tally.finding(plan, detector, key.scenario))
          }
        }
    }
  }

  private struct Key: Hashable {
    let dataset: Int
    let scenario: Int
  }

  fileprivate struct Tally {
    /// Scenario of the first trials.
    let first: Int
    var recordings: [Int] = []
    var windows = 0
    var same = 0
    var strong = 0
    var strongSame = 0
    /// Different answers of each recording.
    var answers: Set<[UInt64]> = []
    var largestDamage = 0.0

    var isSuspicious: Bool {
      let isFine = Double(answers.count) >= SameAnswers.leastDistinct * Double(same)
      return isFine
        ? windows >= SameAnswers.leastWindows
          && Double(same) >= SameAnswers.leastShare * Double(windows) && answers.count > 1
        : strong >= SameAnswers.leastStrongWindows && strongSame == strong && answers.count > 2
    }

    func finding(_ plan: RunPlan, _ detector: Int, _ scenario: Int) -> DataFinding {
      let note = plan.detectors[detector]
      let place =
        scenario == first
        ? "its repeats of \"\(plan.scenarios[scenario].label)\""
        : "\"\(plan.scenarios[scenario].label)\" and \"\(plan.scenarios[first].label)\""
      return DataFinding(
        .sameAnswers, at: "detector \(note.label)",
        evidence:
          "the same answers to the last bit in \(place): \(same) of \(windows) windows whose samples differ (damage of up to \(shortest(largestDamage, decimals: 1)) times the power of the pulse)",
        mend: note.runsProgram
          ? "does the program answer by the samples that it is sent, or by something that it remembers or reads elsewhere?"
          : "is the recorded output of this scenario really another one than that of the first?")
    }
  }

  private static func tallies(of detector: Int, _ units: RunUnits) -> [Key: Tally] {
    var tallies: [Key: Tally] = [:]
    var first: (recording: Int, scenario: Int, table: WindowTable)?
    for result in units.results.reading([detector]) {
      guard case .windows(let table) = result.outcome, let column = table.estimates[detector],
        !column.damage.isEmpty
      else { continue }
      let unit = units[result.unit]
      guard let base = first, base.recording == unit.recording, let other = base.table.estimates[detector]
      else {
        first = (unit.recording, unit.scenario, table)
        continue
      }
      guard base.table.ranges == table.ranges else { continue }
      let key = Key(dataset: units.plan.recordings[unit.recording].dataset, scenario: unit.scenario)
      tallies[key, default: Tally(first: base.scenario)].add(column, other, of: unit.recording)
    }
    return tallies
  }
}

extension SameAnswers.Tally {
  fileprivate mutating func add(_ column: EstimateColumn, _ other: EstimateColumn, of recording: Int) {
    let before = windows
    for row in 0..<min(column.count, other.count) where column.damage[row] != other.damage[row] {
      let (mine, theirs) = (column[row], other[row])
      let damage = max(column.damage[row], other.damage[row])
      guard mine.hasValue || theirs.hasValue, damage >= SameAnswers.leastDamage else { continue }
      let isStrong = damage >= SameAnswers.strongDamage
      largestDamage = max(largestDamage, damage)
      windows += 1
      strong += isStrong ? 1 : 0
      guard mine.hasValue, theirs.hasValue, mine.answer == theirs.answer else { continue }
      same += 1
      strongSame += isStrong ? 1 : 0
      answers.insert([UInt64(clamping: recording)] + mine.answer)
    }
    if windows > before, recordings.last != recording { recordings.append(recording) }
  }
}

extension EstimateColumn.Cell {
  /// Bits of the rate and, if there is one, of the confidence.
  fileprivate var answer: [UInt64] {
    [bpm.bitPattern] + (confidence.map { [$0.bitPattern] } ?? [])
  }
}
