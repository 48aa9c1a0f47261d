import Testing

@testable import HRStatistics

private let none = Double.nan

/// Returns windows of 4 seconds every 2.
private func series(
  _ reference: [Double], _ estimate: [Double], confidence: [Double]? = nil, cadence: [Double] = [],
  cluster: Int = 0, hop: Double = 2
) -> WindowSeries {
  let starts = reference.indices.map { Double($0) * hop }
  return WindowSeries(
    cluster: cluster, startSeconds: starts, endSeconds: starts.map { $0 + 4 }, referenceBPM: reference,
    estimateBPM: estimate, confidence: confidence ?? reference.map { _ in none }, cadenceBPM: cadence)
}

@Suite struct NullsTests {
  @Test func nothingHasNoChanceLevel() {
    for empty in [[], [series([], [])], [series([none, none], [70, 80])]] {
      let nulls = Nulls(empty)
      #expect(nulls.constantMAEBPM == nil && nulls.othersMeanMAEBPM == nil)
      #expect(nulls.holdLastMAEBPM == nil && nulls.holdLastCount == 0)
    }
  }

  @Test func oneClusterHasNoOthers() {
    let nulls = Nulls([series([60, 70], [1, 1], cluster: 4), series([80], [1], cluster: 4)])
    #expect(nulls.othersMeanMAEBPM == nil)
    expectClose(nulls.constantMAEBPM, 20.0 / 3)
    // A cluster without references does not count as another.
    #expect(Nulls([series([60], [1]), series([none], [1], cluster: 1)]).othersMeanMAEBPM == nil)
    #expect(Nulls([series([60], [1]), series([75], [1], cluster: 1)]).othersMeanMAEBPM == 15)
  }

  /// Windows of 4 s every 2 s: the last that ended is two windows back, a missing reference one more.
  @Test func holdsTheLatestThatEnded() {
    let nulls = Nulls([series([60, none, 65, 90, 100], [1, 1, 1, 1, 1])])
    #expect(nulls.holdLastCount == 3)
    expectClose(nulls.holdLastMAEBPM, 70.0 / 3)
  }
}

@Suite struct ErrorAnatomyTests {
  private func anatomy(_ series: WindowSeries...) throws -> ErrorAnatomy {
    try #require(ErrorAnatomy(series, tolerance: Tolerance()))
  }

  @Test func nothingToCompareIsNil() {
    #expect(ErrorAnatomy([], tolerance: Tolerance()) == nil)
    #expect(ErrorAnatomy([series([70, none], [none, 70])], tolerance: Tolerance()) == nil)
  }

  @Test func onePerfectWindow() throws {
    let one = try anatomy(series([70], [70]))
    #expect(one.count == 1 && one.exactZeroShare == 1)
    #expect(one.halfShare == 0 && one.bandEdgeShare == 0 && one.stuckShare == 0)
    #expect(one.cadenceShare == nil && one.recoverySeconds == nil)
    #expect(
      one.runsOver5BPM.count == 0 && one.runsOver5BPM.longest == nil && one.runsOver5BPM.meanLength == nil)
    #expect(one.timeToFirstReadingSeconds == 4)
  }

  /// A run of two that recovers after 4 s, one that falls silent, one that lasts to the end; 10 itself is not over 10.
  @Test func runsEndAtSilenceAndAtTheEnd() throws {
    let one = try anatomy(series([70, 70, 70, 70, 70, 70, 70], [90, 90, 80, 90, none, 90, 40]))
    #expect(one.runsOver10BPM.count == 3)
    #expect(one.runsOver10BPM.longest == 2)
    #expect(one.runsOver10BPM.meanLength == 5.0 / 3)
    #expect(one.recoverySeconds == 4)
    #expect(one.runsOver5BPM.count == 2 && one.runsOver5BPM.longest == 4)
  }

  @Test func cadenceNeedsAWrongEstimate() throws {
    let reference = [100.0, 100, 100, 100, 150]
    let cadence = [155.0, 110, 80, none, 150]
    // At the cadence; right; twice the cadence; not found; at the cadence and right.
    let one = try anatomy(
      series(reference, [150, 110, 160, 150, 150], cadence: cadence), series([100], [150], cluster: 1))
    #expect(one.cadenceCount == 5)
    expectClose(one.cadenceShare, 2.0 / 5)
  }

  @Test func anEdgeIsRepeatedThreeTimes() throws {
    let three = try anatomy(series([70, 71, 72, 73, 74], [42, 42, 42, 42.4, 90]))
    expectClose(three.bandEdgeShare, 4.0 / 5)
    let two = try anatomy(series([70, 71, 72, 73, 74], [42, 42, 42.3, 42.4, 90]))
    #expect(two.bandEdgeShare == 0)
  }

  @Test func stuckWhileTheReferenceMoves() throws {
    let still = [70.0, 70, 70.5, 71, 71]
    #expect(try anatomy(series(still, [80, 80, 80, 80, 80])).stuckShare == 0)
    let moves = [70.0, 70, none, 71, 71.5]
    #expect(try anatomy(series(moves, [80, 80, 80, 80, 80])).stuckShare == 1)
    #expect(try anatomy(series(moves, [80, 80, 80, 80, none])).stuckShare == 0)
    #expect(try anatomy(series([70, 70, 72, 71, 71.5], [80, 80, none, 80, 80])).stuckShare == 0)
  }

  @Test func neverReadingIsLaterThanAll() throws {
    let (quick, silent) = (series([70, 70], [none, 70]), series([70, 70], [none, none]))
    #expect(try anatomy(quick, quick, silent).timeToFirstReadingSeconds == 6)
    #expect(try anatomy(quick, silent).timeToFirstReadingSeconds == nil)
  }
}

@Suite struct LatticeTests {
  private let whole = (0..<40).map { 55 + Double(($0 * 7) % 60) }

  @Test func wholeRates() throws {
    let lattice = try #require(Lattice(whole))
    #expect(lattice.kind == .rate && lattice.count == 40 && lattice.distinctCount == 40)
    expectClose(lattice.step, 1)
    #expect(Lattice(whole.dropLast(11)) == nil, "29 are too few")
    #expect(Lattice(whole.map { $0 + 0.37 })?.kind == .rate, "an offset is no matter")
  }

  /// Returns `count` different whole numbers from `first`, not in order.
  private func shuffled(_ first: Int, _ count: Int) -> [Double] {
    (0..<count).map { Double(first + ($0 * 11) % count) }
  }

  @Test func binsOfASpectrum() throws {
    // 60 / T, also where it is not a finite binary fraction, through 32-bit numbers.
    for seconds in [8.0, 7.3, 30] {
      let bins = shuffled(20, 50).map { Double(Float($0 * 60 / seconds)) }
      let lattice = try #require(Lattice(bins))
      #expect(lattice.kind == .rate)
      expectClose(lattice.step, 60 / seconds, 1e-6)
    }
  }

  @Test func wholeSamplesBetweenBeats() throws {
    let coarse = shuffled(60, 90).map { 60 * 125 / $0 }
    let lattice = try #require(Lattice(coarse + coarse))
    #expect(lattice.kind == .period && lattice.distinctCount == 90)
    expectClose(lattice.step, 1.0 / 125, 1e-6)
    // Steps of half a millisecond give no warning.
    #expect(Lattice(shuffled(1000, 900).map { 60 * 2000 / $0 }) == nil)
  }

  @Test func gapsWithoutTheStepItself() throws {
    let values = [60.0, 62, 65, 67, 70, 73, 75]
    let lattice = try #require(Lattice((0..<35).map { values[$0 % 7] }))
    #expect(lattice.kind == .rate)
    expectClose(lattice.step, 1)
  }

  @Test func oneInAHundredMayBeOff() throws {
    var values = (0..<301).map { 50 + 0.5 * Double($0) }
    values.append(70.123)
    let lattice = try #require(Lattice(values))
    #expect(lattice.kind == .rate)
    expectClose(lattice.step, 0.5)
    #expect(Lattice(values + (0..<20).map { 60.1234 + 1.37 * Double($0) }) == nil)
  }

  @Test func fewValues() {
    let lattice = Lattice((0..<50).map { [60.0, 72.5, 90][$0 % 3] })
    #expect(lattice?.kind == .few && lattice?.distinctCount == 3 && lattice?.step == 12.5)
    #expect(Lattice([Double](repeating: 70, count: 50))?.step == 0)
    #expect(Lattice((0..<49).map { [60.0, 72.5, 90][$0 % 3] }) == nil)
    #expect(Lattice([Double](repeating: none, count: 60)) == nil)
  }

  @Test func finelySpreadValuesAreNoLattice() {
    var numbers = TestNumbers(seed: 4)
    for count in [30, 100, 300, 5000] {
      #expect(Lattice((0..<count).map { _ in 50 + 90 * numbers.uniform() }) == nil, "\(count)")
      #expect(Lattice((0..<count).map { _ in (5000 + 9000 * numbers.uniform()).rounded() / 100 }) == nil)
    }
  }
}

@Suite struct RiskCoverageTests {
  @Test func withoutConfidenceThereIsNoCurve() {
    #expect(RiskCoverage([]) == nil)
    #expect(RiskCoverage([series([70, 80], [71, 82])]) == nil)
    #expect(RiskCoverage([series([none], [71], confidence: [1])]) == nil)
  }

  @Test func oneWindowOfTwo() throws {
    let risk = try #require(
      RiskCoverage(
        [series([70, 80], [73, none], confidence: [0.2, none])], coverages: [0.5, 0.1, 0.51, 0]))
    #expect(risk.points == [RiskCoverage.Point(coverage: 0.5, maeBPM: 3)])
    #expect(risk.aurcBPM == 3 && risk.excessAurcBPM == 0)
    expectClose(risk.maeBPM(atCoverage: 0.5), 3, 1e-15)
    expectClose(risk.maeBPM(atCoverage: 0.1), 3, 1e-15)
    #expect(risk.maeBPM(atCoverage: 0.51) == nil && risk.maeBPM(atCoverage: 0) == nil)
  }

  /// The result does not depend on the number of answers that may be held at a time, with many ties or few.
  @Test(arguments: [1, 2, 7, 40]) func partsAreTheWhole(mostHeld: Int) throws {
    var numbers = TestNumbers(seed: 9)
    let some = (0..<5).map { _ in
      let confidence = (0..<40).map { _ in numbers.uniform() < 0.1 ? none : (6 * numbers.uniform()).rounded()
      }
      return series(
        confidence.map { _ in 70 }, confidence.map { _ in 70 + 9 * numbers.normal() }, confidence: confidence)
    }
    let whole = try #require(RiskCoverage(some))
    let parts = try #require(RiskCoverage(some, coverages: [0.5, 0.8], mostHeld: mostHeld))
    #expect(parts.points == whole.points && parts.aurcBPM == whole.aurcBPM)
    #expect(parts.optimalAurcBPM == whole.optimalAurcBPM)
    #expect(parts.maeBPM(atCoverage: 0.8) == whole.maeBPM(atCoverage: 0.8))
  }

  /// Equal confidences: any part of them has their mean error, in any order.
  @Test func aTieIsAveraged() throws {
    let tied = try #require(RiskCoverage([series([70, 70, 70], [70, 76, 73], confidence: [1, 1, 1])]))
    #expect(tied.points.map(\.maeBPM) == [3, 3, 3])
    #expect(tied.aurcBPM == 3)
    expectClose(tied.optimalAurcBPM, 1.5)
    // An answer without confidence comes last, even after −∞.
    let mixed = try #require(
      RiskCoverage([series([70, 70, 70], [80, 71, 74], confidence: [none, 2, 0])]))
    #expect(mixed.points.map(\.maeBPM) == [1, 2.5, 5])
  }

  @Test func atMost101Points() throws {
    let reference = (0..<1000).map { _ in 70.0 }
    let risk = try #require(
      RiskCoverage([
        series(
          reference, reference.indices.map { 70 + Double($0) },
          confidence: reference.indices.map { -Double($0) })
      ]))
    #expect(risk.points.count == 101)
    #expect(risk.points.first?.coverage == 0.001 && risk.points.last?.coverage == 1)
    expectClose(risk.aurcBPM, 999.0 / 4)
    expectClose(risk.excessAurcBPM, 0)
  }
}

@Suite struct LagCurveTests {
  private let rising = (0..<40).map { 60 + Double($0 * $0) / 10 }

  @Test func aLateDetectorHasItsMinimumAtItsLag() throws {
    let late = rising.indices.map { rising[max(0, $0 - 2)] }
    let curve = try #require(LagCurve([series(rising, late)]))
    #expect(curve.bestLagSeconds == 4 && curve.bestMAEBPM == 0)
    #expect(curve.points.map(\.lagSeconds) == stride(from: -10, through: 10, by: 2).map { $0 })
    #expect(curve.count == 30)
    let early = rising.indices.map { rising[min(39, $0 + 1)] }
    #expect(LagCurve([series(rising, early)])?.bestLagSeconds == -2)
  }

  @Test func ofEqualErrorsTheLagNearestZero() {
    let flat = [Double](repeating: 70, count: 20)
    #expect(LagCurve([series(flat, flat)])?.bestLagSeconds == 0)
    let step = (0..<21).map { $0 % 2 == 0 ? 70.0 : 72 }
    let turned = step.map { 142 - $0 }
    #expect(LagCurve([series(step, turned)])?.bestLagSeconds == -2)
  }

  /// Lags are no finer than half a second, whatever the hop, and at lags that both have the errors are the same.
  @Test(arguments: [(0.1, 5), (0.2, 3), (0.25, 2), (0.3, 2), (0.5, 1), (0.7, 1)])
  func lagsAreNoFinerThanHalfASecond(hop: Double, windows: Int) throws {
    let count = 60 + 2 * Int(10 / hop)
    let reference = (0..<count).map { 70 + 8 * Double(($0 * $0) % 37) / 37 }
    let estimate = reference.indices.map { reference[max(0, $0 - 2 * windows)] }
    let curve = try #require(LagCurve([series(reference, estimate, hop: hop)]))
    #expect(curve.windowsPerStep == windows)
    expectClose(curve.stepSeconds, Double(windows) * hop, 1e-12)
    expectClose(curve.bestLagSeconds, 2 * Double(windows) * hop, 1e-9)
    #expect(curve.bestMAEBPM == 0)
    let reach = Int(10 / (Double(windows) * hop) + 1e-9)
    #expect(curve.points.count == 2 * reach + 1 && curve.count == count - 2 * reach * windows)
    for (number, point) in curve.points.enumerated() {
      let shift = (number - reach) * windows
      let errors = (reach * windows..<count - reach * windows).map {
        abs(estimate[$0] - reference[$0 - shift])
      }
      expectClose(point.maeBPM, errors.reduce(0, +) / Double(errors.count), 1e-12)
    }
  }

  @Test func whatHasNoCurve() {
    #expect(LagCurve([]) == nil)
    #expect(LagCurve([series([70], [70])]) == nil)
    #expect(LagCurve([series(rising, rising, hop: 11)]) == nil, "hop beyond reach")
    #expect(LagCurve([series(rising, rising, hop: 10)])?.points.count == 3)
    #expect(
      LagCurve([series(Array(rising.prefix(10)), Array(rising.prefix(10)))]) == nil, "nothing in common")
    #expect(LagCurve([series(rising, rising), series(rising, rising, hop: 2.5)]) == nil, "two hops")
    #expect(LagCurve([series(rising, rising, hop: 0)]) == nil)
    #expect(LagCurve([series(rising, rising, hop: 1e-12)]) == nil, "no recording is as long as the reach")
  }
}
