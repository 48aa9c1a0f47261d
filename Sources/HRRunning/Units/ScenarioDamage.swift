package import HRPlugins
package import HRRecordings
internal import HRScenarios
package import HRSignals

extension ScenarioPlan {
  /// A recording after all steps.
  package struct Damaged: Equatable, Sendable {
    package var channels: Channels
    /// The given reference, or that of the moved beats.
    package var reference: Reference
    /// Stretches on which no detector is judged, ascending by start; if a step moved the beats, both their original
    /// and their moved times.
    package var notJudged: [TimeRange] = []
    /// Gaps of the channels as recorded; if a step moved the beats, at their original and their moved times.
    package var gaps: [ChannelKind: [TimeRange]] = [:]
  }

  /// Applies the steps one after the other. Camera channels with whole codes have whole codes afterwards too.
  ///
  /// The random numbers depend on seed, recording, family, repeat and step, but not on the detector or the swept
  /// values: along a sweep only the severity changes. Nor do they depend on the length or start of windows.
  ///
  /// - Parameter noise: reads the noise of a step; none for a step that needs none.
  package func apply(
    to channels: Channels, reference: Reference, notJudged: [TimeRange] = [],
    gaps: [ChannelKind: [TimeRange]] = [:], seed: UInt64, recording: String, repetition: Int,
    noise: (Step, RandomSource) throws(ScenarioFailure) -> [Signal]
  ) throws(ScenarioFailure) -> Damaged {
    var current = Damaged(channels: channels, reference: reference, notJudged: notJudged, gaps: gaps)
    for (index, step) in steps.enumerated() {
      let random = RandomSource(
        seed: seed, names: [recording, familyLabel, String(repetition), String(index)])
      do throws(ScenarioFailure) {
        let trial = ScenarioTrial(
          random: random, heart: InstantaneousHeartRate(current.reference),
          noise: try noise(step, random))
        try step.apply(to: &current, in: trial)
      } catch {
        throw ScenarioFailure("\(label): \(error.reason)")
      }
    }
    // A camera that gives whole codes rounds after the noise, so the values are rounded here.
    current.channels = current.channels.restoringWholeCodes(like: channels)
    return current
  }

  /// Applies the steps to a recording of a data set, with their noise.
  package func apply(
    to recording: Recording, of dataset: Dataset, seed: UInt64, repetition: Int, noise: inout NoiseCache
  ) throws(ScenarioFailure) -> Damaged {
    try apply(
      to: recording.channels, reference: recording.reference, notJudged: recording.notJudged,
      gaps: recording.gaps, seed: seed, recording: dataset.qualifiedName(of: recording.id),
      repetition: repetition
    ) { (step, random) throws(ScenarioFailure) in
      try noise.signals(for: step, random: random)
    }
  }
}

extension ScenarioPlan.Step {
  fileprivate func apply(
    to current: inout ScenarioPlan.Damaged, in trial: ScenarioTrial
  ) throws(ScenarioFailure) {
    switch scenario {
    case .damage(let scenario):
      current.channels = try scenario.apply(to: current.channels, in: trial)
    case .rhythm(let scenario):
      guard let beats = trial.heart?.beats, beats.count > 1 else {
        throw ScenarioFailure("\(info.name) moves beats, and the reference has none")
      }
      let moved = try scenario.moved(beats, in: trial)
      if let fault = moved.fault(for: beats) { throw ScenarioFailure("\(info.name) \(fault)") }
      let warp = BeatWarp(beats, to: moved)
      current.channels = warp.moved(current.channels)
      current.reference = warp.moved(current.reference)
      func both(_ ranges: [TimeRange]) -> [TimeRange] {
        (ranges + ranges.map(warp.moved)).sorted { ($0.start, $0.end) < ($1.start, $1.end) }
      }
      current.notJudged = both(current.notJudged)
      current.gaps = current.gaps.mapValues(both)
    }
  }
}

extension MovedBeats {
  /// Returns the fault of the moved beats, in words that follow the scenario's name; `nil` if there is none. A
  /// plugin of another package may have moved them.
  fileprivate func fault(for beats: [Double]) -> String? {
    guard times.count == beats.count, pulseShares.count == beats.count else {
      return "moved \(beats.count) beats to \(times.count) times with \(pulseShares.count) heights"
    }
    guard times.allSatisfy(\.isFinite), pulseShares.allSatisfy(\.isFinite) else {
      return "moved a beat to a time, or gave it a height, that is no number"
    }
    let isAscending = zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
    return isAscending ? nil : "moved a beat before the one that precedes it"
  }
}

/// Cache of noise recordings, each of which is read once, when it is first needed.
package struct NoiseCache {
  private var cached: [String: [Signal]] = [:]

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
    if let known = cached[key] { return known }
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
    cached[key] = signals
    return signals
  }
}
