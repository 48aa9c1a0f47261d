internal import HRPlugins
internal import HRSignals
package import HRStatistics

/// What a run set out to do, as plain values: enough to evaluate and report stored results without the data.
package struct RunPlan: Codable, Equatable, Sendable {
  package let hreval: String
  package let name: String
  package let description: String?
  package let seed: UInt64
  package let mode: String
  package let measurand: String
  package let windowSeconds: Double?
  package let hopSeconds: Double
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

  package struct QualityNote: Codable, Equatable, Sendable {
    package let label: String
    package let extractors: [String]
    package let quality: StageNote

    package init(label: String, extractors: [String], quality: StageNote) {
      self.label = label
      self.extractors = extractors
      self.quality = quality
    }
  }

  package struct DatasetNote: Codable, Equatable, Sendable {
    package let name: String
    package let reference: String
    package let citation: String?
    package let license: String?

    package init(name: String, reference: String, citation: String?, license: String?) {
      self.name = name
      self.reference = reference
      self.citation = citation
      self.license = license
    }
  }

  package struct RecordingNote: Codable, Equatable, Sendable {
    package let dataset: Int
    package let id: String
    package let subject: String?

    package init(dataset: Int, id: String, subject: String?) {
      self.dataset = dataset
      self.id = id
      self.subject = subject
    }
  }

  package struct ParameterNote: Codable, Equatable, Sendable {
    package let name: String
    package let value: String
    /// The value as a number, for the axis of a severity figure.
    package let number: Double?

    package init(name: String, value: String, number: Double?) {
      self.name = name
      self.value = value
      self.number = number
    }
  }

  package struct StageNote: Codable, Equatable, Sendable {
    /// `butterworth@1`
    package let definition: String
    package let parameters: [ParameterNote]

    package init(definition: String, parameters: [ParameterNote]) {
      self.definition = definition
      self.parameters = parameters
    }
  }

  package struct ScenarioNote: Codable, Equatable, Sendable {
    package let label: String
    package let family: Int
    package let familyLabel: String
    package let swept: [ParameterNote]
    package let steps: [StageNote]
    package let repeats: Int

    /// `whiteNoise@1 (snrDecibels 10), then …; 4 times`
    package var described: String {
      steps.map(\.text).joined(separator: ", then ") + (repeats > 1 ? "; \(repeats) times" : "")
    }

    /// Whether it does anything to the signals.
    package var changesSignals: Bool { steps.contains { $0.definition != "clean@1" } }

    package init(
      label: String, family: Int, familyLabel: String, swept: [ParameterNote], steps: [StageNote],
      repeats: Int
    ) {
      self.label = label
      self.family = family
      self.familyLabel = familyLabel
      self.swept = swept
      self.steps = steps
      self.repeats = repeats
    }
  }

  package struct DetectorNote: Codable, Equatable, Sendable {
    package let label: String
    /// Extractors in the order they are tried, then filters, then the detector.
    package let extractors: [String]
    package let filters: [StageNote]
    package let detector: StageNote
    /// Label of its own baseline, where it names one.
    package let baseline: String?
    /// How much later than the reference's beats its own are meant to come; the run's where it has none of its own.
    package let beatLagSeconds: Double
    /// What the quality of a window had to be: the index, its parameters, and `atLeast`, `atMost`.
    package let acceptWhen: [StageNote]
    /// The quality index in the place of the detector's own confidence.
    package let confidenceFrom: StageNote?

    package init(
      label: String, extractors: [String], filters: [StageNote], detector: StageNote, baseline: String? = nil,
      beatLagSeconds: Double = BeatRule.standard.lagSeconds, acceptWhen: [StageNote] = [],
      confidenceFrom: StageNote? = nil
    ) {
      self.label = label
      self.baseline = baseline
      self.extractors = extractors
      self.filters = filters
      self.detector = detector
      self.beatLagSeconds = beatLagSeconds
      self.acceptWhen = acceptWhen
      self.confidenceFrom = confidenceFrom
    }
  }

  package init(
    hreval: String, name: String, description: String?, seed: UInt64, mode: String, windowSeconds: Double?,
    measurand: String = Measurand.heartRate.rawValue, hopSeconds: Double, withinBPM: Double,
    withinPercent: Double?, beatToleranceSeconds: Double = BeatRule.standard.toleranceSeconds,
    beatLagSeconds: Double = BeatRule.standard.lagSeconds, metrics: [String], strata: [String],
    formats: [String], datasets: [DatasetNote], recordings: [RecordingNote], scenarios: [ScenarioNote],
    detectors: [DetectorNote], baseline: String? = nil, readsCadence: Bool = false,
    qualities: [QualityNote] = []
  ) {
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

  package var tolerance: Tolerance {
    Tolerance(withinBPM: withinBPM, withinPercent: withinPercent)
  }

  /// `30 s windows every 5 s`
  package var windowsDescribed: String {
    WindowPlan(mode: mode, windowSeconds: windowSeconds, hopSeconds: hopSeconds).described
  }

  /// `welltory-ppg/subject_04`
  func name(ofRecording index: Int) -> String {
    "\(datasets[recordings[index].dataset].name)/\(recordings[index].id)"
  }
}

extension RunPlan {
  package init(_ experiment: Experiment) {
    self.init(
      hreval: Version.current, name: experiment.name, description: experiment.description,
      seed: experiment.seed,
      mode: experiment.windows.mode.rawValue, windowSeconds: experiment.windows.windowSeconds,
      measurand: experiment.measurand.rawValue, hopSeconds: experiment.windows.hopSeconds,
      withinBPM: experiment.tolerance.withinBPM,
      withinPercent: experiment.tolerance.withinPercent,
      beatToleranceSeconds: experiment.beatRule.toleranceSeconds,
      beatLagSeconds: experiment.beatRule.lagSeconds, metrics: experiment.metrics,
      strata: experiment.strata,
      formats: experiment.formats.map(\.rawValue),
      datasets: experiment.datasets.map {
        DatasetNote(
          name: $0.name, reference: $0.referenceText ?? "none", citation: $0.descriptor.citation,
          license: $0.descriptor.license)
      },
      recordings: experiment.recordings.map {
        RecordingNote(dataset: $0.dataset, id: $0.entry.id, subject: $0.entry.subject)
      },
      scenarios: experiment.scenarios.map { plan in
        ScenarioNote(
          label: plan.label, family: plan.family, familyLabel: plan.familyLabel,
          swept: plan.swept.map { ParameterNote(name: $0.parameter, $0.value) },
          steps: plan.steps.map { StageNote($0.info, $0.parameters) }, repeats: plan.repeats)
      },
      detectors: experiment.detectors.map {
        DetectorNote($0, beatLagSeconds: $0.beatLagSeconds ?? experiment.beatRule.lagSeconds)
      }, baseline: experiment.baseline, readsCadence: experiment.readsCadence,
      qualities: experiment.qualities.map {
        QualityNote(
          label: $0.label, extractors: $0.quality.extractors.map(\.info.definition),
          quality: StageNote($0.quality.info, $0.quality.parameters))
      })
  }
}

extension RunPlan.ParameterNote {
  init(name: String, _ value: ParameterValue) {
    let number: Double? =
      switch value {
      case .number(let number): number
      case .integer(let integer): Double(integer)
      case .choice: nil
      }
    self.init(name: name, value: value.text, number: number)
  }
}

extension RunPlan.StageNote {
  /// `butterworth@1 (order 3, lowCutoffHz 0.7)`
  package var text: String {
    guard !parameters.isEmpty else { return definition }
    return "\(definition) (" + parameters.map { "\($0.name) \($0.value)" }.joined(separator: ", ") + ")"
  }

  init(_ info: PluginInfo, _ parameters: ParameterValues) {
    self.init(
      definition: info.definition,
      parameters: parameters.entries.map { RunPlan.ParameterNote(name: $0.name, $0.value) })
  }
}

extension RunPlan.StageNote {
  /// The index with its parameters, then its bounds.
  init(_ rule: AcceptanceRule) {
    let bounds = [("atLeast", rule.atLeast), ("atMost", rule.atMost)].compactMap { name, bound in
      bound.map { ParameterValues.Entry(name, .number($0)) }
    }
    self.init(rule.quality.info, ParameterValues(rule.quality.parameters.entries + bounds))
  }
}

extension RunPlan.DetectorNote {
  init(_ plan: DetectorPlan, beatLagSeconds: Double) {
    switch plan.source {
    case .pipeline(let pipeline):
      self.init(
        label: plan.label, extractors: pipeline.extractors.map(\.info.definition),
        filters: pipeline.filters.map { RunPlan.StageNote($0.info, $0.parameters) },
        detector: RunPlan.StageNote(pipeline.info, pipeline.parameters), baseline: plan.baseline,
        beatLagSeconds: beatLagSeconds,
        acceptWhen: pipeline.demand.acceptWhen.map { RunPlan.StageNote($0) },
        confidenceFrom: pipeline.demand.confidenceFrom.map { RunPlan.StageNote($0.info, $0.parameters) })
    case .recorded:
      self.init(
        label: plan.label, extractors: [], filters: [],
        detector: RunPlan.StageNote(definition: "recorded@1", parameters: []),
        baseline: plan.baseline,
        beatLagSeconds: beatLagSeconds)
    }
  }
}

/// What this build calls itself.
package enum Version {
  package static let current = "0.1.0"
}
