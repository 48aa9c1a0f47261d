package import HRPlugins
package import HRRecordings
package import HRSignals
package import HRStatistics

/// A resolved experiment: every name is resolved, every range checked, every file found.
package struct Experiment: Sendable {
  package let name: String
  package let description: String?
  /// The folder of the experiment file.
  package let directory: String
  package let seed: UInt64
  package let datasets: [Dataset]
  package let recordings: [RecordingPlan]
  /// Window plans: one or, in spot mode, one per length and start, each once.
  package let windows: [WindowPlan]
  package let measurand: Measurand
  /// False if only readings are wanted.
  package let needsReference: Bool
  package let tolerance: Tolerance
  package let beatRule: BeatRule
  /// True if the accelerometer is read for the cadence only.
  package let readsCadence: Bool
  package let scenarios: [ScenarioPlan]
  package let detectors: [DetectorPlan]
  /// Quality indices that are written for every window.
  package let qualities: [QualityColumn]
  /// Kinds of the detectors' own words for which there are tables.
  package let words: [DetectorWord]
  /// Label of the detector that the others are compared with.
  package let baseline: String?
  /// Names of the metrics in the tables for people.
  package let metrics: [String]
  package let strata: [String]
  package let formats: [ReportFormat]
  /// Limits on the size of a recording and on its number of windows.
  package let limits: ReadingLimits
  /// Published sentences with which its figures are compared.
  package let claims: [Claim]
  /// The split of its recordings, and the part that is run; `nil`: they are not split.
  package let split: RunPlan.SplitNote?
  /// Its question, in one line.
  package let question: String?
  /// Largest absolute value of acceptable limits of agreement, in beats per minute; `nil`: not declared.
  package let acceptableDifferenceBPM: Double?
  /// Number of windows of each row whose signals are kept; `nil`: none.
  package let keptSignals: SignalQuota?
  /// The programs that take part; `nil` if none may be started.
  package let programs: ProgramRegistry?
  /// The programs that its file names, started or not.
  package let namedPrograms: [NamedProgram]
  /// Labels of the detectors and quality indices that are left out because their programs are not started.
  package let leftOut: [String]

  package var units: [WorkUnit] { RunPlan(self).units }

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

  /// Names of the data sets of which a scenario that changes some channels changes none that is read.
  package func untouchedDatasets(_ scenario: ScenarioPlan) -> [String] {
    guard !scenario.touches.isEmpty else { return [] }
    return datasets.indices.filter { index in
      let needed = channelNeeds(dataset: index).all
      let read = needed.isEmpty ? Set(datasets[index].channelKinds) : needed
      return scenario.touches.isDisjoint(with: read.map(\.ruling))
    }.map { datasets[$0].name }
  }

  /// Returns the labels of a data set by which windows are grouped.
  package func labelNames(dataset: Int) -> [String] {
    let known = datasets[dataset].descriptor.labelNames
    return strata.filter(known.contains)
  }

  /// The channels to read of a data set, over all its detectors, quality indices and the report.
  package func channelNeeds(dataset: Int) -> ChannelNeeds {
    let available = datasets[dataset].channelKinds
    var needs = ChannelNeeds()
    for plan in detectors {
      needs.required.formUnion(plan.requiredChannels(for: available) ?? [])
      needs.wished.formUnion(plan.channels(for: available) ?? [])
    }
    for column in qualities {
      needs.required.formUnion(column.quality.extractors.fitting(available)?.inputs ?? [])
    }
    // If detectors need no channel, all are read, including the accelerometer.
    if readsCadence, !needs.all.isEmpty { needs.wished.formUnion(available.filter(Cadence.axes.contains)) }
    needs.wished.subtract(needs.required)
    return needs
  }
}

/// Channels that are required, and others that are used if they exist.
package struct ChannelNeeds: Equatable, Sendable {
  package fileprivate(set) var required: Set<ChannelKind> = []
  package fileprivate(set) var wished: Set<ChannelKind> = []

  package var all: Set<ChannelKind> { required.union(wished) }
}

/// One recording of one data set.
package struct RecordingPlan: Sendable {
  package let dataset: Int
  package let entry: RecordingEntry
}
