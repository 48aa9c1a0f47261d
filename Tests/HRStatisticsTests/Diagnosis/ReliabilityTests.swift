import HRSupport
import HRStatistics
import HRTestSupport
import Testing

/// Generated answers, against scikit-learn (isotonic regression) and NumPy (bins).
@Suite struct ReliabilityTests {
  private static func oracle(_ key: String) throws -> [JSONNode] {
    try #require(try OracleFile.json("reliability")[key]?.elements)
  }

  @Test func isotonicRegressionIsThatOfScikitLearn() throws {
    let fits = try Self.oracle("fits")
    #expect(fits.count == 8)
    for fit in fits {
      func column(_ key: String) throws -> [Double] { try #require(fit[key]?.numbers) }
      let map = try #require(
        IsotonicRegression(x: try column("x"), y: try column("y"), weight: try column("weight")))
      for (place, value) in zip(try column("places"), try column("values")) {
        expectClose(map.value(at: place), value, 1e-12, "\(place)")
      }
      #expect(zip(map.y, map.y.dropFirst()).allSatisfy { $0 <= $1 })
      #expect(zip(map.x, map.x.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  @Test func whereTheMapReachesALevel() throws {
    // Blocks: 0.2 at 0.1, 0.6 from 0.3 to 0.5, 1 at 0.7.
    let map = try #require(
      IsotonicRegression(x: [0.1, 0.3, 0.5, 0.7], y: [0.2, 0.8, 0.4, 1], weight: [1, 1, 1, 1]))
    expectClose(map.least(reaching: 0.4), 0.2, 1e-12)
    expectClose(map.least(reaching: 0.6), 0.3, 1e-12)
    expectClose(map.least(reaching: 0.8), 0.6, 1e-12)
    #expect(map.least(reaching: 0.1) == -.infinity && map.least(reaching: 1.1) == nil)
    // A weight of 0 leaves its point out; without any other there is no regression.
    #expect(IsotonicRegression(x: [1, 2], y: [0, 1], weight: [0, 3])?.value(at: 1) == 1)
    #expect(IsotonicRegression(x: [1], y: [1], weight: [0]) == nil)
    #expect(IsotonicRegression(x: [], y: [], weight: []) == nil)
  }

  @Test func binsAndScoresAreThoseOfNumPy() throws {
    for table in try Self.oracle("tables") {
      var answers = ConfidentAnswers()
      for (confidence, right) in zip(
        try #require(table["confidence"]?.numbers), try #require(table["right"]?.numbers))
      {
        answers.append(confidence, isRight: right == 1)
      }
      let found = try #require(Reliability(answers))
      for (key, value) in [
        ("mean", found.meanConfidence), ("share", found.rightShare), ("brier", found.brier),
        ("calibration", found.calibrationError), ("sure", Double(found.sure.count)),
        ("sureRight", Double(found.sure.right)),
      ] { expectClose(value, try #require(table[key]).number, 1e-12, key) }
      let bins = try #require(table["bins"]?.elements)
      for (bin, wanted) in zip(found.bins, bins) {
        let wanted = try #require(wanted.elements)
        #expect(bin.count == wanted[0].integer)
        expectClose(bin.meanConfidence, wanted[1].number, 1e-12)
        expectClose(bin.rightShare, wanted[2].number, 1e-12)
      }
    }
  }

  private static func series(_ confidence: [Double], error: [Double]) -> WindowSeries {
    let times = confidence.indices.map(Double.init)
    return WindowSeries(
      cluster: 0, startSeconds: times, endSeconds: times.map { $0 + 1 },
      referenceBPM: confidence.map { _ in 60 }, estimateBPM: error.map { 60 + $0 }, confidence: confidence)
  }

  @Test func answersHaveReferenceEstimateAndConfidence() throws {
    let some = Self.series([0.2, .nan, 0.9, 1, 0], error: [5, 0, .nan, -5.001, 7])
    let bound = Tolerance(withinBPM: 5, withinPercent: nil)
    func answers(within tolerance: Tolerance) -> [(confidence: Double, isRight: Bool)] {
      var found: [(confidence: Double, isRight: Bool)] = []
      #expect(ConfidentAnswers.forEach(of: [some], within: tolerance) { found.append(($0, $1)) })
      return found
    }
    #expect(answers(within: bound).map(\.confidence) == [0.2, 1, 0])
    #expect(answers(within: bound).map(\.isRight) == [true, false, false])
    // The wider bound counts: 10 % of 60.
    #expect(answers(within: Tolerance()).map(\.isRight) == [true, true, false])
    // A value outside 0…1 is not a probability; for a window without an estimate it does not matter.
    #expect(ConfidentAnswers([Self.series([0.5, 1.2], error: [0, 0])], within: bound) == nil)
    #expect(ConfidentAnswers([Self.series([0.5, 1.2], error: [0, .nan])], within: bound)?.count == 1)
    #expect(Reliability(ConfidentAnswers()) == nil)
  }
}
