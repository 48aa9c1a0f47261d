package import HRPlugins
package import HRSignals

/// Notes in a run's plan of qualities, data sets, recordings, scenarios and detectors.
extension RunPlan {
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
    /// SHA-256 of the descriptor; `nil` if it was not read from a file.
    package let descriptorSHA256: String?
    /// Key of the reference in the descriptor: `rateSeries`; `nil` without one.
    package let referenceKind: String?
    /// Offset in seconds that the descriptor adds to the reference's times; `nil` as ``referenceKind``.
    package let offsetSeconds: Double?
    /// Clocks of the reference; `nil` as ``referenceKind``.
    package let clocks: ReferenceClocks?
    /// Findings about its data that the descriptor states as known.
    package let acknowledged: [AcknowledgedFinding]

    package init(
      name: String, reference: String, citation: String?, license: String?, descriptorSHA256: String? = nil,
      referenceKind: String? = nil, offsetSeconds: Double? = nil, clocks: ReferenceClocks? = nil,
      acknowledged: [AcknowledgedFinding] = []
    ) {
      self.acknowledged = acknowledged
      self.descriptorSHA256 = descriptorSHA256
      self.referenceKind = referenceKind
      self.offsetSeconds = offsetSeconds
      self.clocks = clocks
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

  package struct ParameterNote: Codable, Hashable, Sendable {
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

  package static let noiseDigestName = "noiseSHA256"

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
    /// Data sets in which it damages no channel that is read.
    package let untouchedDatasets: [String]
    /// Its own windows, if scenarios differ in them; `nil`: the run's.
    package let size: SizeNote?

    /// `whiteNoise@1 (snrDecibels 10), then …; 4 times`
    package var described: String {
      steps.chain + (repeats > 1 ? "; \(repeats) times" : "") + (size.map { "; \($0.text)" } ?? "")
    }

    /// True if a step changes the signals.
    package var changesSignals: Bool { steps.contains { RunPlan.changesSignals($0.definition) } }

    package init(
      label: String, family: Int, familyLabel: String, swept: [ParameterNote], steps: [StageNote],
      repeats: Int, untouchedDatasets: [String] = [], size: SizeNote? = nil
    ) {
      self.size = size
      self.untouchedDatasets = untouchedDatasets
      self.label = label
      self.family = family
      self.familyLabel = familyLabel
      self.swept = swept
      self.steps = steps
      self.repeats = repeats
    }
  }

  /// Returns true if a step of this definition changes the signals.
  package static func changesSignals(_ definition: String) -> Bool {
    definition != PluginInfo.clean.definition
  }

  /// Definition of a rule on a word of the detector's own. The word's meaning is part of the detector's definition.
  package static let wordDefinition = "word@1"

  /// Rates that a detector declares, both ends included.
  package struct RangeNote: Codable, Equatable, Sendable {
    package let lowBPM: Double
    /// Upper end; `nil` if the method sets no bound.
    package let highBPM: Double?

    package init(_ rangeBPM: ClosedRange<Double>) {
      lowBPM = rangeBPM.lowerBound
      highBPM = rangeBPM.upperBound.isFinite ? rangeBPM.upperBound : nil
    }
  }

  /// A sample rate that a detector assumes, whatever the times of its samples say.
  package struct AssumedRateNote: Codable, Hashable, Sendable {
    /// Hz
    package let sampleRate: Double
    /// The channel whose samples it counts, per data set in the order of the plan's; `nil` if it has none to read.
    package let channels: [String?]

    package init(sampleRate: Double, channels: [String?]) {
      self.sampleRate = sampleRate
      self.channels = channels
    }
  }

  package struct DetectorNote: Codable, Equatable, Sendable {
    package let label: String
    /// Extractors in the order they are tried, then filters, then the detector.
    package let extractors: [String]
    /// The pulse wave of another program in the place of an extractor's, with the digests of its files.
    package let recordedTrace: StageNote?
    package let filters: [StageNote]
    package let detector: StageNote
    /// Label of its own baseline, if it names one.
    package let baseline: String?
    /// Expected delay of its beats after the reference's; the run's if it has none of its own.
    package let beatLagSeconds: Double
    /// Rules on the quality of a window: the index, its parameters, and `atLeast`, `atMost`.
    package let acceptWhen: [StageNote]
    /// The quality index in the place of the detector's own confidence.
    package let confidenceFrom: StageNote?
    /// Labels of the only scenarios in which it has rows; `nil`: all.
    package let scenarios: [String]?

    /// The rates it declares; `nil` if it declares none.
    package let range: RangeNote?
    /// The assumed sample rate; `nil` for a detector that goes by its samples' times.
    package let assumedRate: AssumedRateNote?
    /// Kinds of words that it gives.
    package let words: [String]
    /// Statements on the recordings it was tuned on.
    package let tunedOn: TuningNote?
    /// Error in beats per minute within which the confidence is stated to be the probability of being right; `nil` if
    /// nothing is stated.
    package let chanceWithinBPM: Double?
    /// True if it is one of the built-in detectors that know nothing of the pulse, or get it wrong on purpose.
    package let isNull: Bool

    package init(
      label: String, extractors: [String], filters: [StageNote], detector: StageNote, baseline: String? = nil,
      beatLagSeconds: Double = BeatRule.standard.lagSeconds, acceptWhen: [StageNote] = [],
      confidenceFrom: StageNote? = nil, scenarios: [String]? = nil, range: RangeNote? = nil,
      assumedRate: AssumedRateNote? = nil, recordedTrace: StageNote? = nil, words: [String] = [],
      tunedOn: TuningNote? = nil, chanceWithinBPM: Double? = nil, isNull: Bool = false
    ) {
      self.isNull = isNull
      self.chanceWithinBPM = chanceWithinBPM
      self.tunedOn = tunedOn
      self.words = words
      self.recordedTrace = recordedTrace
      self.assumedRate = assumedRate
      self.scenarios = scenarios
      self.label = label
      self.baseline = baseline
      self.extractors = extractors
      self.filters = filters
      self.detector = detector
      self.beatLagSeconds = beatLagSeconds
      self.acceptWhen = acceptWhen
      self.confidenceFrom = confidenceFrom
      self.range = range
    }
  }
}

extension RunPlan.ParameterNote {
  package init(name: String, _ value: ParameterValue) {
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
    return "\(definition) (" + parameters.map { "\($0.name) \($0.shortValue)" }.joined(separator: ", ") + ")"
  }

  package init(_ info: PluginInfo, _ parameters: ParameterValues) {
    self.init(
      definition: info.definition,
      parameters: parameters.entries.map { RunPlan.ParameterNote(name: $0.name, $0.value) })
  }
}

extension RunPlan.ParameterNote {
  /// Value as people read it: twelve digits of a digest tell it apart.
  fileprivate var shortValue: String {
    let digests = [RunPlan.noiseDigestName, RunPlan.recordedDigestName, RunPlan.manifestDigestName]
    return digests.contains(name) ? String(value.prefix(12)) : value
  }
}

extension [RunPlan.StageNote] {
  /// `whiteNoise@1 (snrDecibels 10), then frameDrop@1 (share 0.1)`
  package var chain: String { map(\.text).joined(separator: ", then ") }
}
