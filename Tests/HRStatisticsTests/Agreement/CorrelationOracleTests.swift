import HRTestSupport
import HRSupport
import Testing

@testable import HRStatistics

/// Against R (psych, epiR, sandwich, lmtest, lme4, nlme) and Python (pingouin, statsmodels).
@Suite struct CorrelationOracleTests {
  private static let names = ["unequal", "single", "poor"]

  private func set(_ name: String) throws -> JSONNode {
    try #require(try OracleFile.json("correlation")["sets"]?[name])
  }

  private func pairs(_ set: JSONNode) -> PairedRates {
    PairedRates(
      referenceBPM: set["reference"]?.numbers ?? [], estimateBPM: set["estimate"]?.numbers ?? [],
      cluster: set["cluster"]?.numbers.map { Int($0) } ?? [])
  }

  @Test(arguments: names)
  func intraclassMeetsPsychAndPingouin(name: String) throws {
    let set = try set(name)
    let found = try #require(IntraclassCorrelation(pairs(set)))
    for (key, figure, interval) in [
      ("icc21", found.agreement, found.agreementInterval),
      ("icc31", found.consistency, found.consistencyInterval),
    ] {
      let expected = try #require(set[key]?.numbers)
      #expect(expected.count == 3)
      expectClose(figure, expected[0], 1e-12, key)
      expectClose(interval?.low, expected[1], 1e-9, key)
      expectClose(interval?.high, expected[2], 1e-9, key)
      let python = try OracleFile.json("correlation_python")["sets"]?[name]?[key]?.number
      expectClose(figure, python, 1e-12, key)
    }
  }

  @Test(arguments: names)
  func concordanceMeetsEpiR(name: String) throws {
    let set = try set(name)
    let expected = try #require(set["ccc"]?.numbers)
    #expect(expected.count == 3)
    let pairs = pairs(set)
    let found = try #require(ConcordanceInterval(pairs))
    expectClose(found.ccc, expected[0], 1e-12)
    expectClose(found.ccc, ErrorMetrics(pairs)?.ccc, 1e-14)
    expectClose(found.interval.low, expected[1], 1e-10)
    expectClose(found.interval.high, expected[2], 1e-10)
  }

  @Test(arguments: names)
  func slopesMeetSandwichAndStatsmodels(name: String) throws {
    let set = try set(name)
    let found = ProportionalBias(pairs(set))
    let python = try #require(try OracleFile.json("correlation_python")["sets"]?[name])
    for (key, slope) in [("onMean", found.onMean), ("onReference", found.onReference)] {
      let slope = try #require(slope)
      for oracle in [set, python] {
        let expected = try #require(oracle[key])
        expectClose(slope.slope, try #require(expected["slope"]?.number), 1e-10, key)
        expectClose(slope.standardError, try #require(expected["error"]?.number), 1e-10, key)
        expectClose(slope.pValue, try #require(expected["p"]?.number), 1e-10, key)
        expectClose(slope.interval.low, try #require(expected["low"]?.number), 1e-10, key)
        expectClose(slope.interval.high, try #require(expected["high"]?.number), 1e-10, key)
      }
    }
    #expect(found.onMean?.slope == found.slopeOnMean)
  }

  @Test(arguments: names)
  func movingAndRatioLimitsMeetR(name: String) throws {
    let set = try set(name)
    let limits = try #require(HeteroscedasticLimits(pairs(set)))
    let expected = try #require(set["heteroscedastic"])
    for (key, line) in [("bias", limits.bias), ("spread", limits.sd)] {
      expectClose(line.interceptBPM, expected[key]?.numbers.first, 1e-11, key)
      expectClose(line.slope, expected[key]?.numbers.last, 1e-11, key)
    }
    let at60 = try #require(limits.limitsBPM(at: 60))
    expectClose(at60.low, expected["at60"]?.numbers.first, 1e-11)
    expectClose(at60.high, expected["at60"]?.numbers.last, 1e-11)
    let ratio = try #require(RatioLimits(pairs(set)))
    let wanted = try #require(set["ratio"]?.numbers)
    expectClose(ratio.ratio, wanted[0], 1e-12)
    expectClose(ratio.limits.low, wanted[1], 1e-12)
    expectClose(ratio.limits.high, wanted[2], 1e-12)
  }

  /// For balanced sets REML gives the components of the analysis of variance; lme4 and nlme stop within 1e-6 of the
  /// optimum.
  @Test func componentsMeetMixedModels() throws {
    let set = try #require(try OracleFile.json("correlation")["balanced"])
    let errors = try #require(set["error"]?.numbers)
    let pairs = PairedRates(
      referenceBPM: errors.map { _ in 0 }, estimateBPM: errors,
      cluster: try #require(set["cluster"]?.numbers).map { Int($0) })
    let found = try #require(RepeatedMeasuresAgreement(pairs))
    for key in ["lme4", "nlme"] {
      expectClose(found.varianceBetween, try #require(set[key]?.numbers.first), 1e-6, key)
      expectClose(found.varianceWithin, try #require(set[key]?.numbers.last), 1e-6, key)
    }
    expectClose(found.biasBPM, try #require(set["bias"]?.number), 1e-12)
    expectClose(found.meanSquareBetween, set["meanSquares"]?.numbers.first, 1e-12)
    expectClose(found.meanSquareWithin, set["meanSquares"]?.numbers.last, 1e-12)
    expectClose(found.effectiveClusterSize, 9, 1e-14)
  }

  @Test func edges() throws {
    let rates = [60.0, 70, 80, 90, 95]
    let clusters = [0, 1, 2, 3, 4]
    let perfect = PairedRates(referenceBPM: rates, estimateBPM: rates, cluster: clusters)
    let identical = try #require(IntraclassCorrelation(perfect))
    #expect(identical.agreement == 1 && identical.consistency == 1)
    #expect(identical.agreementInterval == nil && identical.consistencyInterval == nil)
    #expect(ConcordanceInterval(perfect) == nil)
    let slope = try #require(ProportionalBias(perfect).onMean)
    #expect(slope.slope == 0 && slope.standardError == 0 && slope.pValue == nil)
    // All errors of a constant estimate are on one line but for rounding, which gives no p.
    let constant = PairedRates(
      referenceBPM: [61.3, 70.1, 83.7, 90.2, 97.9, 66.6], estimateBPM: Array(repeating: 72.1, count: 6),
      cluster: [0, 1, 2, 3, 4, 0])
    let line = try #require(ProportionalBias(constant).onReference)
    expectClose(line.slope, -1, 1e-14)
    #expect(line.standardError == 0 && line.pValue == nil)
    #expect(line.interval == Interval(low: line.slope, high: line.slope))
    #expect(RatioLimits(perfect)?.limits == Interval(low: 1, high: 1))
    #expect(HeteroscedasticLimits(perfect)?.limitsBPM(at: 75) == Interval(low: 0, high: 0))

    let flat = PairedRates(referenceBPM: [70, 70, 70], estimateBPM: [70, 70, 70], cluster: [0, 1, 2])
    #expect(IntraclassCorrelation(flat) == nil)
    #expect(HeteroscedasticLimits(flat) == nil)
    let few = PairedRates(referenceBPM: rates, estimateBPM: rates, cluster: [0, 1, 2, 3, 3])
    #expect(ProportionalBias(few).onMean == nil && ProportionalBias(few).slopeOnMean == 0)
    let still = PairedRates(referenceBPM: [70, 0], estimateBPM: [70, 71], cluster: [0, 1])
    #expect(RatioLimits(still) == nil)
    #expect(ConcordanceInterval(still) == nil)
    let nothing = PairedRates(referenceBPM: [], estimateBPM: [], cluster: [])
    #expect(IntraclassCorrelation(nothing) == nil && RatioLimits(nothing) == nil)
  }

  /// Intervals that need independent pairs are in the summary only where each cluster has one; those of correlations
  /// leave clusters out elsewhere.
  @Test func summaryShowsThemOnlyForSinglePairs() throws {
    func value(_ metric: String, of name: String) throws -> Double? {
      let pairs = pairs(try set(name))
      let score = Score(pairs, windowCount: pairs.count, seed: 1)
      return try #require(Metric.columns.first { $0.name == metric }).value(score)
    }
    for metric in ["cccLow", "cccHigh", "icc21Low", "icc31High", "loaExactLowerLow", "loaExactUpperHigh"] {
      #expect(try value(metric, of: "single") != nil)
    }
    for metric in ["loaExactLowerLow", "loaExactUpperHigh"] {
      #expect(try value(metric, of: "unequal") == nil)
    }
    let unequal = pairs(try set("unequal"))
    let found = try #require(CorrelationIntervals(unequal, comoments: unequal.comoments))
    #expect(try value("cccLow", of: "unequal") == found.ccc?.low)
    #expect(try value("icc21High", of: "unequal") == found.agreement?.high)
    #expect(try value("icc31Low", of: "unequal") == found.consistency?.low)
    #expect(try value("icc21", of: "unequal") != nil)
    #expect(try value("slopeOnMeanP", of: "unequal") != nil)
  }
}
