public import HRSignals

/// A heart-rate algorithm. Conform to ``WindowDetector`` or ``StreamingDetector``.
public protocol Detector: Plugin {
  /// The channels it reads. `ChannelKind.ppg` stands for whatever the pipeline's extractor and filters make.
  static var inputs: [ChannelKind] { get }
  /// Raw channels it makes use of where a recording has them, and does without elsewhere: a window detector finds them
  /// in its window, a streaming one is pushed their samples.
  static var optionalInputs: [ChannelKind] { get }
  /// Extractors to use when an experiment names none: the first whose channels the recording has.
  static var extractors: [String] { get }
  /// How far beyond the end of a window it looks.
  static var causality: Causality { get }
  /// What its estimates are rates of; a detector that knows nothing of the signal may do for several.
  static var measurands: [Measurand] { get }
  /// Whether an estimate depends on what came before its window: on earlier estimates, or on earlier samples beyond a
  /// filter's start-up.
  static var tracks: Bool { get }
  /// What it says of a window in words, beside the rate; experiments can go by these.
  static var words: [DetectorWord] { get }
  /// The rates it can say with its parameters, in beats or breaths per minute, both ends included; of a method without
  /// bounds `ClosedRange.unbounded`.
  ///
  /// A rate outside is not taken for an estimate: the window counts as failed. A detector keeps to its range itself,
  /// and abstains (``Estimate/within(_:else:)``) where its method leads out of it. `nil` declares nothing; what can be
  /// thought of at all (`Measurand.conceivablePerMinute`) then counts.
  var rangeBPM: ClosedRange<Double>? { get }
  /// Within how many beats or breaths per minute of the truth its ``Estimate/confidence`` says the rate is, as a chance:
  /// of answers at 0.9, nine in ten are meant to be that near. `nil` where confidence only orders answers, or nothing is
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

/// How far beyond the end of a window a detector looks.
public enum Causality: Equatable, Sendable {
  /// Not at all.
  case causal
  /// Infinite: up to the recording's end.
  case lookAhead(seconds: Double)
}

/// How a window detector wants its samples.
public enum TimeBase: Equatable, Sendable {
  /// Evenly spaced; irregular channels are interpolated at their nominal rate.
  case even
  /// With the times they were taken at; `Window.channels` holds them.
  case asRecorded
}

/// A pure function from a window to an estimate.
public protocol WindowDetector: Detector {
  /// The rate it must be fed with; `nil` takes even channels as they are and irregular ones at their nominal rate.
  var sampleRate: Double? { get }
  /// How it wants its samples; ``TimeBase/even`` unless it says otherwise.
  var timeBase: TimeBase { get }
  /// The rate it takes its samples to have, whatever their times say, as programs do that never look at them; `nil` for
  /// the rate that they have. On samples of another rate its estimates are wrong by the ratio, and the report says so.
  var assumedSampleRate: Double? { get }
  /// The rate in a window, or why there is none; equal windows give equal estimates.
  func estimate(in window: Window) -> Estimate
}

extension WindowDetector {
  public var sampleRate: Double? { nil }
  public var timeBase: TimeBase { .even }
  public var assumedSampleRate: Double? { nil }
}

/// A window detector that stands for a program which reads again and again while its samples arrive.
public protocol ArrivalReader: WindowDetector {
  /// When the program would first have shown a rate while this window's samples arrived: the time of the newest sample
  /// it had then, in seconds on the recording's clock; `nil` where it would have shown none.
  func firstReading(in window: Window) -> Double?
}

/// A window detector that does part of its work once per recording.
///
/// `prepare` may carry state forward in time (a causal filter that has been running since the recording began, a
/// tracker that follows the rate from window to window), never backward: the estimate of a window must not change when
/// samples after the window's end do, unless ``Detector/causality`` says so.
public protocol PreparedWindowDetector: WindowDetector {
  /// What is made once per recording.
  associatedtype Prepared: Sendable
  /// - Parameter channels: the detector's inputs, evenly sampled.
  func prepare(_ channels: Channels) -> Prepared
  /// The rate in one window of the prepared recording, or why there is none.
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

/// One detector inside a ``CompositeDetector``.
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
  /// All of them, defaults included.
  package let parameters: ParameterValues

  /// The identity of what has this name and these parameters.
  package init(definition: String, parameters: ParameterValues) {
    self.definition = definition
    self.parameters = parameters
  }
}

/// A state machine that is pushed samples in time order and can be asked for a reading at any time.
public protocol StreamingDetector: Detector {
  /// Called once, before the first frame, with the recording's (nominal) frames per second.
  mutating func begin(sampleRate: Double)
  /// Called with every frame, in time order.
  mutating func push(_ frame: Frame)
  /// Called with every sample of those ``Detector/optionalInputs`` that a recording has, at its own time; a detector that
  /// does not implement it looks at none.
  ///
  /// Such a channel has a rate of its own. Its samples come in time order, on the clock of the frames, and none before
  /// ``begin(sampleRate:)``. A run pushes what comes first first, and at one moment the frame before them; devices hand
  /// them over in blocks, so readings must not depend on how they stand among the frames since the last reading.
  mutating func push(_ value: Double, of kind: ChannelKind, at time: Double)
  /// The reading at a moment, from what was pushed so far; all of it lies before that moment.
  func reading(at time: Double) -> Estimate
}

extension StreamingDetector {
  public mutating func push(_ value: Double, of kind: ChannelKind, at time: Double) {}
}

/// One moment of the channels a streaming detector reads.
public struct Frame: Sendable {
  /// In seconds on the recording's clock.
  public let time: Double
  private let columns: [[Double]]
  private let index: Int

  /// - Parameters:
  ///   - time: in seconds on the recording's clock.
  ///   - columns: the values of each input, in the order of ``Detector/inputs``.
  ///   - index: which value of each column belongs to this moment.
  public init(time: Double, columns: [[Double]], index: Int) {
    self.time = time
    self.columns = columns
    self.index = index
  }

  /// The value of the n-th input.
  public subscript(_ input: Int) -> Double { columns[input][index] }
}
