import HRPlugins
import HRSignals
import HRStatistics
import Testing

@testable import HREvaluation
@testable import HRRunning

/// Changes between two runs, compared with runs that are set by the test.
@Suite struct WindowChangesTests {
  private func changes(_ old: HandMadeRun, _ new: HandMadeRun) throws -> WindowChanges {
    WindowChanges(try RunMatch(baseline: old.run("old"), candidate: new.run("new")))
  }

  /// Compares the hand-made run with a changed one.
  private func changes(_ change: (inout HandMadeRun) -> Void) throws -> WindowChanges {
    var new = HandMadeRun()
    change(&new)
    return try changes(HandMadeRun(), new)
  }

  @Test func equalRunsAreEqualToTheLastBit() throws {
    let same = try changes { _ in }
    #expect(same.isEmpty && same.changes.isEmpty && same.rankChanges.isEmpty)
    #expect(same.windowCount == 72 && same.answerCount == 144 && same.references.compared == 72)
    #expect(same.rows.map(\.detector) == ["a", "b"] && same.rows.map(\.same) == [72, 72])
    #expect(same.onlyBaseline.windows == 0 && same.onlyCandidate.windows == 0)
  }

  /// 68 and the next representable number.
  @Test func oneBitOfOneWindowIsFound() throws {
    let found = try changes {
      $0.error = { $0.detector == 1 && $0.recording == 3 && $0.window == 2 ? 68.0.ulp : 0 }
    }
    #expect(found.changes.map(\.kind) == [.rate])
    let detail = found.detail(of: try #require(found.changes.first))
    #expect(detail.dataset == "d" && detail.recording == "r4" && detail.scenario == "clean")
    #expect(detail.repetition == nil && detail.detector == "b" && detail.crossing == nil)
    #expect(detail.before.bpm == 68 && detail.after.bpm == 68.0.nextUp)
    #expect(detail.after.range == TimeRange(start: 20, end: 30) && detail.after.reference == .bpm(68))
    #expect(found.rows.map(\.different) == [0, 1] && found.rows.map(\.compared) == [72, 72])
    #expect(found.rows[1].largestBPM == 68.0.ulp && found.rows[1].largest == found.changes.first)
  }

  @Test func outcomesThatChangeAreToldApart() throws {
    var old = HandMadeRun()
    old.error = { $0.detector == 0 && $0.recording == 1 ? nil : 0 }
    var new = HandMadeRun()
    new.error = { $0.detector == 0 && $0.recording == 2 ? nil : 0 }
    var results = new.results
    // The second detector crashes on the fourth recording.
    guard case .windows(let table) = results[3].outcome else { return }
    results[3] = UnitResult(
      unit: 3, facts: results[3].facts,
      outcome: .windows(
        WindowTable(
          ranges: table.ranges, references: table.references,
          estimates: [table.estimates[0], EstimateColumn(failed: "it crashed", count: 6)])))
    let match = try RunMatch(
      baseline: old.run("old"), candidate: .init(name: "new", plan: new.plan, results: UnitResults(results)))
    let found = WindowChanges(match)
    #expect(found.rows[0].count(.abstainedToValue) == 6 && found.rows[0].count(.valueToAbstained) == 6)
    #expect(found.rows[1].count(.valueToFailed) == 6 && found.rows[1].different == 6)
    #expect(found.changes.map(\.kind.rawValue).filter { $0 == "valueToFailed" }.count == 6)
    #expect(found.detail(of: try #require(found.changes.last)).after.outcome == .failed("it crashed"))
    // And the reverse.
    let back = WindowChanges(
      try RunMatch(
        baseline: .init(name: "new", plan: new.plan, results: UnitResults(results)), candidate: old.run("old")
      ))
    #expect(back.rows[1].count(.failedToValue) == 6 && back.rows[0].different == 12)
    #expect(back.rows[1].largest == nil && back.rows[1].first?.kind == .failedToValue)
  }

  @Test func whatCrossesTheToleranceIsCounted() throws {
    var old = HandMadeRun()
    old.error = { $0.window == 0 ? 5 : $0.window == 1 ? -6 : 1 }
    var new = HandMadeRun()
    // An error of 5 bpm is still right; a larger one is not.
    new.error = { $0.window == 0 ? 5.5 : $0.window == 1 ? -4 : 1 }
    let found = try changes(old, new)
    #expect(found.rows.map(\.rightToWrong) == [12, 12] && found.rows.map(\.wrongToRight) == [12, 12])
    let crossings = found.changes.map { found.detail(of: $0).crossing }
    #expect(crossings.prefix(2) == [.rightToWrong, .wrongToRight])
    #expect(found.rows[0].largestBPM == 2)
  }

  @Test func aConfidenceAloneIsAChangeOfItsOwn() throws {
    let found = try changes { $0.confidence = { $0.window == 5 ? 0.5 : nil } }
    #expect(Set(found.changes.map(\.kind)) == [.confidence] && found.changes.count == 24)
    #expect(found.rows[0].largest == nil && found.rankChanges.isEmpty)
  }

  @Test func repeatsAreNumberedFromOne() throws {
    var old = HandMadeRun()
    old.scenarios = [HandMadeRun.clean, HandMadeRun.scenario("noise", ["whiteNoise@1"], repeats: 2)]
    var new = old
    new.error = { $0.scenario == 1 && $0.repetition == 1 && $0.recording == 11 ? 1 : 0 }
    let found = try changes(old, new)
    #expect(found.windowCount == 216 && found.rows.map(\.different) == [0, 0, 6, 6])
    #expect(found.changes.map { found.detail(of: $0).repetition } == [Int?](repeating: 2, count: 12))
  }

  // MARK: Ranks

  private func ranks(_ old: [Double?], _ new: [Double?]) throws -> [String] {
    func run(_ errors: [Double?]) -> HandMadeRun {
      var run = HandMadeRun()
      run.detectors = ["a", "b", "c"].prefix(errors.count).map { HandMadeRun.detector($0) }
      run.error = { errors[$0.detector] }
      return run
    }
    return try changes(run(old), run(new)).rankChanges.map { rank in
      func text(_ rank: Double?) -> String { rank.map { "\($0)" } ?? "-" }
      return "\(rank.detector) \(text(rank.baselineRank)) \(text(rank.rank)) \(rank.hasMoved)"
    }
  }

  @Test func rowsThatMovedAreThoseWhoseErrorChanged() throws {
    #expect(try ranks([1, 2, 3], [1, 2, 0.5]) == ["c 3.0 1.0 true", "a 1.0 2.0 false", "b 2.0 3.0 false"])
    // Another error with the same rank.
    #expect(try ranks([1, 2, 3], [1.5, 2, 3]) == [])
    #expect(try ranks([1, 2], [2, 1]) == ["b 2.0 1.0 true", "a 1.0 2.0 true"])
  }

  @Test func equalErrorsShareTheMeanOfTheirRanks() throws {
    #expect(try ranks([1, 1, 1], [1, 1, 1]) == [])
    #expect(try ranks([1, 1, 4], [1, 2, 4]) == ["a 1.5 1.0 false", "b 1.5 2.0 true"])
  }

  @Test func whoDoesNotAnswerHasNoRank() throws {
    #expect(try ranks([1, 2, 3], [nil, 2, 3]) == ["b 2.0 1.0 false", "c 3.0 2.0 false", "a 1.0 - true"])
  }

  // MARK: Runs that differ

  private func either(_ old: HandMadeRun, _ new: HandMadeRun) -> WindowChanges? {
    WindowChanges(baseline: old.run("old"), candidate: new.run("new"))
  }

  @Test func whatOnlyOneRunHasIsCountedAndTheRestCompared() throws {
    let fewer = try #require(either(HandMadeRun(), HandMadeRun(recordings: 10)))
    #expect(fewer.isEmpty && fewer.windowCount == 60 && fewer.onlyCandidate.windows == 0)
    #expect(fewer.onlyBaseline.windows == 12 && fewer.onlyBaseline.recordings == ["d/r11", "d/r12"])
    var longer = HandMadeRun()
    longer.windows = 8
    let more = try #require(either(HandMadeRun(), longer))
    #expect(more.windowCount == 72 && more.onlyCandidate.windows == 24)
    #expect(more.onlyCandidate.recordings.count == 12 && more.changes.isEmpty)
    // In another order, recordings are matched by name.
    var turned = HandMadeRun()
    turned.recordings.swapAt(0, 1)
    turned.reference = { 60 + 2 * Double([1, 0][safe: $0] ?? $0) + Double($1) }
    let other = try #require(either(HandMadeRun(), turned))
    #expect(other.isEmpty && other.windowCount == 72)
  }

  @Test func referencesThatDifferAreCounted() throws {
    var new = HandMadeRun()
    new.reference = { $0 == 3 && $1 >= 4 ? nil : 60 + 2 * Double($0) + Double($1) }
    new.error = { $0.recording == 3 && $0.window >= 4 ? nil : 0 }
    let found = try #require(either(HandMadeRun(), new))
    #expect(found.references.different == 2 && found.references.compared == 72)
    let first = try #require(found.references.first)
    #expect(first.recording == "d/r4" && first.start == 40 && first.before == .bpm(70))
    #expect(first.after == .none("tooFewIntervals"))
    #expect(found.changes.count == 4 && !found.isEmpty)
  }

  @Test func runsOfOtherWindowsOrNoiseAreNotHeldAgainstEachOther() {
    var hop = HandMadeRun()
    hop.hopSeconds = 5
    #expect(either(HandMadeRun(), hop) == nil)
    var noisy = HandMadeRun()
    noisy.scenarios = [HandMadeRun.scenario("noise", ["whiteNoise@1"])]
    var seeded = noisy
    seeded.seed = 2
    #expect(either(noisy, seeded) == nil)
    var elsewhere = HandMadeRun()
    elsewhere.dataset = "e"
    #expect(either(HandMadeRun(), elsewhere) == nil)
  }

  @Test func aFailedRecordingIsNotCompared() throws {
    var new = HandMadeRun()
    new.failed = [1]
    let found = try changes(HandMadeRun(), new)
    #expect(found.isEmpty && found.windowCount == 66)
    #expect(found.onlyBaseline.windows == 6 && found.onlyBaseline.recordings == ["d/r2"])
  }

  // MARK: Tries

  /// Makes a run with one measurement of two tries for each recording.
  private func tries(_ chosen: [Int], bpm: [Double]) -> RunMatch.Run {
    var run = HandMadeRun()
    run.windowSeconds = nil
    let plan = run.plan
    let table = WindowTable(
      ranges: [TimeRange(start: 0, end: 10), TimeRange(start: 10, end: 20)],
      references: [.bpm(60), .bpm(70)],
      estimates: bpm.map {
        EstimateColumn([.bpm($0)], within: RateLimits(declared: nil, measurand: .heartRate))
      }, chosenTries: chosen)
    return RunMatch.Run(
      name: "tries", plan: plan,
      results: UnitResults(
        run.results.map { UnitResult(unit: $0.unit, facts: $0.facts, outcome: .windows(table)) }))
  }

  @Test func anotherTryIsAChangeAndHasItsOwnReference() throws {
    let match = try RunMatch(
      baseline: tries([0, 0], bpm: [61, 61]), candidate: tries([0, 1], bpm: [61, 61]))
    let found = WindowChanges(match)
    #expect(found.windowCount == 12 && found.answerCount == 24 && found.references.compared == 24)
    #expect(found.rows[0].different == 0 && found.rows[1].count(.otherTry) == 12)
    #expect(found.rows[1].baselineMAEBPM == 1 && found.rows[1].maeBPM == 9)
    #expect(found.rows[1].rightToWrong == 12)
    let detail = found.detail(of: try #require(found.changes.first))
    #expect(detail.before.range.start == 0 && detail.after.range.start == 10)
    #expect(detail.before.reference == .bpm(60) && detail.after.reference == .bpm(70))
    #expect(found.rankChanges.map(\.detector) == ["a", "b"])
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
