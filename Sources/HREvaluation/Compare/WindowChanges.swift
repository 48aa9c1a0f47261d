internal import HRSupport
package import HRRunning
internal import HRSignals
package import HRStatistics

/// Changes between two runs of one experiment, window by window. Every answer of a detector is compared with the
/// answer of the same detector for the same window, bit by bit.
package struct WindowChanges: Sendable {
  package let baseline: String
  package let candidate: String
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
  package let tolerance: Tolerance
  package let baselineTolerance: Tolerance
  /// Detectors and scenarios that only one of the runs has, and recordings that failed in one.
  package let unpaired: [String]
  private let detectors: [RunMatch.Shared]
  private var units: [Unit] = []

  /// A unit of work that both runs have.
  private struct Unit: Sendable {
    let recording: String
    let dataset: String
    let scenario: RunMatch.Shared
    let repetition: Int?
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
    (baseline, candidate) = (before.name, after.name)
    (tolerance, baselineTolerance) = (after.plan.tolerance, before.plan.tolerance)
    (detectors, unpaired) = (match.detectors, match.unpaired)
    self.rows = []
    // A row of a scenario and detector is at scenario × detectors + detector. Rows that one of the runs does not have
    // are dropped at the end.
    var rows = match.scenarios.flatMap { scenario in
      match.detectors.map { Row(scenario: scenario.label, detector: $0.label) }
    }
    var earlier = Self.tables(before, match.scenarios.map(\.baseline))
    for later in Self.tables(after, match.scenarios.map(\.candidate)).inOrder {
      guard let other = earlier.take(later.name) else {
        onlyCandidate.add(later.table.rowCount, of: later.name.recording)
        continue
      }
      let scenario = match.scenarios[later.name.scenario]
      let repeats = after.plan.scenarios[scenario.candidate].repeats
      let note = after.plan.recordings[later.recording]
      units.append(
        Unit(
          recording: note.id, dataset: after.plan.datasets[note.dataset].name, scenario: scenario,
          repetition: repeats > 1 ? later.name.repetition + 1 : nil, before: other.table, after: later.table))
      compare(
        later.name.recording, other.table, later.table, in: &rows,
        from: later.name.scenario * match.detectors.count)
    }
    for left in earlier.inOrder where earlier.has(left.name) {
      onlyBaseline.add(left.table.rowCount, of: left.name.recording)
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
    let common = MatchingWindows(before.ranges, after.ranges)
    for (old, new) in common.pairs {
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
    let pairs = isMeasurement ? [(0, 0)] : common.pairs
    windowCount += pairs.count
    if !isMeasurement {
      onlyBaseline.add(before.ranges.count - pairs.count, of: recording)
      onlyCandidate.add(after.ranges.count - pairs.count, of: recording)
    }
    for (place, detector) in detectors.enumerated() {
      guard let mine = after.estimates[detector.candidate], let others = before.estimates[detector.baseline]
      else { continue }
      let (wanted, wantedBefore) = (
        after.references(of: detector.candidate), before.references(of: detector.baseline)
      )
      let isOtherTry =
        isMeasurement
        && before.ranges[before.window(of: detector.baseline, row: 0)]
          != after.ranges[after.window(of: detector.candidate, row: 0)]
      for (old, new) in pairs {
        let (was, now) = (others.cells[old], mine.cells[new])
        var kind = WindowChange.Kind((was, others), now, of: mine)
        if isOtherTry, kind == nil || kind == .confidence { kind = .otherTry }
        let change = kind.map {
          WindowChange(
            kind: $0, unit: Int32(clamping: units.count - 1), detector: Int32(clamping: place),
            row: Int32(clamping: new), baselineRow: Int32(clamping: old))
        }
        if let change { changes.append(change) }
        let judged = (
          Judged(was, wantedBefore[old].bpm, tolerance), Judged(now, wanted[new].bpm, tolerance)
        )
        rows[first + place].add(change, was, now, judged.0, judged.1)
      }
    }
  }

  /// Returns all fields of one of ``changes``.
  package func detail(of change: WindowChange) -> WindowChange.Detail {
    let unit = units[Int(clamping: change.unit)]
    let detector = detectors[Int(clamping: change.detector)]
    let (old, new) = (Int(clamping: change.baselineRow), Int(clamping: change.row))
    let crossing = Crossings.of(
      Judged(unit.before, detector.baseline, row: old, tolerance),
      Judged(unit.after, detector.candidate, row: new, tolerance))
    return WindowChange.Detail(
      dataset: unit.dataset, recording: unit.recording, scenario: unit.scenario.label,
      repetition: unit.repetition, detector: detector.label,
      before: .init(unit.before, detector.baseline, row: old),
      after: .init(unit.after, detector.candidate, row: new), crossing: crossing)
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

extension WindowChange.Answer {
  fileprivate init(_ table: WindowTable, _ detector: Int, row: Int) {
    let window = table.window(of: detector, row: row)
    let column = table.estimates[detector] ?? EstimateColumn(failed: "", count: row + 1)
    let cell = column.cells[row]
    self.init(
      range: table.ranges[window], reference: table.references[window], outcome: column.outcome(of: cell),
      bpm: cell.hasValue ? cell.bpm : nil, confidence: cell.confidence, quality: cell.quality?.rawValue,
      motion: cell.motion)
  }
}
