import HRPlugins
import HRSignals
import HRStatistics
import Testing

@testable import HRRunning
@testable import HREvaluation

@Suite struct RowDiagnosisTests {
  private static func span(_ start: Double, _ end: Double) -> TimeRange { TimeRange(start: start, end: end) }

  // MARK: Time spans

  @Test func intersectionsAreWhatBothHave() {
    let (a, b) = (
      [Self.span(0, 10), Self.span(20, 30)], [Self.span(5, 22), Self.span(25, 26), Self.span(29, 40)]
    )
    let common = [Self.span(5, 10), Self.span(20, 22), Self.span(25, 26), Self.span(29, 30)]
    #expect(a.intersection(b) == common && b.intersection(a) == common)
    // Spans that only touch have nothing in common.
    #expect([Self.span(0, 10)].intersection([Self.span(10, 20)]).isEmpty)
    #expect(a.intersection([]).isEmpty && [TimeRange]().intersection(a).isEmpty)
    #expect(a.intersection(a) == a)
  }

  @Test func aSpanHoldsItsStartAndNotItsEnd() {
    let spans = [Self.span(1, 2), Self.span(3, 4)]
    #expect([0.5, 1, 1.5, 2, 2.5, 3, 4, 5].within(spans) == [1, 1.5, 3])
    #expect([Double]().within(spans).isEmpty && [1.0].within([]).isEmpty)
    #expect([1.0, 3.5, 3.9].count(within: spans) == 3)
    // Times that decrease are found too.
    var walk = SpanWalk(spans)
    #expect([3.5, 1.5, 2.5, 3, 0].map { walk.contains($0) } == [true, true, false, true, false])
  }

  // MARK: Beats

  /// Windows of 10 s end to end; `without`: those without a reference.
  private func diagnosis(
    reference: [Double], _ train: BeatTrain?, windows: Int = 3, without: Set<Int> = [], lagSeconds: Double = 0
  ) -> BeatDiagnosis? {
    let detector = RunPlan.DetectorNote(
      label: "a", extractors: [], filters: [], detector: .init(definition: "a@1", parameters: []),
      beatLagSeconds: lagSeconds)
    var run = HandMadeRun()
    run.detectors = [detector]
    var column = EstimateColumn()
    for _ in 0..<windows {
      column.append(bpm: 60, outcome: .value, confidence: nil, quality: nil, motion: nil)
    }
    let table = WindowTable(
      ranges: (0..<windows).map { Self.span(10 * Double($0), 10 * Double($0) + 10) },
      references: (0..<windows).map { without.contains($0) ? .none("tooFewIntervals") : .bpm(60) },
      estimates: [column], beats: BeatTrains(reference: reference, trains: [train]))
    return BeatDiagnosis(ScenarioWindows([(cluster: 0, table: table)]), detector: 0, plan: run.plan)
  }

  private static let beats = (0..<30).map { Double($0) + 0.5 }

  @Test func aPerfectTrain() throws {
    let found = try #require(
      diagnosis(reference: Self.beats, BeatTrain(detected: Self.beats, answeredSpans: [Self.span(0, 30)])))
    #expect(found.score?.f1 == 1 && found.score?.referenceCount == 30 && found.score?.matchedCount == 30)
    #expect(found.coverage == 1 && found.lagSeconds == 0 && found.toleranceSeconds == 0.15)
    #expect(found.medianDelayMilliseconds == 0)
  }

  @Test func aDeclaredLagIsAllowedForAndAnUndeclaredOneShows() throws {
    let late = BeatTrain(detected: Self.beats.map { $0 + 0.25 }, answeredSpans: [Self.span(0, 31)])
    let told = try #require(diagnosis(reference: Self.beats, late, lagSeconds: 0.25))
    #expect(told.score?.f1 == 1 && told.lagSeconds == 0.25)
    #expect(abs((told.medianDelayMilliseconds ?? 0) - 250) < 1e-6)
    #expect(abs(told.score?.medianOffsetMilliseconds ?? 1) < 1e-6)
    let untold = try #require(diagnosis(reference: Self.beats, late))
    #expect(untold.score?.matchedCount == 0 && untold.score?.f1 == 0)
    #expect(abs((untold.medianDelayMilliseconds ?? 0) - 250) < 1e-6)
  }

  @Test func onlyWhereTheDetectorAnsweredItIsJudged() throws {
    let train = BeatTrain(detected: Self.beats.filter { $0 < 10 }, answeredSpans: [Self.span(0, 10)])
    let found = try #require(diagnosis(reference: Self.beats, train))
    #expect(found.score?.referenceCount == 10 && found.score?.f1 == 1)
    #expect(abs((found.coverage ?? 0) - 1.0 / 3) < 1e-12)
  }

  @Test func onlyWhereTheReferenceIsKnownItIsJudged() throws {
    // The reference lost the beats of the middle window; the detector's beats there are not false.
    let train = BeatTrain(detected: Self.beats, answeredSpans: [Self.span(0, 30)])
    let found = try #require(
      diagnosis(reference: Self.beats.filter { $0 < 10 || $0 >= 20 }, train, without: [1]))
    #expect(found.score?.detectedCount == 20 && found.score?.f1 == 1 && found.coverage == 1)
  }

  @Test func aPairAstrideAnEdgeIsNotTorn() throws {
    // Reference 9.95 is inside [0, 10), its beat at 10.05 outside; 19.95 is found although the reference is at
    // 20.05.
    let train = BeatTrain(detected: [5, 10.05], answeredSpans: [Self.span(0, 10)])
    let inside = try #require(diagnosis(reference: [5, 9.95, 15], train))
    #expect(
      inside.score?.referenceCount == 2 && inside.score?.detectedCount == 2 && inside.score?.matchedCount == 2
    )
    let before = BeatTrain(detected: [5, 9.95], answeredSpans: [Self.span(0, 10)])
    let outside = try #require(diagnosis(reference: [5, 10.05, 15], before))
    #expect(
      outside.score?.referenceCount == 1 && outside.score?.detectedCount == 1
        && outside.score?.matchedCount == 1
    )
  }

  @Test func falseAndMissedBeatsCount() throws {
    let train = BeatTrain(detected: [1, 2, 2.5, 4], answeredSpans: [Self.span(0, 10)])
    let found = try #require(diagnosis(reference: [1, 2, 3, 4], train, windows: 1))
    #expect(found.score?.matchedCount == 3 && found.score?.sensitivity == 0.75)
    #expect(found.score?.positivePredictivity == 0.75)
  }

  @Test func withoutBeatsThereIsNothingToSay() {
    #expect(diagnosis(reference: Self.beats, nil) == nil)
    let run = HandMadeRun()
    #expect(run.evaluation.rows.allSatisfy { $0.diagnosis != nil && $0.diagnosis?.beats == nil })
    #expect(run.evaluation.strata.allSatisfy { $0.rows.allSatisfy { $0.diagnosis == nil } })
  }

  // MARK: Chance levels

  @Test func chanceIsMeasuredOnTheReferencesAlone() throws {
    var run = HandMadeRun(recordings: 2)
    run.windows = 2
    run.error = { _ in nil }
    run.reference = { [[60, 64], [80, 84]][$0][$1] }
    let chanceLevels = try #require(run.evaluation.chanceLevels.first)
    // Means of the other recording, 82 and 62; the constant 70; the previous window.
    #expect(chanceLevels.othersMeanMAEBPM == 20 && chanceLevels.constantMAEBPM == 10)
    #expect(chanceLevels.holdLastMAEBPM == 4 && chanceLevels.holdLastWindows == 2)
    #expect(chanceLevels.referenceWindows == 4)
    #expect(chanceLevels.floorMAEBPM == nil && chanceLevels.floorWindows == 0)
  }

  @Test func theSpreadIsThatOfTheDetectorsBehindTheReference() {
    let table = WindowTable(
      ranges: (0..<4).map { Self.span(10 * Double($0), 10 * Double($0) + 10) },
      references: [.bpm(60), .bpm(61), .none("tooFewIntervals"), .bpm(62)], estimates: [],
      referenceDetectors: [
        .init(name: "a", ratesBPM: [60, nil, 70, 60]), .init(name: "b", ratesBPM: [60.5, 61, 79, 61]),
        .init(name: "c", ratesBPM: [nil, nil, nil, 63]),
      ])
    let chanceLevels = Evaluation.ChanceLevels(
      ScenarioWindows([(cluster: 0, table: table)]), constantBPM: 70)
    // 0.5; one rate is no pair; 9 has no reference; 1, 2 and 3 give 2.
    #expect(chanceLevels.floorMAEBPM == 1.25 && chanceLevels.floorWindows == 2)
    #expect(
      chanceLevels.floorUnselectedMAEBPM == (0.5 + 9 + 2) / 3 && chanceLevels.floorUnselectedWindows == 3)
    #expect(chanceLevels.othersMeanMAEBPM == nil && chanceLevels.referenceWindows == 3)
    // Windows 0 to 1 and 1 to 3.
    #expect(chanceLevels.holdLastMAEBPM == 1 && chanceLevels.holdLastWindows == 2)
  }

  @Test func errorsAgainstEachDetectorBehindTheReference() throws {
    let limits = RateLimits(declared: nil, measurand: .heartRate)
    let table = WindowTable(
      ranges: (0..<4).map { Self.span(10 * Double($0), 10 * Double($0) + 10) },
      references: [.bpm(60), .none("detectorsDisagree"), .none("tooFewIntervals"), .bpm(62)],
      estimates: [
        EstimateColumn([.bpm(61), .bpm(70), .bpm(80), .bpm(60)], within: limits),
        EstimateColumn(
          [.abstained(.noPeak), .abstained(.noPeak), .bpm(80), .abstained(.noPeak)], within: limits),
        nil,
      ],
      referenceDetectors: [
        .init(name: "a", ratesBPM: [60, 66, nil, 62]), .init(name: "b", ratesBPM: [60.5, 90, nil, nil]),
      ])
    let windows = ScenarioWindows([(cluster: 0, table: table)])
    let others = try #require(OtherReferences(windows, detector: 0))
    #expect(others.agreed.windows == 2 && others.agreed.maeBPM == 1.5)
    #expect(others.single.map(\.name) == ["a", "b"])
    #expect(others.single.map(\.all.windows) == [3, 2] && others.single.map(\.all.maeBPM) == [7 / 3, 10.25])
    #expect(others.single.map(\.kept.maeBPM) == [1.5, 0.5])
    #expect(others.single.map(\.disputed.windows) == [1, 1])
    #expect(others.single.map(\.disputed.maeBPM) == [4, 20])
    // No reference rate in the only window that was answered; no column at all; no such reference.
    #expect(OtherReferences(windows, detector: 1) == nil && OtherReferences(windows, detector: 2) == nil)
    #expect(HandMadeRun().evaluation.rows.allSatisfy { $0.diagnosis?.otherReferences == nil })
  }

  @Test func clustersHaveNamesOfTheirOwn() {
    var run = HandMadeRun(recordings: 4)
    run.subjects = ["s1", "s1", nil, nil]
    run.recordings = ["a", "b", "c", "s1"]
    #expect(run.evaluation.clusterNames == ["s1", "s1", "c", "s1 (2)"])
    run.otherDataset = "e"
    #expect(run.evaluation.clusterNames == ["d/s1", "d/s1", "e/c", "e/s1"])
  }

  @Test func nothingHasNoChanceLevel() {
    let nothing = Evaluation.ChanceLevels(ScenarioWindows([]), constantBPM: 70)
    #expect(
      nothing.othersMeanMAEBPM == nil && nothing.constantMAEBPM == nil && nothing.holdLastMAEBPM == nil)
    #expect(nothing.floorMAEBPM == nil && nothing.referenceWindows == 0)
  }

  @Test func everyScenarioHasItsOwn() {
    var run = HandMadeRun()
    run.scenarios.append(HandMadeRun.scenario("noise", ["whiteNoise@1"], repeats: 2))
    #expect(run.evaluation.chanceLevels.map(\.referenceWindows) == [72, 144])
    #expect(run.evaluation.chanceLevels[0].constantMAEBPM == run.evaluation.chanceLevels[1].constantMAEBPM)
  }
}
