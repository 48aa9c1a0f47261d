import HRTestSupport
import HRSupport
import HRStatistics
import Testing

/// Generated recordings with gaps, ties, stuck stretches and silent detectors, against NumPy and pandas.
@Suite struct DiagnosisOracleTests {
  static let names = ["mixed", "halfSecondHop", "mostlySilent"]

  static func oracle(_ name: String) throws -> (series: [WindowSeries], expected: JSONNode) {
    let set = try #require(try OracleFile.json("diagnosis")["sets"]?[name])
    let series = try #require(set["recordings"]?.elements).map { node in
      func column(_ key: String) throws -> [Double] {
        try #require(node[key]?.elements).map { $0.number ?? .nan }
      }
      return WindowSeries(
        cluster: try #require(node["cluster"]?.integer), startSeconds: try column("start"),
        endSeconds: try column("end"), referenceBPM: try column("reference"),
        estimateBPM: try column("estimate"), confidence: try column("confidence"),
        cadenceBPM: try column("cadence"))
    }
    return (series, set)
  }

  private func expectAll(_ values: [(String, Double?)], _ expected: JSONNode?) throws {
    let expected = try #require(expected)
    for (key, value) in values { expectClose(value, try #require(expected[key]).number, 1e-12, key) }
  }

  @Test(arguments: names) func nulls(_ name: String) throws {
    let (series, expected) = try Self.oracle(name)
    let nulls = Nulls(series)
    try expectAll(
      [
        ("othersMean", nulls.othersMeanMAEBPM), ("constant70", nulls.constantMAEBPM),
        ("holdLast", nulls.holdLastMAEBPM), ("holdLastCount", Double(nulls.holdLastCount)),
      ], expected["nulls"])
  }

  @Test(arguments: names) func anatomy(_ name: String) throws {
    let (series, expected) = try Self.oracle(name)
    let anatomy = try #require(ErrorAnatomy(series, tolerance: Tolerance()))
    try expectAll(
      [
        ("count", Double(anatomy.count)), ("half", anatomy.halfShare), ("double", anatomy.doubleShare),
        ("twoThirds", anatomy.twoThirdsShare), ("threeHalves", anatomy.threeHalvesShare),
        ("cadence", anatomy.cadenceShare), ("cadenceCount", Double(anatomy.cadenceCount)),
        ("bandEdge", anatomy.bandEdgeShare), ("stuck", anatomy.stuckShare),
        ("exactZero", anatomy.exactZeroShare), ("recovery", anatomy.recoverySeconds),
        ("firstReading", anatomy.timeToFirstReadingSeconds),
      ], expected["anatomy"])
    for (key, runs) in [("over5", anatomy.runsOver5BPM), ("over10", anatomy.runsOver10BPM)] {
      try expectAll(
        [
          ("count", Double(runs.count)), ("longest", runs.longest.map(Double.init)),
          ("mean", runs.meanLength),
        ], expected["anatomy"]?[key])
    }
  }

  @Test(arguments: names) func riskAndCoverage(_ name: String) throws {
    let (series, expected) = try Self.oracle(name)
    let wanted = try #require(expected["risk"])
    let curve = try #require(wanted["curve"]?.numbers)
    let references = try #require(wanted["references"]?.number)
    let places = try #require(wanted["at"]?.elements)
    let coverages = places.compactMap { $0.elements?.first?.number }
    let risk = try #require(
      RiskCoverage(
        series, coverages: coverages + curve.indices.map { Double($0 + 1) / references }))
    try expectAll(
      [
        ("aurc", risk.aurcBPM), ("optimal", risk.optimalAurcBPM), ("count", Double(risk.count)),
        ("references", Double(risk.referenceCount)),
      ], wanted)
    #expect(curve.count == risk.count)
    for (index, size) in curve.enumerated() {
      expectClose(risk.maeBPM(atCoverage: Double(index + 1) / Double(risk.referenceCount)), size, 1e-12)
    }
    for pair in places {
      let coverage = try #require(pair.elements?.first?.number)
      expectClose(risk.maeBPM(atCoverage: coverage), pair.elements?.last?.number, 1e-12, "\(coverage)")
    }
    #expect(risk.points.count == min(101, risk.count))
    for point in risk.points {
      let accepted = Int((point.coverage * Double(risk.referenceCount)).rounded())
      expectClose(point.maeBPM, curve[accepted - 1], 1e-12, "point at \(accepted)")
    }
    expectClose(risk.points.last?.coverage, Double(risk.count) / Double(risk.referenceCount), 1e-15)
  }

  @Test(arguments: names) func lagCurve(_ name: String) throws {
    let (series, expected) = try Self.oracle(name)
    let wanted = try #require(expected["lag"])
    let curve = try #require(LagCurve(series))
    let errors = try #require(wanted["mae"]?.numbers)
    let lags = try #require(wanted["lags"]?.numbers)
    #expect(curve.count == wanted["count"]?.integer)
    expectClose(curve.stepSeconds, wanted["hop"]?.number, 1e-12)
    #expect(curve.points.count == errors.count)
    for (point, (lag, error)) in zip(curve.points, zip(lags, errors)) {
      expectClose(point.lagSeconds, lag, 1e-12)
      expectClose(point.maeBPM, error, 1e-12, "\(lag) s")
    }
    expectClose(curve.zeroLagMAEBPM, errors[errors.count / 2], 1e-12)
    let least = try #require(errors.min())
    expectClose(curve.bestMAEBPM, least, 1e-12)
    #expect(lags[try #require(errors.firstIndex(of: least))] == curve.bestLagSeconds)
  }
}
