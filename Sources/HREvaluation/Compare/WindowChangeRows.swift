internal import HRSupport
internal import HRRunning
internal import HRSignals
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
    private var counts = [Int](repeating: 0, count: WindowChange.Kind.allCases.count)
    private var before = ErrorSum()
    private var after = ErrorSum()

    init(scenario: String, detector: String) {
      self.scenario = scenario
      self.detector = detector
    }

    package func count(_ kind: WindowChange.Kind) -> Int {
      zip(WindowChange.Kind.allCases, counts).first { $0.0 == kind }?.1 ?? 0
    }

    package var different: Int { counts.reduce(0, +) }
    package var same: Int { compared - different }

    /// MAE of the earlier run over its answers, in windows that both runs have and that have a reference; `nil`
    /// without any.
    package var baselineMAEBPM: Double? { before.mean }
    /// MAE of the later run, over its own answers.
    package var maeBPM: Double? { after.mean }

    /// - Parameters:
    ///   - change: `nil` where the answers are the same.
    ///   - was: the earlier answer.
    ///   - now: the later one.
    ///   - judgedBefore: the earlier answer against its reference.
    ///   - judged: the later one against its own.
    mutating func add(
      _ change: WindowChange?, _ was: EstimateColumn.Cell, _ now: EstimateColumn.Cell,
      _ judgedBefore: Judged?,
      _ judged: Judged?
    ) {
      compared += 1
      if let judgedBefore { before.add(judgedBefore.absoluteBPM) }
      if let judged { after.add(judged.absoluteBPM) }
      switch Crossings.of(judgedBefore, judged) {
      case .rightToWrong: rightToWrong += 1
      case .wrongToRight: wrongToRight += 1
      case nil: break
      }
      guard let change else { return }
      if first == nil { first = change }
      counts[change.kind.place] += 1
      guard change.kind == .rate else { return }
      let step = now.bpm - was.bpm
      if largest == nil || abs(step) > abs(largestBPM) { (largest, largestBPM) = (change, step) }
    }
  }

  /// Sum and count of errors.
  private struct ErrorSum: Sendable {
    private var sum = 0.0
    private var count = 0

    mutating func add(_ errorBPM: Double) {
      sum += errorBPM
      count += 1
    }

    var mean: Double? { count > 0 ? sum / Double(count) : nil }
  }

  /// A rate against its reference.
  struct Judged {
    let absoluteBPM: Double
    let isRight: Bool

    /// - Returns: `nil` without a rate or a reference.
    init?(_ cell: EstimateColumn.Cell, _ referenceBPM: Double?, _ tolerance: Tolerance) {
      guard let referenceBPM, let error = cell.errorBPM(against: referenceBPM) else { return nil }
      absoluteBPM = abs(error)
      isRight = tolerance.allows(error, at: referenceBPM)
    }

    /// Judges a row of a table; `nil` without a rate or a reference.
    init?(_ table: WindowTable, _ detector: Int, row: Int, _ tolerance: Tolerance) {
      guard let cell = table.estimates[detector]?.cells[row] else { return nil }
      self.init(cell, table.references[table.window(of: detector, row: row)].bpm, tolerance)
    }
  }

  enum Crossings {
    /// - Returns: `nil` where both are right or both wrong, or one of them has no rate or no reference.
    static func of(_ before: Judged?, _ after: Judged?) -> WindowChange.Crossing? {
      guard let before, let after, before.isRight != after.isRight else { return nil }
      return before.isRight ? .rightToWrong : .wrongToRight
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

extension WindowChange.Kind {
  fileprivate var place: Int {
    switch self {
    case .valueToAbstained: 0
    case .valueToFailed: 1
    case .abstainedToValue: 2
    case .failedToValue: 3
    case .otherReason: 4
    case .rate: 5
    case .otherTry: 6
    case .confidence: 7
    }
  }
}
