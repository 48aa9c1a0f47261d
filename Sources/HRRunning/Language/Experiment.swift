package import HRRecordings
package import HRSignals

/// A resolved experiment: every name is resolved, every range checked, every file found. It is its plan, with what
/// the plan only names.
@dynamicMemberLookup
package struct Experiment: Sendable {
  package let plan: RunPlan
  /// The folder of the experiment file.
  package let directory: String
  package let datasets: [Dataset]
  package let recordings: [RecordingPlan]
  /// False if only readings are wanted.
  package let needsReference: Bool
  package let scenarios: [ScenarioPlan]
  package let detectors: [DetectorPlan]
  package let qualities: [QualityColumn]
  /// The channels to read of each data set.
  package let channelNeeds: [ChannelNeeds]
  /// Limits on the size of a recording and on its number of windows.
  package let limits: ReadingLimits
  /// Number of windows of each row whose signals are kept; `nil`: none.
  package let keptSignals: SignalQuota?
  /// The programs that take part; `nil` if none may be started.
  package let programs: ProgramRegistry?
  /// The programs that its file names, started or not.
  package let namedPrograms: [NamedProgram]
  /// Labels of the detectors and quality indices that are left out because their programs are not started.
  package let leftOut: [String]

  package subscript<Part>(dynamicMember path: KeyPath<RunPlan, Part>) -> Part { plan[keyPath: path] }

  /// SHA-256 of the descriptors of data sets and noise as they were read, in order.
  package var descriptorDigests: [String] {
    (datasets + noises.map(\.dataset)).map { $0.descriptor.sha256 ?? "" }
  }

  /// The noise of all scenarios' steps, each once.
  package var noises: [NoisePlan] {
    var seen: Set<String> = []
    return scenarios.flatMap(\.steps).compactMap(\.noise).filter {
      seen.insert($0.identity).inserted
    }
  }

  /// Names of all recordings in order, such as `welltory-ppg/subject_04`.
  package var recordingNames: [String] { recordings.indices.map(plan.name(ofRecording:)) }

  package func dataset(ofRecording index: Int) -> Dataset { datasets[recordings[index].dataset] }

  /// Returns the labels of a data set by which windows are grouped.
  package func labelNames(dataset: Int) -> [String] {
    let known = datasets[dataset].descriptor.labelNames
    return plan.strata.filter(known.contains)
  }
}

/// Channels that are required, and others that are used if they exist.
package struct ChannelNeeds: Equatable, Sendable {
  package private(set) var required: Set<ChannelKind> = []
  package private(set) var wished: Set<ChannelKind> = []

  package var all: Set<ChannelKind> { required.union(wished) }

  /// Returns the channels in which a window must have samples to be judged: those that show what is measured and that
  /// a detector needs; if none needs a channel (recorded output), those of light, else all of them.
  ///
  /// - Parameter kinds: channels of a recording.
  func judging(_ kinds: [ChannelKind]) -> [ChannelKind] {
    let showing = kinds.filter { ($0.showsBeats || $0 == .respiration) && $0 != .contact }
    guard all.isEmpty else { return showing.filter(required.contains) }
    let light = showing.filter(\.isOptical)
    return light.isEmpty ? showing : light
  }

  /// The channels to read of a data set that has these, over all detectors, quality indices and the report.
  init(
    of available: [ChannelKind], detectors: [DetectorPlan], qualities: [QualityColumn], readsCadence: Bool
  ) {
    for plan in detectors {
      required.formUnion(plan.requiredChannels(for: available) ?? [])
      wished.formUnion(plan.channels(for: available) ?? [])
    }
    for column in qualities {
      required.formUnion(column.quality.extractors.fitting(available)?.inputs ?? [])
    }
    // If detectors need no channel, all are read, including the accelerometer.
    if readsCadence, !all.isEmpty { wished.formUnion(available.filter(Cadence.axes.contains)) }
    wished.subtract(required)
  }
}

/// One recording of one data set.
package struct RecordingPlan: Sendable {
  package let dataset: Int
  package let entry: RecordingEntry
}
