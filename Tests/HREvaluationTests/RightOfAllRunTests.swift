import HRStatistics
import Testing

@testable import HRRunning
@testable import HREvaluation

/// Success rate (all windows): effects of silence, failures and other detectors.
@Suite struct RightOfAllRunTests {
  /// Right in three windows, 9 bpm off in one, silent in two.
  private static var run: HandMadeRun {
    var run = HandMadeRun()
    run.error = { place in
      if place.detector == 1 { return 0 }
      return place.window < 3 ? 4 : place.window == 3 ? 9 : nil
    }
    return run
  }

  @Test func silentAndWrongWindowsCountAlike() throws {
    let row = Self.run.evaluation.rows[0]
    let right = try #require(row.score.rightOfAll)
    #expect(right.rightCount == 36 && right.referenceCount == 72 && right.share == 0.5)
    #expect(row.score.errors?.withinToleranceShare == 0.75)
    var bold = Self.run
    bold.error = { $0.window < 3 ? 4 : 9 }
    #expect(bold.evaluation.rows[0].score.rightOfAll == right)
    // Other detectors have no effect.
    var other = Self.run
    other.error = { $0.detector == 1 ? nil : Self.run.error($0) }
    #expect(other.evaluation.rows[0].score.rightOfAll == right)
    #expect(other.evaluation.rows[1].score.rightOfAll?.share == 0)
    #expect(other.evaluation.rows[1].score.errors == nil)
  }

  @Test func whoeverIsNeverAnsweredIsAClusterToo() throws {
    var run = Self.run
    run.error = { $0.recording == 11 ? nil : 0 }
    let score = run.evaluation.rows[0].score
    #expect(score.clusterCount == 11)
    let right = try #require(score.rightOfAll)
    #expect(right.clusterCount == 12 && right.rightCount == 66 && right.referenceCount == 72)
    #expect(
      right.interval
        == ShareInterval(
          counted: Array(repeating: 6, count: 11) + [0], of: Array(repeating: 6, count: 12))?.interval)
  }

  /// A recording that could not be used has no known windows, and windows without a reference are not judged.
  @Test func onlyKnownReferencesCount() throws {
    var run = Self.run
    run.failed = [0]
    run.reference = { recording, window in
      recording == 1 ? nil : 60 + 2 * Double(recording) + Double(window)
    }
    let row = run.evaluation.rows[0]
    let right = try #require(row.score.rightOfAll)
    #expect(right.referenceCount == 60 && right.rightCount == 30 && right.clusterCount == 10)
    #expect(row.tally.failedRecordings == 1)
    run.reference = { _, _ in nil }
    #expect(run.evaluation.rows[0].score.rightOfAll == nil)
  }

  @Test func chanceOnOwnWindowsIsOfAnsweredOnes() throws {
    let evaluation = Self.run.evaluation
    let own = try #require(evaluation.rows[0].diagnosis?.ownChance)
    let answered = (0..<12).flatMap { recording in
      (0..<4).map { (recording: recording, rate: 60 + 2 * Double(recording) + Double($0)) }
    }
    let constant = answered.reduce(0) { $0 + abs(70 - $1.rate) } / 48
    #expect(abs((own.constantMAEBPM ?? .nan) - constant) < 1e-12)
    let others = answered.reduce(0) { sum, window in
      let rest = answered.filter { $0.recording != window.recording }.map(\.rate)
      return sum + abs(rest.reduce(0, +) / Double(rest.count) - window.rate)
    }
    #expect(abs((own.othersMeanMAEBPM ?? .nan) - others / 48) < 1e-12)
    // Windows do not overlap, so the previous window's reference is 1 bpm lower.
    #expect(own.holdLastMAEBPM == 1 && own.holdLastCount == 36)
    let levels = evaluation.chanceLevels[0]
    #expect(evaluation.rows[1].diagnosis?.ownChance?.constantMAEBPM == levels.constantMAEBPM)
    #expect(evaluation.rows[0].unbeatenChance == nil)
    var far = Self.run
    far.error = { $0.window < 2 ? 20 : nil }
    let unbeaten = try #require(far.evaluation.rows[0].unbeatenChance)
    #expect(unbeaten.maeBPM < 20)
    far.error = { _ in nil }
    let silent = far.evaluation.rows[0]
    #expect(silent.diagnosis?.ownChance == nil && silent.unbeatenChance == nil)
  }
}
