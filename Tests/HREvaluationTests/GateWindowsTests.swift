import HRSupport
import HRStatistics
import HRTestSupport
import Testing

@testable import HREvaluation
@testable import HRRunning

/// Windows that a baseline stores, and the gate's use of them.
@Suite struct GateWindowsTests {
  // MARK: Coding

  /// `Oracles/make_gate.py`
  private struct Oracle: Decodable {
    struct Coding: Decodable {
      let values: [Double?]
      let text: String
    }
    struct Run: Decodable {
      let clusters: [Int]
      let before: [[Double?]]
      let now: [[Double?]]
      let deltas: [Double]
      let common: Int
    }
    let coding: [Coding]
    let runs: [Run]
  }

  @Test func codingIsNumPys() throws {
    for coding in try OracleFile.decode("gate", as: Oracle.self).coding {
      let numbers = WindowNumbers(coding.values)
      #expect(numbers.text == coding.text, "\(coding.values)")
      #expect(WindowNumbers(text: coding.text) == numbers)
      #expect(numbers.known == coding.values.count { $0 != nil })
    }
  }

  @Test func whatIsBeyondTheRangeIsItsEnd() {
    let most = Float.greatestFiniteMagnitude
    let numbers = WindowNumbers([1e308, -1e50, .infinity, .nan, nil])
    #expect(numbers.values == [most, -most, most, nil, nil])
    #expect(WindowNumbers(text: numbers.text) == numbers)
  }

  @Test func anyNaNIsNone() {
    // A signalling NaN, a negative one, one with a payload, lowest byte first.
    for text in ["AQCAfw==", "AADA/w==", "NBLAfw=="] {
      #expect(WindowNumbers(text: text)?.values == [nil], "\(text)")
    }
  }

  @Test(arguments: [
    "A", "AAAA", "AAAAAA", "AAAAAA==\n", "AAAA AA==", "AAAA-A==", "AACAfw==", "AACA/w==", "µ",
  ])
  func otherTextIsNoCoding(_ text: String) {
    #expect(WindowNumbers(text: text) == nil)
  }

  // MARK: The change over common windows

  private func row(_ errors: [[Double?]]) -> Baseline.Row {
    Baseline.Row(
      scenario: "clean", steps: "clean@1", detector: "d", definition: "d@1",
      figures: errors.map {
        Baseline.Figure(
          referenceWindows: $0.count, estimates: $0.count { $0 != nil }, maeBPM: nil,
          errors: WindowNumbers($0))
      })
  }

  private func clusters(_ numbers: [Int]) -> Clusters {
    var run = HandMadeRun(recordings: numbers.count)
    run.subjects = numbers.map { "s\($0)" }
    return Clusters(plan: run.plan, results: [])
  }

  @Test func changesAreNumPys() throws {
    for run in try OracleFile.decode("gate", as: Oracle.self).runs {
      let common = CommonWindows(
        before: row(run.before), now: row(run.now), recordings: Array(run.clusters.indices),
        clusters: clusters(run.clusters))
      #expect(common.deltasBPM.count == run.deltas.count)
      #expect(zip(common.deltasBPM, run.deltas).allSatisfy { abs($0 - $1) < 1e-9 })
      #expect(
        common.extent
          == .init(
            windows: run.common, ofWindows: run.now.reduce(0) { $0 + $1.count },
            clusters: run.deltas.count, ofClusters: 5))
    }
  }

  @Test func clustersWithoutACommonWindowAreCounted() {
    let common = CommonWindows(
      before: row([[1, nil, 3], [nil, 2, nil]]), now: row([[-2, 5, nil], [4, nil, 6]]), recordings: [0, 1],
      clusters: clusters([0, 1]))
    #expect(common.deltasBPM == [1])
    #expect(
      common.extent.words
        == "on the 1 of 6 windows that both runs answered, none of them in 1 of 2 subjects or recordings")
    #expect(common.extent.counts == "1 of 6 (1 of 2)")
  }

  // MARK: Silence

  private func gate(_ now: HandMadeRun, _ before: HandMadeRun) throws -> Gate {
    try Gate(now.evaluation, against: Baseline(before.evaluation), file: "base.json")
  }

  /// Errors of 1.2 bpm with a gross one in each recording; later, 1.75 times as large with the gross one silenced.
  private var silence: (before: HandMadeRun, now: HandMadeRun) {
    var before = HandMadeRun()
    before.windows = 100
    before.error = { 1.2 + 0.1 * HandMadeRun.noise($0) + ($0.window == 7 ? 60 : 0) }
    var now = before
    let was = before.error
    now.error = { $0.window == 7 ? nil : was($0).map { 1.75 * $0 } }
    return (before, now)
  }

  @Test func silencedErrorsDoNotHideARise() throws {
    let (before, now) = silence
    let row = try #require(try gate(now, before).rows.first)
    #expect(row.decision == .regressed)
    #expect(abs((row.overall?.deltaBPM ?? 0) - 0.9) < 0.01)
    #expect(row.reasons.first?.hasSuffix("on the 1188 of 1200 windows that both runs answered") == true)
  }

  @Test func whatTheProgramReadsIsJudgedAsWhatItMade() throws {
    let (before, now) = silence
    try withTemporaryFolder { folder in
      let path = try BaselineFile.text(Baseline(before.evaluation)).written(to: folder + "/base.json")
      let read = try BaselineFile.read(path)
      #expect(
        try Gate(before.evaluation, against: read, file: path).rows.allSatisfy {
          $0.overall?.deltaBPM == 0 && $0.decision == .held
        })
      #expect(try Gate(now.evaluation, against: read, file: path).decision == .regressed)
    }
  }

  // MARK: Worst windows

  @Test func theWindowsThatRoseMostAreListed() throws {
    var before = HandMadeRun()
    before.scenarios = [HandMadeRun.scenario("noise", ["whiteNoise@1"], repeats: 2)]
    before.error = { _ in -1 }
    var now = before
    now.error = { place in
      guard place.detector == 0 else { return -1 }
      switch (place.recording, place.repetition, place.window) {
      case (2, 1, 3): return 30
      case (4, 0, 5), (3, 0, 1), (3, 1, 1), (3, 1, 2), (9, 0, 0): return -21
      case (5, _, 0): return nil
      // An error that fell is not among them.
      case (6, 0, 0): return 0.5
      default: return -3
      }
    }
    let gate = try gate(now, before)
    let worst = try #require(gate.rows.first?.worstWindows)
    #expect(gate.rows[1].worstWindows == nil && gate.rows[1].decision == .held)
    #expect(worst.silenced == 2)
    #expect(
      worst.windows.map { [$0.recording, $0.repetition, $0.window] } == [
        [2, 1, 3], [3, 0, 1], [3, 1, 1], [3, 1, 2], [4, 0, 5],
      ])
    let first = try #require(worst.windows.first)
    #expect(first.name == "d/r3" && first.startSeconds == 30 && first.endSeconds == 40)
    #expect(first.referenceBPM == 67 && first.errorBeforeBPM == -1 && first.errorNowBPM == 30)
    #expect(worst.windows.map(\.riseBPM) == [29, 20, 20, 20, 20])
  }

  @Test func aFailedRecordingIsNotSilent() throws {
    let before = HandMadeRun()
    var now = before
    now.failed = [0]
    let row = try #require(try gate(now, before).rows.first)
    #expect(row.decision == .cannotTell)
    #expect(row.worstWindows?.windows == [] && row.worstWindows?.silenced == 0)
  }

  // MARK: References

  private func problem(_ change: (inout HandMadeRun) -> Void) throws -> String? {
    var run = HandMadeRun()
    run.scenarios.append(HandMadeRun.scenario("noise", ["whiteNoise@1"], repeats: 2))
    var changed = run
    change(&changed)
    do {
      _ = try gate(changed, run)
      return nil
    } catch let error as Diagnostics {
      #expect(error.list.count == 1)
      #expect(error.list.first?.hint?.contains("make a new baseline: hreval baseline RUN") == true)
      return error.list.first?.message.replacing("the run and its baseline do not fit: ", with: "")
    }
  }

  @Test func anotherReferenceIsRefused() throws {
    let usual = HandMadeRun().reference
    // Two windows of one recording in three units of work.
    #expect(
      try problem { $0.reference = { r, w in usual(r, w).map { $0 + (r == 3 && w < 2 ? 1.5 : 0) } } }
        == "the references of 6 of 216 windows in 1 recording (up to 1.5 bpm apart) are not those of the baseline: d/r4; the data files are the same, so likely causes are another offset or another choice of the reference, or a build that reads it otherwise"
    )
    #expect(
      try problem {
        $0.reference = { r, w in r == 2 && w == 0 ? nil : usual(r, w).map { $0 + (r == 3 ? -0.5 : 0) } }
        $0.files[3] = "other"
      }
        == "the references of 21 of 216 windows in 2 recordings (up to 0.5 bpm apart, 3 known in only one of the two) are not those of the baseline: d/r3, d/r4; the data files of 1 of these recordings changed (SHA-256), which is the likely cause"
    )
    // References that differ by less count as equal.
    #expect(try problem { $0.reference = { r, w in usual(r, w).map { $0 + 0.009 } } } == nil)
  }

  @Test func anotherNoiseMayMoveTheBeats() throws {
    var before = HandMadeRun()
    before.scenarios = [HandMadeRun.scenario("ectopic", ["ectopicBeats@1"])]
    var now = before
    now.seed = 2
    now.reference = { 61 + 2 * Double($0) + Double($1) }
    #expect(
      try gate(now, before).notes == [
        "ectopic: the references of 72 of 72 windows in 12 recordings (up to 1 bpm apart) are not those of the baseline; its noise is another, which may have moved the beats"
      ])
    now.seed = 1
    #expect(throws: Diagnostics.self) { try gate(now, before) }
  }

  @Test func aFailedRepeatIsNoOtherReference() throws {
    var before = HandMadeRun()
    before.scenarios = [HandMadeRun.scenario("noise", ["whiteNoise@1"], repeats: 2)]
    let whole = before.evaluation
    let torn = Evaluation(
      plan: before.plan,
      results: before.results.map {
        $0.unit == 3 ? UnitResult(unit: 3, facts: $0.facts, outcome: .failed("died")) : $0
      })
    let gate = try Gate(torn, against: Baseline(whole), file: "base.json")
    #expect(gate.rows.allSatisfy { $0.reasons == ["recordings failed: d/r2"] })
    #expect(gate.rows[0].extent == .init(windows: 132, ofWindows: 138, clusters: 11, ofClusters: 12))
  }

  // MARK: Same data and noise: no sampling error

  private func shifted(_ run: HandMadeRun, _ bpm: @escaping (Int) -> Double) -> HandMadeRun {
    var changed = run
    changed.error = { 1 + ($0.detector == 0 ? bpm($0.recording) : 0) }
    return changed
  }

  private func first(_ now: HandMadeRun, _ before: HandMadeRun) throws -> Gate.Row {
    try #require(try gate(now, before).rows.first)
  }

  @Test func withUnchangedInputsAChangeIsAFact() throws {
    let few = shifted(HandMadeRun(recordings: 3)) { _ in 0 }
    let worse = try first(shifted(few) { _ in 15 }, few)
    #expect(worse.decision == .regressed && worse.hasSameInputs)
    let fact = "; data and noise are the baseline's, so the change has no sampling error"
    #expect(
      worse.reasons == [
        "the error rose by +15 bpm (allowed: 0.5), on the 18 of 18 windows that both runs answered\(fact)",
        "success rate fell from 100 to 0 % (by 100 percentage points, allowed: 1)\(fact)",
      ])
    #expect(try first(shifted(few) { _ in 0.4 }, few).decision == .held)
    // One of them reaches the margin, but their mean does not.
    let mixed = try first(shifted(few) { $0 == 1 ? 0.9 : 0 }, few)
    #expect(mixed.decision == .cannotTell)
    #expect(
      mixed.reasons == [
        "too few subjects (or recordings): 3, and 5 are needed (change: +0.3 bpm, in one of them +0.9; allowed: 0.5), on the 18 of 18 windows that both runs answered"
      ])
    // One of twelve is far off: the confidence limits cannot decide, the mean of these recordings can.
    let many = shifted(HandMadeRun()) { _ in 0 }
    let one = try first(shifted(many) { $0 == 4 ? 15 : 0 }, many)
    #expect(one.overall?.decision == .cannotTell && one.decision == .regressed)
    #expect(try first(shifted(many) { $0 == 4 ? 2.5 : 0 }, many).decision == .cannotTell)
  }

  @Test func withOtherInputsItIsAnEstimate() throws {
    var few = shifted(HandMadeRun(recordings: 3)) { _ in 0 }
    var worse = shifted(few) { _ in 15 }
    // Without noise another seed changes nothing.
    worse.seed = 2
    #expect(try first(worse, few).decision == .regressed)
    worse.files[1] = "other"
    #expect(try first(worse, few).decision == .cannotTell)
    worse.files[1] = "sum2"
    for (label, seed) in [("noise", 2), ("noise", 1), ("other", 1)] as [(String, UInt64)] {
      few.scenarios = [HandMadeRun.scenario("noise", ["whiteNoise@1"])]
      // Noise follows from the label as written.
      worse.scenarios = [
        .init(
          label: "noise", family: 0, familyLabel: label, swept: [], steps: few.scenarios[0].steps, repeats: 1)
      ]
      worse.seed = seed
      let row = try first(worse, few)
      #expect(row.hasSameInputs == (seed == 1 && label == "noise"))
      #expect(row.decision == (row.hasSameInputs ? .regressed : .cannotTell))
    }
  }
}
