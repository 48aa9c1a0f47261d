import HRTestSupport
import HRSupport
import Testing

@testable import HRStatistics

/// Effects of silence on shares and on chance, against NumPy and SciPy (Oracles/make_silence.py).
@Suite struct SilenceTests {
  @Test func rightOfAllAgreesWithSciPy() throws {
    let rows = try #require(try OracleFile.json("silence")["rows"]?.elements)
    #expect(rows.count == 10)
    for row in rows {
      let windows = try Self.windows(row)
      let tolerance = Tolerance(
        withinBPM: try #require(row["withinBPM"]?.number), withinPercent: row["withinPercent"]?.number)
      let found = RightOfAll(windows, tolerance: tolerance)
      #expect(found?.rightCount ?? 0 == row["right"]?.integer)
      #expect(found?.referenceCount ?? 0 == row["references"]?.integer)
      #expect(found?.clusterCount ?? 0 == row["clusters"]?.integer)
      expectClose(found?.share, row["share"]?.number, 1e-12)
      expectClose(found?.interval?.low, row["low"]?.number, 1e-8)
      expectClose(found?.interval?.high, row["high"]?.number, 1e-8)
      let score = Score(windows, windowCount: windows.referenceCount, tolerance: tolerance, seed: 1)
      #expect(score.rightOfAll == found)
      for (name, value) in [
        ("rightOfAllShare", found?.share), ("rightOfAllLow", found?.interval?.low),
        ("rightOfAllHigh", found?.interval?.high),
      ] {
        #expect(try #require(Metric.columns.first { $0.name == name }).value(score) == value)
      }
    }
  }

  /// Returns the windows with a reference, in any order of clusters.
  private static func windows(_ row: JSONNode) throws -> PairedRates {
    let references = try #require(row["reference"]?.elements).map(\.number)
    let estimates = try #require(row["estimate"]?.elements).map(\.number)
    let clusters = try #require(row["cluster"]?.elements).compactMap(\.integer)
    let known = references.indices.filter { references[$0] != nil }
    let both = known.filter { estimates[$0] != nil }
    return PairedRates(
      referenceBPM: both.compactMap { references[$0] }, estimateBPM: both.compactMap { estimates[$0] },
      cluster: both.map { clusters[$0] },
      unanswered: known.filter { estimates[$0] == nil }.map { clusters[$0] })
  }

  /// 6 subjects with 4 windows each, 20 of 24 answered: 10 with no error, 5 off by the limit, 5 by more.
  @Test func byHand() throws {
    let errors = [0.0, -5, 5.5].flatMap { [Double](repeating: $0, count: $0 == 0 ? 10 : 5) }
    let pairs = PairedRates(
      referenceBPM: errors.map { _ in 40 }, estimateBPM: errors.map { 40 + $0 },
      cluster: errors.indices.map { $0 / 4 }, unanswered: [5, 5, 5, 5])
    let right = try #require(RightOfAll(pairs))
    #expect(right.rightCount == 15 && right.referenceCount == 24 && right.clusterCount == 6)
    #expect(right.share == 0.625)
    let wider = try #require(RightOfAll(pairs, tolerance: Tolerance(withinBPM: 5.5)))
    #expect(wider.rightCount == 20)
    #expect(ErrorMetrics(pairs)?.withinToleranceShare == 0.75)
  }

  /// A detector without answers is as wrong as one that is always far off; twelve people give a narrower interval than
  /// six.
  @Test func silenceIsWrong() throws {
    func interval(_ clusters: Int, silent: Bool) -> RightOfAll? {
      let labels = (0..<10 * clusters).map { $0 % clusters }
      let rates = silent ? [] : labels.map { _ in 70.0 }
      return RightOfAll(
        PairedRates(
          referenceBPM: rates, estimateBPM: rates.map { $0 + 20 }, cluster: silent ? [] : labels,
          unanswered: silent ? labels : []))
    }
    let six = try #require(interval(6, silent: true))
    #expect(six.share == 0 && six.interval?.low == 0)
    // 1 − 0.025^(1/6)
    expectClose(six.interval?.high, 0.45925812643990044, 1e-9)
    #expect(interval(6, silent: false) == six)
    expectClose(interval(12, silent: true)?.interval?.high, 0.2646484693970512, 1e-9)
    #expect(interval(4, silent: true)?.interval == nil)
  }

  @Test(arguments: DiagnosisOracleTests.names) func chanceOverAnsweredWindows(_ name: String) throws {
    let series = try DiagnosisOracleTests.oracle(name).series
    let expected = try #require(try OracleFile.json("silence")["chance"]?[name])
    let chance = Nulls(series, constantBPM: 70, over: .answered)
    for (key, value) in [
      ("othersMean", chance.othersMeanMAEBPM), ("constant70", chance.constantMAEBPM),
      ("holdLast", chance.holdLastMAEBPM), ("holdLastCount", Double(chance.holdLastCount)),
    ] {
      expectClose(value, try #require(expected[key]).number, 1e-12, key)
    }
  }

  /// Two people, with references of 60, 90, 62 and of 100, 120 bpm. Three windows are answered, then the first
  /// person's alone.
  @Test func chanceByHand() throws {
    func series(_ cluster: Int, _ references: [Double], _ estimates: [Double]) -> WindowSeries {
      let starts = references.indices.map { 10 * Double($0) }
      return WindowSeries(
        cluster: cluster, startSeconds: starts, endSeconds: starts.map { $0 + 10 }, referenceBPM: references,
        estimateBPM: estimates, confidence: references.map { _ in .nan })
    }
    let none = Double.nan
    let shy = [series(0, [60, 90, 62], [50, none, 50]), series(1, [100, 120], [50, none])]
    let own = Nulls(shy, constantBPM: 70, over: .answered)
    // The second person's guess is 61, the first person's 100: (40 + 38 + 39)/3.
    #expect(own.othersMeanMAEBPM == 39)
    #expect(own.constantMAEBPM == 16)
    // The window before the third was not answered, but its reference is known.
    #expect(own.holdLastMAEBPM == 28 && own.holdLastCount == 1)
    #expect(own.best?.guess == .constant(70) && own.best?.maeBPM == 16)
    let all = Nulls(shy)
    #expect(all.constantMAEBPM == 23.6)
    // The first person's guess is 110, the second person's 70 2/3: (50 + 20 + 48 + 29 1/3 + 49 1/3)/5.
    expectClose(all.othersMeanMAEBPM, 118.0 / 3, 1e-12)
    let alone = Nulls([shy[0], series(1, [100], [none])], constantBPM: 70, over: .answered)
    #expect(alone.othersMeanMAEBPM == nil && alone.constantMAEBPM == 9)
    #expect(Nulls([series(0, [60], [none])], constantBPM: 70, over: .answered).best == nil)
    let even = Nulls([series(0, [60], [1]), series(1, [80], [1])], constantBPM: 50, over: .answered)
    #expect(even.othersMeanMAEBPM == 20 && even.constantMAEBPM == 20 && even.best?.guess == .othersMean)
  }
}
