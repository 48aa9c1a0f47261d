import HRSignals

@testable import HRRunning
@testable import HRNumerics
@testable import HREvaluation

/// Runs made by hand whose detectors err by known amounts, with twelve subjects by default.
struct ExampleComparison {
  var recordings = 12
  var detectors: [String]
  /// Mean error of each detector in beats per minute, its spread, and the share of windows that the detector answers.
  var errors: [(bpm: Double, spread: Double, coverage: Double)]
  var baseline: String?
  /// Seed of the plan, for its noise.
  var seed: UInt64 = 7
  /// Seed of the errors.
  var draw: UInt64 = 0
  var failed: Set<Int> = []
  /// Error in beats per minute that is added to the first detector on every second recording.
  var more = 0.0
  /// Recordings of which a detector answers nothing, by detector.
  var silent: [Int: Range<Int>] = [:]
  /// Patterns of recordings that a detector states to have been tuned on, by detector; `nil` notes nothing for any.
  var tunedOn: [Int: [String]]?
  private let windows = 10

  init(detectors: [String], errors: [(bpm: Double, spread: Double, coverage: Double)]) {
    self.detectors = detectors
    self.errors = errors
  }

  /// A better, an equivalent, an undecided and a silent detector beside the first.
  static let verdicts = ExampleComparison(
    detectors: ["fft", "peak, *wide*", "fft | narrow", "jumpy", "silent"],
    errors: [(3, 0.5, 1), (1, 0.5, 0.9), (3, 0.5, 1), (2.5, 6, 1), (0, 0, 0)])

  static func many(_ count: Int, names: (Int) -> String) -> ExampleComparison {
    ExampleComparison(
      detectors: (0..<count).map(names),
      errors: (0..<count).map { (1 + 0.4 * Double(($0 * 7) % count), 3, 1) })
  }

  var plan: RunPlan {
    func scenario(_ label: String, _ step: String, _ repeats: Int) -> RunPlan.ScenarioNote {
      .init(
        label: label, family: 0, familyLabel: label, swept: [],
        steps: [.init(definition: step, parameters: [])], repeats: repeats)
    }
    return RunPlan(
      hreval: "0.1.0", name: "nightly <1> & \"2\"", description: nil, seed: seed, mode: .continuous,
      windowSeconds: 20, hopSeconds: 5, withinBPM: 5, withinPercent: 10, metrics: ["coverage", "maeBPM"],
      strata: ["activity"], formats: [.markdown],
      datasets: [.init(name: "demo", reference: "ecg", citation: nil, license: nil)],
      recordings: (0..<recordings).map { .init(dataset: 0, id: "rec\($0 + 1)", subject: "s\($0 + 1)") },
      scenarios: [scenario("clean", "clean@1", 1), scenario("white 0 dB", "whiteNoise@1", 2)],
      detectors: detectors.enumerated().map { index, label in
        .init(
          label: label, extractors: [], filters: [], detector: .init(definition: "method@2", parameters: []),
          tunedOn: tunedOn.map { Self.note($0[index]) })
      }, baseline: baseline)
  }

  private static func note(_ recordings: [String]?) -> RunPlan.TuningNote {
    guard let recordings else { return .init(stated: [], unstated: ["method@2"]) }
    let stated = RunPlan.TuningNote.Stated(
      by: "method@2", dataset: "demo", recordings: recordings, what: "Its step was chosen.")
    return .init(stated: recordings.isEmpty ? [] : [stated], unstated: [])
  }

  var results: [UnitResult] {
    plan.units.map { unit in
      let facts = RecordingFacts(
        subject: "s\(unit.recording + 1)",
        metadata: [.init(name: "activity", value: unit.recording % 2 == 0 ? "rest" : "walk")], seconds: 65,
        channels: [], files: [.init(path: "rec\(unit.recording + 1).csv", sha256: "00ff\(unit.recording)")])
      if failed.contains(unit.recording) {
        return UnitResult(unit: unit.index, facts: .unknown, outcome: .failed("torn"))
      }
      var stream = RandomStream(seed: draw, ["example \(unit.index)"])
      let references = (0..<windows).map { 60 + 2 * Double(unit.recording) + Double($0) }
      let columns = errors.enumerated().map { index, error in
        var column = EstimateColumn()
        for window in 0..<windows {
          let away = error.bpm + error.spread * (2 * stream.uniform() - 1)
          let extra = index == 0 && unit.recording % 2 == 1 ? more : 0
          let answers =
            Double(window) < error.coverage * Double(windows)
            && silent[index]?.contains(unit.recording) != true
          column.append(
            bpm: answers ? references[window] + away + extra : nil, outcome: .abstained(.noPeak),
            confidence: nil,
            quality: nil, motion: nil)
        }
        return column
      }
      return UnitResult(
        unit: unit.index, facts: facts,
        outcome: .windows(
          WindowTable(
            ranges: (0..<windows).map { .init(start: 5 * Double($0), end: 5 * Double($0) + 20) },
            references: references.map { .bpm($0) }, estimates: columns)))
    }
  }

  var evaluation: Evaluation { Evaluation(plan: plan, results: results) }

  var comparison: Comparison {
    Comparison(
      run: "reports/nightly", plan: plan, results: UnitResults(results), baseline: nil,
      margin: Margin(declaredBPM: 0.5))
  }

  func run(_ name: String) -> RunMatch.Run {
    RunMatch.Run(name: name, plan: plan, results: UnitResults(results))
  }
}
