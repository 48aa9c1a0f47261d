internal import HRSupport
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
  /// - Parameter supplies: noise and recompressed video of a step; none for a step that needs none.
  package func apply(
    to channels: Channels, reference: Reference, notJudged: [TimeRange] = [],
    gaps: [ChannelKind: [TimeRange]] = [:], seed: UInt64, recording: String, repetition: Int,
    supplies: (Step, RandomSource) throws(ScenarioFailure) -> ScenarioSupplies.Supply
  ) throws(ScenarioFailure) -> Damaged {
    var current = Damaged(channels: channels, reference: reference, notJudged: notJudged, gaps: gaps)
    for (index, step) in steps.enumerated() {
      let random = RandomSource(
        seed: seed, names: [recording, familyLabel, String(repetition), String(index)])
      do throws(ScenarioFailure) {
        let supply = try supplies(step, random)
        let trial = ScenarioTrial(
          random: random, heart: InstantaneousHeartRate(current.reference), noise: supply.noise,
          recompressed: supply.recompressed)
        try step.apply(to: &current, in: trial)
      } catch {
        throw ScenarioFailure("\(label): \(error.reason)")
      }
    }
    // A camera that gives whole codes rounds after the noise, so the values are rounded here.
    current.channels = current.channels.restoringWholeCodes(like: channels)
    return current
  }

  /// Applies the steps to a recording of a data set, with their noise and its video.
  package func apply(
    to recording: Recording, of dataset: Dataset, seed: UInt64, repetition: Int,
    supplies: inout ScenarioSupplies
  ) throws(ScenarioFailure) -> Damaged {
    try apply(
      to: recording.channels, reference: recording.reference, notJudged: recording.notJudged,
      gaps: recording.gaps, seed: seed, recording: dataset.qualifiedName(of: recording.id),
      repetition: repetition
    ) { (step, random) throws(ScenarioFailure) in
      .init(
        noise: try supplies.signals(for: step, random: random),
        recompressed: try supplies.recompressed(recording, of: dataset, for: step))
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

/// Supplies of steps beside the channels: recordings of noise, each of which is read once, when it is first needed; and
/// videos that have gone through an encoder once more.
package struct ScenarioSupplies {
  /// Supply of one step.
  package struct Supply {
    package var noise: [Signal] = []
    package var recompressed = Channels()

    package init(noise: [Signal] = [], recompressed: Channels = Channels()) {
      (self.noise, self.recompressed) = (noise, recompressed)
    }
  }

  private var cached: [String: [Signal]] = [:]
  private let aids: ReadingAids

  package init(aids: ReadingAids = ReadingAids()) { self.aids = aids }

  /// Returns the channels of a recording that come from its video, after a step's compression; none for a step
  /// without one.
  package func recompressed(
    _ recording: Recording, of dataset: Dataset, for step: ScenarioPlan.Step
  ) throws(ScenarioFailure) -> Channels {
    guard case .damage(let scenario) = step.scenario, let compression = scenario.compression else {
      return Channels()
    }
    guard let entry = dataset.recordings.first(where: { $0.id == recording.id }) else { return Channels() }
    do throws(Diagnostics) {
      return try dataset.recompressed(entry, Set(recording.channels.kinds), by: compression, aids: aids)
    } catch {
      throw ScenarioFailure(error.first.summary(within: dataset.root))
    }
  }

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
