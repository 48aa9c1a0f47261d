package import HRExternal
package import HRPlugins
package import HRPrograms
package import HRSignals

/// One detector of the experiment, with everything it is fed through.
package struct DetectorPlan: Sendable {
  package enum Source: Sendable {
    case pipeline(Pipeline)
    /// Recorded output of another program, and which of its readings count.
    case recorded(RecordedSource, RecordedRule)
  }

  package let label: String
  package private(set) var source: Source
  /// Label of the detector it is compared with, where it names one of its own.
  package let baseline: String?
  /// Its own lag; `nil` where the experiment's holds.
  package let beatLagSeconds: Double?
  /// Labels of the only scenarios in which it has rows, in the order of the experiment; `nil`: all.
  package var scenarios: [String]?
  /// What an entry of recorded output declares.
  private let recordedRangeBPM: ClosedRange<Double>?
  /// What its entry states that its author tuned it on; `nil` where that states nothing.
  package let tunedOn: [TunedOn]?

  package init(
    label: String, source: Source, baseline: String? = nil, beatLagSeconds: Double? = nil,
    recordedRangeBPM: ClosedRange<Double>? = nil, tunedOn: [TunedOn]? = nil
  ) {
    self.tunedOn = tunedOn
    self.recordedRangeBPM = recordedRangeBPM
    self.label = label
    self.source = source
    self.baseline = baseline
    self.beatLagSeconds = beatLagSeconds
  }

  /// The recorded output behind it: its estimates, or the wave that it reads.
  package var recorded: RecordedSource? {
    switch source {
    case .pipeline(let pipeline): pipeline.trace
    case .recorded(let output, _): output
    }
  }

  /// Adds the digest of the recorded output's files.
  mutating func digestRecorded(in scenarios: [ScenarioPlan]) {
    switch source {
    case .pipeline(var pipeline):
      pipeline.trace = pipeline.trace?.digested(in: scenarios)
      source = .pipeline(pipeline)
    case .recorded(let output, let rule): source = .recorded(output.digested(in: scenarios), rule)
    }
  }

  package func takesPart(in scenario: ScenarioPlan) -> Bool {
    scenarios?.contains(scenario.label) ?? true
  }

  /// Whether both have rows in some scenario.
  func meets(_ other: DetectorPlan) -> Bool {
    guard let scenarios, let others = other.scenarios else { return true }
    return scenarios.contains(where: others.contains)
  }

  /// The rates it declares; `nil` where it declares none.
  package var rangeBPM: ClosedRange<Double>? {
    switch source {
    case .pipeline(let pipeline): pipeline.detector.rangeBPM
    case .recorded: recordedRangeBPM
    }
  }

  /// What it says in words; of its own confidence only while that is not replaced by an index.
  package var words: [DetectorWord] {
    switch source {
    case .pipeline(let pipeline):
      pipeline.words.filter { $0 != .confidence || pipeline.demand.confidenceFrom == nil }
    case .recorded: []
    }
  }

  /// Within how many beats per minute its confidence is the chance of being right; `nil` where that is not stated of the
  /// confidence that its answers have.
  package var chanceWithinBPM: Double? {
    switch source {
    case .pipeline(let pipeline): pipeline.demand.confidenceFrom == nil ? pipeline.chanceWithinBPM : nil
    case .recorded: nil
    }
  }

  /// The channels it reads of a data set that has these; `nil` when they do not suffice.
  package func channels(for available: [ChannelKind]) -> Set<ChannelKind>? {
    switch source {
    case .pipeline(let pipeline): pipeline.channels(for: available)
    case .recorded: []
    }
  }

  /// Those of ``channels(for:)`` without which it cannot run.
  func requiredChannels(for available: [ChannelKind]) -> Set<ChannelKind>? {
    switch source {
    case .pipeline(let pipeline): pipeline.requiredChannels(for: available)
    case .recorded: []
    }
  }
}

/// What does the work of an extractor or a filter.
package enum StageWork<Plugin: Sendable>: Sendable {
  case plugin(Plugin)
  case program(ProgramPlugin)
}

/// What does the work of a detector.
package enum DetectorWork: Sendable {
  case plugin(DetectorEntry.Made)
  case program(ProgramPlugin)

  package var rangeBPM: ClosedRange<Double>? {
    switch self {
    case .plugin(let made): made.rangeBPM
    case .program(let plugin): plugin.description.rangeBPM
    }
  }

  package var sampleRate: Double? {
    switch self {
    case .plugin(let made): made.sampleRate
    case .program(let plugin): plugin.description.sampleRate
    }
  }

  package var assumedSampleRate: Double? {
    switch self {
    case .plugin(let made): made.assumedSampleRate
    case .program: nil
    }
  }

  /// What it is handed of a recording.
  package func diet(
    of channels: Channels, inputs: [ChannelKind], optionalInputs: [ChannelKind]
  ) throws(DetectorEntry.Made.Uneven) -> Channels {
    switch self {
    case .plugin(let made): try made.diet(of: channels, inputs: inputs, optionalInputs: optionalInputs)
    case .program(let plugin):
      try channels.diet(
        of: inputs, optional: optionalInputs, timeBase: plugin.description.timeBase,
        sampleRate: plugin.description.sampleRate)
    }
  }
}

/// Extractor or recorded wave, filters and detector.
package struct Pipeline: Sendable {
  package struct ExtractorChoice: Sendable {
    package let info: PluginInfo
    package let inputs: [ChannelKind]
    package let extractor: StageWork<any Extractor>
  }

  package struct FilterStage: Sendable {
    package let info: PluginInfo
    package let parameters: ParameterValues
    package let filter: StageWork<any Filter>
  }

  /// The first whose inputs a data set has is used; empty when the detector reads raw channels only, or a recorded
  /// wave.
  package let extractors: [ExtractorChoice]
  package let filters: [FilterStage]
  package let info: PluginInfo
  package let parameters: ParameterValues
  package let inputs: [ChannelKind]
  /// Raw channels it takes where a recording has them.
  package let optionalInputs: [ChannelKind]
  package let detector: DetectorWork
  package var demand = QualityDemand.none
  /// The pulse wave that another program made, in the place of what an extractor makes; its detector reads nothing
  /// else.
  package var trace: RecordedSource?
  /// What its detector says in words.
  package var words: [DetectorWord] = []
  /// What its detector's own confidence is the chance of.
  package var chanceWithinBPM: Double?

  package var readsPulseWave: Bool { inputs.contains(.ppg) }

  /// The rate its detector must be fed with, if it has one.
  package var sampleRate: Double? { detector.sampleRate }

  /// Raw channels the detector reads beside the pulse wave and what its extractor makes.
  package var rawInputs: [ChannelKind] {
    readsPulseWave ? inputs.filter { $0 != .ppg && $0 != .contact } : inputs
  }

  package func channels(for available: [ChannelKind]) -> Set<ChannelKind>? {
    guard trace == nil else { return [] }
    return requiredChannels(for: available)?.union(optionalInputs.filter(available.contains))
  }

  func requiredChannels(for available: [ChannelKind]) -> Set<ChannelKind>? {
    guard trace == nil else { return [] }
    var needed = Set(rawInputs)
    if readsPulseWave {
      guard let extractor = extractors.fitting(available) else { return nil }
      needed.formUnion(extractor.inputs)
      for quality in demand.qualities {
        needed.formUnion(quality.extractors.fitting(available)?.inputs ?? [])
      }
    }
    return needed.isSubset(of: available) ? needed : nil
  }
}

extension [Pipeline.ExtractorChoice] {
  /// The one for a data set with these channels; `nil` when none fits.
  package func fitting(_ available: [ChannelKind]) -> Element? {
    first { $0.inputs.allSatisfy(available.contains) }
  }
}

extension ParameterValues {
  /// `(order=3, lowCutoffHz=0.7)`; empty without parameters.
  package var text: String {
    entries.isEmpty ? "" : "(" + entries.map { "\($0.name)=\($0.value.text)" }.joined(separator: ", ") + ")"
  }
}
