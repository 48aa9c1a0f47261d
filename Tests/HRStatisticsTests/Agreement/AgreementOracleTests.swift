import HRTestSupport
import Foundation
import HRSupport
import HRStatistics
import Testing

@Suite(
  .enabled(
    if: RealData.hasOracles("agreement_pairs.csv", "agreement_expected.json"),
    "no agreement_pairs.csv beside the recordings (set HREVAL_DATA)"))
struct AgreementOracleTests {
  struct Row {
    let recording: Substring
    let numbers: [Double]
  }

  static func pairs(column: Int) throws -> PairedRates {
    let text = try String(
      contentsOf: RealData.oracles.appending(path: "agreement_pairs.csv"), encoding: .utf8)
    let rows = text.split(whereSeparator: \.isNewline).dropFirst().map { line in
      let cells = line.split(separator: ",")
      return Row(recording: cells[0], numbers: cells.dropFirst().compactMap { Double($0) })
    }
    return PairedRates(
      referenceBPM: rows.map { $0.numbers[0] }, estimateBPM: rows.map { $0.numbers[column] },
      cluster: rows.compactMap { Int($0.recording.dropFirst()) })
  }

  @Test(arguments: [("a", 1), ("b", 2)])
  func everyFigure(name: String, column: Int) throws {
    let pairs = try Self.pairs(column: column)
    let document = try OracleFile.json(RealData.oracles.appending(path: "agreement_expected.json"))
    let expected = try #require(document[name])
    let score = Score(pairs, windowCount: 710, seed: 1)
    let errors = try #require(score.errors)
    #expect(expected["n"]?.integer == errors.count)
    let named: [(String, Double?)] = [
      ("biasBPM", errors.biasBPM), ("sdBPM", errors.sdBPM), ("maeBPM", errors.maeBPM),
      ("medianAEBPM", errors.medianAEBPM), ("rmseBPM", errors.rmseBPM), ("mapePercent", errors.mapePercent),
      ("pearson", errors.pearson), ("spearman", errors.spearman), ("ccc", errors.ccc),
      ("p95AEBPM", errors.p95AEBPM), ("within5Share", errors.withinBPMShare),
      ("withinEC13Share", errors.withinToleranceShare),
      ("slopeOnMean", score.proportionalBias.slopeOnMean),
      ("slopeOnReference", score.proportionalBias.slopeOnReference),
    ]
    for (key, value) in named { expectRelative(value, expected[key]?.number, 1e-9, key) }
    expectInterval(score.simple?.limitsBPM, expected["loaSimple"], "loaSimple")
    expectInterval(score.percentileLimitsBPM, expected["loaPercentile"], "loaPercentile")

    let anova = try #require(expected["anova"])
    let repeated = try #require(score.repeatedMeasures)
    expectRelative(repeated.meanSquareBetween, anova["msb"]?.number, 1e-9, "msb")
    expectRelative(repeated.meanSquareWithin, anova["msw"]?.number, 1e-9, "msw")
    expectRelative(repeated.effectiveClusterSize, anova["m0"]?.number, 1e-9, "m0")
    expectRelative(repeated.varianceBetween, anova["varBetween"]?.number, 1e-9, "varBetween")
    expectRelative(repeated.varianceWithin, anova["varWithin"]?.number, 1e-9, "varWithin")
    expectRelative(repeated.sdBPM, anova["sdTotal"]?.number, 1e-9, "sdTotal")
    expectInterval(repeated.limitsBPM, anova["loa"], "loa")

    let perCluster = try #require(expected["perRecordingMAE"]?.members).compactMap(\.value.number)
    #expect(perCluster.count == pairs.clusterCount)
    for (value, wanted) in zip(pairs.errorsPerCluster.map(\.maeBPM), perCluster) {
      expectRelative(value, wanted, 1e-9, "MAE per recording")
    }
  }

  private func expectInterval(_ interval: Interval?, _ expected: JSONNode?, _ what: String) {
    #expect(expected?.numbers.count == 2)
    expectRelative(interval?.low, expected?.numbers.first, 1e-9, what)
    expectRelative(interval?.high, expected?.numbers.last, 1e-9, what)
  }
}
