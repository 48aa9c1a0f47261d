import HRSignals
import HRSupport
import Testing

@testable import HREvaluation
@testable import HRReporting
@testable import HRRunning

/// Pages that compare confidence with the share of right answers, and that leave one data set out.
@Suite struct LeaveOneOutPageTests {
  /// Returns a run of two detectors on two data sets of three recordings. `sure` states its confidence to be a
  /// probability; it is right on the first data set and in every second window of the second. `even` has confidence
  /// 0.5, in 10 windows of each recording.
  static func evaluation(_ datasets: [String] = ["near", "far"], stated: Bool = true) -> Evaluation {
    let tuned = RunPlan.TuningNote(
      stated: [.init(by: "sure@1", dataset: "near", recordings: [], what: "Its constants.")], unstated: [])
    let plan = RunPlan(
      hreval: "0", name: "left out", description: "Two *detectors*.", seed: 1, mode: .continuous,
      windowSeconds: 10, hopSeconds: 10, withinBPM: 5, withinPercent: nil, metrics: ["maeBPM"], strata: [],
      formats: [.markdown],
      datasets: datasets.map { .init(name: $0, reference: "beats", citation: nil, license: nil) },
      recordings: (0..<6).map { .init(dataset: $0 % datasets.count, id: "r\($0)", subject: nil) },
      scenarios: [
        .init(
          label: "clean", family: 0, familyLabel: "clean", swept: [],
          steps: [.init(definition: "clean@1", parameters: [])], repeats: 1)
      ],
      detectors: [
        .init(
          label: "sure", extractors: [], filters: [], detector: .init(definition: "sure@1", parameters: []),
          tunedOn: tuned, chanceWithinBPM: stated ? 5 : nil),
        .init(
          label: "even, or not", extractors: [], filters: [],
          detector: .init(definition: "even@1", parameters: []), tunedOn: .init(stated: [], unstated: [])),
      ])
    let results = plan.units.map { unit in
      let isFar = plan.recordings[unit.recording].dataset == 1
      var (sure, even) = (EstimateColumn(), EstimateColumn())
      for window in 0..<40 {
        let isWrong = isFar && window % 2 == 0
        sure.append(
          bpm: isWrong ? 80 : 70.5, outcome: .value, confidence: window < 30 ? 0.95 : 0.25, quality: nil,
          motion: nil)
        let answers = window < 10
        even.append(
          bpm: answers ? 71 : nil, outcome: answers ? .value : .abstained(.noPeak), confidence: 0.5,
          quality: nil, motion: nil)
      }
      return UnitResult(
        unit: unit.index, facts: .unknown,
        outcome: .windows(
          WindowTable(
            ranges: (0..<40).map { TimeRange(start: 10 * Double($0), end: 10 * Double($0) + 10) },
            references: Array(repeating: .bpm(70), count: 40), estimates: [sure, even])))
    }
    return Evaluation(plan: plan, results: results)
  }

  private static let evaluation = evaluation()

  @Test func page() throws {
    try expectGolden(try #require(LeaveOneOutPage(Self.evaluation).markdown), "leave-one-out.md")
    #expect(LeaveOneOutPage(Self.evaluation(["near"])).markdown == nil)
  }

  @Test func figure() throws {
    let figures = RunFigures(Self.evaluation)
    let entry = try #require(figures[.reliability][0])
    #expect(entry.path == "figures/reliability-clean.svg" && figures.all.contains { $0.path == entry.path })
    #expect(OwnedFiles.isFigureOfRun("reliability-clean.svg"))
    try expectGolden(entry.figure.svg, "reliability.svg")
    // Only detectors that state a probability are drawn.
    #expect((entry.figure as? Figure)?.panels.map(\.title) == ["sure"])
    #expect(RunFigures(Self.evaluation(stated: false))[.reliability].allSatisfy { $0 == nil })
  }

  private static func report(_ evaluation: Evaluation) -> String {
    RunDocument(evaluation).blocks.markdown
  }

  @Test func report() {
    let page = Self.report(Self.evaluation)
    for part in [
      "Confidence is stated to be the probability of being within 5 bpm by sure. Not stated to be a probability, and compared with the run's tolerance (5 bpm) as if it were: the confidence of \"even, or not\".",
      "95.0 → 75.0 of 180", "100.0 of 90", "## Leave one data set out", "50.0 of 90 → 50.0 of 120",
      "100.0 of 90 → none", "- **Leave one data set out.**",
      "- **Calibration of confidence.**", "(figures/reliability-clean.svg)",
      "Overconfident (fewer than 90 % of the answers with a confidence of 0.9 or above are right): sure (far 50.0 % of 90).",
    ] { #expect(page.contains(part), "\(part)") }
    let one = Self.report(Self.evaluation(["near"], stated: false))
    for part in ["Leave one data set out", "is stated to be the probability", "Overconfident"] {
      #expect(!one.contains(part), "\(part)")
    }
    #expect(one.contains("Not stated to be a probability"))
  }

  @Test func resultsHaveIt() throws {
    let text = Self.evaluation.stored.json.rendered()
    let document = try JSONDocument(text, file: "results.json")
    #expect(document.problems(against: StoredResults.file.shape) == [])
    let stored = document.root["leaveOneOut"]
    #expect(stored?["choices"]?.elements?.count == 2 && stored?["confidences"]?.elements?.count == 4)
    let groups = document.root["results"]?.elements?.first?["reliability"]?["groups"]?.elements
    #expect(groups?.map { $0["dataset"]?.string } == [nil, "near", "far"])
  }
}
