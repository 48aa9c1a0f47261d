package import HRPlugins
package import HRRecordings
package import HRSignals

/// The recordings from which a scenario takes its noise.
package struct NoisePlan: Sendable {
  package let dataset: Dataset
  /// In the order of the signals that the scenario is given.
  package let channels: [ChannelKind]
  /// ``ContentHash/joint(_:)`` of the recordings' files; `nil` if a file cannot be read, which the trials that need
  /// it report, or if digests are not wanted.
  package let sha256: String?

  /// - Parameter isDigested: true if the files are read for their digests; else there are none.
  init(dataset: Dataset, channels: [ChannelKind], isDigested: Bool) {
    self.dataset = dataset
    self.channels = channels
    let digests =
      isDigested ? try? dataset.recordings.flatMap { try dataset.digests(of: $0).map(\.sha256) } : nil
    sha256 = digests.map(ContentHash.joint)
  }

  /// Identity of the noise: two folders may hold data sets of one name.
  var identity: String { "\(dataset.root) \(text)" }

  /// `opensignals-bvp: bvp_motion_artifact (ppg)`
  package var text: String {
    "\(dataset.name): \(dataset.recordings.map(\.id).joined(separator: ", ")) (\(channels.map(\.rawValue).joined(separator: ", ")))"
  }
}

/// Cache of noise recordings, each of which is read once, when it is first needed.
package struct NoiseCache {
  private var shelved: [String: [Signal]] = [:]

  package init() {}

  /// Returns the signals of one of the recordings that a step names, in the order of its channels; irregular ones
  /// at their nominal rate. None for a step that names none.
  ///
  /// With several recordings each trial draws one, so that repeats get different noise.
  package mutating func signals(
    for step: ScenarioPlan.Step, random: RandomSource
  ) throws(ScenarioFailure) -> [Signal] {
    guard let plan = step.noise else { return [] }
    var stream = random.stream("which recording of noise")
    let entry = plan.dataset.recordings[stream.index(below: plan.dataset.recordings.count)]
    let name = plan.dataset.qualifiedName(of: entry.id)
    let key = "\(plan.identity) \(entry.id)"
    if let known = shelved[key] { return known }
    let channels: Channels
    do {
      channels = try plan.dataset.load(entry, needing: Set(plan.channels), reference: false).channels
    } catch {
      throw ScenarioFailure(
        "the noise \(name) cannot be read: \(error.first.summary(within: plan.dataset.root))")
    }
    let signals = plan.channels.compactMap { channels[$0]?.uniform() }
    guard signals.count == plan.channels.count, signals.allSatisfy({ $0.count > 0 }) else {
      throw ScenarioFailure(
        "the noise \(name) has no samples of \(plan.channels.map(\.rawValue).joined(separator: " or "))")
    }
    shelved[key] = signals
    return signals
  }
}
