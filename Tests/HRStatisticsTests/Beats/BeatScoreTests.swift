import HRTestSupport
import HRSupport
import Testing

@testable import HRStatistics

@Suite struct BeatMatchingTests {
  private func pairs(_ reference: [Double], _ detected: [Double], lag: Double = 0) -> [[Int]] {
    BeatMatching(reference: reference, detected: detected, toleranceSeconds: 0.15, lagSeconds: lag)
      .pairs.map { [$0.reference, $0.detected] }
  }

  @Test func nothingMatchesNothing() {
    #expect(pairs([], []) == [] && pairs([1], []) == [] && pairs([], [1]) == [])
  }

  @Test func theToleranceIsInclusive() {
    #expect(pairs([1], [1.15]) == [[0, 0]] && pairs([1], [0.85]) == [[0, 0]])
    #expect(pairs([1], [1.151]) == [] && pairs([1], [0.849]) == [])
  }

  @Test func theLagIsTakenOffTheDetected() {
    #expect(pairs([1], [1.3], lag: 0.2) == [[0, 0]] && pairs([1], [0.9], lag: 0.2) == [])
  }

  /// A false beat before or after the true one is not matched in its place.
  @Test func theNearestOfTheFree() {
    #expect(pairs([1], [0.9, 1.01, 1.1]) == [[0, 1]])
    #expect(pairs([0.9, 1.01, 1.1], [1]) == [[1, 0]])
    #expect(pairs([1, 1.2], [0.9, 1.05, 1.19]) == [[0, 1], [1, 2]])
  }

  /// The nearest match of the first would leave the second without one.
  @Test func asManyAsThereCanBe() {
    #expect(pairs([1, 1.1], [0.9, 1.0]) == [[0, 0], [1, 1]])
    #expect(pairs([1, 1.2], [1.1, 1.3]) == [[0, 0], [1, 1]])
  }

  /// As many as mir_eval's maximum bipartite matching on lists full of conflicts; one-to-one and within tolerance.
  @Test func meetsMirEval() throws {
    for list in try #require(try OracleFile.json("beats")["lists"]?.elements) {
      let reference = try #require(list["reference"]?.numbers)
      let detected = try #require(list["detected"]?.numbers)
      let tolerance = try #require(list["tolerance"]?.number)
      let found = BeatMatching(
        reference: reference, detected: detected, toleranceSeconds: tolerance, lagSeconds: 0
      ).pairs
      #expect(found.count == list["pairs"]?.integer)
      #expect(found.allSatisfy { abs(reference[$0.reference] - detected[$0.detected]) <= tolerance + 1e-6 })
      for (pair, next) in zip(found, found.dropFirst()) {
        #expect(pair.reference < next.reference && pair.detected < next.detected)
      }
    }
  }
}

@Suite struct BeatScoreTests {
  private func tallies(_ oracle: JSONNode) throws -> [(cluster: Int, tally: BeatTally, expected: JSONNode)] {
    let tolerance = try #require(oracle["tolerance"]?.number)
    let lag = try #require(oracle["lag"]?.number)
    return try #require(oracle["recordings"]?.elements).map { row in
      let tally = BeatTally(
        reference: try #require(row["reference"]?.numbers), detected: try #require(row["detected"]?.numbers),
        toleranceSeconds: tolerance, lagSeconds: lag)
      return (try #require(row["cluster"]?.integer), tally, row)
    }
  }

  @Test func everyRecordingMeetsMirEval() throws {
    for (cluster, tally, expected) in try tallies(OracleFile.json("beats")) {
      #expect(tally.matchedCount == expected["matched"]?.integer)
      expectClose(tally.expectedByChance, expected["expectedByChance"]?.number, 1e-12, "chance")
      // The pairs with the least summed difference, by SciPy's assignment.
      expectClose(
        tally.differencesSeconds.reduce(0) { $0 + abs($1) }, expected["sumAbsolute"]?.number, 1e-12, "sum")
      if let f1 = expected["f1"]?.number {
        expectClose(BeatScore([(cluster, tally)], seed: 1)?.f1, f1, 1e-12, "f1")
      }
    }
  }

  @Test func everyFigureOfAllRecordings() throws {
    let oracle = try OracleFile.json("beats")
    let expected = try #require(oracle["score"])
    let tallies = try tallies(oracle).map { (cluster: $0.cluster, tally: $0.tally) }
    let score = try #require(BeatScore(tallies, seed: 3, resamples: 60_000))
    let figures: [(String, Double?)] = [
      ("sensitivity", score.sensitivity), ("positivePredictivity", score.positivePredictivity),
      ("f1", score.f1), ("chanceF1", score.chanceF1), ("correctedF1", score.correctedF1),
      ("medianOffset", score.medianOffsetMilliseconds), ("jitterSD", score.jitterSDMilliseconds),
      ("jitterP95", score.jitterP95Milliseconds), ("intervalCount", Double(score.intervalCount)),
      ("intervalBias", score.intervalBiasMilliseconds), ("intervalSD", score.intervalSDMilliseconds),
    ]
    for (key, value) in figures { expectClose(value, try #require(expected[key]?.number), 1e-11, key) }
    let limits = try #require(expected["intervalLimits"]?.numbers)
    expectClose(score.intervalLimitsMilliseconds?.low, limits[0], 1e-11)
    expectClose(score.intervalLimitsMilliseconds?.high, limits[1], 1e-11)

    // Against all 5⁵ resamples; ours are drawn, hence the tolerance.
    let intervals = try #require(score.intervals)
    for (key, interval) in [
      ("sensitivityInterval", intervals.sensitivity), ("f1Interval", intervals.f1),
      ("positivePredictivityInterval", try #require(intervals.positivePredictivity)),
    ] {
      let wanted = try #require(expected[key]?.numbers)
      #expect(abs(interval.low - wanted[0]) < 0.02, "\(key) \(interval) \(wanted)")
      #expect(abs(interval.high - wanted[1]) < 0.002, "\(key) \(interval) \(wanted)")
    }
    #expect(BeatScore(tallies, seed: 3) == BeatScore(tallies, seed: 3))
    #expect(BeatScore(tallies, seed: 3)?.intervals != BeatScore(tallies, seed: 4)?.intervals)
  }

  @Test func talliesAddUp() throws {
    let all = try tallies(OracleFile.json("beats")).filter { $0.cluster == 4 }
    let sum = all.reduce(BeatTally()) { $0 + $1.tally }
    let together = try #require(BeatScore([(4, sum)], seed: 1))
    #expect(together == BeatScore(all.map { ($0.cluster, $0.tally) }, seed: 1))
    #expect(sum.referenceCount == 110 && together.clusterCount == 1)
  }

  @Test func withoutReferenceBeatsThereIsNoScore() {
    let extra = BeatTally(reference: [], detected: [1, 2], toleranceSeconds: 0.15, lagSeconds: 0)
    #expect(BeatScore([], seed: 1) == nil && BeatScore([(0, extra)], seed: 1) == nil)
    #expect(extra.metronomeCount == 0 && extra.expectedByChance == 0)
  }

  @Test func silenceScoresZero() throws {
    let silent = BeatTally(reference: [1, 2, 3], detected: [], toleranceSeconds: 0.15, lagSeconds: 0)
    let score = try #require(BeatScore([(0, silent)], seed: 1))
    #expect(score.sensitivity == 0 && score.f1 == 0 && score.positivePredictivity == nil)
    #expect(score.medianOffsetMilliseconds == nil && score.jitterP95Milliseconds == nil)
    #expect(score.intervalBiasMilliseconds == nil && score.intervals == nil)
    // Beats a second apart: 300 of 1000 ms match by chance; 4 of 16 phases are within 150 ms.
    expectClose(score.chanceF1, 0.25)
    expectClose(score.correctedF1, -0.25 / 0.75)
    let five = try #require(BeatScore((0..<5).map { ($0, silent) }, seed: 1))
    #expect(five.intervals?.sensitivity == Interval(low: 0, high: 0))
    #expect(five.intervals?.positivePredictivity == nil)
  }

  @Test func oneBeatHasNoMetronome() throws {
    let one = BeatTally(reference: [1], detected: [1.01], toleranceSeconds: 0.15, lagSeconds: 0)
    let score = try #require(BeatScore([(0, one)], seed: 1))
    #expect(score.f1 == 1 && score.chanceF1 == nil && score.correctedF1 == nil)
    #expect(score.jitterSDMilliseconds == nil && score.jitterP95Milliseconds == 0)
  }
}
