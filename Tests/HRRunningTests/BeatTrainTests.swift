import HRSignals
import Testing

@testable import HRRunning

@Suite struct BeatTrainTests {
  /// [0, 10), [4, 14), [8, 18): middles 5, 9 and 13, so slices meet at 7 and 11.
  private static let windows = TimeRange(start: 0, end: 18).windows(windowSeconds: 10, hopSeconds: 4)

  private func train(
    _ beats: [(window: Int, beats: [Double])], windows: [TimeRange] = windows, view: BeatView = .central
  ) -> BeatTrain? {
    var stitcher = BeatStitcher(windows: windows, view: view)
    for entry in beats { stitcher.add(entry.beats, ofWindow: entry.window) }
    return stitcher.train
  }

  private func span(_ start: Double, _ end: Double) -> TimeRange { TimeRange(start: start, end: end) }

  @Test func slicesMeetHalfwayBetweenTheMiddles() {
    let slices = Self.windows.indices.map { BeatView.central.slice(of: $0, in: Self.windows) }
    #expect(slices == [span(0, 7), span(7, 11), span(11, 18)])
    let newest = Self.windows.indices.map { BeatView.lookingBack.slice(of: $0, in: Self.windows) }
    #expect(newest == [span(0, 10), span(10, 14), span(14, 18)])
  }

  @Test func slicesStayInTheirWindows() {
    let apart = TimeRange(start: 0, end: 25).windows(windowSeconds: 5, hopSeconds: 10)
    for view in [BeatView.central, .lookingBack] {
      #expect(apart.indices.map { view.slice(of: $0, in: apart) } == apart)
      #expect(view.slice(of: 0, in: [span(3, 60)]) == span(3, 60))
    }
  }

  @Test func eachWindowGivesTheBeatsOfItsSliceOnly() {
    // The second decimal identifies the window of the beat.
    let found = train([
      (0, [0.01, 2.01, 4.01, 6.01, 8.01]), (1, [5.02, 7.02, 9.02, 10.99, 13.02]),
      (2, [9.03, 11.53, 13.03, 17.99]),
    ])
    #expect(found?.detected == [0.01, 2.01, 4.01, 6.01, 7.02, 9.02, 10.99, 11.53, 13.03, 17.99])
    #expect(found?.answeredSpans == [span(0, 18)])
  }

  @Test func aSliceHoldsItsStartAndNotItsEnd() {
    #expect(train([(0, [6, 7]), (1, [7, 11])])?.detected == [6, 7])
    #expect(train([(2, [11, 18])])?.detected == [11])
  }

  @Test func aWindowThatGaveNothingAnswersForNothing() {
    let found = train([(0, [1, 3, 5, 8]), (2, [9, 12, 14])])
    #expect(found == BeatTrain(detected: [1, 3, 5, 12, 14], answeredSpans: [span(0, 7), span(11, 18)]))
    // A rate without beats is no missed beat.
    #expect(train([(0, [1, 3]), (1, [])])?.answeredSpans == [span(0, 7)])
    #expect(train([]) == nil)
    #expect(train([(1, [])]) == nil)
  }

  @Test func aWindowWithBeatsOutsideItsSliceAnswersWithNone() {
    #expect(train([(1, [4.5, 5.5])]) == BeatTrain(detected: [], answeredSpans: [span(7, 11)]))
  }

  @Test func ofTwoBeatsAcrossASeamTheFirstIsKept() {
    // The same beat, placed at 6.95 by one window and at 7.05 by the next.
    #expect(train([(0, [6, 6.95]), (1, [7.05, 8])])?.detected == [6, 6.95, 8])
    #expect(train([(0, [6, 6.9]), (1, [7.0, 7.05, 7.125, 8])])?.detected == [6, 6.9, 7.125, 8])
    // Within a window close beats are the detector's own.
    #expect(train([(0, [6, 6.1])])?.detected == [6, 6.1])
    #expect(train([(1, [7, 7.1])])?.detected == [7, 7.1])
  }

  @Test func whatIsOutOfOrderOrNotANumberIsLeftOut() {
    #expect(train([(0, [1, 3, 2, 3, .nan, 4, -.infinity, -1])])?.detected == [1, 3, 4])
  }

  @Test func aLookingBackDetectorGivesItsNewestBeats() {
    let found = train(
      [(0, [0, 5, 9.5]), (1, [5, 9.5, 10, 13.5]), (2, [9.5, 13.5, 14.5])], view: .lookingBack)
    #expect(found == BeatTrain(detected: [0, 5, 9.5, 10, 13.5, 14.5], answeredSpans: [span(0, 18)]))
  }

  @Test func aLookingBackDetectorAnswersFromTheOldestBeatItRemembers() {
    // It had not settled before 6.5 s, lost contact with the finger, and regained it at 15 s.
    let found = train([(0, [6.5, 8]), (2, [15, 16])], view: .lookingBack)
    #expect(found == BeatTrain(detected: [6.5, 8, 15, 16], answeredSpans: [span(6.5, 10), span(15, 18)]))
    #expect(train([(0, [.infinity])], view: .lookingBack) == nil)
    #expect(train([(0, [.nan, 3])], view: .lookingBack)?.detected == [3])
  }

  @Test func theReferenceIsKnownWhereWindowsHaveOne() {
    func spans(_ references: [WindowTable.ReferenceCell]) -> [TimeRange] {
      WindowTable(ranges: Self.windows, references: references, estimates: []).referenceSpans
    }
    #expect(spans([.bpm(60), .bpm(61), .bpm(62)]) == [span(0, 18)])
    #expect(spans([.bpm(60), .none("detectorsDisagree"), .bpm(62)]) == [span(0, 7), span(11, 18)])
    #expect(spans([.none("x"), .none("x"), .none("x")]) == [])
  }
}
