package import HRSupport
package import HRRunning
package import HRSignals
internal import HRStatistics

/// The stored figures that a gate compares a later run with: each detector in each scenario on each recording.
package struct Baseline: Equatable, Sendable {
  package static let defaultMarginBPM = 0.5
  package static let defaultCoveragePoints = 1.0
  package static let defaultSuccessPoints = 1.0
  package static let defaultGrossPoints = 1.0

  package let hreval: String
  /// Time and build of the run that the baseline was made from; `nil` if they are not known.
  package var origin: Origin?
  package let experiment: String
  /// Seed of the run that the baseline was made from. A later run with the same seed has the same noise.
  package let seed: UInt64
  /// Margin: a mean absolute error may rise by less than this.
  package var marginBPM: Double
  /// Percentage points by which coverage may fall.
  package var coveragePoints: Double
  /// Percentage points by which the success rate may fall: the share of windows answered within the tolerance.
  package var successPoints = defaultSuccessPoints
  /// Percentage points by which the share of windows with a gross error may rise.
  package var grossPoints = defaultGrossPoints
  /// The quantity that the run estimated.
  package let measurand: MeasuredQuantity
  /// Margins of the figures of heart-rate variability, in their units; empty for rates.
  package var margins: [VariabilityRule.Bound] = []
  package let mode: MeasurementMode
  package let windowSeconds: Double?
  package let hopSeconds: Double
  /// Cutting of the recordings in words, where mode, length and hop do not state all of it.
  package let windows: String?
  /// The reference of each data set.
  package let datasets: [ReferenceChoice]
  package let recordings: [Recording]
  /// Scenarios in the order of the run.
  package let scenarios: [Scenario]
  /// One per (scenario, detector), in the order of the run.
  package let rows: [Row]
  /// The detectors with their parameters and programs, in the order of the run; empty in baselines of builds that did
  /// not store them.
  package let detectors: [RunPlan.DetectorNote]
  /// Kinds of findings about the data of each data set, acknowledged or not, in the order of the run.
  package var findings: [Named<[DataFinding.Kind]>]

  /// Time and build of a run.
  package struct Origin: Equatable, Sendable {
    /// Time at which the run ended, ISO 8601.
    package let made: String
    /// Commit of the sources that hreval was built from; `nil` if it is not known.
    package let commit: String?
    /// True if the sources differed from that commit.
    package let hasUncommittedChanges: Bool

    package init(made: String, commit: String?, hasUncommittedChanges: Bool) {
      (self.made, self.commit) = (made, commit)
      self.hasUncommittedChanges = hasUncommittedChanges
    }
  }

  package struct Recording: Equatable, Sendable {
    package let dataset: String
    package let id: String
    package let windows: Int
    package let sha256: [String]

    var name: String { "\(dataset)/\(id)" }
  }

  package struct Scenario: Equatable, Sendable {
    package let label: String
    /// The label as written, from which its noise follows with the seed; `nil` where the scenario does not change the
    /// signals.
    package let noise: String?
    /// The references of each recording of the baseline, one per window of all repeats; none where a repeat failed.
    package let references: [WindowNumbers]
  }

  package struct Row: Equatable, Sendable {
    package let scenario: String
    /// Steps of the scenario: `whiteNoise@1 (snrDecibels 10); 4 times`.
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
    /// Mean absolute error; `nil` without an estimate.
    package let maeBPM: Double?
    /// Estimate − reference, one per window of all repeats; none where a repeat failed.
    package let errors: WindowNumbers

    var sum: ClusterErrors {
      ClusterErrors(count: estimates, absoluteSumBPM: (maeBPM ?? 0) * Double(estimates))
    }
  }
}

extension RunPlan {
  /// Margins of its figures of heart-rate variability, declared or usual.
  fileprivate var figureMargins: [VariabilityRule.Bound] {
    (variability?.figures ?? []).map {
      .init(figure: $0, value: variability?.margins[$0] ?? $0.usualMargin)
    }
  }
}

extension Baseline {
  /// Takes the figures of a run, with recordings that failed (they have no windows).
  package init(
    _ evaluation: Evaluation, marginBPM: Double = defaultMarginBPM,
    coveragePoints: Double = defaultCoveragePoints, successPoints: Double = defaultSuccessPoints,
    grossPoints: Double = defaultGrossPoints
  ) {
    let plan = evaluation.plan
    let windows = RunWindows(evaluation.units)
    let plain = WindowPlan(mode: plan.mode, windowSeconds: plan.windowSeconds, hopSeconds: plan.hopSeconds)
    self.init(
      hreval: plan.hreval, origin: nil, experiment: plan.name, seed: plan.seed, marginBPM: marginBPM,
      coveragePoints: coveragePoints, successPoints: successPoints, grossPoints: grossPoints,
      measurand: plan.quantity, margins: plan.figureMargins,
      mode: plan.mode, windowSeconds: plan.windowSeconds, hopSeconds: plan.hopSeconds,
      windows: plan.windowPlans == [plain] && plan.variability == nil ? nil : plan.windowsDescribed,
      datasets: plan.datasets.map(\.choice),
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
      detectors: plan.detectors,
      findings: plan.datasets.map { dataset in
        Named(
          name: dataset.name,
          value: evaluation.findings.groups.filter { $0.dataset == dataset.name }.map(\.kind).distinct)
      })
  }

  /// Returns the row of the same scenario and detector; `nil` where there is none.
  func row(like other: Row) -> Row? {
    rows.first { $0.scenario == other.scenario && $0.detector == other.detector }
  }

  /// `20 s windows every 5 s`
  var windowsDescribed: String {
    windows ?? WindowPlan(mode: mode, windowSeconds: windowSeconds, hopSeconds: hopSeconds).described
  }

  /// Returns true if a change of a scenario has no sampling error: the files, the choice of the reference and the
  /// noise are the same.
  func hasSameInputs(as run: Baseline, scenario: String) -> Bool {
    // The files of a recording that failed may be unknown, and it is not compared.
    let isSameData = zip(recordings, run.recordings).allSatisfy { $1.windows == 0 || $0.sha256 == $1.sha256 }
    let isSameChoice = ReferenceChoice.changes(from: datasets, to: run.datasets).isEmpty
    return isSameData && isSameChoice && hasSameNoise(as: run, scenario: scenario)
  }

  /// Returns true if a scenario has the same noise in a run, or has none.
  func hasSameNoise(as run: Baseline, scenario: String) -> Bool {
    guard let now = run.scenario(scenario)?.noise else { return true }
    return seed == run.seed && self.scenario(scenario)?.noise == now
  }

  func scenario(_ label: String) -> Scenario? { scenarios.first { $0.label == label } }
}
