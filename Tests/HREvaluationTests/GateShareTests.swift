import HRTestSupport
import Foundation
import HRStatistics
import HRSupport
import Testing

@testable import HRRunning
@testable import HREvaluation

/// The gate's questions on success rate and gross errors.
@Suite struct GateShareTests {
  /// Makes a run of one detector whose errors are 3 bpm either way, on 19 windows of each recording.
  private static func usual(_ recordings: Int = 6) -> HandMadeRun {
    var run = HandMadeRun(recordings: recordings)
    run.windows = 19
    run.withinPercent = 10
    run.strata = []
    run.detectors = [HandMadeRun.detector("a")]
    run.reference = { _, window in 70 + Double(window % 3) }
    run.error = { ($0.recording + $0.window) % 2 == 0 ? 3 : -3 }
    return run
  }

  /// Makes a run whose errors are 0.4 bpm, with others in some windows.
  private static func better(
    _ recordings: Int = 6, but error: Double? = 50, where chosen: @escaping (HandMadeRun.Place) -> Bool
  ) -> HandMadeRun {
    var run = usual(recordings)
    run.error = { chosen($0) ? error : 0.4 }
    return run
  }

  private func row(
    _ now: HandMadeRun, against before: HandMadeRun, _ change: (inout Baseline) -> Void = { _ in }
  ) throws -> Gate.Row {
    var baseline = Baseline(before.evaluation)
    change(&baseline)
    return try #require(try Gate(now.evaluation, against: baseline, file: "base.json").rows.first)
  }

  private func otherFiles(_ run: HandMadeRun) -> HandMadeRun {
    var run = run
    run.files = run.files.map { "other" + $0 }
    return run
  }

  private static let fact = "; data and noise are the baseline's, so the change has no sampling error"

  @Test func fewGrossErrorsAreNotMadeUpForByTheOthers() throws {
    let now = Self.better { $0.window == 7 }
    let reasons = [
      "success rate fell from 100 to 94.74 % (by 5.26 percentage points, allowed: 1)",
      "gross errors (more than 20 bpm or 40 % of the reference) rose from 0 to 5.26 % of the windows (by 5.26 percentage points, allowed: 1)",
    ]
    for night in [now, otherFiles(now)] {
      let row = try row(night, against: Self.usual())
      #expect(abs(row.overall?.deltaBPM ?? .nan) < 0.02 && row.overall?.decision == .held)
      #expect(row.decision == .regressed && row.reasons == reasons, "\(row.reasons)")
      #expect(
        row.before.successRate == 1 && row.now.successRate == 18.0 / 19 && row.now.grossShare == 1.0 / 19)
      #expect(row.now.successRate == night.evaluation.rows.first?.score.rightOfAll?.share)
      #expect(row.worstWindows?.windows.first?.errorNowBPM == 50)
    }
  }

  @Test func oneSubjectAlone() throws {
    let before = Self.usual(12)
    let three = Self.better(12) { $0.recording == 4 && $0.window < 3 }
    let known = try row(three, against: before)
    #expect(known.decision == .regressed)
    #expect(
      known.reasons.count == 2 && known.reasons.allSatisfy { $0.hasSuffix(Self.fact) }, "\(known.reasons)")
    #expect(known.reasons.first?.hasPrefix("success rate fell from 100 to 98.68 % (by 1.32") == true)
    let two = Self.better(12) { $0.recording == 4 && $0.window < 2 }
    #expect(try row(two, against: before).decision == .held)
  }

  @Test func silenceDoesNotHelp() throws {
    let row = try row(Self.better(but: nil) { $0.window == 7 }, against: Self.usual())
    #expect(row.decision == .regressed)
    #expect(row.reasons.map { $0.prefix(12) } == ["coverage fel", "success rate"], "\(row.reasons)")
    // Where coverage may fall, the success rate may not.
    let allowed = try self.row(Self.better(but: nil) { $0.window == 7 }, against: Self.usual()) {
      $0.coveragePoints = 10
    }
    #expect(allowed.reasons.map { $0.prefix(12) } == ["success rate"], "\(allowed.reasons)")
    // Who was silent and now answers wrongly loses no success, but makes gross errors.
    let spoke = try self.row(
      Self.better { $0.window == 7 }, against: Self.better(but: nil) { $0.window == 7 })
    #expect(spoke.reasons.map { $0.prefix(12) } == ["gross errors"], "\(spoke.reasons)")
  }

  @Test func largeErrorsBelowGrossOnesCostSuccessAlone() throws {
    let row = try row(Self.better(but: 20) { $0.window == 7 }, against: Self.usual())
    #expect(row.reasons.map { $0.prefix(12) } == ["success rate"], "\(row.reasons)")
  }

  /// Of 100 windows one is one percentage point.
  @Test func whatIsAllowedHolds() throws {
    var before = Self.usual(10)
    before.windows = 10
    var now = Self.better(10) { $0.recording == 3 && $0.window == 7 }
    now.windows = 10
    #expect(try row(now, against: before).decision == .held)
    #expect(try row(now, against: before) { $0.successPoints = 0.9 }.reasons.count == 1)
    #expect(try row(now, against: before) { $0.grossPoints = 0.9 }.reasons.count == 1)
    #expect(try row(now, against: before) { ($0.successPoints, $0.grossPoints) = (0, 0) }.reasons.count == 2)
  }

  /// Of six subjects, those with one gross window of 19: the mean rise of two is 1.6 standard errors above 0, that of
  /// four is 3.2; at 95 % 2.0 are needed and, for four questions together, 4.8 at 99 %.
  @Test func ofOtherNoiseTheSubjectsDecide() throws {
    let decided = try [2, 4, 6].map { subjects in
      try row(otherFiles(Self.better { $0.recording < subjects && $0.window == 7 }), against: Self.usual())
    }
    #expect(decided.map(\.decision) == [.held, .cannotTell, .regressed])
    let end = ", but too few subjects (or recordings) show it"
    #expect(
      decided[1].reasons.count == 2 && decided[1].reasons.allSatisfy { $0.hasSuffix(end) },
      "\(decided[1].reasons)")
    // Too few for any limit.
    let few = try row(otherFiles(Self.better(4) { $0.window == 7 }), against: Self.usual(4))
    #expect(few.decision == .cannotTell && few.reasons.contains { $0.hasPrefix("success rate fell") })
  }

  @Test func breathingRatesHaveTheSameQuestions() throws {
    func slow(_ run: HandMadeRun) -> HandMadeRun {
      var run = run
      run.measurand = .breathingRate
      run.withinPercent = nil
      run.reference = { _, _ in 15 }
      return run
    }
    let row = try row(slow(Self.better(but: 21) { $0.window == 7 }), against: slow(Self.usual()))
    #expect(row.decision == .regressed && row.reasons.count == 2)
    #expect(row.reasons.last?.hasPrefix("gross errors (more than 20 bpm) rose") == true, "\(row.reasons)")
  }

  /// Builds before this one stored neither number; the windows that both questions need were there.
  @Test func anOlderBaselineAnswersToo() throws {
    let text = BaselineFile.text(Baseline(Self.usual().evaluation))
    let older = text.replacing("  \"successPoints\": 1,\n", with: "")
      .replacing("  \"grossPoints\": 1,\n", with: "")
    #expect(older.count < text.count - 40)
    try withTemporaryFolder { folder in
      try Data(older.utf8).write(to: URL(fileURLWithPath: folder + "/base.json"))
      let baseline = try BaselineFile.read(folder + "/base.json")
      #expect(baseline.successPoints == 1 && baseline.grossPoints == 1)
      let now = Self.better { $0.window == 7 }
      #expect(try Gate(now.evaluation, against: baseline, file: "base.json").decision == .regressed)
    }
  }

  /// The baseline does not say which of several tries was chosen.
  @Test func ofTriesTheLowestReferenceCounts() {
    let figure = Baseline.Figure(
      referenceWindows: 2, estimates: 2, maeBPM: 8, errors: WindowNumbers([8, 8]))
    let summary = Gate.Summary(
      figure, references: WindowNumbers([90, 80, nil, 90, 70, 85]), tolerance: Tolerance())
    #expect(summary.successes == 1 && summary.grossErrors == 0 && summary.storedWindows == 2)
  }
}
