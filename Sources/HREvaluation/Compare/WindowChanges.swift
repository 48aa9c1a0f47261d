package import HRRunning
internal import HRSignals
package import HRStatistics

/// Changes between two runs of one experiment, window by window. Every answer of a detector is compared with the
/// answer of the same detector for the same window, bit by bit.
package struct WindowChanges: Sendable {
  private let match: RunMatch
  /// The changes in the order of the later run: recordings, scenarios, repeats, detectors, windows.
  package private(set) var changes: [WindowChange] = []
  /// One per scenario and detector that both runs have, scenarios outermost.
  package private(set) var rows: [Row]
  /// Windows that both runs have; where windows are tries, measurements.
  package private(set) var windowCount = 0
  package private(set) var references = References()
  package private(set) var onlyBaseline = Missing()
  package private(set) var onlyCandidate = Missing()
  /// Tolerance within which an answer is right: that of the later run.
  package var tolerance: Tolerance { match.candidate.plan.tolerance }
  package var baselineTolerance: Tolerance { match.baseline.plan.tolerance }
  package var baseline: String { match.baseline.name }
  package var candidate: String { match.candidate.name }
  /// Detectors and scenarios that only one of the runs has, and recordings that failed in one.
  package var unpaired: [String] { match.unpaired }
  private var units: [Unit] = []

  /// A unit of work that both runs have.
  private struct Unit: Sendable {
    let unit: WorkUnit
    let before: WindowTable
    let after: WindowTable
  }

  /// References of the windows that both have.
  package struct References: Equatable, Sendable {
    package fileprivate(set) var compared = 0
    package fileprivate(set) var different = 0
    package fileprivate(set) var first: Change?

    /// One that is not the same.
    package struct Change: Equatable, Sendable {
      package let recording: String
      package let start: Double
      package let end: Double
      package let before: WindowTable.ReferenceCell
      package let after: WindowTable.ReferenceCell
    }
  }

  /// Windows that only one of the runs has, of the scenarios that both have.
  package struct Missing: Equatable, Sendable {
    package fileprivate(set) var windows = 0
    /// Recordings that have such windows, each once.
    package fileprivate(set) var recordings: [String] = []

    fileprivate mutating func add(_ count: Int, of recording: String) {
      guard count > 0 else { return }
      windows += count
      if recordings.last != recording { recordings.append(recording) }
    }
  }

  /// - Returns: `nil` for runs that differ in more than their recordings, data and references, and for runs without a
  ///   common window.
  package init?(baseline: RunMatch.Run, candidate: RunMatch.Run) {
    guard let match = RunMatch.ofOneExperiment(baseline: baseline, candidate: candidate) else { return nil }
    self.init(match)
    guard windowCount > 0 else { return nil }
  }

  package init(_ match: RunMatch) {
    let (before, after) = (match.baseline, match.candidate)
    (self.match, self.rows) = (match, [])
    // A row of a scenario and detector is at scenario × detectors + detector. Rows that one of the runs does not have
    // are dropped at the end.
    var rows = match.scenarios.flatMap { scenario in
      match.detectors.map { Row(scenario: scenario.label, detector: $0.label) }
    }
    for mine in match.candidateUnits {
      let name = mine.name
      guard let table = after.results.table(ofUnit: mine.unit.index) else { continue }
      guard let other = match.baselinePlaces[name].flatMap(before.results.table(ofUnit:)) else {
        onlyCandidate.add(table.rowCount, of: name.recording)
        continue
      }
      units.append(Unit(unit: mine.unit, before: other, after: table))
      compare(name.recording, other, table, in: &rows, from: name.scenario * match.detectors.count)
    }
    let taken = Set(match.candidateUnits.map(\.name))
    for left in match.baselineUnits where !taken.contains(left.name) {
      onlyBaseline.add(
        before.results.table(ofUnit: left.unit.index)?.rowCount ?? 0, of: left.name.recording)
    }
    let places = match.scenarios.flatMap { scenario in
      match.detectors.map { match.isPaired($0, in: scenario) }
    }
    self.rows = zip(rows, places).compactMap { $1 ? $0 : nil }
  }

  /// - Parameters:
  ///   - recording: its name.
  ///   - before: windows of the last of ``units`` in the earlier run.
  ///   - after: the same in the later run.
  ///   - rows: the rows in which the windows are counted.
  ///   - first: place of the scenario's first row.
  private mutating func compare(
    _ recording: String, _ before: WindowTable, _ after: WindowTable, in rows: inout [Row], from first: Int
  ) {
    let common = before.ranges.pairs(with: after.ranges)
    for (old, new) in common {
      references.compared += 1
      let (was, now) = (before.references[old], after.references[new])
      guard !was.isSame(as: now) else { continue }
      references.different += 1
      if references.first == nil {
        let range = after.ranges[new]
        references.first = .init(
          recording: recording, start: range.start, end: range.end, before: was, after: now)
      }
    }
    // Tries are one measurement, whichever of them was chosen.
    let isMeasurement = !before.chosenTries.isEmpty && !after.chosenTries.isEmpty
    let pairs = isMeasurement ? [(0, 0)] : common
    windowCount += pairs.count
    if !isMeasurement {
      onlyBaseline.add(before.ranges.count - pairs.count, of: recording)
      onlyCandidate.add(after.ranges.count - pairs.count, of: recording)
    }
    let tolerance = tolerance
    for (place, detector) in match.detectors.enumerated() {
      guard let earlier = before.answers(of: detector.baseline),
        let later = after.answers(of: detector.candidate)
      else { continue }
      let isOtherTry =
        isMeasurement
        && before.ranges[before.window(of: detector.baseline, row: 0)]
          != after.ranges[after.window(of: detector.candidate, row: 0)]
      for (old, new) in pairs {
        var kind = WindowChange.Kind(earlier, old, later, new)
        if isOtherTry, kind == nil || kind == .confidence { kind = .otherTry }
        let change = kind.map {
          WindowChange(
            kind: $0, unit: Int32(clamping: units.count - 1), detector: Int32(clamping: place),
            row: Int32(clamping: new), baselineRow: Int32(clamping: old))
        }
        if let change { changes.append(change) }
        rows[first + place].add(change, earlier[old], later[new], tolerance)
      }
    }
  }

  /// Returns all fields of one of ``changes``.
  package func detail(of change: WindowChange) -> WindowChange.Detail {
    let unit = units[Int(clamping: change.unit)]
    let detector = match.detectors[Int(clamping: change.detector)]
    let (plan, mine) = (match.candidate.plan, unit.unit)
    let (recording, scenario) = (plan.recordings[mine.recording], plan.scenarios[mine.scenario])
    let (old, new) = (Int(clamping: change.baselineRow), Int(clamping: change.row))
    let earlier = DetectorAnswers(unit.before, detector.baseline, through: old)
    let later = DetectorAnswers(unit.after, detector.candidate, through: new)
    return WindowChange.Detail(
      dataset: plan.datasets[recording.dataset].name, recording: recording.id, scenario: scenario.label,
      repetition: scenario.repeats > 1 ? mine.repetition + 1 : nil, detector: detector.label,
      before: .init(earlier, old, of: unit.before, detector.baseline),
      after: .init(later, new, of: unit.after, detector.candidate),
      crossing: WindowChange.Crossing(earlier[old], later[new], tolerance))
  }

  /// True if nothing differs: no answer, and no reference.
  package var isEmpty: Bool { changes.isEmpty && references.different == 0 }

  package var answerCount: Int { rows.reduce(0) { $0 + $1.compared } }
}

extension WindowTable.ReferenceCell {
  fileprivate func isSame(as other: Self) -> Bool {
    switch (self, other) {
    case (.bpm(let one), .bpm(let two)): one.bitPattern == two.bitPattern
    case (.none(let one), .none(let two)): one == two
    case (.bpm, .none), (.none, .bpm): false
    }
  }
}

extension DetectorAnswers {
  /// Returns a detector's answers; failed ones for a detector without rows.
  fileprivate init(_ table: WindowTable, _ detector: Int, through row: Int) {
    self =
      table.answers(of: detector)
      ?? .init(column: EstimateColumn(failed: "", count: row + 1), references: table.references)
  }
}

extension WindowChange.Answer {
  fileprivate init(_ answers: DetectorAnswers, _ row: Int, of table: WindowTable, _ detector: Int) {
    let (cell, reference) = (answers[row].cell, answers[row].reference)
    self.init(
      range: table.ranges[table.window(of: detector, row: row)], reference: reference,
      outcome: answers.column.outcome(row), bpm: cell.hasValue ? cell.bpm : nil, confidence: cell.confidence,
      quality: cell.quality?.rawValue, motion: cell.motion)
  }
}
