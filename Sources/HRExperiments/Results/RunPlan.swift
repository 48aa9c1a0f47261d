internal import HRPlugins
package import HRSignals
package import HRStatistics

/// What a run set out to do, as plain values: enough to evaluate and report stored results without the data.
package struct RunPlan: Codable, Equatable, Sendable {
  package let hreval: String
  package let name: String
  package let description: String?
  package let seed: UInt64
  package let mode: MeasurementMode
  package let measurand: Measurand
  /// `nil`: the whole recording, or several lengths, which the scenarios note; see ``windows(of:)``.
  package let windowSeconds: Double?
  package let hopSeconds: Double
  /// `nil`: 0, or several.
  package let startSeconds: Double?
  /// `nil`: 1.
  package let tries: Int?
  package let withinBPM: Double
  package let withinPercent: Double?
  package let beatToleranceSeconds: Double
  package let beatLagSeconds: Double
  package let metrics: [String]
  package let strata: [String]
  package var formats: [String]
  package let datasets: [DatasetNote]
  package let recordings: [RecordingNote]
  package let scenarios: [ScenarioNote]
  package let detectors: [DetectorNote]
  /// Label of the detector that the others are compared with.
  package let baseline: String?
  /// Whether the accelerometer was read for the cadence alone.
  package let readsCadence: Bool
  /// Quality indices that were written down for every window.
  package let qualities: [QualityNote]
  /// Kinds of the detectors' own words that there are tables by.
  package let words: [String]
  /// Published sentences that its figures are held against.
  package let claims: [Claim]

  package init(
    hreval: String, name: String, description: String?, seed: UInt64, mode: MeasurementMode,
    windowSeconds: Double?, measurand: Measurand = .heartRate, hopSeconds: Double, withinBPM: Double,
    withinPercent: Double?, beatToleranceSeconds: Double = BeatRule.standard.toleranceSeconds,
    beatLagSeconds: Double = BeatRule.standard.lagSeconds, metrics: [String], strata: [String],
    formats: [String], datasets: [DatasetNote], recordings: [RecordingNote], scenarios: [ScenarioNote],
    detectors: [DetectorNote], baseline: String? = nil, readsCadence: Bool = false,
    qualities: [QualityNote] = [], words: [String] = [], claims: [Claim] = [],
    startSeconds: Double? = nil, tries: Int? = nil
  ) {
    self.startSeconds = startSeconds
    self.tries = tries
    self.hreval = hreval
    self.name = name
    self.description = description
    self.seed = seed
    self.mode = mode
    self.measurand = measurand
    self.windowSeconds = windowSeconds
    self.hopSeconds = hopSeconds
    self.withinBPM = withinBPM
    self.withinPercent = withinPercent
    self.beatToleranceSeconds = beatToleranceSeconds
    self.beatLagSeconds = beatLagSeconds
    self.metrics = metrics
    self.strata = strata
    self.formats = formats
    self.datasets = datasets
    self.recordings = recordings
    self.scenarios = scenarios
    self.detectors = detectors
    self.baseline = baseline
    self.readsCadence = readsCadence
    self.qualities = qualities
    self.words = words
    self.claims = claims
  }

  /// The work, in the order of the file: recordings outermost, so that each is read once.
  package var units: [WorkUnit] {
    var units: [WorkUnit] = []
    for recording in recordings.indices {
      for (scenario, note) in scenarios.enumerated() {
        for repetition in 0..<note.repeats {
          units.append(
            WorkUnit(index: units.count, recording: recording, scenario: scenario, repetition: repetition))
        }
      }
    }
    return units
  }

  /// Whether a detector has rows in a scenario.
  package func takesPart(detector: Int, in scenario: Int) -> Bool {
    detectors[detector].scenarios?.contains(scenarios[scenario].label) ?? true
  }

  /// Indices of the detectors that have rows in a scenario, in the order of the experiment.
  package func detectors(in scenario: Int) -> [Int] {
    detectors.indices.filter { takesPart(detector: $0, in: scenario) }
  }

  /// How many pairs of scenario and detector there are.
  package var rowCount: Int { scenarios.indices.reduce(0) { $0 + detectors(in: $1).count } }

  package var tolerance: Tolerance {
    Tolerance(withinBPM: withinBPM, withinPercent: withinPercent)
  }

  /// How recordings are cut in a scenario: as it notes, else as in all.
  package func windows(of scenario: Int) -> WindowPlan { windows(scenarios[scenario].size) }

  private func windows(_ size: SizeNote?) -> WindowPlan {
    WindowPlan(
      mode: mode, windowSeconds: size == nil ? windowSeconds : size?.windowSeconds, hopSeconds: hopSeconds,
      startSeconds: size?.startSeconds ?? startSeconds ?? 0, tries: tries ?? 1)
  }

  /// Those of all scenarios, each once, in their order.
  package var windowPlans: [WindowPlan] {
    let plans = scenarios.isEmpty ? [windows(nil)] : scenarios.map { windows($0.size) }
    return plans.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// `30 s windows every 5 s`
  package var windowsDescribed: String { windowPlans.described }

  /// `welltory-ppg/subject_04`
  func name(ofRecording index: Int) -> String {
    "\(datasets[recordings[index].dataset].name)/\(recordings[index].id)"
  }
}

extension RunPlan {
  package init(_ experiment: Experiment) {
    // Of the only one, or of any: what plans share.
    let windows = experiment.windows.first ?? .whole
    let isOnly = experiment.windows.count == 1
    self.init(
      hreval: Version.current, name: experiment.name, description: experiment.description,
      seed: experiment.seed,
      mode: windows.mode, windowSeconds: isOnly ? windows.windowSeconds : nil,
      measurand: experiment.measurand, hopSeconds: windows.hopSeconds,
      withinBPM: experiment.tolerance.withinBPM,
      withinPercent: experiment.tolerance.withinPercent,
      beatToleranceSeconds: experiment.beatRule.toleranceSeconds,
      beatLagSeconds: experiment.beatRule.lagSeconds, metrics: experiment.metrics,
      strata: experiment.strata,
      formats: experiment.formats.map(\.rawValue),
      datasets: experiment.datasets.map {
        DatasetNote(
          name: $0.name, reference: $0.referenceText ?? "none", citation: $0.descriptor.citation,
          license: $0.descriptor.license, descriptorSHA256: $0.descriptor.sha256)
      },
      recordings: experiment.recordings.map {
        RecordingNote(dataset: $0.dataset, id: $0.entry.id, subject: $0.entry.subject)
      },
      scenarios: experiment.scenarios.map { plan in
        ScenarioNote(
          label: plan.label, family: plan.family, familyLabel: plan.familyLabel,
          swept: plan.swept.map { ParameterNote(name: $0.parameter, $0.value) },
          steps: plan.steps.map { StageNote($0) }, repeats: plan.repeats,
          untouchedDatasets: experiment.untouchedDatasets(plan), size: isOnly ? nil : SizeNote(plan.windows))
      },
      detectors: experiment.detectors.map {
        DetectorNote(
          $0, beatLagSeconds: $0.beatLagSeconds ?? experiment.beatRule.lagSeconds,
          channels: experiment.datasets.map(\.channelKinds))
      }, baseline: experiment.baseline, readsCadence: experiment.readsCadence,
      qualities: experiment.qualities.map {
        QualityNote(
          label: $0.label, extractors: $0.quality.extractors.map(\.info.definition),
          quality: StageNote($0.quality.info, $0.quality.parameters))
      }, words: experiment.words.map(\.rawValue), claims: experiment.claims,
      startSeconds: isOnly && windows.startSeconds > 0 ? windows.startSeconds : nil,
      tries: windows.tries > 1 ? windows.tries : nil)
  }
}
