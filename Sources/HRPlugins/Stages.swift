public import HRSignals

/// Makes the pulse wave (`ChannelKind.ppg`, and perhaps `ChannelKind.contact`) from a recording's channels.
public protocol Extractor: Plugin {
  /// The channels it needs, all on one time base.
  static var inputs: [ChannelKind] { get }
  /// Dependence of a sample of the pulse wave on later samples of the inputs.
  var causality: Causality { get }
  /// True if a sample of the pulse wave depends on the inputs at its own time alone, so that a long recording can be
  /// passed to it a block after the other.
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
  /// Dependence of an output sample on later input samples.
  var causality: Causality { get }
  /// - Returns: a signal with the same rate, start and count.
  func apply(to signal: Signal) -> Signal
}

/// A number for the quality of a stretch of pulse wave, whatever its rate. It uses no sample outside.
public protocol QualityIndex: Plugin {
  /// End of the scale for good waves.
  static var better: QualityDirection { get }
  /// Extractors to use when an experiment names none: the first whose channels the recording has.
  static var extractors: [String] { get }
  /// Unit in words: `decibels`, `per cent`, `share`; empty for a pure number.
  static var unit: String { get }
  /// - Parameter wave: the extractor's output, before any filter: an index that needs a band passes its own.
  /// - Returns: `nil` if it is not defined: too short, flat, no beats.
  func value(of wave: Signal) -> Double?
}

extension QualityIndex {
  public static var extractors: [String] { ["ppg", "red"] }
}

/// End of a quality index's scale for good waves.
public enum QualityDirection: String, Sendable {
  /// Direction of better values.
  case higher, lower
}
