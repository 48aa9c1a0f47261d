/// What every detector promises.
public enum DetectorPromise: String, CaseIterable, Sendable {
  /// Defaults lie in their ranges, every parameter has a summary, and a detector can be made of the defaults.
  case takesItsDefaults
  /// It abstains where samples are constant or missing.
  case abstainsWhereNothingMoves
  /// It abstains on up to three samples, and without any channel.
  case abstainsOnAHandfulOfSamples
  /// Noise, spikes and short windows give no estimate that is unsound: a rate that is not finite, positive and in the
  /// declared range, a confidence outside 0…1, beats that are not ascending or not in the window.
  case isSoundOnRoughSignals
  /// Missing samples and infinities give no unsound estimate.
  case isSoundWithGaps
  /// It abstains in a flat window, whatever came before.
  case abstainsAfterAPulse
  /// A causal detector's estimate does not depend on samples after its window, optional channels' neither; any other's
  /// does.
  case looksAheadAsItSays
  /// A clean pulse is read with all optional channels, with each of them alone, and, as in every other promise, without
  /// any.
  case doesWithoutOptionalChannels
  /// A streaming detector reads the same where samples of optional channels come after frames that are later, a block of
  /// seconds at a time.
  case takesOptionalSamplesInBlocks
  /// The same samples give the same estimates, bit for bit.
  case saysTheSameTwice
  /// Gain and offset of pulse waves and electrocardiogram do not matter.
  case doesNotDependOnTheUnit
  /// The wave upside down gives the same rate. Only where ``DetectorExpectations/readsUpsideDown`` says so.
  case readsAWaveUpsideDownAlike
  /// The same samples at another sample rate are the same pulse at another rate.
  case stretchesWithTime
  /// An hour later the same samples give the same rate, and beats an hour later.
  case knowsNoClock
  /// Half a minute at one rate says nothing about the next at another.
  ///
  /// A detector that is shown its window alone answers exactly as if there were nothing else. One that prepares the
  /// recording may differ by its filters' start-up, and one that tracks has ten seconds to unlearn.
  case readsEachPartOfARecording
  /// It declares a range of rates with an upper bound, with its defaults and at the ends of its parameters.
  case declaresARange
  /// Pulses about both ends of its range, and beyond, give no rate outside.
  case keepsToItsRange
  /// At the ends of its parameters it refuses in words, or is sound and keeps to its range.
  case livesWithTheEndsOfItsParameters
  /// A clean pulse is read, at four rates and four sample rates.
  case readsACleanPulse
}

/// What is to be expected of one detector, where it is not what is expected of all.
public struct DetectorExpectations: Sendable {
  /// What a clean pulse's rate may be off by, in beats or breaths per minute.
  public var toleranceBPM = 1.5
  /// Whether it looks at a spectrum or a correlation, which have no sign, or says that polarity does not matter.
  public var readsUpsideDown = false
  /// How long before its window a beat may lie, in seconds: a filter's delay, taken off, may move one out of it.
  public var beatDelaySeconds = 0.0
  /// Promises it breaks, each with the reason.
  public var excused: [DetectorPromise: String] = [:]

  /// Of a detector that keeps every promise.
  public init() {}
}
