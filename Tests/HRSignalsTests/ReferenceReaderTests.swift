import Testing

@testable import HRSignals

@Suite struct ReferenceReaderTests {
  private func rate(_ reference: Reference, _ start: Double, _ end: Double) -> Double? {
    try? ReferenceReader(reference).rate(in: TimeRange(start: start, end: end)).get()
  }

  private func absence(_ reference: Reference, _ start: Double, _ end: Double) -> ReferenceReader.Absence? {
    switch ReferenceReader(reference).rate(in: TimeRange(start: start, end: end)) {
    case .success: nil
    case .failure(let error): error.absence
    }
  }

  private func close(_ value: Double?, _ expected: Double) -> Bool {
    value.map { abs($0 - expected) < 1e-9 } ?? false
  }

  /// Returns beats every `interval` seconds from `start` on, the last not after `end`.
  private func beats(every interval: Double, from start: Double, to end: Double) -> [Double] {
    (0...Int(((end - start) / interval + 1e-9).rounded(.down))).map { start + Double($0) * interval }
  }

  @Test func beatsGiveSixtyOverTheMeanInterval() {
    // Intervals 0.8, 1.0, 1.2: mean 1.0 s, whereas the mean of the rates would be 61.7.
    #expect(close(rate(.beats([0.1, 0.9, 1.9, 3.1]), 0, 3.2), 60))
    #expect(close(rate(.beats(beats(every: 0.5, from: 0, to: 60)), 10, 30), 120))
  }

  @Test func onlyIntervalsWhollyInsideCount() {
    // The interval 4.5–5.5 s ends after the window 0–5 s, and the long one from −1.5 s begins before it.
    let series = [-0.5, 0.5, 1.5, 2.5, 3.5, 4.5, 5.5]
    #expect(close(rate(.beats(series), 0, 5), 60))
    #expect(close(rate(.beats([-1.5, 0.2, 1.2, 2.2, 3.2, 4.2, 5.0]), 0, 5), 60))
  }

  @Test func windowEdgesHaveAMicrosecondOfSlack() {
    // A beat on the start is inside, one on the end is outside; half a microsecond changes neither.
    for shift in [-5e-7, 0, 5e-7] {
      #expect(close(rate(.beats([2, 2.5, 3.5, 4.5, 5.5, 6.5]), 2 + shift, 7 + shift), 60 * 5 / 4.5))
      #expect(close(rate(.beats([2, 3, 4, 5, 6, 6.5]), 2 + shift, 6.5 + shift), 60))
    }
    #expect(absence(.beats([2, 3, 4, 5, 6]), 2.00001, 7) == .tooFewIntervals)
  }

  @Test func fourFifthsMustBeCovered() {
    #expect(close(rate(.beats(beats(every: 1, from: 0, to: 8)), 0, 10), 60))
    #expect(absence(.beats(beats(every: 1, from: 0, to: 7)), 0, 10) == .tooFewIntervals)
    #expect(absence(.beats([5]), 0, 10) == .tooFewIntervals)
    #expect(absence(.beats([]), 0, 10) == .tooFewIntervals)
  }

  @Test func longPausesAndDoubleBeatsAreGaps() {
    // 20 s of beats at 1 Hz with 3.0 s (an interval) or 3.1 s (a gap) in the middle.
    let first = beats(every: 1, from: 0, to: 8)
    let kept = first + beats(every: 1, from: 11, to: 20)
    #expect(close(rate(.beats(kept), 0, 20), 60 * 17 / 19))
    let gap = first + beats(every: 1, from: 11.1, to: 19.2)
    #expect(close(rate(.beats(gap), 0, 20), 60))
    // The same gap in a window of 10 s leaves too little coverage.
    #expect(absence(.beats(gap), 4, 14) == .tooFewIntervals)
    let double = [0, 1, 2, 3, 3.1, 4, 5, 6, 7, 8, 9, 10]
    #expect(close(rate(.beats(double), 0, 10), 60 * 9 / 8.9))
  }

  @Test func agreeingBeatsNeedBothDetectors() {
    let first = beats(every: 1, from: 0, to: 30)
    let late = first.map { $0 + 0.1 }
    #expect(close(rate(.agreeingBeats(.init(first: first, second: late)), 0, 20), 60))
    // 0.2 s is beyond the tolerance: the rates agree, but no beats do.
    let apart = first.map { $0 + 0.2 }
    #expect(absence(.agreeingBeats(.init(first: first, second: apart)), 0, 20) == .tooFewIntervals)
    let faster = beats(every: 0.9, from: 0, to: 30)
    #expect(absence(.agreeingBeats(.init(first: first, second: faster)), 0, 20) == .detectorsDisagree)
    #expect(absence(.agreeingBeats(.init(first: first, second: [])), 0, 20) == .tooFewIntervals)
  }

  /// The own rates are known regardless of the agreement.
  @Test func eachDetectorHasARateOfItsOwn() {
    func rates(_ reference: Reference, _ start: Double, _ end: Double) -> [Double?] {
      ReferenceReader(reference).detectorRates(in: TimeRange(start: start, end: end))
    }
    let first = beats(every: 1, from: 0, to: 30)
    let faster = beats(every: 0.96, from: 0, to: 30)
    let apart = rates(.agreeingBeats(.init(first: first, second: faster)), 0, 20)
    #expect(apart.count == 2 && close(apart[0], 60) && close(apart[1], 62.5))
    #expect(absence(.agreeingBeats(.init(first: first, second: faster)), 0, 20) == .detectorsDisagree)
    #expect(rates(.agreeingBeats(.init(first: first, second: [])), 0, 20).map { $0 == nil } == [false, true])
    #expect(rates(.agreeingBeats(.init(first: first, second: faster)), 40, 60) == [nil, nil])
    #expect(rates(.beats(first), 0, 20).isEmpty)
    #expect(ReferenceReader(.beats(first)).detectorNames.isEmpty)
    let breaths = ReferenceReader(.agreeingBreaths(first: [], second: []))
    #expect(breaths.detectorNames == ["counted", "crossings"])
    #expect(ReferenceReader(Self.three(first, first, faster, agree: 2)).detectorNames == ["a", "b", "c"])
  }

  private static func three(_ a: [Double], _ b: [Double], _ c: [Double], agree: Int) -> Reference {
    .agreeingBeats(
      .init(
        [.init(name: "a", beats: a), .init(name: "b", beats: b), .init(name: "c", beats: c)], agree: agree))
  }

  @Test func twoOfThreeOutvoteTheThird() throws {
    let true60 = beats(every: 1, from: 0, to: 30)
    let wrong = beats(every: 0.9, from: 0, to: 30)
    let late = true60.map { $0 + 0.05 }
    for reference in [
      Self.three(true60, late, [], agree: 2), Self.three([], true60, late, agree: 2),
      Self.three(true60, late, true60, agree: 3),
    ] {
      #expect(close(rate(reference, 0, 20), 60))
    }
    // If the third has a beat between the two, it is the median, at most 0.05 s off.
    let found = try #require(rate(Self.three(true60, late, wrong, agree: 2), 0, 20))
    #expect(abs(found - 60) < 60 * 0.06 / 18.9)
    #expect(absence(Self.three(true60, late, wrong, agree: 3), 0, 20) == .detectorsDisagree)
    #expect(absence(Self.three(true60, late, [], agree: 3), 0, 20) == .tooFewIntervals)
    // 60, 61.5 and 63: two of three neighbours are close enough, all three are not.
    let chain = [60.0, 61.5, 63].map { beats(every: 60 / $0, from: 0, to: 60) }
    #expect(absence(Self.three(chain[0], chain[1], chain[2], agree: 3), 0, 20) == .detectorsDisagree)
    #expect(absence(Self.three(chain[0], chain[1], chain[2], agree: 2), 0, 20) != .detectorsDisagree)
  }

  @Test func aBeatCountsWhereEnoughHaveIt() throws {
    func found(_ lists: [[Double]], agree: Int) -> Reference.AgreeingBeats {
      .init(lists.map { .init(name: "x", beats: $0) }, agree: agree)
    }
    let two = found([[1, 2, 3, 4], [1.1, 3.1, 4.1], [2.05, 3.05, 5]], agree: 2)
    // The median time, of two that of the first named; beat 5 is found by the third only.
    #expect(two.matched == [1, 2, 3.05, 4])
    // The first two are found by a and b, and by a and c: only a has them one after the other.
    #expect(two.continues == [false, false, true, true])
    let three = found([[1, 2, 3, 4], [1.1, 3.1, 4.1], [2.05, 3.05, 5]], agree: 3)
    #expect(three.matched == [3.05] && three.continues == [false])
    // Without the first detector the time is the second's.
    #expect(found([[1], [2, 3], [2.1, 3.1]], agree: 2).matched == [2, 3])
    #expect(found([[], [], []], agree: 2).matched.isEmpty)
    // A beat that two accepted beats would share is used once.
    let shared = found([[1, 1.28], [1.13], [1.13]], agree: 2)
    #expect(shared.matched == [1.13])
  }

  @Test func theBeatsOfAReferenceAreThoseItStandsFor() {
    #expect(Reference.beats([1, 2]).beatTimes == [1, 2])
    #expect(Reference.agreeingBeats(.init(first: [1, 2, 3], second: [1.1, 3.1])).beatTimes == [1, 3])
    #expect(Reference.rateSeries(TimeSeries(times: [0], values: [60])).beatTimes == [])
    #expect(Reference.windowRates([]).beatTimes == [])
    #expect(Reference.none.beatTimes == [])
  }

  @Test func aBeatOfOneDetectorOnlyBreaksTheChain() {
    let first = beats(every: 1, from: 0, to: 10)
    let agreeing = Reference.AgreeingBeats(first: first, second: first.filter { $0 != 4 })
    #expect(agreeing.matched == first.filter { $0 != 4 })
    #expect(agreeing.continues == [false, true, true, true, false, true, true, true, true, true])
    let extra = Reference.AgreeingBeats(first: first, second: first + [10.5])
    #expect(extra.continues == [false] + Array(repeating: true, count: 10))
  }

  @Test func pairsAreMutuallyNearest() {
    let agreeing = Reference.AgreeingBeats(first: [1, 1.1, 2], second: [1.08, 2.05], toleranceSeconds: 0.15)
    #expect(agreeing.matched == [1.1, 2])
    #expect(agreeing.continues == [false, true])
    let exact = Reference.AgreeingBeats(first: [1, 3], second: [1.25, 3.26], toleranceSeconds: 0.25)
    #expect(exact.matched == [1])
  }

  @Test func seriesGivesTheMeanOfFiniteSamplesInside() {
    let series = TimeSeries(times: [0, 1, 2, 3, 4, 5], values: [60, 70, .nan, 80, .infinity, 1000])
    #expect(rate(.rateSeries(series), 0, 5) == 70)
    #expect(rate(.rateSeries(series), 1, 2) == 70)
    #expect(absence(.rateSeries(series), 2, 3) == .outsideSeries)
    #expect(absence(.rateSeries(series), 6, 9) == .outsideSeries)
    #expect(absence(.rateSeries(series), -9, 0) == .outsideSeries)
  }

  @Test func windowRatesMatchByTheirEdges() {
    let rates = Reference.windowRates([
      .init(range: TimeRange(start: 0, end: 8), bpm: 61), .init(range: TimeRange(start: 2, end: 10), bpm: 62),
    ])
    #expect(rate(rates, 2, 10) == 62)
    #expect(rate(rates, 0.0009, 7.9991) == 61)
    #expect(absence(rates, 0.002, 8) == .notGiven)
  }

  @Test func otherWindowsTakeTheMeanOfTheRatesInside() {
    let given = [(4, 64), (0, 60), (2, 62), (20, 80)].map { (start: Double, bpm: Double) in
      Reference.WindowRate(range: TimeRange(start: start, end: start + 8), bpm: bpm)
    }
    let rates = Reference.windowRates(given)
    #expect(rate(rates, 0, 10) == 61)
    #expect(rate(rates, 0, 12) == 62)
    // 10 of 12.5 s are 80 %; of 12.6 s less.
    #expect(rate(rates, 2, 14.5) == 63)
    #expect(absence(rates, 2, 14.6) == .notGiven)
    // Gaps between them count as uncovered: 16 of 25 s, 12 of 25 s.
    #expect(rate(rates, 3, 28) == nil && rate(rates, 0, 25) == nil)
    #expect(rate(rates, -1, 13) == 62)
    // Shorter than those given, and between two of them.
    #expect(absence(rates, 1, 8) == .notGiven)
    #expect(absence(rates, 1, 9) == .notGiven)
    #expect(absence(rates, 5, 5) == .notGiven)
    #expect(absence(.windowRates([]), 0, 8) == .notGiven)
  }

  @Test func ofEqualWindowsTheFirstCounts() {
    let window = TimeRange(start: 1, end: 9)
    let twice = Reference.windowRates([.init(range: window, bpm: 70), .init(range: window, bpm: 90)])
    #expect(rate(twice, 1, 9) == 70)
  }

  @Test func noneSaysSo() {
    #expect(absence(.none, 0, 10) == .noReference)
  }

  @Test func nearestIndexPrefersTheEarlier() {
    #expect([Double]().nearestIndex(to: 1) == nil)
    #expect([1.0, 2, 4].nearestIndex(to: 0) == 0)
    #expect([1.0, 2, 4].nearestIndex(to: 3) == 1)
    #expect([1.0, 2, 4].nearestIndex(to: 3.1) == 2)
    #expect([1.0, 2, 4].nearestIndex(to: 9) == 2)
  }
}
