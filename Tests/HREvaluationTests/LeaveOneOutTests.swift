import HRRunTestSupport
import HRStatistics
import HRSupport
import Testing

@testable import HREvaluation
@testable import HRRunning
@testable import HRPlugins

/// Choices and confidences on data sets that took no part in them; every figure here is computed by hand.
@Suite struct LeaveOneOutTests {
  /// Two data sets of six recordings of six windows: `near`, then `far`.
  private static func run() -> HandMadeRun {
    var run = HandMadeRun()
    run.dataset = "near"
    run.otherDataset = "far"
    return run
  }

  private static func isFar(_ place: HandMadeRun.Place) -> Bool { place.recording >= 6 }

  // MARK: The choice of a detector

  @Test func theOthersChoose() throws {
    var run = Self.run()
    // `a` errs by 1 on near and 4 on far, `b` by 2 and 3.
    run.error = { place in
      place.detector == 0 ? (Self.isFar(place) ? 4 : 1) : (Self.isFar(place) ? -3 : -2)
    }
    let found = try #require(run.evaluation.leaveOneOut)
    #expect(found.choices.map(\.dataset) == [0, 1])
    // Near left out: far alone chooses b, which has 2 on near while a has 1.
    #expect(found.choices.map(\.chosenDetector) == [1, 0])
    #expect(found.choices.map(\.othersMAEBPM) == [3, 1])
    #expect(found.choices.map { $0.chosen?.maeBPM } == [2, 4])
    #expect(found.choices.map { $0.best?.detector } == [0, 1])
    #expect(found.choices.map { $0.best?.maeBPM } == [1, 3])
    // Without any confidence there is nothing to recalibrate.
    #expect(found.recalibrations.isEmpty)
  }

  @Test func whoHardlyAnswersIsNotChosen() throws {
    var run = Self.run()
    // `a` is never wrong and answers two windows of six; `b` is always wrong by 2, on near by 1.
    run.error = { place in
      place.detector == 0 ? (place.window < 2 ? 0 : nil) : (Self.isFar(place) ? 2 : 1)
    }
    let found = try #require(run.evaluation.leaveOneOut)
    #expect(found.choices.map(\.chosenDetector) == [1, 1])
    #expect(found.choices.map { $0.best?.detector } == [1, 1])
    // Three of six are enough; of equal errors the first counts.
    run.error = { place in place.detector == 0 && place.window > 2 ? nil : 2 }
    let half = try #require(run.evaluation.leaveOneOut)
    #expect(half.choices.map(\.chosenDetector) == [0, 0])
    #expect(half.choices.map { $0.chosen?.coverage } == [0.5, 0.5])
    // If only one of the data sets is answered, nothing can be chosen.
    run.error = { place in Self.isFar(place) ? nil : 1 }
    #expect(run.evaluation.leaveOneOut?.choices.isEmpty == true)
  }

  @Test func oneDataSetHasNoOther() {
    #expect(HandMadeRun().evaluation.leaveOneOut == nil)
    #expect(!HandMadeRun().evaluation.stored.json.rendered().contains("leaveOneOut"))
  }

  // MARK: Confidence

  /// On near, answers at 0.95 are right; on far they are wrong in every second window. Those at 0.3 are wrong on both.
  private static func surer() -> HandMadeRun {
    var run = Self.run()
    run.detectors = [HandMadeRun.detector("a", chanceWithinBPM: 5), HandMadeRun.detector("b")]
    run.confidence = { place in place.detector == 1 ? nil : place.window < 4 ? 0.95 : 0.3 }
    run.error = { place in
      place.window >= 4 ? 20 : Self.isFar(place) && place.window % 2 == 0 ? 6 : 1
    }
    return run
  }

  @Test func confidenceIsRecalibratedOnTheOthers() throws {
    let found = try #require(Self.surer().evaluation.leaveOneOut).recalibrations
    #expect(found.map(\.detector) == [0, 0] && found.map(\.dataset) == [0, 1])
    #expect(found.map(\.fittedAnswers) == [36, 36])
    // Near left out: far maps 0.95 to a half and 0.3 to 0, so nothing is sure.
    let near = try #require(found[0].tried.first)
    #expect(found[0].sureFrom == nil)
    #expect(near.answers == 36 && near.sure == SureAnswers(count: 24, right: 24))
    #expect(near.recalibratedSure == SureAnswers(count: 0, right: 0))
    #expect(abs(near.brier - (24 * 0.0025 + 12 * 0.09) / 36) < 1e-12)
    #expect(abs(near.recalibratedBrier - 24 * 0.25 / 36) < 1e-12)
    // Far left out: near maps 0.95 to 1 and 0.3 to 0, with a line between.
    let far = try #require(found[1].tried.first)
    #expect(abs(try #require(found[1].sureFrom) - 0.885) < 1e-8)
    #expect(far.sure == SureAnswers(count: 24, right: 12) && far.recalibratedSure == far.sure)
    #expect(abs(far.recalibratedBrier - 12.0 / 36) < 1e-12)
  }

  @Test func aDataSetCountsOnceHoweverManyWindowsItHas() throws {
    var run = Self.surer()
    // Of a third data set: one recording that is always right at 0.95.
    run.recordings.append("r13")
    run.subjects.append("s13")
    run.activities.append("rest")
    run.files.append("sum13")
    let plan = run.plan
    let three = RunPlan(
      hreval: plan.hreval, name: plan.name, description: nil, seed: 1, mode: .continuous, windowSeconds: 10,
      measurand: .heartRate, hopSeconds: 10, withinBPM: 5, withinPercent: nil, metrics: ["maeBPM"],
      strata: [],
      formats: [.csv],
      datasets: plan.datasets + [.init(name: "one", reference: "x", citation: nil, license: nil)],
      recordings: plan.recordings.enumerated().map {
        .init(dataset: $0 == 12 ? 2 : $0 < 6 ? 0 : 1, id: $1.id, subject: $1.subject)
      }, scenarios: plan.scenarios, detectors: plan.detectors)
    run.error = { place in
      place.window >= 4 ? 20 : place.recording == 12 ? 0 : Self.isFar(place) && place.window % 2 == 0 ? 6 : 1
    }
    let found = try #require(Evaluation(plan: three, results: run.results).leaveOneOut).recalibrations
    // Far and the small data set map 0.95 to the mean of a half and 1.
    let near = try #require(found.first { $0.dataset == 0 })
    #expect(near.fittedAnswers == 42)
    #expect(abs(near.tried[0].recalibratedBrier - 24 * 0.0625 / 36) < 1e-12)
  }

  @Test func reliabilityIsOfAllAndOfEachDataSet() throws {
    let evaluation = Self.surer().evaluation
    let found = try #require(evaluation.rows[0].diagnosis?.reliability)
    #expect(found.isStated && found.tolerance == Tolerance(withinBPM: 5, withinPercent: nil))
    #expect(found.all.sure == SureAnswers(count: 48, right: 36) && found.all.bins[3].count == 24)
    #expect(found.ofDatasets.map(\.dataset) == [0, 1])
    #expect(found.ofDatasets.map(\.reliability.sure.right) == [24, 12])
    #expect(evaluation.rows[1].diagnosis?.reliability == nil)
    // A bound of its own: within 10 bpm, answers that are off by 6 are right too.
    var wider = Self.surer()
    wider.detectors = [HandMadeRun.detector("a", chanceWithinBPM: 10), HandMadeRun.detector("b")]
    #expect(wider.evaluation.rows[0].diagnosis?.reliability?.all.sure.right == 48)
    // One data set has no parts.
    var one = Self.surer()
    one.otherDataset = nil
    #expect(one.evaluation.rows[0].diagnosis?.reliability?.ofDatasets.isEmpty == true)
    // A confidence outside 0 to 1 is no chance and is not judged as one.
    one.confidence = { _ in 1.5 }
    #expect(one.evaluation.rows[0].diagnosis?.reliability == nil)
  }

  @Test func whatWasTunedOnTheDataSetIsMarked() throws {
    var run = Self.surer()
    let note = RunPlan.TuningNote(
      stated: [.init(by: "a@1", dataset: "far", recordings: ["r7"], what: "x")], unstated: [])
    run.detectors[0] = HandMadeRun.detector("a", tunedOn: note, chanceWithinBPM: 5)
    let document = try JSONDocument(run.evaluation.stored.json.rendered(), file: "results.json")
    let stored = try #require(document.root["leaveOneOut"])
    #expect(stored["confidences"]?.elements?.map { $0["seen"]?.boolean } == [false, true])
    #expect(stored["choices"]?.elements?.map { $0["chosen"]?["seen"]?.boolean } == [false, true])
  }

  // MARK: Statements of detectors

  @Test func theExperimentsPlanKeepsWhatIsStated() throws {
    let text = ResolverStudy.text(
      detectors:
        #"["fusion", "peak", {"label": "by quality", "detector": "fusion", "confidenceFrom": "skewness"}]"#)
    let plan = try ResolverStudy.with { try $0.experiment(text).plan }
    #expect(plan.detectors.map(\.chanceWithinBPM) == [5, nil, nil])
  }
}
