import HRSignals

@testable import HRRunning
@testable import HRReporting
@testable import HREvaluation

/// A small run made by hand: six subjects and one broken recording, three scenarios, three detectors.
enum ExampleEvaluation {
  static let evaluation = Evaluation(plan: plan, results: results)

  static let provenance = RunProvenance(
    build: .init(
      version: "0.1.0", commit: "0123456789abcdef0123456789abcdef01234567", hasUncommittedChanges: false,
      configuration: "release", packages: ["MyDetectors"]),
    started: "2026-01-02T03:04:05Z", finished: "2026-01-02T03:04:09Z", seconds: 4.25, host: "bench",
    system: "Debian GNU/Linux 12, x86_64", processors: 2, jobs: 2, windowsPerSecond: 1234.5,
    experimentPath: "experiments/example.json", experimentSHA256: "ab12",
    arguments: ["run", "experiments/example.json"])

  static func plan(
    recordings: Int = 7, acknowledged: [AcknowledgedFinding] = [],
    detectors: [String] = ["fft", "peak, wide", "silent"],
    metrics: [String] = [
      "coverage", "biasBPM", "sdBPM", "loaLowerBPM", "loaUpperBPM", "maeBPM", "rmseBPM",
      "withinToleranceShare", "p95AEBPM", "loaClusterLowerBPM", "loaSimpleLowerBPM",
    ]
  ) -> RunPlan {
    let noise = { (decibels: Double) in
      let value = RunPlan.ParameterNote(name: "snrDecibels", value: String(Int(decibels)), number: decibels)
      return RunPlan.ScenarioNote(
        label: "white \(Int(decibels)) dB", family: 1, familyLabel: "white {snrDecibels} dB", swept: [value],
        steps: [.init(definition: "whiteNoise@1", parameters: [value])], repeats: decibels == 0 ? 2 : 1)
    }
    return RunPlan(
      hreval: "0.1.0", name: "example", description: "Two | three detectors on a *small* data set.", seed: 7,
      mode: .continuous, windowSeconds: 20, hopSeconds: 5, withinBPM: 5, withinPercent: 10,
      metrics: metrics, strata: ["activity"], formats: [.markdown, .csv, .json],
      datasets: [
        .init(
          name: "demo", reference: "ecg", citation: "A. Author, Journal, 2020", license: nil,
          acknowledged: acknowledged)
      ],
      recordings: (0..<recordings).map { .init(dataset: 0, id: "rec\($0 + 1)", subject: "s\($0 + 1)") },
      scenarios: [
        .init(label: "clean", family: 0, familyLabel: "clean", swept: [], steps: [], repeats: 1), noise(10),
        noise(0),
      ],
      detectors: detectors.enumerated().map { index, label in
        .init(
          label: label, extractors: index == 1 ? [] : ["red@1", "green@1"],
          filters: index == 0
            ? [.init(definition: "butterworth@1", parameters: [.init(name: "order", value: "3", number: 3)])]
            : [],
          detector: .init(definition: "method\(index)@2", parameters: []),
          words: index == 1 ? ["quality"] : [])
      }, words: ["quality"], claims: claims(of: detectors))
  }

  /// Returns claims of every kind: a number for each group, a row compared with another, and a detector without
  /// answers.
  private static func claims(of detectors: [String]) -> [Claim] {
    let row = { (detector: Int, scenario: String) in
      Claim.Row(detector: detectors[min(detector, detectors.count - 1)], scenario: scenario)
    }
    return [
      Claim(
        claim: "It is *good* | everywhere.", source: "a guide", kind: .quoted,
        conditions: [
          .init(row: row(0, "clean"), metric: .withinBPMShare, demand: .atLeast(0.25), stratum: "activity"),
          .init(row: row(0, "clean"), metric: .maeBPM, demand: .atMost(50), stratum: nil),
        ]),
      Claim(
        claim: "Noise does no harm.", source: "a guide", kind: .presumed,
        conditions: [
          .init(
            row: row(1, "white 0 dB"), metric: .maeBPM,
            demand: .lessThan(row(1, "clean"), margin: 0.5, windows: .own), stratum: nil)
        ]),
      Claim(
        claim: "The silent one is right.", source: "nobody", kind: .other,
        conditions: [
          .init(row: row(2, "clean"), metric: .biasBPM, demand: .atLeast(-1), stratum: nil)
        ]),
    ]
  }

  static var plan: RunPlan { plan() }

  static var results: [UnitResult] { results(of: plan, windows: 12) }

  static func results(of plan: RunPlan, windows: Int) -> [UnitResult] {
    plan.units.map { unit in
      let facts = RecordingFacts(
        subject: "s\(unit.recording + 1)",
        metadata: [.init(name: "activity", value: unit.recording % 2 == 0 ? "rest" : "walk")],
        seconds: 15 + 5 * Double(windows),
        channels: [.init(kind: "ppg", sampleRate: 62.5, isIrregular: false)],
        files: [.init(path: "/data/demo/rec\(unit.recording + 1).csv", sha256: "00ff\(unit.recording)")])
      if unit.recording == 4 {
        return UnitResult(
          unit: unit.index, facts: facts, outcome: .failed("the file ends in line 3, in the middle of a row"))
      }
      return UnitResult(
        unit: unit.index, facts: facts, outcome: .windows(table(unit, plan, windows: windows)))
    }
  }

  private static func table(_ unit: WorkUnit, _ plan: RunPlan, windows: Int) -> WindowTable {
    let references = (0..<windows).map { 60 + 5 * Double(unit.recording) + 1.25 * Double($0) }
    let severity = [1.0, 2, 4][unit.scenario]
    let columns = plan.detectors.indices.map { detector in
      var column = EstimateColumn()
      for window in 0..<windows {
        let wave = Double((window * 7 + unit.recording * 3 + unit.repetition * 5 + detector) % 11) - 5
        switch detector {
        case 2 where unit.scenario > 0:
          column.append(
            bpm: nil, outcome: .failed("the child ended, code 3"), confidence: nil, quality: nil, motion: nil)
        case 1 where (window + unit.recording) % 5 == 0:
          column.append(bpm: nil, outcome: .abstained(.noPeak), confidence: 0.1, quality: .poor, motion: true)
        default:
          column.append(
            bpm: references[window] + 0.3 * severity * wave + 0.1 * Double(unit.recording * (detector + 1)),
            outcome: .value, confidence: detector == 0 ? nil : 0.875, quality: detector == 1 ? .good : nil,
            motion: detector == 1 ? false : nil)
        }
      }
      return column
    }
    return WindowTable(
      ranges: (0..<windows).map { .init(start: 5 * Double($0), end: 5 * Double($0) + 20) },
      references: references.enumerated().map { index, bpm in
        index == windows - 1 ? .none("tooFewIntervals") : .bpm(bpm)
      }, estimates: columns)
  }
}
