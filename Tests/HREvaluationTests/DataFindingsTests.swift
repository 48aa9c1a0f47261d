import HRSignals
import Testing

@testable import HREvaluation
@testable import HRRunning

/// Findings of single recordings, combined, and the descriptors' acknowledgements of them.
@Suite struct DataFindingsTests {
  private func exam(_ kinds: DataFinding.Kind..., place: String? = nil, evidence: String = "e")
    -> RecordingExam
  {
    RecordingExam(
      findings: kinds.map { DataFinding($0, at: place, evidence: evidence, mend: "m of \($0.rawValue)") })
  }

  @Test func oneGroupPerDatasetKindAndPlace() throws {
    var run = HandMadeRun(recordings: 6)
    run.otherDataset = "other"
    run.exams = [
      0: RecordingExam(findings: [
        DataFinding(.mainsHum, at: "channel ppg", evidence: "50 Hz", mend: "filter"),
        DataFinding(.mainsHum, at: "channel red", evidence: "60 Hz", mend: "filter"),
      ]),
      1: exam(.sampleRate, .mainsHum, place: "channel ppg"), 2: exam(), 3: exam(.sampleRate), 4: exam(),
    ]
    let groups = run.evaluation.findings.groups
    #expect(
      groups.map { "\($0.dataset) \($0.kind.rawValue) \($0.place ?? "-")" } == [
        "d sampleRate channel ppg", "d mainsHum channel ppg", "d mainsHum channel red", "other sampleRate -",
      ])
    #expect(groups.map(\.ofRecordings) == [3, 3, 3, 2])
    #expect(groups[1].recordings.map(\.id) == ["r1", "r2"])
    #expect(groups[1].recordings.first?.evidence == "50 Hz" && groups[1].recordings.first?.mend == "filter")
    #expect(run.evaluation.findings.open == groups && run.evaluation.findings.unmet.isEmpty)
  }

  @Test func twoOfAKindInOneRecordingAreOne() {
    var run = HandMadeRun(recordings: 2)
    run.exams = [
      1: RecordingExam(findings: [
        DataFinding(.flatSignal, at: "channel ppg", evidence: "from 3 s", mend: "cut"),
        DataFinding(.flatSignal, at: "channel ppg", evidence: "from 9 s", mend: "cut"),
      ])
    ]
    #expect(
      run.evaluation.findings.groups.map(\.recordings) == [
        [.init(id: "r2", evidence: "from 3 s; from 9 s", mend: "cut")]
      ])
  }

  @Test func whatIsAcknowledgedStandsByItself() {
    var run = HandMadeRun(recordings: 4)
    run.acknowledged = [
      AcknowledgedFinding(.mainsHum, reason: "an old lamp", recordings: ["r1", "q*"]),
      AcknowledgedFinding(.mainsHum, reason: "a new lamp", recordings: ["?2"]),
      AcknowledgedFinding(.fewLevels, reason: "eight bits"),
      AcknowledgedFinding(.upsideDown, reason: "of recordings that are not here", recordings: ["x*"]),
    ]
    run.exams = [0: exam(.mainsHum), 1: exam(.mainsHum), 2: exam(.mainsHum), 3: exam()]
    let findings = run.evaluation.findings
    #expect(findings.groups.map(\.reason) == ["an old lamp", "a new lamp", nil])
    #expect(findings.open.map { $0.recordings.map(\.id) } == [["r3"]])
    #expect(findings.acknowledged.map { $0.recordings.map(\.id) } == [["r1"], ["r2"]])
    // Recordings that take no part give no findings, so nothing is said about them.
    #expect(findings.unmet == [.init(dataset: "d", kind: .fewLevels)])
    run.exams = [:]
    #expect(run.evaluation.findings.unmet.isEmpty)
  }

  @Test func aRecordingThatFailsKeepsItsExam() {
    var run = HandMadeRun(recordings: 3)
    run.failed = [1]
    run.exams = [1: exam(.referenceSpan)]
    #expect(run.evaluation.findings.groups.map { $0.recordings.map(\.id) } == [["r2"]])
  }
}

/// Data sets on which no detector is better than a guess.
@Suite struct WorseThanChanceTests {
  /// Makes twelve recordings at rates 62 to 85, for which all guesses are better than a detector that errs by 30.
  private func run(_ errors: [Double?], nulls: Set<Int> = []) -> HandMadeRun {
    var run = HandMadeRun()
    run.detectors = errors.indices.map { index in
      HandMadeRun.detector("d\(index)", isNull: nulls.contains(index))
    }
    run.error = { errors[$0.detector] }
    return run
  }

  @Test func whereEveryDetectorIsItIsSaid() throws {
    let groups = run([30, -30]).evaluation.findings.groups
    #expect(groups.map(\.kind) == [.worseThanChance])
    #expect(groups[0].recordings.count == 12 && groups[0].ofRecordings == 12)
    let evidence = try #require(groups[0].recordings.first?.evidence)
    #expect(
      evidence.hasPrefix("mean absolute error in the scenario clean: d0 30 bpm where saying "), "\(evidence)")
    #expect(evidence.hasSuffix("(72 windows)"), "\(evidence)")
  }

  @Test(
    arguments: [
      // One detector that is right, one alone, one beside a null, one that hardly answers.
      ([30, 1], []), ([30], []), ([30, 30], [1]), ([30, nil], []),
    ] as [([Double?], Set<Int>)])
  func elsewhereNothingIs(_ errors: [Double?], _ nulls: Set<Int>) {
    #expect(run(errors, nulls: nulls).evaluation.findings.groups.isEmpty)
  }

  @Test func itIsSaidOfEachDataSetByItself() {
    var both = run([30, -30])
    both.otherDataset = "other"
    both.error = { $0.recording < 6 ? 1 : 30 }
    #expect(both.evaluation.findings.groups.map(\.dataset) == ["other"])
    #expect(both.evaluation.findings.groups.map(\.recordings.count) == [6])
  }

  @Test func damageIsNotTheDatasFault() {
    var damaged = run([30, -30])
    damaged.scenarios = [HandMadeRun.scenario("noise", ["whiteNoise@1"])]
    #expect(damaged.evaluation.findings.groups.isEmpty)
    damaged.scenarios.append(HandMadeRun.clean)
    damaged.error = { $0.scenario == 0 ? 30 : 1 }
    #expect(damaged.evaluation.findings.groups.isEmpty)
  }

  @Test func fewWindowsSayNothing() {
    var few = run([30, -30])
    few.windows = 1
    #expect(few.evaluation.findings.groups.isEmpty)
  }
}
