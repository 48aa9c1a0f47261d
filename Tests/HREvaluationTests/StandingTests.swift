import HRStatistics
import Testing

@testable import HRRunning
@testable import HREvaluation

/// The detectors that are shown better than others, and the best one.
@Suite struct StandingTests {
  private func standing(
    _ errors: [Double?], baseline: Int? = nil, answered: Double = 1, recordings: Int = 12
  ) throws -> Standing {
    var run = HandMadeRun(recordings: recordings)
    run.windows = 10
    run.detectors = errors.indices.map { HandMadeRun.detector("d\($0)") }
    run.error = { place in
      if place.detector == 1, Double(place.window) >= 10 * answered { return nil }
      return errors[place.detector].map { $0 + 0.1 * HandMadeRun.noise(place) }
    }
    return try #require(run.comparison(baseline: baseline).standings.first)
  }

  @Test func ofTwoTheVerdictSaysWhoIsBest() throws {
    let better = try standing([3, 1])
    #expect(better.against == [.init(baseline: "d0", better: ["d1"], worse: [])])
    #expect(better.best == .init(detector: "d1", others: 1, pairCount: nil))
    #expect(try standing([1, 3]).best == .init(detector: "d0", others: 1, pairCount: nil))
    #expect(try standing([2, 2]).best == nil)
    // Five subjects give no p below 2/32.
    let few = try standing([3, 1], recordings: 5)
    #expect(few.best == nil && few.against == [.init(baseline: "d0", better: [], worse: [])])
  }

  @Test func aBaselineThatAllAreWorseThanIsBest() throws {
    let found = try standing([1, 3, 4])
    #expect(found.against == [.init(baseline: "d0", better: [], worse: ["d1", "d2"])])
    #expect(found.best == .init(detector: "d0", others: 2, pairCount: nil))
  }

  @Test func whoIsBetterThanTheBaselineIsBestOnlyIfBetterThanAll() throws {
    let best = try standing([5, 1, 2, 3])
    #expect(best.against == [.init(baseline: "d0", better: ["d1", "d2", "d3"], worse: [])])
    #expect(best.best == .init(detector: "d1", others: 3, pairCount: 6))
    // Two detectors are the best together.
    #expect(try standing([5, 1, 1, 3]).best == nil)
    // No detector is compared with one that never answers.
    #expect(try standing([5, 1, 2, nil]).best == .init(detector: "d1", others: 2, pairCount: 3))
  }

  @Test func whoAnswersLittleIsNotBest() throws {
    #expect(try standing([5, 1, 2, 3], answered: 0.8).best?.detector == "d1")
    #expect(try standing([5, 1, 2, 3], answered: 0.7).best == nil)
    #expect(try standing([5, 1], answered: 0.7).best == nil)
    // No other is the best either, since that one errs less in the windows that both answered.
    #expect(try standing([1, 0.5, 2], answered: 0.7).best == nil)
  }

  @Test func aVerdictThatIsNotBetterForbidsToNameABest() throws {
    var run = HandMadeRun(recordings: 20)
    run.detectors = ["a", "b", "c", "d"].map { HandMadeRun.detector($0) }
    // b errs less than a in all subjects but one, in which it errs so much more that no mean difference is shown.
    run.error = {
      switch $0.detector {
      case 0: $0.recording == 0 ? 1 : 10 + 0.01 * Double($0.recording)
      case 1: 9
      case 2: 30
      default: 40
      }
    }
    let declared = run.comparison()
    #expect(declared.contrasts.first?.judgement?.verdict == .undecided)
    #expect(declared.standings.first?.best == nil)
    let elsewhere = run.comparison(baseline: 3)
    #expect(elsewhere.standings.first?.best == .init(detector: "b", others: 3, pairCount: 6))
  }

  @Test func twoRunsHaveNoBest() throws {
    let run = HandMadeRun()
    let match = try RunMatch(baseline: run.run("old"), candidate: run.run("new"))
    #expect(Comparison(match, margin: Margin(declaredBPM: 0.5)).standings.isEmpty)
  }
}
