public import HRSignals

/// A heart-rate algorithm. Conform to ``WindowDetector`` or ``StreamingDetector``.
public protocol Detector: Plugin {
  /// The channels it reads. `ChannelKind.ppg` is the wave that the pipeline's extractor and filters make.
  static var inputs: [ChannelKind] { get }
  /// Raw channels that it uses if a recording has them: a window detector finds them in its window, a streaming one is
  /// pushed their samples.
  static var optionalInputs: [ChannelKind] { get }
  /// Extractors to use when an experiment names none: the first whose channels the recording has.
  static var extractors: [String] { get }
  /// Look-ahead beyond the end of a window.
  static var causality: Causality { get }
  /// Quantities whose rates it estimates; a detector that does not use the signal may do for several.
  static var measurands: [Measurand] { get }
  /// True if an estimate depends on data before its window: on earlier estimates, or on earlier samples beyond a
  /// filter's start-up.
  static var tracks: Bool { get }
  /// Words that it gives of a window, beside the rate; experiments can use these as conditions.
  static var words: [DetectorWord] { get }
  /// Range of the rates that it can give with its parameters, in beats or breaths per minute, both ends included; of a
  /// method without bounds `ClosedRange.unbounded`.
  ///
  /// A rate outside is not taken for an estimate: the window counts as failed. A detector keeps to its range itself,
  /// and abstains (``Estimate/within(_:else:)``) if its method leads out of it. `nil` declares nothing; the conceivable
  /// range (`Measurand.conceivablePerMinute`) then counts.
  var rangeBPM: ClosedRange<Double>? { get }
  /// Largest error, in beats or breaths per minute, for which its ``Estimate/confidence`` is the probability: of
  /// answers at 0.9, nine in ten are meant to be within it. `nil` if confidence only orders answers, or nothing is
  /// stated of it.
  static var chanceWithinBPM: Double? { get }
}

extension Detector {
  public static var optionalInputs: [ChannelKind] { [] }
  public static var extractors: [String] { ["ppg", "red"] }
  public static var causality: Causality { .causal }
  public static var measurands: [Measurand] { [.heartRate] }
  public static var tracks: Bool { false }
  public static var words: [DetectorWord] { [] }
  public var rangeBPM: ClosedRange<Double>? { nil }
  public static var chanceWithinBPM: Double? { nil }
}

/// Look-ahead of a detector beyond the end of a window.
public enum Causality: Equatable, Sendable {
  /// No look-ahead.
  case causal
  /// Look-ahead in seconds; infinite: up to the recording's end.
  case lookAhead(seconds: Double)
}

/// Sample times that a window detector needs.
public enum TimeBase: Equatable, Sendable {
  /// Evenly spaced; irregular channels are interpolated at their nominal rate.
  case even
  /// Samples with their own times; `Window.channels` holds them.
  case asRecorded
}

/// A pure function from a window to an estimate.
public protocol WindowDetector: Detector {
  /// The rate it must be fed with; `nil` takes even channels as they are and irregular ones at their nominal rate.
  var sampleRate: Double? { get }
  /// Sample times that it needs; ``TimeBase/even`` by default.
  var timeBase: TimeBase { get }
  /// The rate that it takes its samples to have, whatever their times, as programs do that never use them; `nil` for
  /// the samples' own rate. On samples of another rate its estimates are wrong by the ratio, and the report states it.
  var assumedSampleRate: Double? { get }
  /// The rate in a window, or the reason for having none; equal windows give equal estimates.
  func estimate(in window: Window) -> Estimate
}

extension WindowDetector {
  public var sampleRate: Double? { nil }
  public var timeBase: TimeBase { .even }
  public var assumedSampleRate: Double? { nil }
}

/// A window detector that represents a program which reads again and again while its samples arrive.
public protocol ArrivalReader: WindowDetector {
  /// Time at which the program would first have shown a rate while this window's samples arrived: that of the newest
  /// sample it had then, in seconds on the recording's clock; `nil` if it would have shown none.
  func firstReading(in window: Window) -> Double?
}

/// A window detector that does part of its work once per recording.
///
/// `prepare` may carry state forward in time (a causal filter that has been running since the recording began, a
/// tracker that follows the rate from window to window), never backward: the estimate of a window must not change when
/// samples after the window's end do, unless ``Detector/causality`` declares it.
public protocol PreparedWindowDetector: WindowDetector {
  /// Result of the work that is done once per recording.
  associatedtype Prepared: Sendable
  /// - Parameter channels: the detector's inputs, evenly sampled.
  func prepare(_ channels: Channels) -> Prepared
  /// The rate in one window of the prepared recording, or the reason for having none.
  func estimate(in range: TimeRange, of prepared: Prepared) -> Estimate
}

extension PreparedWindowDetector {
  public func estimate(in window: Window) -> Estimate {
    estimate(in: window.range, of: prepare(window.channels))
  }
}

/// A window detector that only arbitrates between others.
///
/// Runners compute a component once per window even if the experiment also lists it by itself.
public protocol CompositeDetector: WindowDetector {
  /// The detectors it arbitrates between.
  var components: [Component] { get }
  /// - Parameter estimates: one per component, in their order.
  func estimate(from estimates: [Estimate]) -> Estimate
}

extension CompositeDetector {
  public func estimate(in window: Window) -> Estimate {
    estimate(from: components.map { $0.detector.estimate(in: window) })
  }
}

/// A detector inside a ``CompositeDetector``.
public struct Component: Sendable {
  /// The detector with its parameters.
  public let detector: any WindowDetector
  /// Equal for equal detectors with equal parameters.
  package let identity: DetectorIdentity

  /// A detector of this type with these parameters.
  public init<D: WindowDetector>(_ type: D.Type, _ parameters: D.Parameters) {
    detector = type.init(parameters: parameters)
    identity = DetectorIdentity(definition: type.info.definition, parameters: parameters.values)
  }
}

/// Names a detector and its parameters, for telling whether two are the same.
package struct DetectorIdentity: Hashable, Sendable {
  /// Name and version: `fft@1`.
  package let definition: String
  /// All parameters, defaults included.
  package let parameters: ParameterValues

  /// The identity of a detector with this name and these parameters.
  package init(definition: String, parameters: ParameterValues) {
    self.definition = definition
    self.parameters = parameters
  }
}

/// A state machine that is pushed samples in time order and can be asked for a reading at any time.
public protocol StreamingDetector: Detector {
  /// Measured delay of its readings in seconds, with its default parameters: a reading at a given time is the rate that
  /// a steadily rising or falling pulse had so long before; positive.
  ///
  /// It does not depend on the windows of a run. The mean rate of a window is that in its middle, so behind a window of
  /// n seconds, at whose end the detector is read, it is n / 2 less. Runs never shift anything by it; a report can show
  /// errors at it beside the plain ones. `PluginContract` holds it against the measurement (`delay@1`). `nil`, the
  /// default, only for a detector whose delay cannot be measured because it does not answer.
  static var delaySeconds: Double? { get }
  /// Called once, before the first frame, with the recording's (nominal) frames per second.
  mutating func begin(sampleRate: Double)
  /// Called after ``begin(sampleRate:)`` if the unit of the accelerometer's samples is not known; by default this is
  /// ignored.
  mutating func accelerationIsInAnyUnit()
  /// Called with every frame, in time order.
  mutating func push(_ frame: Frame)
  /// Called with every sample of those ``Detector/optionalInputs`` that a recording has, at its own time; by default
  /// they are ignored.
  ///
  /// Such a channel has a rate of its own. Its samples come in time order, on the clock of the frames, and none before
  /// ``begin(sampleRate:)``. A run pushes in the order of times, and at equal times the frame first. Devices deliver
  /// the samples in blocks, so readings must not depend on their order relative to the frames since the last reading.
  mutating func push(_ value: Double, of kind: ChannelKind, at time: Double)
  /// The reading at a given time, from the samples pushed so far; all of them are before that time.
  func reading(at time: Double) -> Estimate
}

extension StreamingDetector {
  public static var delaySeconds: Double? { nil }
  public mutating func accelerationIsInAnyUnit() {}
  public mutating func push(_ value: Double, of kind: ChannelKind, at time: Double) {}
}

/// The values of a streaming detector's channels at one time.
public struct Frame: Sendable {
  /// Time in seconds on the recording's clock.
  public let time: Double
  private let columns: [[Double]]
  private let index: Int

  /// - Parameters:
  ///   - time: in seconds on the recording's clock.
  ///   - columns: the values of each input, in the order of ``Detector/inputs``.
  ///   - index: the place in each column of the values at this time.
  public init(time: Double, columns: [[Double]], index: Int) {
    self.time = time
    self.columns = columns
    self.index = index
  }

  /// The value of the n-th input.
  public subscript(_ input: Int) -> Double { columns[input][index] }
}
