import Foundation
import HRRunTestSupport
import HRStatistics
import Testing

@testable import HRRunning
@testable import HREvaluation

/// Limits of a claim by the number of its subjects alone, and by all claims of a page together.
@Suite struct ClaimReachTests {
  private func condition(_ metric: ClaimMetric, _ demand: Claim.Demand) -> Claim.Condition {
    Claim.Condition(
      row: .init(detector: "a", scenario: "clean"), metric: metric, demand: demand, stratum: nil)
  }

  private func reach(
    _ metric: ClaimMetric, _ demand: Claim.Demand, of count: Int, level: Double = 0.95
  ) -> ClaimReach {
    ClaimReach(condition(metric, demand), windows: [Double](repeating: 6, count: count), level: level)
  }

  /// All of k clusters right: the lower end is the k-th root of the tail (Clopper and Pearson 1934), which is above
  /// 0.95 from 72 clusters on.
  @Test func aPerfectShareNeedsEnoughSubjects() throws {
    let few = reach(.withinBPMShare, .atLeast(0.95), of: 12)
    #expect(!few.canHold && few.canBeRefuted && few.needed == 72 && few.clusters == 12)
    let best = try #require(few.best)
    #expect(abs(best.low - pow(0.025, 1.0 / 12)) < 1e-9 && best.high == 1)
    #expect(!reach(.withinBPMShare, .atLeast(0.95), of: 71).canHold)
    #expect(reach(.withinBPMShare, .atLeast(0.95), of: 72).canHold)
    #expect(!reach(.withinBPMShare, .atLeast(0.95), of: 72, level: 0.975).canHold)
    #expect(reach(.coverage, .atMost(0.05), of: 12).needed == 72)
    #expect(reach(.coverage, .atLeast(1), of: 500).needed == nil)
  }

  @Test func aLowDemandCannotBeRefuted() {
    let low = reach(.withinBPMShare, .atLeast(0.2), of: 12)
    #expect(low.canHold && !low.canBeRefuted && low.worst?.low == 0)
    #expect(reach(.withinBPMShare, .atLeast(0.2), of: 20).canBeRefuted)
  }

  @Test func fewSubjectsCanNeitherHoldNorBeRefuted() {
    let row = Claim.Row(detector: "b", scenario: "clean")
    for (metric, demand) in [
      (ClaimMetric.maeBPM, Claim.Demand.atMost(5)), (.biasBPM, .atLeast(-1)),
      (.maeBPM, .lessThan(row, margin: 0, windows: .common)),
    ] {
      let few = reach(metric, demand, of: 4)
      #expect(!few.canHold && !few.canBeRefuted && few.best == nil && few.needed == 5)
      let enough = reach(metric, demand, of: 5)
      #expect(enough.canHold && enough.canBeRefuted)
    }
    #expect(reach(.withinBPMShare, .atLeast(0.95), of: 4).needed == 72)
    #expect(reach(.maeBPM, .atMost(-1), of: 20).needed == nil)
  }

  /// The routine's best figure is the one that a perfect detector gets.
  @Test(arguments: [12, 72]) func aPerfectDetectorGetsTheBestFigure(_ count: Int) throws {
    var run = HandMadeRun(recordings: count)
    run.claims = [
      Claim(
        claim: "It is right.", source: "a test", conditions: [condition(.withinBPMShare, .atLeast(0.95))])
    ]
    let verdict = try #require(run.evaluation.claims.first)
    let figure = try #require(verdict.figures.first)
    #expect(verdict.word == (count == 72 ? .holds : .cannotBeTold))
    #expect(figure.interval == figure.reach?.best && figure.reach?.canHold == (count == 72))
    let forecast = try #require(ClaimForecast.all(run.plan).first)
    #expect(forecast.figures.map(\.reach.canHold) == [count == 72])
    #expect(forecast.figures.first?.reach.clusters == count && forecast.clusterKind == .subjects)
  }

  @Test func dataSetsAreForetoldOneByOne() throws {
    var run = HandMadeRun(recordings: 20)
    run.otherDataset = "e"
    run.subjects = (0..<20).map { "s\($0 < 10 ? $0 / 3 : $0)" }
    run.claims = [
      Claim(
        claim: "It is right.", source: "a test",
        conditions: [
          Claim.Condition(
            row: .init(detector: "a", scenario: "clean"), metric: .maeBPM, demand: .atMost(5),
            stratum: RunPlan.datasetStratum)
        ])
    ]
    let figures = try #require(ClaimForecast.all(run.plan).first).figures
    #expect(figures.map(\.group) == ["d", "e"])
    #expect(figures.map(\.reach.clusters) == [4, 10] && figures.map(\.reach.canHold) == [false, true])
    let verdict = try #require(run.evaluation.claims.first)
    #expect(verdict.figures.map { $0.reach?.clusters } == [4, 10])
  }

  // MARK: All claims of a page

  @Test func aFamilyHasWiderIntervals() throws {
    var run = HandMadeRun(recordings: 20)
    run.error = { ($0.detector == 0 ? 3 : 4) + HandMadeRun.noise($0) }
    let b = Claim.Row(detector: "b", scenario: "clean")
    let conditions = [
      condition(.withinBPMShare, .atLeast(0.5)), condition(.maeBPM, .atMost(3.5)),
      condition(.maeBPM, .lessThan(b, margin: 0, windows: .common)),
    ]
    run.claims = [Claim(claim: "It is good.", source: "a test", conditions: conditions)]
    let evaluation = run.evaluation
    let alone = try #require(evaluation.claims.first)
    let together = try #require(evaluation.claims(inFamilyOf: 40).first)
    #expect(abs(alone.level - (1 - 0.05 / 3)) < 1e-12 && abs(together.level - (1 - 0.05 / 120)) < 1e-12)
    #expect(evaluation.claims(inFamilyOf: 1).first?.figures.map(\.interval) == alone.figures.map(\.interval))
    for (narrow, wide) in zip(alone.figures, together.figures) {
      let (narrow, wide) = (try #require(narrow.interval), try #require(wide.interval))
      #expect(
        wide.low <= narrow.low && wide.high >= narrow.high && wide.high - wide.low > narrow.high - narrow.low)
    }
    let counts = [Double](repeating: 6, count: 20)
    #expect(
      together.figures.first?.interval
        == ShareInterval(counted: counts, of: counts, level: together.level)?.interval)
    // Of two rows the wider of the bootstrap's and Student's limits.
    let difference = try #require(together.figures.last?.interval)
    let deltas = (0..<20).map { recording -> Double in
      (0..<6).reduce(0) { sum, window in
        let places = [0, 1].map {
          HandMadeRun.Place(detector: $0, scenario: 0, recording: recording, repetition: 0, window: window)
        }
        return sum + (3 + HandMadeRun.noise(places[0]) - 4 - HandMadeRun.noise(places[1])) / 6
      }
    }
    let mean = deltas.reduce(0, +) / 20
    let error = (deltas.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 19 / 20).squareRoot()
    let t = try #require(StudentDistribution.quantile((1 + together.level) / 2, degreesOfFreedom: 19))
    #expect(difference.low <= mean - t * error + 1e-9 && difference.high >= mean + t * error - 1e-9)
  }
}
