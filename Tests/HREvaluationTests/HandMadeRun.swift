import HRSignals

@testable import HRRunning
@testable import HRNumerics
@testable import HREvaluation

/// A run whose every window is set by the test: twelve recordings of twelve subjects unless changed.
struct HandMadeRun {
  /// Indices of an estimate.
  struct Place {
    let detector: Int
    let scenario: Int
    let recording: Int
    let repetition: Int
    let window: Int
  }

  var name = "hand"
  var seed: UInt64 = 1
  var measurand = Measurand.heartRate
  var windowSeconds: Double? = 10
  var hopSeconds = 10.0
  /// Tolerance in per cent of the reference beside its 5 bpm; `nil`: none.
  var withinPercent: Double?
  var windows = 6
  var dataset = "d"
  var referenceName = "beats"
  /// Offset of the references of all data sets; `nil`: not stated.
  var offsetSeconds: Double?
  /// SHA-256 of their descriptors; `nil`: not stated.
  var descriptor: String?
  var clocks: ReferenceClocks?
  /// A second data set, of the second half of the recordings.
  var otherDataset: String?
  var recordings = (1...12).map { "r\($0)" }
  /// `nil`: not stated.
  var subjects: [String?] = (1...12).map { "s\($0)" }
  var activities = (0..<12).map { $0 % 2 == 0 ? "rest" : "walk" }
  var strata = ["activity"]
  var files = (1...12).map { "sum\($0)" }
  var failed: Set<Int> = []
  var scenarios = [HandMadeRun.clean]
  var detectors = [HandMadeRun.detector("a"), HandMadeRun.detector("b")]
  var baseline: String?
  var claims: [Claim] = []
  /// Beats per minute; `nil`: no reference.
  var reference: (_ recording: Int, _ window: Int) -> Double? = { 60 + 2 * Double($0) + Double($1) }
  /// Estimate minus reference; `nil`: no estimate.
  var error: (Place) -> Double? = { _ in 0 }
  /// Label of "posture" for each window; `nil`: recordings have none.
  var posture: ((_ recording: Int, _ window: Int) -> String)?
  /// Exams of the recordings that were examined.
  var exams: [Int: RecordingExam] = [:]
  /// Acknowledged findings of every data set.
  var acknowledged: [AcknowledgedFinding] = []
  /// Confidence of each estimate; `nil`: none.
  var confidence: (Place) -> Double? = { _ in nil }

  static let clean = scenario("clean", ["clean@1"])

  static func scenario(_ label: String, _ steps: [String], repeats: Int = 1) -> RunPlan.ScenarioNote {
    .init(
      label: label, family: 0, familyLabel: label, swept: [],
      steps: steps.map { .init(definition: $0, parameters: []) }, repeats: repeats)
  }

  static func detector(
    _ label: String, baseline: String? = nil, version: Int = 1, scenarios: [String]? = nil,
    tunedOn: RunPlan.TuningNote? = nil, chanceWithinBPM: Double? = nil,
    delaySeconds: Double? = nil, isNull: Bool = false
  ) -> RunPlan.DetectorNote {
    .init(
      label: label, extractors: [], filters: [],
      detector: .init(definition: "\(label)@\(version)", parameters: []), baseline: baseline,
      scenarios: scenarios, tunedOn: tunedOn, chanceWithinBPM: chanceWithinBPM,
      delaySeconds: delaySeconds, isNull: isNull)
  }

  init() {}

  /// Makes a run with this number of recordings and of subjects.
  init(recordings count: Int) {
    let numbers = 0..<count
    recordings = numbers.map { "r\($0 + 1)" }
    subjects = numbers.map { "s\($0 + 1)" }
    activities = numbers.map { $0 % 2 == 0 ? "rest" : "walk" }
    files = numbers.map { "sum\($0 + 1)" }
  }

  var plan: RunPlan {
    RunPlan(
      hreval: "0.1.0", name: name, description: nil, seed: seed,
      mode: windowSeconds == nil ? .spot : .continuous, windowSeconds: windowSeconds,
      measurand: measurand, hopSeconds: hopSeconds, withinBPM: 5, withinPercent: withinPercent,
      metrics: ["maeBPM"],
      strata: strata,
      formats: [.csv],
      datasets: [dataset, otherDataset].compactMap { $0 }
        .map {
          .init(
            name: $0, reference: referenceName, citation: nil, license: nil, descriptorSHA256: descriptor,
            referenceKind: "beats", offsetSeconds: offsetSeconds, clocks: clocks,
            acknowledged: acknowledged)
        },
      recordings: recordings.indices.map {
        .init(
          dataset: otherDataset == nil || 2 * $0 < recordings.count ? 0 : 1, id: recordings[$0],
          subject: subjects[$0])
      },
      scenarios: scenarios, detectors: detectors, baseline: baseline, claims: claims)
  }

  var results: [UnitResult] {
    plan.units.map { unit in
      let facts = RecordingFacts(
        subject: subjects[unit.recording],
        metadata: [.init(name: "activity", value: activities[unit.recording])],
        seconds: hopSeconds * Double(windows), channels: [],
        files: [.init(path: "\(recordings[unit.recording]).csv", sha256: files[unit.recording])])
      let exam = unit.beginsRecording ? exams[unit.recording] : nil
      if failed.contains(unit.recording) {
        return UnitResult(unit: unit.index, facts: .unknown, outcome: .failed("torn"), exam: exam)
      }
      return UnitResult(unit: unit.index, facts: facts, outcome: .windows(table(of: unit)), exam: exam)
    }
  }

  private func table(of unit: WorkUnit) -> WindowTable {
    let references = (0..<windows).map { reference(unit.recording, $0) }
    return WindowTable(
      ranges: (0..<windows).map {
        TimeRange(start: hopSeconds * Double($0), end: hopSeconds * Double($0) + (windowSeconds ?? 10))
      },
      references: references.map { $0.map { .bpm($0) } ?? .none("tooFewIntervals") },
      estimates: detectors.indices.map { detector -> EstimateColumn? in
        guard plan.takesPart(detector: detector, in: unit.scenario) else { return nil }
        var column = EstimateColumn()
        for window in 0..<windows {
          let place = Place(
            detector: detector, scenario: unit.scenario, recording: unit.recording,
            repetition: unit.repetition, window: window)
          let error = error(place)
          column.append(
            bpm: error.map { (references[window] ?? 60) + $0 },
            outcome: error == nil ? .abstained(.noPeak) : .value,
            confidence: confidence(place), quality: nil, motion: nil)
        }
        return column
      },
      labels: posture.map { posture in
        [.init(name: "posture", values: (0..<windows).map { posture(unit.recording, $0) })]
      } ?? [])
  }

  var evaluation: Evaluation { Evaluation(plan: plan, results: results) }

  func run(_ name: String) -> RunMatch.Run {
    RunMatch.Run(name: name, plan: plan, results: UnitResults(results))
  }

  func comparison(baseline: Int? = nil, marginBPM: Double = 0.5) -> Comparison {
    Comparison(
      run: "run", plan: plan, results: UnitResults(results), baseline: baseline,
      margin: Margin(declaredBPM: marginBPM))
  }

  /// Returns an error without a pattern, uniform over -1…1; equal indices give equal errors.
  static func noise(_ place: Place, seed: UInt64 = 0) -> Double {
    var stream = RandomStream(
      seed: seed,
      [
        "\(place.detector)", "\(place.scenario)", "\(place.recording)", "\(place.repetition)",
        "\(place.window)",
      ])
    return 2 * stream.uniform() - 1
  }
}

extension ScenarioWindows {
  /// - Parameters:
  ///   - units: tables, each of a unit of its own.
  ///   - recordings: of each unit; left out, every unit is a recording of its own.
  init(_ units: [(cluster: Int, table: WindowTable)], recordings: [Int]? = nil) {
    self.init(
      UnitResults(
        units.enumerated().map { UnitResult(unit: $0, facts: .unknown, outcome: .windows($1.table)) }),
      clusters: units.map(\.cluster), recordings: recordings ?? Array(units.indices))
  }
}
