import HRTestSupport
import HRSupport
import Testing

@testable import HRStatistics

@Suite struct DifferenceCaseTests {
  @Test func nothing() {
    #expect(PairedDifference(clusterDeltasBPM: [], seed: 1) == nil)
    #expect(StudentTest([]) == nil)
    #expect(WilcoxonSignedRank([]) == nil)
    #expect(SignFlipTest([], seed: 1) == nil)
    #expect(ExpandedPercentiles(meansOf: [], seed: 1) == nil)
    #expect(NonInferiority(clusterDeltasBPM: [], marginBPM: 1, seed: 1) == nil)
    #expect(Holm.adjusted([]).isEmpty)
  }

  @Test func oneCluster() throws {
    let difference = try #require(PairedDifference(clusterDeltasBPM: [-0.4], seed: 1))
    #expect(difference.deltaBPM == -0.4)
    #expect(difference.student == nil)
    #expect(difference.wilcoxon?.p == 1)
    #expect(difference.signFlip?.p == 1)
    #expect(difference.equivalence(marginBPM: 1).p == nil)
    #expect(!difference.equivalence(marginBPM: 1).isEquivalent)
    #expect(Judgement(difference, adjustedP: 1, marginBPM: 1).verdict == .tooFewClusters)
  }

  @Test func equalDifferences() throws {
    let difference = try #require(
      PairedDifference(clusterDeltasBPM: .init(repeating: 0.1, count: 7), seed: 1))
    #expect(difference.deltaBPM == 0.1)
    #expect(difference.intervalBPM == Interval(low: 0.1, high: 0.1))
    #expect(difference.lowerLimitBPM == 0.1 && difference.upperLimitBPM == 0.1)
    #expect(difference.student == nil)
    #expect(difference.wilcoxon?.p == 2.0 / 128)
    #expect(difference.signFlip?.p == 2.0 / 128)
  }

  @Test func noDifferenceAtAll() throws {
    let difference = try #require(PairedDifference(clusterDeltasBPM: .init(repeating: 0, count: 6), seed: 1))
    #expect(difference.intervalBPM == Interval(low: 0, high: 0))
    #expect(difference.wilcoxon == nil)
    #expect(difference.signFlip?.p == 1)
    #expect(Judgement(difference, adjustedP: nil, marginBPM: 0.5).verdict == .equivalent)
    #expect(Judgement(difference, adjustedP: nil, marginBPM: nil).verdict == .undecided)
  }

  @Test func exactUpToTwentyFive() throws {
    let values = (1...26).map { Double($0) * ($0 % 3 == 0 ? -1 : 1) }
    #expect(try #require(WilcoxonSignedRank(Array(values.prefix(25)))).isExact)
    #expect(try #require(WilcoxonSignedRank(values)).isExact == false)
    // A zero does not count.
    #expect(try #require(WilcoxonSignedRank(values.prefix(25) + [0])).isExact)
  }

  @Test func signedRankSums() throws {
    let test = try #require(WilcoxonSignedRank([0, 3, -1, 1, 2]))
    #expect(test.count == 4)
    #expect(test.positiveRankSum == 8.5)
    #expect(test.statistic == 1.5)
    let turned = try #require(WilcoxonSignedRank([0, -3, 1, -1, -2]))
    #expect(turned.positiveRankSum == 1.5 && turned.statistic == 1.5 && turned.p == test.p)
  }

  /// 0.1 + 0.2 and 0.3 differ only by rounding: exchanging them gives a mean as far from 0.
  @Test func signFlipsForgiveRounding() {
    #expect(SignFlipTest([0.1 + 0.2, -0.3, 0.5], seed: 1)?.p == SignFlipTest([3, -3, 5], seed: 1)?.p)
  }

  /// Differences of one sign are as far from 0 as any pattern of signs gives.
  @Test(arguments: [1, 2, 5, 12, 16, 40]) func leastP(_ count: Int) throws {
    let test = try #require(SignFlipTest((1...count).map { 1 + 0.01 * Double($0) }, seed: 3))
    #expect(test.p == test.leastP)
    let mixed = try #require(SignFlipTest((1...count).map { $0 % 2 == 0 ? 1 : -1.1 }, seed: 3))
    #expect(mixed.leastP == test.leastP && mixed.p >= mixed.leastP)
  }

  @Test func sameSeedSameFigures() {
    var stream = TestNumbers(seed: 4)
    let deltas = (0..<30).map { _ in 0.1 + stream.normal() }
    let first = PairedDifference(clusterDeltasBPM: deltas, seed: 7)
    #expect(first == PairedDifference(clusterDeltasBPM: deltas, seed: 7))
    #expect(first?.intervalBPM != PairedDifference(clusterDeltasBPM: deltas, seed: 8)?.intervalBPM)
    #expect(first?.signFlip != PairedDifference(clusterDeltasBPM: deltas, seed: 8)?.signFlip)
  }

  /// Normal differences of eight clusters: 95 per cent intervals hold the true difference in about 95 of 100 studies.
  /// Without the expansion 87 would.
  @Test func coverage() {
    var stream = TestNumbers(seed: 12)
    let held = (0..<600).count { study in
      let deltas = (0..<8).map { _ in 1 + stream.normal() }
      let interval = ExpandedPercentiles(meansOf: deltas, seed: UInt64(study), resamples: 400)?
        .interval(level: 0.95)
      return interval.map { $0.low <= 1 && 1 <= $0.high } ?? false
    }
    #expect((555...585).contains(held), "\(held) of 600")
  }

  @Test func limitsNarrowWithTheLevel() throws {
    let resampled = try #require(ExpandedPercentiles(meansOf: [0.3, -0.2, 0.9, 0.1, 0.4, 0.6], seed: 3))
    let wide = try #require(resampled.interval(level: 0.95))
    #expect(wide.low == resampled.lowerLimit(level: 0.975) && wide.high == resampled.upperLimit(level: 0.975))
    let low = try #require(resampled.lowerLimit(level: 0.95))
    let high = try #require(resampled.upperLimit(level: 0.95))
    #expect(wide.low < low && low < high && high < wide.high)
  }

  @Test func clustersThatBothHave() {
    let candidate = [(2, 3.0), (0, 0), (4, 8)].map { ClusterErrors(count: $0.0, absoluteSumBPM: $0.1) }
    let baseline = [(1, 1.0), (3, 9), (2, 6)].map { ClusterErrors(count: $0.0, absoluteSumBPM: $0.1) }
    #expect(candidate[1].maeBPM == nil)
    #expect(ClusterErrors.deltasBPM(candidate: candidate, baseline: baseline) == [0.5, -1])
    let pairs = PairedRates(
      referenceBPM: [60, 60, 60], estimateBPM: [62, 57, 60.5], cluster: [8, 8, 3])
    #expect(
      pairs.errorsPerCluster == [
        ClusterErrors(count: 2, absoluteSumBPM: 5), ClusterErrors(count: 1, absoluteSumBPM: 0.5),
      ])
  }
}

@Suite struct JudgementTests {
  private func judgement(_ deltas: [Double], p: Double?, margin: Double?) throws -> Judgement {
    let difference = try #require(PairedDifference(clusterDeltasBPM: deltas, seed: 1))
    return Judgement(difference, adjustedP: p, marginBPM: margin)
  }

  private let below = [-0.5, -0.7, -0.4, -0.6, -0.8, -0.5, -0.6]
  private let around = [-0.3, 0.2, 0.1, -0.2, 0.3, -0.1, 0.1]

  @Test func better() throws {
    #expect(try judgement(below, p: 0.02, margin: 0.2).verdict == .better)
    #expect(try judgement(below, p: 0.02, margin: 0.2).isWithinMargin == false)
    // Better, though by less than the margin.
    #expect(try judgement(below, p: 0.02, margin: 1).verdict == .better)
    #expect(try judgement(below, p: 0.02, margin: 1).isWithinMargin)
  }

  @Test func worse() throws {
    #expect(try judgement(below.map { -$0 }, p: 0.02, margin: 0.2).verdict == .worse)
  }

  @Test func intervalAndTestMustAgree() throws {
    #expect(try judgement(below, p: 0.05, margin: 0.2).verdict == .undecided)
    #expect(try judgement(below, p: nil, margin: 0.2).verdict == .undecided)
    #expect(try judgement(around, p: 0.001, margin: 0.05).verdict == .undecided)
    #expect(try judgement(below, p: 0.05, margin: 1).verdict == .equivalent)
  }

  @Test func equivalent() throws {
    #expect(try judgement(around, p: 0.9, margin: 0.5).verdict == .equivalent)
    #expect(try judgement(around, p: 0.9, margin: 0.1).verdict == .undecided)
    #expect(try judgement(around, p: 0.9, margin: nil).verdict == .undecided)
  }

  @Test func tooFew() throws {
    let judged = try judgement([-1, -1, -1, -1], p: 0.001, margin: 5)
    #expect(judged.verdict == .tooFewClusters && !judged.isWithinMargin)
  }
}

@Suite struct NonInferiorityTests {
  private func decision(
    _ deltas: [Double], margin: Double = 0.5, families: Int = 1
  ) -> NonInferiority.Decision? {
    NonInferiority(clusterDeltasBPM: deltas, marginBPM: margin, seed: 1, families: families)?.decision
  }

  @Test func nothingChangedHolds() {
    #expect(decision([0]) == .held)
    #expect(decision([0, 0, 0, 0, 0, 0], margin: 0) == .held)
  }

  @Test func fewClustersCannotTell() throws {
    #expect(decision([-1, -1, -1, -1]) == .cannotTell)
    #expect(decision([9, 9, 9, 9]) == .cannotTell)
    let gate = try #require(NonInferiority(clusterDeltasBPM: [9, 8], marginBPM: 0.5, seed: 1))
    #expect(gate.upperLimitBPM == nil && gate.lowerLimitBPM == nil)
    #expect(gate.deltaBPM == 8.5 && gate.clusterCount == 2)
  }

  @Test func onTheSameInputsAMeanAboveTheMarginIsAFact() throws {
    func facts(_ deltas: [Double], margin: Double = 0.5) throws -> NonInferiority.Decision {
      try #require(NonInferiority(clusterDeltasBPM: deltas, marginBPM: margin, seed: 1)).decisionOnSameInputs
    }
    #expect(try facts([9, 8]) == .regressed)
    #expect(try facts([0.6]) == .regressed)
    #expect(try facts([0.4, 0.1, -3]) == .held)
    #expect(try facts([0.5]) == .cannotTell)
    #expect(try facts([0.9, 0, 0]) == .cannotTell)
    #expect(try facts([0.1], margin: 0) == .regressed)
    #expect(try facts([-0.1], margin: 0) == .held)
    #expect(try facts([0, 0], margin: 0) == .held)
    // With five or more clusters the limits decide first; where they cannot, only a mean above the margin does.
    #expect(try facts([0.1, -0.1, 2, -1, 0.1, 3]) == .regressed)
    #expect(try facts([0.1, -0.1, 2, -1, 0.1, 1]) == .cannotTell)
    #expect(try facts([0.1, -0.1, 0.2, 0, 0.1, -0.2]) == .held)
    #expect(try facts([0.9, 1.2, 0.7, 1.1, 0.8, 1]) == .regressed)
    let gate = try #require(NonInferiority(clusterDeltasBPM: [-1, 3, 2], marginBPM: 0.5, seed: 1))
    #expect(gate.largestDeltaBPM == 3)
  }

  @Test func held() {
    #expect(decision([0.1, -0.1, 0.2, 0, 0.1, -0.2]) == .held)
    // Shown to be worse, but by less than the margin.
    #expect(decision([0.1, 0.12, 0.2, 0.15, 0.1, 0.11]) == .held)
  }

  @Test func regressed() {
    #expect(decision([0.9, 1.2, 0.7, 1.1, 0.8, 1]) == .regressed)
    #expect(decision([0.1, -0.1, 2, -1, 0.1, 3]) == .cannotTell)
  }

  /// The upper limit is one-sided at 0.95; the lower is at 0.99, and further out for the worst of several.
  @Test func worstOfSeveral() throws {
    let deltas = [0.9, 0.4, 1.4, 0.3, 0.8, 0.5, 1.2, 0.2]
    let alone = try #require(NonInferiority(clusterDeltasBPM: deltas, marginBPM: 0.5, seed: 1))
    let worst = try #require(NonInferiority(clusterDeltasBPM: deltas, marginBPM: 0.5, seed: 1, families: 40))
    let difference = try #require(PairedDifference(clusterDeltasBPM: deltas, seed: 1))
    #expect(try #require(alone.lowerLimitBPM) < (try #require(difference.lowerLimitBPM)))
    #expect(alone.upperLimitBPM == difference.upperLimitBPM && worst.upperLimitBPM == alone.upperLimitBPM)
    #expect(try #require(worst.lowerLimitBPM) < (try #require(alone.lowerLimitBPM)))
    #expect(alone.decision == .regressed)
    #expect(worst.decision == .cannotTell)
  }

  @Test func allOfFewClustersALittleWorseIsNoAlarm() throws {
    // Six of six rose, as happens by chance in one of 64 comparisons; among many rows that is no evidence.
    let rises = [0.1, 2.2, 0.3, 1.9, 0.2, 1.4]
    let change = try #require(
      NonInferiority(clusterDeltasBPM: rises, marginBPM: 0.5, seed: 1, families: 24))
    #expect(change.decision == .cannotTell && (change.lowerLimitBPM ?? 1) < 0)
    let steady = NonInferiority(
      clusterDeltasBPM: rises.map { 1 + $0 / 10 }, marginBPM: 0.5, seed: 1, families: 24)
    #expect(steady?.decision == .regressed)
  }

  /// R: x <- c(0.1, 2.2, 0.3, 1.9, 0.2, 1.4); mean(x) - qt(1 - 0.01/24, 5) * sd(x)/sqrt(6)
  @Test func theLowerLimitIsStudentsWhereThatIsLower() throws {
    let rises = [0.1, 2.2, 0.3, 1.9, 0.2, 1.4]
    let change = try #require(
      NonInferiority(clusterDeltasBPM: rises, marginBPM: 0.5, seed: 1, families: 24))
    #expect(abs((change.lowerLimitBPM ?? 0) - -1.70407484721043) < 1e-9)
  }

  /// Five of six rose by more than 0.4 bpm, and no resample's mean can be as large as theirs.
  ///
  /// R: x <- c(0.4, 0.45, 0.42, 0.44, 0.41, -1); mean(x) + qt(0.95, 5) * sd(x)/sqrt(6)
  @Test func theUpperLimitIsStudentsWhereThatIsHigher() throws {
    let rises = [0.4, 0.45, 0.42, 0.44, 0.41, -1]
    let student = 0.6651481427088662
    let change = try #require(NonInferiority(clusterDeltasBPM: rises, marginBPM: 0.5, seed: 1))
    #expect(abs((change.upperLimitBPM ?? 0) - student) < 1e-9 && change.decision == .cannotTell)
    let resampled = try #require(ExpandedPercentiles(meansOf: rises, seed: 1)?.upperLimit(level: 0.95))
    #expect(resampled < 0.46)
    let turned = try #require(MeanLimits(rises.map { -$0 }, seed: 1))
    #expect(abs((turned.lower(level: 0.95) ?? 0) + student) < 1e-9)
    // One that rose far draws resamples further than Student's limit.
    let limits = try #require(
      MeanLimits([0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 9], seed: 1))
    #expect(limits.upper(level: 0.95) == limits.resampled.upperLimit(level: 0.95))
    #expect(MeanLimits([1, 2, 3, 4], seed: 1) == nil)
    // Nor are the two detectors equivalent.
    let difference = try #require(PairedDifference(clusterDeltasBPM: rises, seed: 1))
    let equivalence = difference.equivalence(marginBPM: 0.5)
    #expect(equivalence.intervalBPM?.high == change.upperLimitBPM && (equivalence.p ?? 0) > 0.05)
    #expect(!equivalence.isEquivalent && equivalence.intervalBPM.map { $0.low > -0.5 } == true)
  }
}

/// The synthetic recordings beside the data sets.
@Suite(
  .enabled(
    if: RealData.hasOracles("agreement_pairs.csv", "agreement_expected.json"),
    "no agreement_pairs.csv beside the recordings (set HREVAL_DATA)"))
struct DifferenceOfRecordingsTests {
  @Test func twoDetectors() throws {
    let document = try OracleFile.json(
      RealData.oracles.appending(path: "agreement_expected.json"))
    let expected = try #require(document["compare"])
    func perRecording(_ column: Int) throws -> [ClusterErrors] {
      try AgreementOracleTests.pairs(column: column).errorsPerCluster
    }
    let deltas = ClusterErrors.deltasBPM(candidate: try perRecording(1), baseline: try perRecording(2))
    let stored = try ["a", "b"].map { try #require(document[$0]?["perRecordingMAE"]?.members) }
    #expect(deltas.count == 12 && stored[0].count == 12)
    for (index, delta) in deltas.enumerated() {
      expectClose(delta, (stored[0][index].value.number ?? 0) - (stored[1][index].value.number ?? 0), 1e-9)
    }
    let difference = try #require(PairedDifference(clusterDeltasBPM: deltas, seed: 1))
    expectClose(difference.deltaBPM, try #require(expected["deltaMAEPerRecordingMean"]?.number), 1e-9)
    expectClose(difference.wilcoxon?.statistic, try #require(expected["wilcoxonStatistic"]?.number), 1e-9)
    expectClose(difference.wilcoxon?.p, try #require(expected["wilcoxonP"]?.number), 1e-15)
    expectClose(difference.student?.p, try #require(expected["tP"]?.number), 1e-13)
    #expect(Judgement(difference, adjustedP: difference.wilcoxon?.p, marginBPM: 0.5).verdict == .worse)
  }
}
