import HRSupport
import HRStatistics
import Testing

@testable import HRRunning
@testable import HREvaluation

@Suite struct GateTests {
  /// Makes a run of two detectors in two scenarios; b errs by about 1.5 bpm. The second scenario has noise, drawn
  /// by `noise`.
  private static func run(recordings: Int = 12, noise: UInt64 = 0) -> HandMadeRun {
    var run = HandMadeRun(recordings: recordings)
    run.scenarios.append(HandMadeRun.scenario("noise", ["whiteNoise@1"], repeats: 2))
    run.error = { place in
      let usual = HandMadeRun.noise(place, seed: place.scenario == 0 ? 0 : noise)
      return place.detector == 0 ? 0.2 * usual : 1.5 + 0.5 * usual
    }
    return run
  }

  private static func worse(
    _ run: HandMadeRun, by bpm: Double, where chosen: @escaping (HandMadeRun.Place) -> Bool
  )
    -> HandMadeRun
  {
    var changed = run
    let before = run.error
    changed.error = { place in before(place).map { chosen(place) ? $0 + ($0 < 0 ? -bpm : bpm) : $0 } }
    return changed
  }

  private static let usual = Baseline(run().evaluation)

  /// - Parameter before: ``run(recordings:noise:)`` with its defaults if omitted.
  private func gate(
    _ now: HandMadeRun, against before: HandMadeRun? = nil, margin: Double? = nil
  ) throws -> Gate {
    let baseline = before.map { Baseline($0.evaluation) } ?? Self.usual
    return try Gate(now.evaluation, against: baseline, marginBPM: margin, file: "base.json")
  }

  private func decisions(_ gate: Gate) -> [String] {
    gate.rows.map { "\($0.detector), \($0.scenario): \($0.decision.rawValue)" }
  }

  // MARK: Decisions

  @Test func anUnchangedRunHolds() throws {
    for recordings in [1, 3, 12] {
      let run = Self.run(recordings: recordings)
      let gate = try gate(run, against: run)
      #expect(gate.decision == .held && gate.rows.count == 4 && gate.notes.isEmpty)
      #expect(
        gate.rows.allSatisfy { $0.reasons.isEmpty && $0.overall?.deltaBPM == 0 && $0.smallStrata.isEmpty })
    }
  }

  @Test func oneDetectorOneBPMWorseInOneStratumIsNamed() throws {
    let changed = Self.worse(Self.run(noise: 5), by: 1) {
      $0.detector == 1 && $0.scenario == 1 && $0.recording % 2 == 1
    }
    let gate = try gate(changed)
    #expect(gate.decision == .regressed)
    #expect(
      decisions(gate) == ["a, clean: held", "b, clean: held", "a, noise: held", "b, noise: regressed"])
    let row = gate.rows[3]
    #expect(row.worst?.label == "activity: walk")
    #expect(
      row.reasons.contains { $0.hasPrefix("in the group activity: walk the error rose by +") },
      "\(row.reasons)")
    let delta = try #require(row.worst?.difference.deltaBPM)
    #expect(abs(delta - 1) < 0.2)
    #expect(row.worst?.difference.clusterCount == 6)
  }

  @Test func towardsTheOtherSideIsARegressionToo() throws {
    let changed = Self.worse(Self.run(), by: 1) { $0.detector == 0 && $0.recording % 2 == 0 }
    #expect(try gate(changed).rows.map(\.decision) == [.regressed, .held, .regressed, .held])
  }

  @Test func noiseAloneIsNoRegression() throws {
    var decided: [Gate.Decision] = []
    for seed in UInt64(1)...6 {
      var (old, new) = (Self.run(), Self.run())
      (old.scenarios, new.scenarios) = ([old.scenarios[1]], [old.scenarios[1]])
      new.seed = 2
      old.error = { 6 * HandMadeRun.noise($0, seed: seed) }
      new.error = { 6 * HandMadeRun.noise($0, seed: 100 + seed) }
      decided.append(try gate(new, against: old).decision)
    }
    #expect(!decided.contains(.regressed), "\(decided)")
    for seed in UInt64(1)...3 {
      #expect(try gate(Self.run(noise: seed)).decision == .held)
    }
  }

  /// The mean change is 3.6 standard errors above 0. At 99 % it is shown for the whole, also for the whole and the
  /// three shares together (limit 3.50, Student with 11 degrees of freedom), but not with two groups besides (3.72).
  @Test func allThatIsAskedOfARowSharesTheAlarm() throws {
    var before = HandMadeRun()
    before.detectors = [HandMadeRun.detector("a")]
    before.error = { _ in 1 }
    var now = before
    now.error = { $0.recording / 2 % 2 == 0 ? 1.079 : 2.921 }
    let decided = try [[], ["activity"]].map { strata -> [Gate.Decision] in
      (before.strata, now.strata) = (strata, strata)
      now.files = before.files
      let same = try gate(now, against: before)
      now.files = before.files.map { "other" + $0 }
      let other = try gate(now, against: before)
      #expect(same.rows[0].hasSameInputs && !other.rows[0].hasSameInputs)
      #expect(other.rows[0].worst?.difference.clusterCount == (strata.isEmpty ? nil : 6))
      return [same.decision, other.decision]
    }
    #expect(decided == [[.regressed, .regressed], [.regressed, .cannotTell]])
  }

  @Test func tooLittleDataIsSaid() throws {
    var otherNoise = Self.run(recordings: 3, noise: 9)
    otherNoise.seed = 2
    let gate = try gate(otherNoise, against: Self.run(recordings: 3))
    #expect(gate.decision == .cannotTell)
    #expect(gate.rows.map(\.decision) == [.held, .held, .cannotTell, .cannotTell])
    #expect(gate.rows[2].smallStrata == ["activity: rest", "activity: walk"])
    #expect(
      gate.rows[3].reasons.first?.hasPrefix("too few subjects (or recordings): 3, and 5 are needed (change: ")
        == true)
    // A large regression in so few cannot be distinguished from chance either, if there is sampling error.
    let worse = Self.worse(otherNoise, by: 3) { $0.detector == 1 }
    #expect(
      try self.gate(worse, against: Self.run(recordings: 3)).rows.map(\.decision) == [
        .held, .regressed, .cannotTell, .cannotTell,
      ])
  }

  @Test func aSmallGroupIsNotJudgedButNamed() throws {
    var run = Self.run()
    run.activities = (0..<12).map { $0 < 4 ? "run" : "rest" }
    var changed = Self.run(noise: 3)
    changed.activities = run.activities
    let gate = try gate(changed, against: run)
    #expect(gate.rows.map(\.smallStrata) == [[], [], ["activity: run"], ["activity: run"]])
    #expect(gate.decision == .held)
  }

  @Test func theMarginIsTheBaselinesOrTheCallers() throws {
    let changed = Self.worse(Self.run(), by: 0.3) { $0.detector == 1 }.evaluation
    var baseline = Self.usual
    #expect(try Gate(changed, against: baseline, file: "base.json").decision == .held)
    #expect(try Gate(changed, against: baseline, marginBPM: 0.2, file: "base.json").decision == .regressed)
    baseline.marginBPM = 0.25
    let judged = try Gate(changed, against: baseline, file: "base.json")
    #expect(judged.decision == .regressed && judged.margin == Margin(declaredBPM: 0.25))
  }

  @Test func betterHolds() throws {
    let run = Self.run()
    let gate = try gate(run, against: Self.worse(run, by: 2) { $0.detector == 1 })
    #expect(gate.decision == .held && (gate.rows[1].overall?.deltaBPM ?? 0) < -1.9)
  }

  // MARK: Coverage

  private func silenced(_ run: HandMadeRun, where chosen: @escaping (HandMadeRun.Place) -> Bool)
    -> HandMadeRun
  {
    var changed = run
    let before = run.error
    changed.error = { chosen($0) ? nil : before($0) }
    return changed
  }

  @Test func aFallOfCoverageEverywhereIsARegression() throws {
    let run = Self.run()
    let gate = try gate(
      silenced(run) { $0.detector == 0 && $0.scenario == 0 && $0.window == 0 }, against: run)
    #expect(gate.rows.map(\.decision) == [.regressed, .held, .held, .held])
    #expect(
      gate.rows[0].reasons
        == ["coverage", "success rate"].map {
          "\($0) fell from 100 to 83.33 % (by 16.67 percentage points, allowed: 1)"
        })
  }

  @Test func aFallInOneRecordingIsKnownByFactOrCannotBeTold() throws {
    let run = Self.run()
    var changed = silenced(run) { $0.detector == 0 && $0.scenario == 0 && $0.recording == 5 }
    let sentence = "coverage fell from 100 to 91.67 % (by 8.33 percentage points, allowed: 1)"
    let same = try gate(changed, against: run)
    #expect(same.rows.map(\.decision) == [.regressed, .held, .held, .held])
    #expect(
      same.rows[0].reasons.first
        == "\(sentence); data and noise are the baseline's, so the change has no sampling error")
    changed.files = changed.files.map { "other" + $0 }
    let other = try gate(changed, against: run)
    #expect(other.rows.map(\.decision) == [.cannotTell, .held, .held, .held])
    #expect(
      other.rows[0].reasons.first == "\(sentence), but too few subjects (or recordings) show it")
  }

  @Test func aFallOfWhatIsAllowedHolds() throws {
    let run = Self.run()
    var baseline = Baseline(run.evaluation)
    (baseline.coveragePoints, baseline.successPoints) = (100.0 / 6, 100.0 / 6)
    let changed = silenced(run) { $0.detector == 0 && $0.window == 0 }
    #expect(try Gate(changed.evaluation, against: baseline, file: "b").decision == .held)
  }

  @Test func silenceIsARegressionHoweverFewTheRecordings() throws {
    for recordings in [3, 12] {
      let run = Self.run(recordings: recordings)
      let gate = try gate(silenced(run) { $0.detector == 1 }, against: run)
      #expect(gate.rows.map(\.decision) == [.held, .regressed, .held, .regressed])
      #expect(gate.rows[1].reasons.first == "it no longer gives any estimate")
      #expect(gate.rows[1].overall == nil && gate.rows[1].now.coverage == 0)
    }
  }

  @Test func whoWasSilentMayStaySoOrSpeak() throws {
    let silent = silenced(Self.run()) { $0.detector == 1 }
    #expect(try gate(silent, against: silent).decision == .held)
    #expect(try gate(Self.run(), against: silent).decision == .held)
  }

  @Test func aDetectorThatWasSilentInTheBaselineIsNoted() throws {
    var run = Self.run()
    let before = run.error
    run.error = { $0.detector == 1 ? nil : before($0) }
    #expect(
      try gate(run, against: run).notes == [
        "b, clean: no estimate in the baseline, so there is no error to hold",
        "b, noise: no estimate in the baseline, so there is no error to hold",
      ])
  }

  @Test func estimatesOnOtherRecordingsThanBeforeCannotBeCompared() throws {
    let run = Self.run()
    let gate = try gate(
      silenced(run) { $0.detector == 1 && $0.recording < 6 },
      against: silenced(run) { $0.detector == 1 && $0.recording >= 6 })
    #expect(gate.rows.map(\.decision) == [.held, .cannotTell, .held, .cannotTell])
    #expect(gate.rows[1].reasons == ["no window was answered in both runs"])
  }

  // MARK: Changed recordings

  @Test func aFailedRecordingCannotBeTold() throws {
    var changed = Self.run()
    changed.failed = [4]
    let gate = try gate(changed)
    #expect(gate.decision == .cannotTell)
    #expect(gate.rows.allSatisfy { $0.reasons == ["recordings failed: d/r5"] }, "\(gate.rows.map(\.reasons))")
    #expect(gate.rows[0].overall?.clusterCount == 11)
  }

  @Test func aFailedRecordingIsNoFallOfCoverage() throws {
    // The recording that failed had all the answers.
    let before = silenced(Self.run()) { $0.recording > 0 && $0.window < 3 }
    var after = before
    after.failed = [0]
    let gate = try gate(after, against: before)
    #expect(gate.rows.allSatisfy { $0.reasons == ["recordings failed: d/r1"] }, "\(gate.rows.map(\.reasons))")
  }

  @Test func aFailedRecordingDoesNotMakeItsSubjectWorse() throws {
    // Each subject has an easy and a hard recording; without the easy ones the subjects would have larger errors.
    var run = Self.run()
    run.subjects = (0..<12).map { "s\($0 / 2)" }
    run.error = { $0.recording % 2 == 0 ? 0 : 3 }
    var changed = run
    changed.failed = [0, 2, 4, 6, 8, 10]
    let gate = try gate(changed, against: run)
    #expect(gate.decision == .cannotTell)
    #expect(gate.rows.allSatisfy { $0.overall?.deltaBPM == 0 && $0.overall?.clusterCount == 6 })
  }

  @Test func aRegressionGoesBeforeWhatCannotBeTold() throws {
    var changed = Self.worse(Self.run(), by: 2) { $0.detector == 1 }
    changed.failed = [4]
    let gate = try gate(changed)
    #expect(gate.decision == .regressed)
    #expect(gate.rows.map(\.decision) == [.cannotTell, .regressed, .cannotTell, .regressed])
  }

  // MARK: Runs that do not fit

  private func problems(_ change: (inout HandMadeRun) -> Void) throws -> [String] {
    var changed = Self.run()
    change(&changed)
    do {
      _ = try gate(changed)
      return []
    } catch let error as Diagnostics {
      #expect(
        error.list.allSatisfy {
          $0.place?.file == "base.json" && $0.hint?.contains("hreval baseline") == true
        })
      return error.list.map { $0.message.replacing("the run and its baseline do not fit: ", with: "") }
    }
  }

  @Test func everyMisfitIsSaid() throws {
    #expect(
      try problems { $0.measurand = .breathingRate } == [
        "the run is about the breathing rate, the baseline about the heart rate"
      ])
    #expect(
      try problems { $0.hopSeconds = 5 } == [
        "the run has 10 s windows every 5 s, the baseline 10 s windows every 10 s"
      ])
    #expect(
      try problems { $0 = Self.run(recordings: 10) } == [
        "the run lacks d/r11, d/r12 of the baseline's recordings"
      ])
    #expect(
      try problems { $0.recordings[0] = "x" } == [
        "the run lacks d/r1 of the baseline's recordings", "the baseline lacks d/x of the run's recordings",
      ])
    #expect(try problems { $0.recordings.swapAt(3, 4) } == ["their recordings are in another order"])
    #expect(try problems { $0.windows = 7 }.first == "d/r1 had 6 windows and has 7")
    #expect(
      try problems { $0.detectors[1] = HandMadeRun.detector("c") } == [
        "the run has no detector \"b\" in scenario \"clean\"",
        "the run has no detector \"b\" in scenario \"noise\"",
      ])
    #expect(
      try problems {
        $0.scenarios.removeLast()
        $0.windowSeconds = nil
      }.count == 3)
  }

  @Test func whatAReaderMustKnowIsNoted() throws {
    var changed = Self.run()
    changed.files[0] = "other"
    changed.detectors[1] = HandMadeRun.detector("b", version: 2)
    changed.detectors.append(HandMadeRun.detector("c"))
    let gate = try gate(changed)
    #expect(gate.decision == .held && gate.rows.count == 4)
    #expect(
      gate.notes == [
        "c, clean: not in the baseline, so not judged", "c, noise: not in the baseline, so not judged",
      ])
    #expect(
      gate.changes.sentences == [
        "detector b: b@1 → b@2",
        "the files of 1 of 12 recordings are not those the baseline was made from (SHA-256)",
      ])
  }

  @Test func parametersAndProgramsThatChangedAreSaid() throws {
    func note(_ parameters: [(String, String)]) -> RunPlan.StageNote {
      .init(
        definition: "b@1", parameters: parameters.map { .init(name: $0.0, value: $0.1, number: nil) })
    }
    func digest(_ digit: String) -> String { String(repeating: digit, count: 64) }
    var before = Self.run()
    before.detectors[1].detector = note([("order", "3"), ("filesSHA256", digest("a"))])
    var now = before
    #expect(try gate(now, against: before).changes.sentences == [])
    now.detectors[1].detector = note([("order", "4"), ("filesSHA256", digest("b"))])
    now.seed = 2
    let changes = try gate(now, against: before).changes
    #expect(changes.knowsParameters)
    #expect(
      changes.sentences == [
        "detector b: order 3 → 4; filesSHA256 aaaaaaaaaaaa → bbbbbbbbbbbb",
        "seed: 1 → 2, so that scenarios have other noise",
      ])
  }
}
