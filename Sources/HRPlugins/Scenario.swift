public import HRNumerics
public import HRSignals

/// Controlled damage to the raw channels of a recording. The reference is never touched.
public protocol Scenario: Plugin {
  /// The only channels it may change, or add.
  static var touches: [ChannelKind] { get }
  /// Channels of ``touches`` that it may change with its parameters.
  var touchedKinds: [ChannelKind] { get }
  /// Needs beyond the channels themselves; experiments that do not meet them are refused.
  static var needs: [ScenarioNeed] { get }
  /// Compression that the recording's video goes through for it; `nil` unless it needs ``ScenarioNeed/video``.
  var compression: VideoCompression? { get }
  /// - Returns: the channels with those of ``touches`` that the recording has changed, all others as they were.
  func apply(to channels: Channels, in trial: ScenarioTrial) throws(ScenarioFailure) -> Channels
}

extension Scenario {
  public static var touches: [ChannelKind] { ChannelKind.allCases.filter(\.isOptical) }
  public static var needs: [ScenarioNeed] { [] }
  public var touchedKinds: [ChannelKind] { Self.touches }
  public var compression: VideoCompression? { nil }
}

/// Changes the rhythm: beat times, and with them channels and reference, are moved.
///
/// The scenario gives the new time of each beat; hreval moves samples and reference by one and the same map, so that
/// the reference stays true.
public protocol RhythmScenario: Plugin {
  /// Returns the new times of the beats.
  ///
  /// - Parameters:
  ///   - beats: the reference's, in seconds, strictly ascending; at least two.
  ///   - trial: source of its random numbers.
  /// - Throws: a ``ScenarioFailure`` if it cannot be applied to this recording.
  func moved(_ beats: [Double], in trial: ScenarioTrial) throws(ScenarioFailure) -> MovedBeats
}

/// New times of the beats of a recording.
public struct MovedBeats: Equatable, Sendable {
  /// Times in seconds, one for each beat of the recording, strictly ascending.
  public var times: [Double]
  /// Height of each beat's pulse over its recorded height; as many as there are times.
  public var pulseShares: [Double]

  /// - Parameters:
  ///   - times: one for each beat of the recording, in seconds, strictly ascending.
  ///   - pulseShares: one for each time; left out: every pulse as high as recorded.
  public init(times: [Double], pulseShares: [Double]? = nil) {
    self.times = times
    self.pulseShares = pulseShares ?? Array(repeating: 1, count: times.count)
  }
}

/// Requirement of a scenario.
public enum ScenarioNeed: String, CaseIterable, Sendable {
  /// The true heart rate over time.
  case heartRate
  /// The times of the true beats.
  case beats
  /// A recording of noise, named in the experiment.
  case noise
  /// The recording's video; means of its frames are not enough.
  case video
}

/// Context of a scenario: the trial it takes part in.
public struct ScenarioTrial: Sendable {
  /// Numbers that depend on seed, recording, scenario, repeat and step only.
  public let random: RandomSource
  /// The true heart rate; `nil` if the reference states none.
  public let heart: InstantaneousHeartRate?
  /// The noise the experiment names, one signal per channel asked for; empty where it names none.
  public let noise: [Signal]
  /// The channels that come from the recording's video once it has gone through the scenario's compression; empty
  /// where it needs none.
  public let recompressed: Channels

  /// A trial as hreval makes it; a test makes its own.
  public init(
    random: RandomSource, heart: InstantaneousHeartRate? = nil, noise: [Signal] = [],
    recompressed: Channels = Channels()
  ) {
    self.random = random
    self.heart = heart
    self.noise = noise
    self.recompressed = recompressed
  }
}

/// Reason why a scenario cannot be applied to a recording, in words that follow "it".
public struct ScenarioFailure: Error, Equatable, Sendable {
  /// Words that follow "it".
  public let reason: String

  /// A failure for this reason.
  public init(_ reason: String) {
    self.reason = reason
  }
}

/// Independent streams of random numbers for one (seed, recording, scenario, repeat, step).
public struct RandomSource: Sendable {
  private let seed: UInt64
  private let names: [String]

  /// Equal seeds and names give equal streams.
  public init(seed: UInt64, names: [String]) {
    self.seed = seed
    self.names = names
  }

  /// The stream for one purpose: `"burst times"`, `"noise red"`.
  public func stream(_ purpose: String) -> RandomStream {
    RandomStream(seed: seed, names + [purpose])
  }
}
