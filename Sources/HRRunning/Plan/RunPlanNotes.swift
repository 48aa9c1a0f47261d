package import HRPlugins
package import HRRecordings
package import HRSignals

/// Notes in a run's plan of qualities, data sets, recordings, scenarios and detectors.
extension RunPlan {
  package struct QualityNote: Codable, Equatable, Sendable {
    package let label: String
    package let extractors: [String]
    package let quality: StageNote
  }

  package struct DatasetNote: Codable, Equatable, Sendable {
    package let name: String
    package let reference: String
    package let citation: String?
    package let license: String?
    /// SHA-256 of the descriptor; `nil` if it was not read from a file.
    package var descriptorSHA256: String?
    /// Key of the reference in the descriptor: `rateSeries`; `nil` without one.
    package var referenceKind: String?
    /// Offset in seconds that the descriptor adds to the reference's times; `nil` as ``referenceKind``.
    package var offsetSeconds: Double?
    /// Clocks of the reference; `nil` as ``referenceKind``.
    package var clocks: ReferenceClocks?
    /// Findings about its data that the descriptor states as known.
    package var acknowledged: [AcknowledgedFinding] = []
  }

  package struct RecordingNote: Codable, Equatable, Sendable {
    package let dataset: Int
    package let id: String
    package let subject: String?
  }

  /// A recording that the run leaves out, by its data set's index and its name.
  package struct ExclusionNote: Codable, Equatable, Sendable {
    package let dataset: Int
    package let id: String
    package let reason: ExcludedRecording.Reason
  }

  package struct ParameterNote: Codable, Hashable, Sendable {
    package let name: String
    package let value: String
    /// The value as a number, for the axis of a severity figure.
    package let number: Double?
  }

  package static let noiseDigestName = "noiseSHA256"

  package struct StageNote: Codable, Equatable, Sendable {
    /// `butterworth@1`
    package let definition: String
    package let parameters: [ParameterNote]
  }

  /// The figure of heart-rate variability that is judged in a scenario.
  package struct FigureNote: Codable, Equatable, Sendable {
    package let figure: VariabilityFigure
    /// Label of the scenario without the figure.
    package let damage: String

    /// `ms`; empty for a ratio.
    var unit: String { figure.unit }
  }

  package struct ScenarioNote: Codable, Equatable, Sendable {
    package let label: String
    package let family: Int
    package let familyLabel: String
    package let swept: [ParameterNote]
    package let steps: [StageNote]
    package let repeats: Int
    /// Data sets in which it damages no channel that is read.
    package var untouchedDatasets: [String] = []
    /// Its own windows, if scenarios differ in them; `nil`: the run's.
    package var size: SizeNote?
    /// True if a step moves the beats, and with them the reference.
    package var movesBeats = false
    /// Figure of heart-rate variability that is judged; `nil`: a rate.
    package var judged: FigureNote?

    package var figure: VariabilityFigure? { judged?.figure }

    /// Label of what is done to the recordings: scenarios that differ in the figure alone share it.
    package var damageLabel: String { judged?.damage ?? label }

    /// `whiteNoise@1 (snrDecibels 10), then …; 4 times`
    package var described: String {
      steps.chain + (repeats > 1 ? "; \(repeats) times" : "") + (size.map { "; \($0.text)" } ?? "")
    }

    /// True if a step changes the signals.
    package var changesSignals: Bool { steps.contains { RunPlan.changesSignals($0.definition) } }
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
  }

  /// A sample rate that a detector assumes, whatever the times of its samples say.
  package struct AssumedRateNote: Codable, Hashable, Sendable {
    /// Hz
    package let sampleRate: Double
    /// The channel whose samples it counts, per data set in the order of the plan's; `nil` if it has none to read.
    package let channels: [String?]
  }

  package struct DetectorNote: Codable, Equatable, Sendable {
    package let label: String
    /// Extractors in the order they are tried, then filters, then the detector.
    package let extractors: [String]
    package let filters: [StageNote]
    package var detector: StageNote
    /// Label of its own baseline, if it names one.
    package var baseline: String?
    /// Expected delay of its beats after the reference's; the run's if it has none of its own.
    package var beatLagSeconds = BeatRule.standard.lagSeconds
    /// Rules on the quality of a window: the index, its parameters, and `atLeast`, `atMost`.
    package var acceptWhen: [StageNote] = []
    /// The quality index in the place of the detector's own confidence.
    package var confidenceFrom: StageNote?
    /// Labels of the only scenarios in which it has rows; `nil`: all.
    package var scenarios: [String]?
    /// The rates it declares; `nil` if it declares none.
    package var range: RangeNote?
    /// The assumed sample rate; `nil` for a detector that goes by its samples' times.
    package var assumedRate: AssumedRateNote?
    /// The pulse wave of another program in the place of an extractor's, with the digests of its files.
    package var recordedTrace: StageNote?
    /// Kinds of words that it gives.
    package var words: [String] = []
    /// Statements on the recordings it was tuned on.
    package var tunedOn: TuningNote?
    /// Error in beats per minute within which the confidence is stated to be the probability of being right; `nil` if
    /// nothing is stated.
    package var chanceWithinBPM: Double?
    /// Delay of its readings behind the present in seconds, as stated; `nil` if nothing is stated for its pipeline.
    package var delaySeconds: Double?
    /// True if it is one of the built-in detectors that know nothing of the pulse, or get it wrong on purpose.
    package var isNull = false
    /// True if a stage of it is a program in another language.
    package var runsProgram = false
  }
}

extension RunPlan.RangeNote {
  package init(_ rangeBPM: ClosedRange<Double>) {
    self.init(
      lowBPM: rangeBPM.lowerBound, highBPM: rangeBPM.upperBound.isFinite ? rangeBPM.upperBound : nil)
  }
}

extension RunPlan.DatasetNote {
  /// Creates a note of a data set's reference alone.
  package init(
    name: String, reference: String, kind: String?, offsetSeconds: Double?, descriptorSHA256: String?
  ) {
    self.init(
      name: name, reference: reference, citation: nil, license: nil, descriptorSHA256: descriptorSHA256,
      referenceKind: kind, offsetSeconds: offsetSeconds)
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
  package var shortValue: String {
    let digests = [
      RunPlan.noiseDigestName, RunPlan.recordedDigestName, RunPlan.manifestDigestName,
      RunPlan.programDigestName,
    ]
    return digests.contains(name) && value.utf8.count == 64 ? String(value.prefix(12)) : value
  }
}

extension [RunPlan.StageNote] {
  /// `whiteNoise@1 (snrDecibels 10), then frameDrop@1 (share 0.1)`
  package var chain: String { map(\.text).joined(separator: ", then ") }
}

/// Definitions and digest names in a run's plan for recorded output.
extension RunPlan {
  private static let recordedName = "recorded"
  /// Definition of recorded output. New in 2: a file is read for the experiment's measurand, the web service's strict
  /// values and percent are read, and there are rules on which readings count.
  package static let recordedDefinition = recordedName + "@2"
  package static let recordedTraceDefinition = "recordedTrace@1"
  package static let recordedDigestName = "recordedSHA256"
  /// Name of the digest of the manifest that the output is compared with.
  package static let manifestDigestName = "manifestSHA256"
  /// Name of the digest of a program's files.
  package static let programDigestName = "filesSHA256"
}

extension RunPlan.DetectorNote {
  /// True if its estimates were made by another program, on samples that hreval cannot know.
  package var isRecorded: Bool { detector.definition.prefix { $0 != "@" } == RunPlan.recordedName }

  /// True if a part of its answers is not computed by hreval: by a program in another language, or recorded.
  package var answersElsewhere: Bool { runsProgram || isRecorded || recordedTrace != nil }
}
