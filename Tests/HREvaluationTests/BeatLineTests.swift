import HRSignals
import HRStatistics
import Testing

@testable import HREvaluation
@testable import HRRunning

/// Beats of whole recordings: counts record by record, and the lines of `beats.csv`.
@Suite struct BeatLineTests {
  private static let lag = 0.25

  private static func plan(learning: Double? = nil, also: [Double]? = nil) -> RunPlan {
    var run = HandMadeRun(recordings: 2)
    run.detectors = [HandMadeRun.detector("a")]
    var plan = run.plan
    plan.detectors[0].beatLagSeconds = lag
    (plan.beatLearningSeconds, plan.alsoWithinSeconds) = (learning, also)
    return plan
  }

  /// Two windows of 10 s that overlap by 5 s.
  private static func table(_ reference: [Double], _ detected: [Double]?) -> WindowTable {
    var column = EstimateColumn()
    for _ in 0..<2 {
      column.append(bpm: 60, outcome: .value, confidence: nil, quality: nil, motion: nil)
    }
    return WindowTable(
      ranges: [TimeRange(start: 0, end: 10), TimeRange(start: 5, end: 15)],
      references: [.bpm(60), .bpm(60)], estimates: [column],
      beats: BeatTrains(
        reference: reference,
        trains: [detected.map { BeatTrain(detected: $0, answeredSpans: [TimeRange(start: 0, end: 10)]) }]))
  }

  private static let beats = (0..<16).map { Double($0) }

  private func diagnosis(_ tables: [WindowTable], _ plan: RunPlan) throws -> BeatDiagnosis {
    try #require(
      BeatDiagnosis(
        ScenarioWindows(tables.enumerated().map { (cluster: $0, table: $1) }), detector: 0, plan: plan))
  }

  /// Beats are expected in windows from -0.25 s to 14.75 s; what was not answered is missed.
  @Test func theWholeRecordCounts() throws {
    let found = try diagnosis(
      [
        Self.table(Self.beats, Self.beats.prefix(9).map { $0 + Self.lag } + [9.9]),
        Self.table(Self.beats, nil),
      ],
      Self.plan(also: [0.05]))
    #expect(found.tolerancesSeconds == [0.15, 0.05])
    let first = try #require(found.records[0]?.first)
    #expect([first.truePositives, first.falsePositives, first.falseNegatives] == [9, 1, 6])
    let second = try #require(found.records[1]?.last)
    #expect([second.truePositives, second.falsePositives, second.falseNegatives] == [0, 0, 15])
    #expect(found.summaries.map(\.recordCount) == [2, 2])
    #expect(found.summaries[0].gross.sensitivity == 0.3 && found.summaries[0].averageSensitivity == 0.3)
    #expect(found.summaries[0].averagePositivePredictivity == 0.9)
  }

  @Test func aLearningPeriodIsLeftOut() throws {
    let detected = Self.beats.prefix(9).map { $0 + Self.lag }
    let found = try diagnosis([Self.table(Self.beats, detected)], Self.plan(learning: 5))
    let counts = try #require(found.records[0]?.first)
    // Reference beats 5 to 14, of which 5 to 8 were found.
    #expect([counts.truePositives, counts.falsePositives, counts.falseNegatives] == [4, 0, 6])
  }

  @Test func linesInOrderOfTime() {
    let lines = Self.plan().beatLines(of: 0, in: Self.table([1, 7, 7.3, 14.8], [1.25, 4, 7.35]))
    #expect(lines.map(\.match) == [.matched, .extra, .matched, .missed, .missed])
    #expect(lines.map(\.referenceSeconds) == [1, nil, 7, 7.3, 14.8])
    #expect(lines.map(\.detectedSeconds) == [1.25, 4, 7.35, nil, nil])
    // Seam at 7.5 s: 7 + 0.25 is before it, 7.3 + 0.25 behind it; 14.8 + 0.25 is in no window.
    #expect(lines.map(\.windowStartSeconds) == [0, 0, 0, 5, nil])
    #expect(lines[0].offsetMilliseconds == 0 && lines[1].offsetMilliseconds == nil)
    #expect(abs((lines[2].offsetMilliseconds ?? 0) - 100) < 1e-9)
  }

  @Test func aRecordingWithoutAnswersHasMissedBeats() {
    let lines = Self.plan().beatLines(of: 0, in: Self.table(Self.beats, nil))
    #expect(lines.count == 16 && lines.allSatisfy { $0.match == .missed })
  }

  /// The file with the beats is for people; what counts is another analysis.
  @Test func theFileAloneMakesNoOtherAnalysis() {
    var plan = Self.plan()
    let mark = plan.analysisMark
    plan.writesBeats = true
    #expect(plan.analysisMark == mark)
    #expect(Self.plan(learning: 5).analysisMark != mark && Self.plan(also: [0.1]).analysisMark != mark)
  }
}
