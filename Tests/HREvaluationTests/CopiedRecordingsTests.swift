import HRNumerics
import HRSignals
import Testing

@testable import HREvaluation
@testable import HRRunning

/// Recordings that contain the same data, and people under two names.
@Suite struct CopiedRecordingsTests {
  /// Marks that are spread over all possible values; equal numbers give equal marks.
  private func marks(_ numbers: Range<UInt64>) -> [UInt64] { numbers.map { $0 &* 0x9E37_79B9_7F4A_7C15 } }

  private func pairs(_ marks: [Int: [UInt64]]) -> [CopiedRecordings.Pair] {
    CopiedRecordings(marks: marks, files: [:]).pairs
  }

  @Test func threeMarksAndATenthAreNeeded() {
    // 2 of 10, 3 of 10, 3 of 31 and 3 of 30, of the recording with fewer marks.
    #expect(pairs([0: marks(0..<10), 1: marks(8..<20)]).isEmpty)
    #expect(
      pairs([0: marks(0..<10), 1: marks(7..<100)]) == [
        .init(first: 0, second: 1, likeness: .stretches(shared: 3, of: 10))
      ])
    #expect(pairs([0: marks(0..<31), 1: marks(28..<100)]).isEmpty)
    #expect(pairs([0: marks(0..<30), 4: marks(27..<100)]).map(\.likeness.share) == [0.1])
    // A mark that occurs twice in one recording counts once.
    #expect(pairs([0: [5, 5, 5, 5], 1: [5, 5, 5, 5]]).isEmpty)
  }

  @Test func theEndOfACopyInAnother() {
    let found = pairs([2: marks(35..<75), 0: marks(100..<140), 1: marks(5..<40), 5: []])
    #expect(found == [.init(first: 1, second: 2, likeness: .stretches(shared: 5, of: 35))])
  }

  /// Only the smallest marks of a long recording are kept: 600 of 12,000 here, but all 120 of an excerpt.
  @Test func anExcerptOfALongRecording() throws {
    let long = Array(marks(0..<12_000).sorted().prefix(600))
    let found = try #require(pairs([0: long, 1: marks(3000..<3120)]).first)
    #expect(found.likeness.share == 1)
  }

  /// A mark that a thousand recordings share must not give half a million pairs.
  @Test func whatAllHaveIsCheap() {
    var all: [Int: [UInt64]] = [:]
    for recording in 0..<1000 { all[recording] = marks(0..<50) + [UInt64(1000 + recording)] }
    let clock = ContinuousClock()
    var found: [CopiedRecordings.Pair] = []
    let time = clock.measure { found = pairs(all) }
    #expect(Set(found.flatMap { [$0.first, $0.second] }).count == 1000)
    #expect(found.count <= 8 * 1000)
    #expect(time < .seconds(20), "\(time)")
  }

  private func file(_ path: String, _ digest: String, signals: Bool = true) -> RecordingFacts.FileFacts {
    .init(path: path, sha256: digest, holdsSignals: signals)
  }

  @Test func equalBytesUnderTwoNames() {
    func pairs(_ files: [[RecordingFacts.FileFacts]]) -> [[Int]] {
      CopiedRecordings(
        marks: [:], files: Dictionary(uniqueKeysWithValues: files.enumerated().map { ($0, $1) })
      )
      .pairs.map { [$0.first, $0.second] }
    }
    #expect(
      pairs([[file("a", "1")], [file("b", "2")], [file("c", "1")], [file("d", "1")]]) == [[0, 2], [0, 3]])
    // One table for all recordings, and equal files of labels.
    #expect(pairs([[file("t", "1")], [file("t", "1")], [file("t", "1")]]).isEmpty)
    #expect(
      pairs([
        [file("a", "1"), file("x", "3", signals: false)], [file("b", "2"), file("y", "3", signals: false)],
      ]).isEmpty)
    // A file of two recordings and its copy: each recording corresponds to its own copy.
    #expect(
      pairs([[file("t", "1")], [file("t", "1")], [file("u", "1")], [file("u", "1")]]) == [[0, 2], [1, 3]])
    // Recordings with a file in common share it by design.
    #expect(pairs([[file("a", "1"), file("t", "9")], [file("b", "1"), file("t", "9")]]).isEmpty)
    let both = CopiedRecordings(
      marks: [0: marks(0..<9), 1: marks(0..<9)], files: [0: [file("t", "9")], 1: [file("t", "9")]])
    #expect(both.pairs.isEmpty)
  }

  // MARK: Findings

  private func run(_ shared: [Int: Range<UInt64>], subjects: [String]) -> DataFindings {
    var run = HandMadeRun(recordings: subjects.count)
    run.subjects = subjects
    run.exams = shared.mapValues { RecordingExam(findings: [], marks: marks($0)) }
    return run.evaluation.findings
  }

  @Test func bothOfAPairAreNamed() throws {
    let findings = run([0: 0..<24, 1: 90..<99, 2: 1..<26], subjects: ["a", "b", "a"])
    #expect(findings.groups.map(\.kind) == [.duplicateRecording])
    let group = try #require(findings.groups.first)
    #expect(group.recordings.map(\.id) == ["r1", "r3"] && group.ofRecordings == 3)
    #expect(
      group.recordings.map(\.evidence)
        == Array(repeating: "r1 and r3 hold the same values in 23 of 24 marked stretches (95.8 %)", count: 2))
  }

  @Test func aCopyUnderAnotherSubjectIsOnePerson() throws {
    let findings = run([0: 0..<10, 1: 0..<10, 2: 0..<10], subjects: ["a", "b", "B"])
    #expect(findings.groups.map(\.kind) == [.duplicateRecording, .samePerson])
    let evidence = findings.groups[1].recordings.map(\.evidence)
    #expect(evidence.count == 3)
    #expect(
      evidence[0]
        == "r1 and r2 hold the same values in 10 of 10 marked stretches (100 %), and their subjects are \"a\" and \"b\"; it shares data with 1 more"
    )
    // The second and third subjects have the same name but for capitals.
    #expect(
      evidence[1].hasSuffix("; the subjects \"b\", \"B\" differ in writing only, and count as 2"),
      "\(evidence[1])")
  }

  /// Landmarks at irregular times, as a copy with another clock has them.
  private func landmarks(_ numbers: Range<UInt64>, slope: Double = 1, offset: Double = 0) -> [WaveLandmark] {
    numbers.map { number in
      let seconds = 2 * Double(number) + Double(number &* number % 7) / 7
      return WaveLandmark(course: number &* 0x9E37_79B9_7F4A_7C15, seconds: offset + slope * seconds)
    }.sorted { $0.course < $1.course }
  }

  @Test func landmarksOnOneClock() throws {
    let clock = try #require(CommonClock(landmarks(0..<50), landmarks(20..<90, slope: -0.98, offset: 200)))
    #expect(abs(clock.slope + 0.98) < 1e-9 && clock.shared == 30 && clock.common == 30)
    // Twelve are enough, eleven are not; two thirds of the common ones are, fewer are not.
    #expect(CommonClock(landmarks(0..<12), landmarks(0..<60))?.shared == 12)
    #expect(CommonClock(landmarks(0..<11), landmarks(0..<60)) == nil)
    func mixed(_ same: UInt64, of all: UInt64) -> [WaveLandmark] {
      landmarks(0..<same)
        + landmarks(same..<all, slope: -1, offset: 5000).map {
          WaveLandmark(
            course: $0.course, seconds: ($0.seconds * $0.seconds / 40).truncatingRemainder(dividingBy: 900))
        }
    }
    #expect(CommonClock(landmarks(0..<60), mixed(42, of: 60))?.shared ?? 0 >= 42)
    #expect(CommonClock(landmarks(0..<60), mixed(34, of: 60)) == nil)
    // Not faster or slower than by a quarter.
    #expect(CommonClock(landmarks(0..<40), landmarks(0..<40, slope: 1.3)) == nil)
    // Of many common landmarks a hundred are in use.
    #expect(CommonClock(landmarks(0..<300), landmarks(0..<300, slope: 1.2))?.common == 100)
  }

  @Test func theKindOfCopyIsSaid() {
    func evidence(_ first: RecordingExam, _ second: RecordingExam) -> [String] {
      var run = HandMadeRun(recordings: 2)
      run.exams = [0: first, 1: second]
      return run.evaluation.findings.groups.filter { $0.kind == .duplicateRecording }.map {
        $0.recordings[1].evidence
      }
    }
    let one = RecordingExam(findings: [], marks: marks(0..<24), landmarks: landmarks(0..<40))
    let reversed = RecordingExam(findings: [], marks: marks(0..<24).map { $0 ^ 1 })
    #expect(
      evidence(one, reversed) == [
        "r1 and r2 hold the same values in 24 of 24 marked stretches (100 %), r2 in reverse order"
      ])
    let slow = RecordingExam(findings: [], landmarks: landmarks(0..<30, slope: 1.02))
    #expect(
      evidence(one, slow) == [
        "r1 and r2 have the same pulse wave with other values at 30 of 30 common landmarks (100 %), r2 2 % slower"
      ])
    let both = RecordingExam(
      findings: [], marks: marks(0..<24).map { $0 ^ 1 },
      landmarks: landmarks(0..<40, slope: -0.97, offset: 99))
    #expect(
      evidence(one, both) == [
        "r1 and r2 hold the same values in 24 of 24 marked stretches (100 %), r2 in reverse order and 3 % faster"
      ])
    let louder = RecordingExam(findings: [], landmarks: landmarks(0..<40))
    #expect(evidence(one, louder)[0].hasSuffix("at 40 of 40 common landmarks (100 %)"))
  }

  // MARK: Pieces

  private func ends(_ range: ClosedRange<Double>, level: Double = 0) -> ChannelEnds {
    let flat = LinearPrediction(weights: [1, 0, 0, 0, 0, 0, 0, 0], constant: 0, error: 0.1)
    let end = ChannelEnds.End(edge: (0..<8).map { level + 0.1 * Double($0 % 2) }, prediction: flat)
    return ChannelEnds(
      kind: .ppg, sampleRate: 100, range: TimeRange(start: range.lowerBound, end: range.upperBound),
      first: end,
      last: end)
  }

  @Test func piecesGoOnInTimeAndLevel() {
    func pairs(_ ends: [Int: ChannelEnds]) -> [[Int]] {
      ContinuedRecordings(ends.mapValues { [$0] }).pairs.map { [$0.before, $0.after] }
    }
    #expect(pairs([0: ends(60...120), 3: ends(0...60), 5: ends(120.009...180)]) == [[0, 5], [3, 0]])
    // Two samples too late; times from 0 on; another level; another channel.
    #expect(pairs([0: ends(0...60), 1: ends(60.02...120)]).isEmpty)
    #expect(pairs([0: ends(0...60), 1: ends(0...60)]).isEmpty)
    #expect(pairs([0: ends(0...60), 1: ends(60...120, level: 1)]).isEmpty)
    #expect(ContinuedRecordings([0: [], 1: [ends(60...120)]]).pairs.isEmpty)
  }

  @Test func piecesOfOneSubjectAreNoFinding() {
    func findings(_ subjects: [String?]) -> [String] {
      var run = HandMadeRun(recordings: 2)
      run.subjects = subjects
      run.exams = [
        0: RecordingExam(findings: [], ends: [ends(0...60)]),
        1: RecordingExam(findings: [], ends: [ends(60...120)]),
      ]
      return run.evaluation.findings.groups.filter { $0.kind == .continuedRecording }.flatMap { group in
        group.recordings.map { "\(group.kind) \($0.id): \($0.evidence)" }
      }
    }
    let said =
      "r2 begins at the time and level at which r1 ends (predicted from there with 1 times the usual error), and their subjects are \"a\" and \"b\""
    #expect(findings(["a", "b"]) == ["continuedRecording r1: \(said)", "continuedRecording r2: \(said)"])
    #expect(findings(["a", "A"]).isEmpty)
    #expect(findings([nil, "b"]).count == 2)
  }

  @Test func acrossDataSetsTheLaterIsConcerned() throws {
    var run = HandMadeRun(recordings: 4)
    run.otherDataset = "other"
    run.files = ["1", "2", "3", "1"]
    let groups = run.evaluation.findings.groups
    #expect(groups.map { "\($0.dataset) \($0.kind)" } == ["other duplicateRecording", "other samePerson"])
    #expect(groups[0].recordings.map(\.id) == ["r4"])
    #expect(
      groups[0].recordings[0].evidence
        == "d/r1 and other/r4 have a signal file with the same bytes (100 %; SHA-256 1…)")
  }

  @Test func namesThatDifferInWritingOnly() {
    func isSame(_ one: String, _ other: String) -> Bool { SubjectNames.key(one) == SubjectNames.key(other) }
    for (one, other) in [
      ("S01", "s1"), ("sub_1", "sub-01"), ("Sub 12", "sub12"), ("p-a", "PA"), ("000", "0"),
      ("s1_2", "S01-02"),
    ] {
      #expect(isSame(one, other), "\(one) \(other)")
    }
    for (one, other) in [("s1", "s10"), ("1-2", "12"), ("s1", "t1"), ("s1a", "s1b"), ("1_23", "12_3")] {
      #expect(!isSame(one, other), "\(one) \(other)")
    }
    #expect(SubjectNames.key("- _") == nil)
    let findings = run([:], subjects: ["S01", "s2", "s1", "-", "_"])
    #expect(findings.groups.map { $0.recordings.map(\.id) } == [["r1", "r3"]])
    #expect(
      findings.groups[0].recordings[0].evidence
        == "the subjects \"S01\", \"s1\" differ in writing only, and count as 2")
  }
}
