import HRTestSupport
import HRSupport
import Testing

@testable import HRStatistics

/// Small difficult data against NumPy and SciPy.
@Suite struct SmallSetTests {
  @Test(arguments: [
    "ties", "negative", "unbalanced", "onePerCluster", "constantEstimate", "identical", "two",
  ])
  func figures(name: String) throws {
    let set = try #require(try OracleFile.json("statistics")["sets"]?[name])
    let pairs = PairedRates(
      referenceBPM: set["reference"]?.numbers ?? [], estimateBPM: set["estimate"]?.numbers ?? [],
      cluster: set["cluster"]?.numbers.map { Int($0) } ?? [])
    #expect(pairs.count >= 2)
    let score = Score(pairs, windowCount: 50, seed: 3)
    let errors = try #require(score.errors)
    let named: [(String, Double?)] = [
      ("biasBPM", errors.biasBPM), ("sdBPM", errors.sdBPM), ("maeBPM", errors.maeBPM),
      ("medianAEBPM", errors.medianAEBPM), ("rmseBPM", errors.rmseBPM), ("mapePercent", errors.mapePercent),
      ("pearson", errors.pearson), ("spearman", errors.spearman), ("ccc", errors.ccc),
      ("p95AEBPM", errors.p95AEBPM), ("withinBPMShare", errors.withinBPMShare),
      ("withinToleranceShare", errors.withinToleranceShare),
      ("slopeOnMean", score.proportionalBias.slopeOnMean),
      ("slopeOnReference", score.proportionalBias.slopeOnReference),
      ("seBias", score.simple?.biasStandardErrorBPM),
    ]
    for (key, value) in named {
      #expect(set[key] != nil)
      expectClose(value, set[key]?.number, 1e-12, "\(name) \(key)")
    }
    expectClose(score.simple?.limitsBPM.low, set["loaSimple"]?.numbers[0], 1e-12, name)
    expectClose(score.percentileLimitsBPM?.low, set["loaPercentile"]?.numbers[0], 1e-12, name)
    expectClose(score.percentileLimitsBPM?.high, set["loaPercentile"]?.numbers[1], 1e-12, name)
    if let interval = set["biasT"]?.numbers, interval.count == 2 {
      expectClose(score.simple?.biasIntervalBPM.high, interval[1], 1e-12, name)
    }
    let perCluster = pairs.errorsPerCluster.map(\.maeBPM)
    #expect(perCluster.count == set["maePerCluster"]?.numbers.count)
    for (value, expected) in zip(perCluster, set["maePerCluster"]?.numbers ?? []) {
      expectClose(value, expected, 1e-12, name)
    }
    let anova = set["anova"]
    expectClose(score.repeatedMeasures?.meanSquareBetween, anova?["msb"]?.number, 1e-12, name)
    expectClose(score.repeatedMeasures?.meanSquareWithin, anova?["msw"]?.number, 1e-12, name)
    expectClose(score.repeatedMeasures?.varianceBetween, anova?["varBetween"]?.number, 1e-12, name)
    expectClose(score.repeatedMeasures?.sdBPM, anova?["sdTotal"]?.number, 1e-12, name)
    #expect((score.bootstrap != nil) == (pairs.clusterCount >= 5))
  }

  @Test func noPairs() {
    let unanswered = PairedRates(
      referenceBPM: [], estimateBPM: [], cluster: [], unanswered: [3, 3, 1, 2])
    let score = Score(unanswered, windowCount: 4, seed: 1)
    #expect(score.errors == nil)
    #expect(score.coverage == 0 && score.referenceCount == 4)
    #expect(score.rightOfAll?.share == 0 && score.rightOfAll?.clusterCount == 3)
    for metric in Metric.columns where !["coverage", "rightOfAllShare"].contains(metric.name) {
      #expect(metric.value(score) == nil, "\(metric.name)")
    }
    let none = PairedRates(referenceBPM: [], estimateBPM: [], cluster: [])
    let blank = Score(none, windowCount: 4, seed: 1)
    #expect(blank.coverage == nil && blank.rightOfAll == nil)
  }

  @Test func clustersAreDenseInOrderOfAppearance() {
    let pairs = PairedRates(referenceBPM: [1, 2, 3, 4], estimateBPM: [1, 2, 3, 4], cluster: [7, -1, 7, 3])
    #expect(pairs.held?.cluster == [0, 1, 0, 2])
    #expect(pairs.clusterCount == 3)
    let more = PairedRates(
      referenceBPM: [1, 2], estimateBPM: [1, 2], cluster: [7, -1], unanswered: [3, 7, 3, 4])
    #expect(more.unansweredCounts == [1, 0, 2, 1])
    #expect(more.clusterCount == 2 && more.referenceCount == 6)
  }

  @Test func onePairHasNoSpread() throws {
    let one = PairedRates(referenceBPM: [70], estimateBPM: [75], cluster: [0])
    let errors = try #require(ErrorMetrics(one))
    #expect(errors.sdBPM == nil && errors.pearson == nil && errors.biasBPM == 5)
    #expect(errors.withinBPMShare == 1)
    #expect(BlandAltman(one) == nil)
    #expect(RepeatedMeasuresAgreement(one) == nil)
  }

  @Test func toleranceIsTheWiderLimitAndInclusive() {
    #expect(Tolerance().limitBPM(at: 40) == 5)
    #expect(Tolerance().limitBPM(at: 120) == 12)
    #expect(Tolerance(withinBPM: 3, withinPercent: nil).limitBPM(at: 120) == 3)
  }

  @Test func metricNamesFollowTheSummary() {
    let names = Metric.columns.map(\.name)
    let contract = [
      "coverage", "biasBPM", "biasLow", "biasHigh", "sdBPM", "loaLowerBPM", "loaUpperBPM", "maeBPM", "maeLow",
      "maeHigh",
      "medianAEBPM", "rmseBPM", "mapePercent", "pearson", "ccc", "withinToleranceShare", "p95AEBPM",
    ]
    #expect(Array(names.prefix(contract.count)) == contract)
    #expect(Set(names).count == names.count)
  }
}
