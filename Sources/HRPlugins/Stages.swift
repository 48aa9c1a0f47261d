public import HRSignals

/// Makes the pulse wave (`ChannelKind.ppg`, and perhaps `ChannelKind.contact`) from a recording's channels.
public protocol Extractor: Plugin {
  /// The channels it needs, all on one time base.
  static var inputs: [ChannelKind] { get }
  /// Whether a sample of the pulse wave depends on later samples of the inputs.
  var causality: Causality { get }
  /// Whether a sample of the pulse wave depends on the inputs at its own moment alone, so that a long recording can be
  /// shown to it a block after the other.
  static var isSamplewise: Bool { get }
  /// - Returns: `channels` with the pulse wave put in, on the time base of the inputs; an extractor that needs even
  ///   samples puts it at their nominal rate.
  func extract(from channels: Channels) -> Channels
}

extension Extractor {
  public var causality: Causality { .causal }
  public static var isSamplewise: Bool { false }
}

/// Changes a pulse wave, sample for sample.
public protocol Filter: Plugin {
  /// Whether an output sample depends on later input samples.
  var causality: Causality { get }
  /// - Returns: a signal with the same rate, start and count.
  func apply(to signal: Signal) -> Signal
}

/// A number that says how good a stretch of pulse wave is, whatever its rate. It looks at nothing outside.
public protocol QualityIndex: Plugin {
  /// Which end of its scale good waves lie at.
  static var better: QualityDirection { get }
  /// Extractors to look through when an experiment names none: the first whose channels the recording has.
  static var extractors: [String] { get }
  /// In words: `decibels`, `per cent`, `share`; empty for a pure number.
  static var unit: String { get }
  /// - Parameter wave: what the extractor made, before any filter: an index that needs a band passes its own.
  /// - Returns: `nil` where it is not defined: too short, flat, no beats.
  func value(of wave: Signal) -> Double?
}

extension QualityIndex {
  public static var extractors: [String] { ["ppg", "red"] }
}

/// Which end of a quality index's scale good waves lie at.
public enum QualityDirection: String, Sendable {
  /// Whether higher or lower values are better.
  case higher, lower
}
