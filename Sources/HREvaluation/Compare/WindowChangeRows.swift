internal import HRSupport
internal import HRRunning
internal import HRStatistics

extension WindowChanges {
  /// One detector in one scenario.
  package struct Row: Sendable {
    package let scenario: String
    package let detector: String
    /// Windows that both runs have.
    package private(set) var compared = 0
    package private(set) var first: WindowChange?
    /// The change with the largest step of the rate; `nil` where no window has two rates that differ.
    package private(set) var largest: WindowChange?
    /// Signed step of ``largest`` in bpm: the later rate minus the earlier one.
    package private(set) var largestBPM = 0.0
    package private(set) var rightToWrong = 0
    package private(set) var wrongToRight = 0
    private var counts: [WindowChange.Kind: Int] = [:]
    private var before = ErrorSum()
    private var after = ErrorSum()

    init(scenario: String, detector: String) {
      self.scenario = scenario
      self.detector = detector
    }

    package func count(_ kind: WindowChange.Kind) -> Int { counts[kind] ?? 0 }

    package var different: Int { counts.values.reduce(0, +) }
    package var same: Int { compared - different }

    /// MAE of the earlier run over its answers, in windows that both runs have and that have a reference; `nil`
    /// without any.
    package var baselineMAEBPM: Double? { before.maeBPM }
    /// MAE of the later run, over its own answers.
    package var maeBPM: Double? { after.maeBPM }

    /// - Parameters:
    ///   - change: `nil` where the answers are the same.
    ///   - was: the earlier answer.
    ///   - now: the later one.
    ///   - tolerance: within which each is right against its own reference.
    mutating func add(
      _ change: WindowChange?, _ was: DetectorAnswers.Element, _ now: DetectorAnswers.Element,
      _ tolerance: Tolerance
    ) {
      compared += 1
      if let error = was.errorBPM { before.add(error) }
      if let error = now.errorBPM { after.add(error) }
      switch WindowChange.Crossing(was, now, tolerance) {
      case .rightToWrong: rightToWrong += 1
      case .wrongToRight: wrongToRight += 1
      case nil: break
      }
      guard let change else { return }
      if first == nil { first = change }
      counts[change.kind, default: 0] += 1
      guard change.kind == .rate else { return }
      let step = now.cell.bpm - was.cell.bpm
      if largest == nil || abs(step) > abs(largestBPM) { (largest, largestBPM) = (change, step) }
    }
  }

  /// A detector whose rank by MAE is not the same in both runs.
  package struct RankChange: Equatable, Sendable {
    package let scenario: String
    package let detector: String
    /// Rank from 1, the smallest error; equal errors share the mean of their ranks. `nil` without an answer.
    package let baselineRank: Double?
    package let rank: Double?
    package let baselineMAEBPM: Double?
    package let maeBPM: Double?

    /// True if its own error changed; else only others passed it.
    package var hasMoved: Bool { baselineMAEBPM?.bitPattern != maeBPM?.bitPattern }
  }

  /// Detectors whose rank among those that both runs have changed, scenario by scenario; the best now first.
  package var rankChanges: [RankChange] {
    rows.map(\.scenario).distinct.flatMap { scenario -> [RankChange] in
      let rows = rows.filter { $0.scenario == scenario }
      let (before, after) = (Self.ranks(rows.map(\.baselineMAEBPM)), Self.ranks(rows.map(\.maeBPM)))
      let changed = rows.indices.filter { before[$0] != after[$0] }
      let sorted = changed.sorted { (after[$0] ?? .infinity, $0) < (after[$1] ?? .infinity, $1) }
      return sorted.map {
        RankChange(
          scenario: scenario, detector: rows[$0].detector, baselineRank: before[$0], rank: after[$0],
          baselineMAEBPM: rows[$0].baselineMAEBPM, maeBPM: rows[$0].maeBPM)
      }
    }
  }

  /// True if a scenario has at least two detectors, so that ranks can change.
  package var haveRanks: Bool {
    rows.map(\.scenario).distinct.contains { scenario in rows.count { $0.scenario == scenario } > 1 }
  }

  private static func ranks(_ errors: [Double?]) -> [Double?] {
    var ranks = averageRanks(errors.compactMap(\.self))[...]
    return errors.map { $0 == nil ? nil : ranks.popFirst() }
  }
}
