import HRStatistics
import Testing

@testable import HRRunning
@testable import HREvaluation

@Suite struct ComparisonTests {
  // MARK: Pairs that are compared

  private func pairs(
    _ detectors: [RunPlan.DetectorNote], baseline: String? = nil, override: Int? = nil
  ) -> [[Int]] {
    var run = HandMadeRun()
    run.detectors = detectors
    run.baseline = baseline
    return run.plan.baselines(overriddenBy: override).map { [$0.candidate, $0.baseline] }
  }

  @Test func withoutAWordTheFirstIsTheBaseline() {
    let three = ["a", "b", "c"].map { HandMadeRun.detector($0) }
    #expect(pairs(three) == [[1, 0], [2, 0]])
    #expect(pairs([three[0]]) == [])
  }

  @Test func theExperimentsBaselineIsEveryonesButItsOwn() {
    let three = ["a", "b", "c"].map { HandMadeRun.detector($0) }
    #expect(pairs(three, baseline: "c") == [[0, 2], [1, 2]])
  }

  @Test func aDetectorsOwnBaselineGoesBeforeTheExperiments() {
    let own = [
      HandMadeRun.detector("a"), HandMadeRun.detector("b", baseline: "c"), HandMadeRun.detector("c"),
    ]
    #expect(pairs(own, baseline: "a") == [[1, 2], [2, 0]])
    // A detector that declares a baseline gives one pair only.
    #expect(pairs(own) == [[1, 2]])
    // The experiment's baseline may itself be compared with another detector.
    let chain = [HandMadeRun.detector("a", baseline: "b"), HandMadeRun.detector("b")]
    #expect(pairs(chain, baseline: "a") == [[0, 1], [1, 0]])
  }

  @Test func theCommandLineGoesBeforeAll() {
    let own = [
      HandMadeRun.detector("a"), HandMadeRun.detector("b", baseline: "a"), HandMadeRun.detector("c"),
    ]
    #expect(pairs(own, baseline: "a", override: 2) == [[0, 2], [1, 2]])
  }

  @Test func anEvaluationComparesOnlyWhatIsDeclared() {
    var run = HandMadeRun()
    #expect(run.evaluation.declaredComparison == nil)
    run.baseline = "a"
    #expect(run.evaluation.declaredComparison?.contrasts.map(\.candidate) == ["b"])
  }

  // MARK: Differences

  @Test func differencesVerdictsAndTheirFamily() throws {
    var run = HandMadeRun()
    run.detectors = ["a", "better", "same", "silent", "fickle"].map { HandMadeRun.detector($0) }
    run.scenarios = [HandMadeRun.clean, HandMadeRun.scenario("noise", ["whiteNoise@1"], repeats: 2)]
    run.error = { place in
      switch place.detector {
      case 0: 2 + 0.1 * HandMadeRun.noise(place)
      case 1: 0.5 * HandMadeRun.noise(place)
      case 2: -2 + 0.1 * HandMadeRun.noise(place)
      case 3: nil
      // Better on some subjects, worse on others.
      default: (place.recording % 2 == 0 ? 0.5 : 4) + 0.1 * HandMadeRun.noise(place)
      }
    }
    let comparison = run.comparison()
    #expect(comparison.question == .detectors(run: "run"))
    #expect(
      comparison.contrasts.map { "\($0.scenario) \($0.candidate) \($0.baseline)" } == [
        "clean better a", "clean same a", "clean silent a", "clean fickle a", "noise better a",
        "noise same a", "noise silent a", "noise fickle a",
      ])
    // The silent detector can be tested in no scenario.
    #expect(comparison.familySize == 6)
    #expect(
      comparison.contrasts.map { $0.judgement?.verdict } == [
        .better, .equivalent, nil, .undecided, .better, .equivalent, nil, .undecided,
      ])
    let first = try #require(comparison.contrasts.first)
    #expect(first.tally.both == 72 && comparison.contrasts[4].tally.both == 144)
    #expect(first.tally.candidateCoverage == 1)
    let silent = comparison.contrasts[2]
    #expect(silent.difference == nil && silent.adjustedP == nil)
    #expect(silent.tally.candidateCoverage == 0 && silent.tally.baselineCoverage == 1)
    #expect(silent.tally.onlyBaseline == 72)
    let raw = comparison.contrasts.compactMap { $0.difference?.signFlip?.p }
    #expect(comparison.contrasts.compactMap(\.adjustedP) == Holm.adjusted(raw))
    #expect(comparison.clusterKind == .subjects)
  }

  @Test func aDifferenceTheOtherWayRoundHasTheOtherSign() throws {
    var run = HandMadeRun()
    run.error = { $0.detector == 0 ? 1 : 3 + Double($0.recording) / 12 }
    let forward = try #require(run.comparison().contrasts.first)
    let backward = try #require(run.comparison(baseline: 1).contrasts.first)
    #expect(forward.judgement?.verdict == .worse && backward.judgement?.verdict == .better)
    let (one, other) = (try #require(forward.difference), try #require(backward.difference))
    #expect(one.deltaBPM == -other.deltaBPM)
    #expect(abs(one.deltaBPM - (2 + 5.5 / 12)) < 1e-12)
  }

  @Test func fewSubjectsGiveNoVerdict() throws {
    var run = HandMadeRun(recordings: 4)
    run.error = { Double($0.detector) }
    let contrast = try #require(run.comparison().contrasts.first)
    #expect(contrast.judgement?.verdict == .tooFewClusters)
    #expect(contrast.difference?.deltaBPM == 1 && contrast.difference?.intervalBPM == nil)
  }

  @Test func recordingsOfOneSubjectAreOneCluster() throws {
    var run = HandMadeRun()
    run.subjects = (0..<12).map { "s\($0 / 4)" }
    run.error = { Double($0.detector) }
    let contrast = try #require(run.comparison().contrasts.first)
    #expect(contrast.difference?.clusterDeltasBPM == [1, 1, 1])
    #expect(contrast.judgement?.verdict == .tooFewClusters)
  }

  @Test func failedRecordingsAreLeftOut() throws {
    var run = HandMadeRun()
    run.failed = [3]
    run.error = { Double($0.detector) }
    let contrast = try #require(run.comparison().contrasts.first)
    #expect(contrast.difference?.clusterDeltasBPM.count == 11)
    #expect(contrast.tally.referenceWindows == 66)
  }

  @Test func theMarginDecidesWhatIsEquivalent() throws {
    var run = HandMadeRun()
    run.error = { 1 + ($0.detector == 1 ? 0.3 + 0.1 * HandMadeRun.noise($0) : 0) }
    func contrast(_ margin: Double) -> Comparison.Contrast? {
      run.comparison(marginBPM: margin).contrasts.first
    }
    #expect(contrast(0.5)?.judgement?.verdict == .worse)
    #expect(contrast(0.5)?.judgement?.isWithinMargin == true)
    #expect(contrast(0.1)?.judgement?.isWithinMargin == false)
  }

  @Test func orderOfArrivalChangesNothing() {
    var run = HandMadeRun()
    run.subjects = (0..<12).map { "s\($0 / 2)" }
    run.detectors.append(HandMadeRun.detector("c"))
    run.scenarios = [HandMadeRun.scenario("noise", ["whiteNoise@1"], repeats: 3)]
    // Rates this small keep all digits of the errors, so sums depend on the order of their terms.
    run.reference = { _, _ in 1e-9 }
    run.error = { 2 + HandMadeRun.noise($0) }
    let forward = run.comparison()
    let backward = Comparison(
      run: "run", plan: run.plan, results: UnitResults(run.results.reversed()), baseline: nil,
      margin: Margin(declaredBPM: 0.5))
    #expect(forward.contrasts.map(\.tally) == backward.contrasts.map(\.tally))
    #expect(forward.contrasts.map(\.difference) == backward.contrasts.map(\.difference))
    #expect(forward.rankings.map(\.friedman) == backward.rankings.map(\.friedman))
  }

  @Test func whatDidNotChangeIsNotInTheFamily() throws {
    var old = HandMadeRun()
    old.error = { _ in 1 }
    var new = old
    new.error = { $0.detector == 0 ? 1 : 3 + Double($0.recording) / 12 }
    let comparison = Comparison(
      try RunMatch(baseline: old.run("old"), candidate: new.run("new")), margin: Margin(declaredBPM: 0.5))
    #expect(comparison.familySize == 1 && comparison.contrasts.map { $0.adjustedP == nil } == [true, false])
    #expect(comparison.contrasts[1].adjustedP == comparison.contrasts[1].difference?.signFlip?.p)
    #expect(comparison.contrasts.map { $0.judgement?.verdict } == [.equivalent, .worse])
  }

  // MARK: A third detector

  /// Two detectors that differ in some subjects only.
  private static func two(_ place: HandMadeRun.Place) -> Double? {
    place.detector == 0
      ? 3 + HandMadeRun.noise(place)
      : (place.recording % 3 == 0 ? 2.8 : 1.5) + 0.5 * HandMadeRun.noise(place)
  }

  @Test(arguments: [1.0, 0.95, 0.5, 0.1, 0]) func aThirdDetectorChangesNothingButTheCorrection(
    _ share: Double
  ) throws {
    var run = HandMadeRun()
    run.windows = 20
    run.error = Self.two
    let alone = try #require(run.comparison().contrasts.first)
    run.detectors.append(HandMadeRun.detector("third"))
    // It answers in windows in which the second errs least, and nowhere in some subjects.
    run.error = { place in
      guard place.detector == 2 else { return Self.two(place) }
      return Double(place.window) < 20 * share && (share == 1 || place.recording % 3 != 0) ? 0.2 : nil
    }
    let comparison = run.comparison()
    let beside = try #require(comparison.contrasts.first)
    #expect(beside.tally == alone.tally && beside.difference == alone.difference)
    #expect(beside.posterior?.betterProbability == alone.posterior?.betterProbability)
    #expect(alone.adjustedP == alone.difference?.signFlip?.p)
    let p = comparison.contrasts.compactMap { $0.difference?.signFlip?.p }
    #expect(beside.adjustedP == Holm.adjusted(p)[0])
    #expect(beside.judgement == alone.judgement && alone.judgement?.verdict == .better)
  }

  // MARK: Clusters

  @Test func clustersAreSubjectsWithinTheirDataSet() {
    var run = HandMadeRun(recordings: 4)
    func clusters(_ run: HandMadeRun) -> Clusters {
      Clusters(plan: run.plan, results: UnitResults(run.results))
    }
    #expect(clusters(run).ofRecording == [0, 1, 2, 3] && clusters(run).kind == .subjects)
    run.subjects = ["x", nil, "x", nil]
    #expect(clusters(run).ofRecording == [0, 1, 0, 2])
    #expect(clusters(run).count == 3 && clusters(run).kind == .subjectsOrRecordings)
    run.subjects = [nil, nil, nil, nil]
    #expect(clusters(run).count == 4 && clusters(run).kind == .recordings)
    // A subject may have a recording's name.
    run.subjects = ["r2", nil, nil, nil]
    #expect(clusters(run).count == 4)
  }

  @Test func subjectsOfDataSetsWithLikeNamesAreDifferentPeople() {
    let plan = RunPlan(
      hreval: "0", name: "two", description: nil, seed: 1, mode: .spot, windowSeconds: nil, hopSeconds: 1,
      withinBPM: 5, withinPercent: nil, metrics: [], strata: [], formats: [],
      datasets: ["d", "e"].map { .init(name: $0, reference: "beats", citation: nil, license: nil) },
      recordings: [0, 1, 1].map { .init(dataset: $0, id: "r\($0)", subject: "s1") },
      scenarios: [HandMadeRun.clean], detectors: [])
    #expect(Clusters(plan: plan, results: []).ofRecording == [0, 1, 1])
  }

  @Test func aSubjectIsKnownFromThePlanOrFromTheFile() {
    var run = HandMadeRun(recordings: 3)
    let plan = run.plan
    run.subjects = [nil, "s1", nil]
    #expect(Clusters(plan: plan, results: UnitResults(run.results)).ofRecording == [0, 0, 1])
  }

  @Test func aRecordingThatCouldNotBeReadDoesNotMakeOthersNameless() {
    var run = HandMadeRun(recordings: 3)
    run.failed = [1]
    let results = run.results
    // Only the files name the subjects, and one file cannot be read.
    run.subjects = [nil, nil, nil]
    #expect(Clusters(plan: run.plan, results: UnitResults(results)).kind == .subjects)
    #expect(Clusters(plan: run.plan, results: UnitResults(run.results)).kind == .recordings)
  }
}
