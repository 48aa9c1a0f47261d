import HRRunTestSupport
import HRSignals
import HRStatistics
import HRSupport
import HRTestSupport
import Testing

@testable import HREvaluation
@testable import HRRunning

/// Details of figures of heart-rate variability, and the margins of comparisons and gates.
@Suite struct VariabilityDiagnosisTests {
  /// A window: reference and estimate, the estimate without extra beats and with all, shares of corrected intervals.
  private typealias Window = (reference: Double, estimate: Double?, withoutExtra: Double, filled: Double)

  private func diagnosis(_ clusters: [[Window]], shares: (Double, Double) = (0.2, 0.1))
    -> VariabilityDiagnosis?
  {
    var run = HandMadeRun()
    run.detectors = [HandMadeRun.detector("a")]
    var plan = run.plan
    plan.variability = VariabilityRule(figures: [.rmssd])
    let tables = clusters.enumerated().map { index, windows in
      var column = EstimateColumn()
      for window in windows {
        column.append(
          bpm: window.estimate, outcome: .abstained(.tooFewBeats), confidence: nil, quality: nil, motion: nil)
        column.variability += [window.withoutExtra, window.filled, shares.0, shares.1]
      }
      return (
        cluster: index,
        table: WindowTable(
          ranges: windows.indices.map { TimeRange(start: 60 * Double($0), end: 60 * Double($0) + 60) },
          references: windows.map { .bpm($0.reference) }, estimates: [column])
      )
    }
    return VariabilityDiagnosis(ScenarioWindows(tables), detector: 0, plan: plan)
  }

  private func isNear(_ value: Double?, _ expected: Double) -> Bool {
    value.map { abs($0 - expected) < 1e-9 } ?? false
  }

  @Test func aConstantRatioIsFoundWithoutSpread() throws {
    let clusters = (0..<6).map { cluster -> [Window] in
      (1...4).map { window -> Window in
        let reference = Double(10 * cluster + 5 * window)
        return (reference, 1.25 * reference, .nan, .nan)
      }
    }
    let found = try #require(diagnosis(clusters))
    let ratio = try #require(found.ratio)
    #expect(ratio.pairs == 24 && isNear(ratio.ratio, 1.25))
    #expect(isNear(ratio.interval?.low, 1.25) && isNear(ratio.interval?.high, 1.25))
    #expect(isNear(ratio.limits?.low, 1.25) && isNear(ratio.limits?.high, 1.25))
    #expect(found.zeroPairs == 0 && found.parts == nil)
    #expect(isNear(found.correctedShare, 0.2) && isNear(found.referenceCorrectedShare, 0.1))
  }

  @Test func figuresAreThoseOfTheLogarithms() throws {
    // Logarithms of the ratios are −0.3, −0.1, 0.1, 0.3 times the size of each cluster.
    let clusters = [0.6, 0.8, 1, 1.2, 1.4].map { size -> [Window] in
      [-0.3, -0.1, 0.1, 0.3].map { logarithm -> Window in
        (20 * size, 20 * size * ratio(ofLogarithm: size * logarithm), .nan, .nan)
      }
    }
    let found = try #require(diagnosis(clusters)?.ratio)
    // Means of clusters are equal, so that their variance is 0; within: 0.2 times the sizes' squares, over 20 − 5.
    let square: Double = 0.2 * 5.4 / 15
    let sd = square.squareRoot()
    // The component between clusters, (0 − within) / 4, is negative and counts as 0.
    let reach = ratio(ofLogarithm: 1.959963984540054 * sd)
    #expect(
      isNear(found.ratio, 1) && isNear(found.limits?.low, 1 / reach) && isNear(found.limits?.high, reach))
    let (low, high) = (try #require(found.lower), try #require(found.upper))
    #expect(low.low < 1 / reach && 1 / reach < low.high && isNear(low.low * high.high, 1))
  }

  @Test func zerosHaveNoRatioAndAreCounted() throws {
    let windows: [Window] = [
      (0, 3, 3, 0), (4, 0, 4, 4), (0, 0, 0, 0), (4, 8, 6, 5), (5, nil, .nan, .nan), (10, 5, 4, 7),
    ]
    let found = try #require(diagnosis([windows]))
    #expect(found.zeroPairs == 3 && found.ratio?.pairs == 2 && isNear(found.ratio?.ratio, 1))
    // Too few clusters for an interval.
    #expect(found.ratio?.interval == nil && found.ratio?.lower == nil)
    #expect(try #require(diagnosis([[(0, 3, .nan, .nan)]])).ratio == nil)
    #expect(diagnosis([[(5, nil, .nan, .nan)]]) == nil)
  }

  @Test func partsAddUpToTheError() throws {
    let windows: [Window] = [(10, 16, 13, 11), (10, 12, 12, 12), (10, 30, .nan, .nan)]
    let parts = try #require(diagnosis([windows])?.parts)
    #expect(parts.windows == 2)
    #expect(parts.extra == 1.5 && parts.missed == 1 && parts.timing == 1.5)
    #expect(parts.extra + parts.missed + parts.timing == (6 + 2) / 2.0)
    #expect(parts.absolute == 4 && parts.absoluteOfTiming == 1.5)
  }

  @Test func theSpreadGrowsWithTheValueOrNot() throws {
    func grows(_ error: (Double) -> Double) throws -> Bool? {
      try #require(
        diagnosis([
          (1...40).map { window -> Window in
            let (value, sign) = (Double(window), window % 2 == 0 ? 1.0 : -1)
            return (value, value + sign * error(value), .nan, .nan)
          }
        ])
      ).spreadGrows
    }
    #expect(try grows { 0.2 * $0 } == true)
    #expect(try grows { _ in 0.5 } == false)
    #expect(try grows { _ in 0 } == nil)
  }

  // MARK: Margins

  private static let rule =
    #", "measurand": "hrv", "hrv": {"windowSeconds": 30, "margins": {"rmssd": 4}, "acceptable": {"rmssd": 10}}"#

  /// Evaluation of the three recordings of `ResolverStudy`, 40 s each.
  private func evaluation(_ rule: String = rule) throws -> Evaluation {
    try ResolverStudy.with(seconds: 40) { study in
      let experiment = try study.experiment(
        ResolverStudy.text(detectors: #"["peak", "fft"]"#, more: rule))
      return Evaluation(plan: experiment.plan, results: experiment.results())
    }
  }

  @Test func everyFigureHasItsMargin() throws {
    let evaluation = try evaluation()
    let margin = Margin(of: evaluation.plan)
    #expect(margin.value(in: "RMSSD, clean") == 4 && margin.value(in: "mean RR, clean") == 5)
    // One of the two is hreval's.
    #expect(margin.origin == .usual)
    #expect(evaluation.plan.acceptableDifference(of: 1) == 10)
    #expect(evaluation.plan.acceptableDifference(of: 0) == nil)
    let both = Self.rule.replacing(#""rmssd": 4"#, with: #""rmssd": 4, "meanRR": 8"#)
    let declared = Margin(of: try self.evaluation(both).plan)
    #expect(declared.origin == .declared && declared.value(in: "mean RR, clean") == 8)
  }

  @Test func aBaselineKeepsTheMarginsOfItsFigures() throws {
    let evaluation = try evaluation()
    let baseline = Baseline(evaluation)
    #expect(baseline.measurand == .hrv)
    #expect(
      baseline.margins == [.init(figure: .meanRR, value: 5), .init(figure: .rmssd, value: 4)])
    let text = BaselineFile.text(baseline)
    try withTemporaryFolder { folder in
      _ = try text.written(to: folder + "/base.json")
      #expect(try BaselineFile.read(folder + "/base.json") == baseline)
      // Who edits a margin has it.
      _ = try text.replacing(#""rmssd": 4"#, with: #""rmssd": 7"#).written(to: folder + "/edited.json")
      let edited = try BaselineFile.read(folder + "/edited.json")
      let gate = try Gate(evaluation, against: edited, file: "edited.json")
      #expect(gate.margin.value(in: "RMSSD, clean") == 7 && gate.margin.value(in: "mean RR, clean") == 5)
      #expect(gate.rows.count == 4 && gate.rows.allSatisfy { $0.decision == .held })
    }
    let rates = Baseline(try self.evaluation(""))
    #expect(rates.margins.isEmpty)
    #expect(throws: Diagnostics.self) { try Gate(evaluation, against: rates, file: "rates.json") }
  }
}
