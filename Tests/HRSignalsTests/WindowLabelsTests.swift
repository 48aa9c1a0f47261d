@testable import HRSignals
import Testing

/// Labels of windows by the stretches that cover them.
@Suite struct WindowLabelsTests {
  private typealias Stretch = LabelledStretches.Stretch

  private func label(_ window: (Double, Double), _ stretches: [(Double, Double, String)]) -> String {
    let labels = LabelledStretches(
      name: "activity",
      stretches: stretches.map { Stretch(range: TimeRange(start: $0.0, end: $0.1), label: $0.2) })
    return WindowLabels(labels).label(of: TimeRange(start: window.0, end: window.1))
  }

  @Test func fourFifthsOfAWindowNameIt() {
    #expect(label((10, 20), [(0, 18, "walk")]) == "walk")
    #expect(label((10, 20), [(0, 17.9, "walk")]) == "(mixed)")
    #expect(label((10, 20), [(0, 10, "walk"), (20, 30, "sit")]) == "(not stated)")
    // A coverage of 1 ms counts as none.
    #expect(label((10, 20), [(0, 10.001, "walk")]) == "(not stated)")
    #expect(label((10, 20), [(0, 10.002, "walk")]) == "(mixed)")
    #expect(label((10, 20), [(0, 17.9995, "walk")]) == "walk")
    #expect(label((10, 20), []) == "(not stated)")
  }

  @Test func stretchesOfOneLabelAddUpWithoutCountingTwice() {
    #expect(label((0, 10), [(0, 4, "a"), (6, 10, "a"), (4, 6, "b")]) == "a")
    #expect(label((0, 10), [(0, 5, "a"), (1, 4, "a"), (2, 6, "a"), (3, 7, "a")]) == "(mixed)")
    #expect(label((0, 10), [(0, 5, "a"), (1, 4, "a"), (2, 6, "a"), (3, 8, "a")]) == "a")
    // A long stretch that began before others is still found.
    #expect(label((50, 60), [(0, 100, "a"), (1, 2, "b"), (3, 4, "b"), (55, 56, "b")]) == "a")
  }

  @Test func theLongerCountsAndOfEqualOnesTheFirstInTheAlphabet() {
    #expect(label((0, 10), [(0, 9, "b"), (0, 10, "a")]) == "a")
    #expect(label((0, 10), [(0, 10, "b"), (0, 9, "a")]) == "b")
    #expect(label((0, 10), [(0, 10, "b"), (0, 10, "a")]) == "a")
  }

  @Test func theOrderOfStretchesDoesNotMatter() {
    let stretches = [(0.0, 4.0, "a"), (6.0, 10.0, "a"), (4.0, 6.0, "b")]
    #expect(label((0, 10), stretches.reversed()) == "a")
  }

  // MARK: Excluded stretches

  @Test func whatIsNotJudgedHasNoRate() throws {
    let beats = (0...100).map { Double($0) }
    let reader = ReferenceReader(.beats(beats), notJudged: [TimeRange(start: 30, end: 31)])
    func absence(_ start: Double, _ end: Double) -> ReferenceReader.Absence? {
      guard case .failure(let error) = reader.rate(in: TimeRange(start: start, end: end)) else { return nil }
      return error.absence
    }
    #expect(absence(20, 30) == nil && absence(31, 41) == nil)
    #expect(absence(20, 30.0009) == nil && absence(20, 30.01) == .notJudged)
    #expect(absence(30.4, 30.6) == .notJudged && absence(0, 100) == .notJudged)
    // Without a reference, that is the reason.
    let blind = ReferenceReader(.none, notJudged: [TimeRange(start: 0, end: 9)])
    #expect(blind.rate(in: TimeRange(start: 0, end: 5)) == .failure(.init(.noReference)))
  }
}
