import HRSignals
import Testing

@testable import HREvaluation
@testable import HRRunning

/// The recordings whose beats are compared with the reference's.
@Suite struct BeatAlignmentTests {
  private static let beats = (0..<180).map { (beat: Int) -> Double in
    let uneven = Double((beat * 7) % 5)
    return 0.5 + Double(beat) + 0.04 * uneven
  }

  private func table(_ detected: [Double]?) -> WindowTable {
    var column = EstimateColumn()
    for _ in 0..<18 {
      column.append(bpm: 60, outcome: .value, confidence: nil, quality: nil, motion: nil)
    }
    let train = detected.map { BeatTrain(detected: $0, answeredSpans: [TimeRange(start: 0, end: 180)]) }
    return WindowTable(
      ranges: (0..<18).map { TimeRange(start: 10 * Double($0), end: 10 * Double($0) + 10) },
      references: (0..<18).map { _ in .bpm(60) }, estimates: [column],
      beats: BeatTrains(reference: Self.beats, trains: [train]))
  }

  /// - Parameter units: detected beats, and the index of their recording.
  private func diagnosis(
    _ units: [(detected: [Double]?, recording: Int)], clocks: ReferenceClocks? = nil
  ) -> BeatDiagnosis? {
    var run = HandMadeRun()
    run.detectors = [HandMadeRun.detector("a")]
    run.clocks = clocks
    return BeatDiagnosis(
      ScenarioWindows(
        units.map { (cluster: $0.recording, table: table($0.detected)) }, recordings: units.map(\.recording)),
      detector: 0, plan: run.plan)
  }

  private func runningAway(_ percent: Double) -> [Double] {
    let factor: Double = 1 + percent / 100
    return Self.beats.map { $0 * factor }
  }

  @Test func aDriftingRecordingIsLeftOut() throws {
    let found = try #require(diagnosis([(Self.beats, 0), (runningAway(0.3), 1), (Self.beats, 2)]))
    #expect(found.score?.referenceCount == 360 && found.score?.f1 == 1 && found.alignedRecordings == 2)
    #expect(found.coverage == 1 && found.medianDelayMilliseconds == 0)
    let left = try #require(found.notAligned.first)
    #expect(found.notAligned.count == 1 && left.recording == 1)
    guard case .drift(let milliseconds) = left.reason else { throw CancellationError() }
    // Twelve pieces; thirds of four, whose medians are eight pieces of 15 s apart.
    #expect(abs(milliseconds - 360) < 2, "\(milliseconds)")
  }

  @Test func aSmallDriftIsJudged() throws {
    let found = try #require(diagnosis([(runningAway(0.05), 0)]))
    #expect(found.notAligned.isEmpty && found.alignedRecordings == 1 && found.score?.f1 == 1)
  }

  @Test func oneRepeatOfSeveralLeavesTheRecordingOut() throws {
    let found = try #require(diagnosis([(Self.beats, 0), (runningAway(-0.3), 0), (runningAway(-0.4), 0)]))
    #expect(found.score == nil && found.coverage == nil && found.alignedRecordings == 0)
    guard case .drift(let milliseconds)? = found.notAligned.first?.reason else { throw CancellationError() }
    #expect(abs(milliseconds + 480) < 2, "\(milliseconds)")
  }

  @Test func aTrainThatFollowsNothingIsJudged() throws {
    let scattered = Self.beats.indices.map { (beat: Int) -> Double in
      Double((beat * 7919) % 18_000) / 100
    }.sorted()
    let found = try #require(diagnosis([(scattered, 0)]))
    #expect(found.notAligned.isEmpty && (found.score?.f1 ?? 1) < 0.9)
  }

  @Test func separateClocksAreNeverJudged() throws {
    let found = try #require(diagnosis([(Self.beats, 0), (nil, 1), (Self.beats, 2)], clocks: .separate))
    #expect(found.score == nil && found.coverage == nil && found.medianDelayMilliseconds == nil)
    #expect(found.notAligned == [0, 2].map { .init(recording: $0, reason: .separateClocks) })
    #expect(diagnosis([(nil, 0)], clocks: .separate) == nil)
    #expect(try #require(diagnosis([(Self.beats, 0)], clocks: .shared)).notAligned.isEmpty)
  }
}
