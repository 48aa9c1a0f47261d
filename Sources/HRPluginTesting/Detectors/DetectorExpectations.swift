/// Promises of every detector.
public enum DetectorPromise: String, CaseIterable, Sendable {
  /// Defaults are in their ranges, every parameter has a summary, and a detector can be made of the defaults.
  case takesItsDefaults
  /// It abstains if samples are constant or missing.
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
  /// A streaming detector reads the same if samples of optional channels come after frames that are later, a block of
  /// seconds at a time.
  case takesOptionalSamplesInBlocks
  /// The level of the accelerometer's axes does not matter, nor, where their unit is not known
  /// (`Channels.accelerationIsInG`), their scale: rates and confidences are the same to 10⁻⁶. Only if it reads them.
  case takesAnyLevelOfAccelerometers
  /// The same samples give the same estimates, bit for bit.
  case saysTheSameTwice
  /// Gain and offset of pulse waves and electrocardiogram do not matter.
  case doesNotDependOnTheUnit
  /// The wave upside down gives the same rate. Only if ``DetectorExpectations/readsUpsideDown`` is true.
  case readsAWaveUpsideDownAlike
  /// The same samples at another sample rate are the same pulse at another rate.
  case stretchesWithTime
  /// An hour later the same samples give the same rate, and beats an hour later.
  case knowsNoClock
  /// Half a minute at one rate has no effect on the next at another.
  ///
  /// A detector that is given its window alone answers exactly as without the rest. One that prepares the recording may
  /// differ by its filters' start-up, and one that tracks has ten seconds to adapt.
  case readsEachPartOfARecording
  /// A range of rates with an upper bound is declared, with the defaults and at the ends of the parameters.
  case declaresARange
  /// Pulses about both ends of its range, and beyond, give no rate outside.
  case keepsToItsRange
  /// Parameters at their ends are refused in words, or the detector is sound and keeps to its range.
  case livesWithTheEndsOfItsParameters
  /// A clean pulse is read, at four rates and four sample rates.
  case readsACleanPulse
  /// A streaming detector states the delay that is measured (`delay@1`), to 0.3 s.
  case statesItsDelay
}

/// Expectations of one detector, as far as they differ from those of all.
public struct DetectorExpectations: Sendable {
  /// Largest error of a clean pulse's rate, in beats or breaths per minute.
  public var toleranceBPM = 1.5
  /// True if it uses a spectrum or a correlation, which have no sign, or declares that polarity does not matter.
  public var readsUpsideDown = false
  /// Largest time in seconds by which a beat may be before its window: a filter's delay, taken off, may move one out of
  /// it.
  public var beatDelaySeconds = 0.0
  /// Promises it breaks, each with the reason.
  public var excused: [DetectorPromise: String] = [:]

  /// Creates the expectations of a detector that keeps every promise.
  public init() {}
}
