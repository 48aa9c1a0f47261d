import HRNumerics
import Testing

@testable import HRStatistics

/// Beats counted record by record; `RecordBeatsOracleTests` holds the counts against those of `bxb` itself.
@Suite struct RecordBeatsTests {
  /// Returns true positives, false positives and false negatives.
  private func counts(
    _ reference: [Double], _ detected: [Double], within tolerance: Double = 0.15,
    after learning: Double? = nil
  ) -> [Int] {
    let found = RecordBeats(
      reference: reference, detected: detected, toleranceSeconds: tolerance, learningEnd: learning)
    return [found.truePositives, found.falsePositives, found.falseNegatives]
  }

  @Test func aBeatAlone() {
    #expect(counts([], []) == [0, 0, 0] && counts([1], []) == [0, 0, 1] && counts([], [1]) == [0, 1, 0])
  }

  @Test func theToleranceIsInclusive() {
    #expect(counts([1], [1.15]) == [1, 0, 0] && counts([1], [0.85]) == [1, 0, 0])
    #expect(counts([1], [1.151]) == [0, 1, 1] && counts([1], [0.849]) == [0, 1, 1])
  }

  /// The example in the description of `bxb`, in samples.
  @Test func theSecondConditionSavesAPair() {
    #expect(counts([96, 160], [128, 185], within: 37) == [2, 0, 0])
  }

  /// Reference beats at 300 per minute: the rule takes the nearer one, and a pair less than there could be.
  @Test func atFastRatesThereAreFewerPairsThanThereCanBe() {
    let (reference, detected) = ([0, 0.2], [0.12, 0.3])
    #expect(counts(reference, detected) == [1, 1, 1])
    let most = BeatMatching(
      reference: reference, detected: detected, toleranceSeconds: 0.15, lagSeconds: 0)
    #expect(most.pairs.count == 2)
  }

  /// The nearer of two beats is the partner; of two as near the later.
  @Test func oneReferenceBeatHasOnePartner() {
    #expect(counts([1], [0.9, 1.05]) == [1, 1, 0] && counts([1], [0.9, 1.1]) == [1, 1, 0])
    #expect(counts([0.9, 1.05], [1]) == [1, 0, 1])
  }

  @Test func whatEndsInTheLearningPeriodIsNotCounted() {
    #expect(counts([1, 2, 11, 12], [1, 5, 11, 13], after: 10) == [1, 1, 1])
    // A detected beat before the end belongs to a reference beat after it.
    #expect(counts([9, 10.05], [9, 9.95], after: 10) == [1, 0, 0])
    // One after the end belongs to a reference beat before it, and the next is nearer to the first that counts.
    #expect(counts([9.95, 11], [10.05, 11], after: 10) == [1, 0, 0])
    #expect(counts([11], [10.2, 11], after: 10) == [1, 1, 0])
    #expect(counts([1, 2], [1, 2], after: 10) == [0, 0, 0] && counts([], [], after: 10) == [0, 0, 0])
  }

  /// No other rule finds more pairs if reference beats are more than twice the tolerance apart.
  @Test func asManyPairsAsThereCanBe() {
    var stream = RandomStream(seed: 49, ["record beats"])
    for _ in 0..<300 {
      var (reference, time): ([Double], Double) = ([], 1)
      for _ in 0..<40 {
        reference.append(time)
        time += 0.301 + stream.uniform()
      }
      let detected =
        (reference.filter { _ in stream.uniform() < 0.9 }.map { $0 + 0.4 * (stream.uniform() - 0.5) }
        + (0..<8).map { _ in time * stream.uniform() }).sorted()
      let most = BeatMatching(
        reference: reference, detected: detected, toleranceSeconds: 0.15, lagSeconds: 0
      ).pairs.count
      #expect(
        counts(reference, detected) == [most, detected.count - most, reference.count - most])
    }
  }

  @Test func averagesLeaveOutWhatDoesNotExist() throws {
    let records = [([1.0, 2, 3, 4], [1.0, 2, 3.5]), ([1, 2], []), ([], [1])].map {
      RecordBeats(reference: $0.0, detected: $0.1, toleranceSeconds: 0.15)
    }
    let all = RecordBeatsSummary(records)
    #expect(all.recordCount == 3 && all.gross.truePositives == 2)
    #expect(all.gross.sensitivity == 2.0 / 6 && all.gross.positivePredictivity == 0.5)
    #expect(all.averageSensitivity == 0.25)
    #expect(abs(try #require(all.averagePositivePredictivity) - 1.0 / 3) < 1e-15)
    let none = RecordBeatsSummary([])
    #expect(none.averageSensitivity == nil && none.gross.sensitivity == nil)
  }

  @Test func beatsInOrderOfTime() {
    let (reference, detected) = ([1.0, 2, 3], [1.3, 1.7, 3.1])
    let beats = BeatMatching(
      reference: reference, detected: detected, toleranceSeconds: 0.15, lagSeconds: 0.2
    ).beats(reference: reference, detected: detected, lagSeconds: 0.2)
    #expect(beats.map(\.reference) == [1, nil, 2, 3] && beats.map(\.detected) == [1.3, 1.7, nil, 3.1])
  }
}
