import Foundation
import HRNumerics
import HRPlugins
import HRSignals
import Testing

@testable import HRRunning

/// Windows of heart-rate variability from beats that are known.
@Suite struct BeatWindowsTests {
  /// About 70 beats a minute, uneven, for five minutes.
  private static let beats = uneven(350)
  private static let whole = TimeRange(start: 0, end: 300)

  private static func uneven(_ count: Int) -> [Double] {
    (0..<count).map { index -> Double in
      let beat = Double(index)
      return 0.4 + 0.85 * beat + 0.03 * cos(0.7 * beat)
    }
  }

  /// - Parameters:
  ///   - detected: beats of the detector; `nil`: it names none.
  ///   - spans: times for which it has an answer.
  ///   - windowSeconds: windows follow each other without overlap.
  private func windows(
    _ detected: [Double]?, figure: VariabilityFigure = .rmssd, reference: [Double] = beats,
    spans: [TimeRange] = [whole], outcomes: [Estimate] = [], windowSeconds: Double = 60,
    artefacts: ArtefactPolicy = .none, isAligned: Bool = true
  ) -> WindowTable {
    let rule = VariabilityRule(
      windowSeconds: windowSeconds, artefacts: artefacts, figures: [.meanRR, .sdnn, .rmssd, .pnn50, .hf])
    let end = spans.last?.end ?? 0
    let ranges = rule.windows.windows(in: TimeRange(start: 0, end: end))
    let output = DetectorOutput(
      EstimateColumn(outcomes, within: RateLimits(declared: nil, measurand: .heartRate)),
      detected.map { BeatTrain(detected: $0, answeredSpans: spans) })
    return BeatWindows(
      rule, truth: WindowTruth(.beats(reference), in: ranges), reference: .beats(reference),
      outputs: [output], isAligned: isAligned, toleranceSeconds: 0.15, labels: []
    ).table(of: figure)
  }

  private func columns(_ table: WindowTable) throws -> (references: [Double], estimates: EstimateColumn) {
    (table.references.compactMap(\.bpm), try #require(table.estimates[0]))
  }

  /// Nanoseconds to which intervals are rounded do not count.
  private func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-5 }

  private func value(_ beats: [Double], _ figure: VariabilityFigure, _ window: TimeRange) -> Double? {
    BeatIntervals(beats: beats, in: window).value(of: figure, spectrum: .welch)
  }

  @Test(arguments: [VariabilityFigure.meanRR, .sdnn, .rmssd, .pnn50, .hf])
  func exactBeatsHaveNoError(figure: VariabilityFigure) throws {
    let table = windows(Self.beats, figure: figure)
    let (references, estimates) = try columns(table)
    #expect(table.ranges.map(\.start) == [0, 60, 120, 180, 240])
    #expect(references == table.ranges.compactMap { value(Self.beats, figure, $0) })
    #expect(references.count == 5 && estimates.bpm == references)
    for row in 0..<5 {
      let detail = try #require(estimates.variabilityDetail(row))
      #expect(detail.withoutExtra == references[row] && detail.filled == references[row])
      #expect(detail.correctedShare == 0 && detail.referenceCorrectedShare == 0)
    }
    // The beats of all figures stand beside the first.
    #expect((table.beats != nil) == (figure == .meanRR))
  }

  @Test func aDelayMovesTheWindowAndNothingElse() throws {
    let late = Self.beats.map { $0 + 0.25 }
    let table = windows(late)
    let (references, estimates) = try columns(table)
    for (row, window) in table.ranges.enumerated() {
      let moved = TimeRange(start: window.start - 0.25, end: window.end - 0.25)
      let expected = try #require(value(Self.beats, .rmssd, moved))
      #expect(isNear(estimates.bpm[row], expected) && abs(expected - references[row]) < 1)
      // Beats are matched after the delay, so that nothing is missed.
      let detail = try #require(estimates.variabilityDetail(row))
      #expect(detail.withoutExtra == estimates.bpm[row] && isNear(detail.filled, estimates.bpm[row]))
    }
  }

  /// Independent errors of SD s in the times of beats: an interval difference has three of them, weighted 1, −2 and 1.
  @Test(arguments: [5.0, 20])
  func jitterRaisesTheSquareOfRMSSDBySixOfItsOwn(milliseconds: Double) throws {
    var stream = RandomStream(seed: 49, ["jitter"])
    let beats = Self.uneven(14_000)
    let seconds = milliseconds / 1000
    let jittered = beats.map { beat -> Double in beat + seconds * stream.normal() }
    let (references, estimates) = try columns(
      windows(
        jittered, reference: beats, spans: [TimeRange(start: 0, end: 11_800)], windowSeconds: 11_800))
    let rise = estimates.bpm[0] * estimates.bpm[0] - references[0] * references[0]
    // Its standard error is 1.7 % of it, and of 5 ms 3 % with the differences of the beats themselves.
    let predicted: Double = 6 * milliseconds * milliseconds
    #expect(abs(rise - predicted) < 0.08 * predicted, "\(rise)")
    // All of it is timing.
    let detail = try #require(estimates.variabilityDetail(0))
    #expect(detail.withoutExtra == estimates.bpm[0] && detail.filled == estimates.bpm[0])
  }

  /// Of 353 even beats one is missed: an interval of twice the length, and two differences of a whole interval among
  /// 350.
  @Test func oneMissedBeatInFiveMinutes() throws {
    let even = (0..<353).map { index -> Double in 0.4 + 0.85 * Double(index) }
    let table = windows(
      even.filter { abs($0 - even[100]) > 0.1 }, reference: even, windowSeconds: 300)
    let (references, estimates) = try columns(table)
    #expect(references == [0])
    let square: Double = 2 * 850 * 850 / 350
    #expect(isNear(estimates.bpm[0], square.squareRoot()))
    let detail = try #require(estimates.variabilityDetail(0))
    #expect(detail.withoutExtra == estimates.bpm[0] && detail.filled < 1e-6)
  }

  @Test func anExtraBeatIsTakenAway() throws {
    let table = windows((Self.beats + [100.1]).sorted())
    let (references, estimates) = try columns(table)
    #expect(estimates.bpm[1] > references[1] + 10)
    let detail = try #require(estimates.variabilityDetail(1))
    #expect(detail.withoutExtra == references[1] && detail.filled == references[1])
  }

  @Test func correctionIsTheSameForBothAndItsSharesAreKept() throws {
    let missed = Self.beats.filter { abs($0 - Self.beats[100]) > 0.1 }
    let (references, estimates) = try columns(windows(missed, artefacts: .kubios))
    let (raw, _) = try columns(windows(missed))
    #expect(zip(references, raw).allSatisfy { isNear($0, $1) })
    let detail = try #require(estimates.variabilityDetail(1))
    #expect(detail.correctedShare > 0 && detail.correctedShare < 0.1 && detail.referenceCorrectedShare == 0)
    #expect(abs(estimates.bpm[1] - references[1]) < 2)
  }

  @Test func beatsOnAnotherClockAreNotRepaired() throws {
    for table in [
      windows(Self.beats, isAligned: false), windows(Self.beats.map { $0 * 1.003 }),
    ] {
      let detail = try #require(table.estimates[0]?.variabilityDetail(1))
      #expect(detail.withoutExtra.isNaN && detail.filled.isNaN && detail.correctedShare == 0)
    }
  }

  @Test func timeWithoutAnAnswerIsNoInterval() throws {
    // 2 s without an answer are no interval; 20 s leave too little of a window.
    let spans = [
      TimeRange(start: 0, end: 90), TimeRange(start: 92, end: 130), TimeRange(start: 150, end: 300),
    ]
    let heard = Self.beats.filter { beat in spans.contains { $0.start <= beat && beat < $0.end } }
    let (references, estimates) = try columns(windows(heard, spans: spans))
    #expect(estimates.outcome(2) == .abstained(.tooFewBeats))
    #expect(estimates.variabilityDetail(2) == nil)
    #expect(abs(estimates.bpm[1] - references[1]) < 5 && estimates.bpm[1] != references[1])
    #expect(estimates.bpm[0] == references[0] && estimates.bpm[4] == references[4])
  }

  @Test func aDetectorWithoutBeatsSaysWhy() throws {
    func reason(_ estimates: [Estimate]) throws -> WindowOutcome {
      try columns(windows(nil, outcomes: estimates)).estimates.outcome(0)
    }
    #expect(try reason([.bpm(60), .bpm(61)]) == .failed("the detector gives rates, and names no beats"))
    #expect(try reason([.abstained(.flatSignal), .abstained(.flatSignal)]) == .abstained(.flatSignal))
    #expect(try reason([.abstained(.flatSignal), .abstained(.noPeak)]) == .abstained(.tooFewBeats))
  }
}

/// A detector's beats without the extra ones, and with the missed ones.
@Suite struct RepairedBeatsTests {
  private static let reference = (0..<200).map { index -> Double in
    let (beat, uneven) = (Double(index), Double(index % 5))
    return 0.4 + 0.8 * beat + 0.02 * uneven
  }

  private func repaired(_ detected: [Double]) throws -> RepairedBeats {
    try #require(RepairedBeats(detected, reference: Self.reference, toleranceSeconds: 0.15))
  }

  private func isNear(_ beats: [Double], _ expected: [Double]) -> Bool {
    beats.count == expected.count && zip(beats, expected).allSatisfy { abs($0 - $1) < 1e-9 }
  }

  @Test func whatIsRightStays() throws {
    for delay in [0, 0.1, 0.3] {
      let detected = Self.reference.map { $0 + delay }
      let repaired = try repaired(detected)
      #expect(repaired.withoutExtra == detected && repaired.filled == detected)
    }
  }

  @Test func extraBeatsGoAndMissedOnesCome() throws {
    let late = Self.reference.map { $0 + 0.1 }
    // The first two, the last, and two that follow each other.
    let missed = Set([0, 1, 50, 51, 199])
    let found = late.indices.filter { !missed.contains($0) }.map { late[$0] }
    let repaired = try repaired((found + [33.75, 90.05]).sorted())
    #expect(repaired.withoutExtra == found && isNear(repaired.filled, late))
  }

  @Test func aMissedBeatHasTheOffsetsAroundIt() throws {
    var detected = Self.reference
    detected[99] += 0.02
    detected[101] += 0.06
    let missed = detected.remove(at: 100)
    let filled = try repaired(detected).filled
    let (before, after) = (Self.reference[99], Self.reference[101])
    let share = (missed - before) / (after - before)
    let offset: Double = 0.02 + share * 0.04
    #expect(abs(filled[100] - missed - offset) < 1e-9)
  }

  @Test func withoutAnyBeatTheReferenceItselfIsLeft() throws {
    let repaired = try repaired([])
    #expect(repaired.withoutExtra.isEmpty && repaired.filled == Self.reference)
  }

  @Test func beatsThatRunAwayAreNotRepaired() {
    let fast = Self.reference.map { $0 * 1.003 }
    #expect(RepairedBeats(fast, reference: Self.reference, toleranceSeconds: 0.15) == nil)
  }
}
