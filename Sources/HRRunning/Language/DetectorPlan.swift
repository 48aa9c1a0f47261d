package import HRPlugins
package import HRSignals

/// One detector of the experiment, with the stages before it.
package struct DetectorPlan: Sendable {
  package enum Source: Sendable {
    case pipeline(Pipeline)
    /// Recorded output of another program, with the rule that selects the readings that count.
    case recorded(RecordedSource, RecordedRule)
  }

  package let label: String
  package private(set) var source: Source
  /// Label of the detector that it is compared with, if its entry names one.
  package var baseline: String?
  /// Its own lag; `nil` if the experiment's is used.
  package var beatLagSeconds: Double?
  /// Labels of the only scenarios in which it has rows, in the order of the experiment; `nil`: all.
  package var scenarios: [String]?
  /// Range that an entry of recorded output declares.
  var recordedRangeBPM: ClosedRange<Double>?
  /// Data on which its entry says that it was tuned; `nil` if the entry says nothing.
  package var tunedOn: [TunedOn]?

  /// Recorded output that it uses: its estimates, or the wave that it reads.
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

  /// Returns true if both have rows in some scenario.
  func meets(_ other: DetectorPlan) -> Bool {
    guard let scenarios, let others = other.scenarios else { return true }
    return scenarios.contains(where: others.contains)
  }

  /// Range of rates that it declares; `nil` if it declares none.
  package var rangeBPM: ClosedRange<Double>? {
    switch source {
    case .pipeline(let pipeline): pipeline.detector.rangeBPM
    case .recorded: recordedRangeBPM
    }
  }

  /// Kinds of words that it says; the word of its own confidence only if an index does not replace that confidence.
  package var words: [DetectorWord] {
    switch source {
    case .pipeline(let pipeline):
      pipeline.words.filter { $0 != .confidence || pipeline.demand.confidenceFrom == nil }
    case .recorded: []
    }
  }

  /// Tolerance in beats per minute within which its confidence is the chance of being right. `nil` if that is not
  /// stated, or if an index replaces its confidence.
  package var chanceWithinBPM: Double? {
    switch source {
    case .pipeline(let pipeline): pipeline.demand.confidenceFrom == nil ? pipeline.chanceWithinBPM : nil
    case .recorded: nil
    }
  }

  /// Delay of its readings behind the present in seconds. `nil` if its detector states none, has other parameters than
  /// its defaults, for which the delay is stated, or reads a wave that filters or another program made, which may be
  /// late themselves.
  package var delaySeconds: Double? {
    guard case .pipeline(let pipeline) = source, pipeline.filters.isEmpty, pipeline.trace == nil else {
      return nil
    }
    return pipeline.delaySeconds
  }

  /// Returns the channels that it reads of a data set that has these; `nil` if they do not suffice.
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

/// Implementation of an extractor or a filter.
package enum StageWork<Plugin: Sendable>: Sendable {
  case plugin(Plugin)
  case program(ProgramPlugin)
}

/// Implementation of a detector.
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

  /// Prepares the detector's inputs from a recording's channels.
  package func preparedInputs(
    of channels: Channels, inputs: [ChannelKind], optionalInputs: [ChannelKind]
  ) throws(DetectorEntry.Made.Uneven) -> Channels {
    switch self {
    case .plugin(let made):
      try made.preparedInputs(of: channels, inputs: inputs, optionalInputs: optionalInputs)
    case .program(let plugin):
      try channels.preparedInputs(
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

  /// The first one whose inputs a data set has is used; empty if the detector reads raw channels only, or a
  /// recorded wave.
  package var extractors: [ExtractorChoice] = []
  package var filters: [FilterStage] = []
  package let info: PluginInfo
  package let parameters: ParameterValues
  package let inputs: [ChannelKind]
  /// Raw channels that it uses if a recording has them.
  package var optionalInputs: [ChannelKind]
  package let detector: DetectorWork
  package var demand = QualityDemand.none
  /// Pulse wave that another program made, used instead of an extractor's; the detector then reads nothing else.
  package var trace: RecordedSource?
  /// Kinds of words that its detector says.
  package var words: [DetectorWord] = []
  /// Tolerance in beats per minute within which its detector's own confidence is the chance of being right.
  package var chanceWithinBPM: Double?
  /// Delay of its detector's readings behind the present in seconds, as that states it for its default parameters.
  package var delaySeconds: Double?

  /// True if a stage of it is a program in another language.
  package var runsProgram: Bool {
    if case .program = detector { return true }
    return filters.contains { if case .program = $0.filter { true } else { false } }
      || extractors.contains { if case .program = $0.extractor { true } else { false } }
  }

  package var readsPulseWave: Bool { inputs.contains(.ppg) }

  /// The sample rate that its detector needs, if it needs a certain one.
  package var sampleRate: Double? { detector.sampleRate }

  /// Raw channels that the detector reads beside the pulse wave and the extractor's other output.
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
  /// Returns the extractor for a data set with these channels; `nil` if none fits.
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
