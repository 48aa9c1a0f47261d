package import HRDiagnostics
package import HRResults
package import HRSignals
internal import HRStatistics

/// The stored figures a gate holds a later run against: how each detector did in each scenario on each recording.
package struct Baseline: Equatable, Sendable {
  package static let defaultMarginBPM = 0.5
  package static let defaultCoveragePoints = 1.0

  package let hreval: String
  package let experiment: String
  /// Of the run it was made from; with the same one a later run hears the same noise.
  package let seed: UInt64
  /// A mean absolute error may rise by less than so much.
  package var marginBPM: Double
  /// Coverage may fall by so many percentage points.
  package var coveragePoints: Double
  /// What the run estimated.
  package let measurand: Measurand
  package let mode: MeasurementMode
  package let windowSeconds: Double?
  package let hopSeconds: Double
  /// How recordings were cut, in words, where mode, length and hop do not say all of it.
  package let windows: String?
  /// The reference of each data set; none in baselines of versions 1 and 2.
  package let datasets: [ReferenceChoice]
  package let recordings: [Recording]
  /// In the order of the run; none in baselines of versions 1 and 2, which do not keep windows.
  package let scenarios: [Scenario]
  /// One per (scenario, detector), in the order of the run.
  package let rows: [Row]
  /// What was suspicious about the data of each data set, acknowledged or not, in the order of the run; `nil` in
  /// baselines of versions 1 to 3, which do not say it.
  package var findings: [Named<[DataFinding.Kind]>]?

  package struct Recording: Equatable, Sendable {
    package let dataset: String
    package let id: String
    package let windows: Int
    package let sha256: [String]

    var name: String { "\(dataset)/\(id)" }
  }

  package struct Scenario: Equatable, Sendable {
    package let label: String
    /// The label as written, from which its noise follows with the seed; `nil` where it does nothing to the signals.
    package let noise: String?
    /// The references of each recording of the baseline, one per window of all repeats; none where a repeat failed.
    package let references: [WindowNumbers]
  }

  package struct Row: Equatable, Sendable {
    package let scenario: String
    /// What the scenario does: `whiteNoise@1 (snrDecibels 10); 4 times`.
    package let steps: String
    package let detector: String
    /// Name and version of the detector: `fft@1`.
    package let definition: String
    /// One per recording of the baseline, in their order.
    package let figures: [Figure]
  }

  /// One detector in one scenario on one recording.
  package struct Figure: Equatable, Sendable {
    package let referenceWindows: Int
    package let estimates: Int
    /// `nil` without an estimate.
    package let maeBPM: Double?
    /// Estimate − reference, one per window of all repeats; none where a repeat failed, and in versions 1 and 2.
    package let errors: WindowNumbers

    var sum: ClusterErrors {
      ClusterErrors(count: estimates, absoluteSumBPM: (maeBPM ?? 0) * Double(estimates))
    }
  }
}

extension Baseline {
  /// The figures of a run, recordings that failed included (they have no windows).
  package init(
    _ evaluation: Evaluation, marginBPM: Double = defaultMarginBPM,
    coveragePoints: Double = defaultCoveragePoints
  ) {
    let plan = evaluation.plan
    let windows = RunWindows(evaluation)
    let plain = WindowPlan(mode: plan.mode, windowSeconds: plan.windowSeconds, hopSeconds: plan.hopSeconds)
    self.init(
      hreval: plan.hreval, experiment: plan.name, seed: plan.seed, marginBPM: marginBPM,
      coveragePoints: coveragePoints, measurand: plan.measurand,
      mode: plan.mode, windowSeconds: plan.windowSeconds, hopSeconds: plan.hopSeconds,
      windows: plan.windowPlans == [plain] ? nil : plan.windowsDescribed,
      datasets: plan.datasets.map { ReferenceChoice($0) },
      recordings: evaluation.recordings.map {
        Recording(dataset: $0.dataset, id: $0.id, windows: $0.windows, sha256: $0.facts.files.map(\.sha256))
      },
      scenarios: plan.scenarios.enumerated().map { index, scenario in
        Scenario(
          label: scenario.label, noise: scenario.changesSignals ? scenario.familyLabel : nil,
          references: windows.references(scenario: index))
      },
      rows: evaluation.rows.map { row in
        let errors = windows.errors(of: row.detector, scenario: row.scenario)
        var figures = errors.map { Figure(referenceWindows: 0, estimates: 0, maeBPM: nil, errors: $0) }
        for score in row.perRecording {
          figures[score.recording] = Figure(
            referenceWindows: score.referenceWindows, estimates: score.estimates, maeBPM: score.maeBPM,
            errors: errors[score.recording])
        }
        return Row(
          scenario: plan.scenarios[row.scenario].label, steps: plan.scenarios[row.scenario].described,
          detector: plan.detectors[row.detector].label,
          definition: plan.detectors[row.detector].detector.definition, figures: figures)
      },
      findings: plan.datasets.map { dataset in
        Named(
          name: dataset.name,
          value: evaluation.findings.groups.filter { $0.dataset == dataset.name }.map(\.kind).distinct)
      })
  }

  /// The row of the same scenario and detector; `nil` where there is none.
  func row(like other: Row) -> Row? {
    rows.first { $0.scenario == other.scenario && $0.detector == other.detector }
  }

  /// `20 s windows every 5 s`
  var windowsDescribed: String {
    windows ?? WindowPlan(mode: mode, windowSeconds: windowSeconds, hopSeconds: hopSeconds).described
  }

  /// Whether it keeps the windows' errors and references.
  package var hasWindows: Bool { !scenarios.isEmpty }

  /// Whether chance has no part in what a run has of a scenario and this baseline has not: the same files, the same
  /// choice of the reference and the same noise.
  func hasSameInputs(as run: Baseline, scenario: String) -> Bool {
    guard hasWindows else {
      return seed == run.seed && recordings.map(\.sha256) == run.recordings.map(\.sha256)
    }
    // Of a recording that failed the files may be unknown, and nothing of it is compared.
    let isSameData = zip(recordings, run.recordings).allSatisfy { $1.windows == 0 || $0.sha256 == $1.sha256 }
    let isSameChoice = ReferenceChoice.changes(from: datasets, to: run.datasets).isEmpty
    return isSameData && isSameChoice && hasSameNoise(as: run, scenario: scenario)
  }

  /// Whether a scenario draws the same noise in a run, or draws none.
  func hasSameNoise(as run: Baseline, scenario: String) -> Bool {
    guard let now = run.scenario(scenario)?.noise else { return true }
    return seed == run.seed && self.scenario(scenario)?.noise == now
  }

  func scenario(_ label: String) -> Scenario? { scenarios.first { $0.label == label } }
}
