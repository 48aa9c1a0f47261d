internal import HRPlugins
internal import HRSignals

/// Reason why a step inside a detector has no result.
extension Abstention: Error {}

extension Estimate {
  /// The estimate that a method returns, or an abstention for the reason that it throws.
  static func unlessSilent(_ read: () throws(Abstention) -> Estimate) -> Estimate {
    do { return try read() } catch { return .abstained(error) }
  }
}

extension Detector {
  /// The pulse wave, for detectors that say nothing else.
  static var inputs: [ChannelKind] { [.ppg] }
}

/// A plugin without parameters.
protocol PlainPlugin: Plugin where Parameters == NoParameters {
  init()
}

extension PlainPlugin {
  init(parameters: NoParameters) { self.init() }
}

/// A detector that prepares a wave once per recording and reads windows of it. Without a wave every window is too
/// short.
protocol WaveDetector: PreparedWindowDetector where Prepared == Wave? {
  associatedtype Wave: Sendable
  func read(_ range: TimeRange, of wave: Wave) throws(Abstention) -> Estimate
}

extension WaveDetector {
  func estimate(in range: TimeRange, of wave: Wave?) -> Estimate {
    guard let wave else { return .abstained(.windowTooShort) }
    return .unlessSilent { () throws(Abstention) in try read(range, of: wave) }
  }
}

/// A detector that reads the wave of its first input in each window.
protocol WindowWaveDetector: WindowDetector {
  func read(_ wave: Signal) throws(Abstention) -> Estimate
}

extension WindowWaveDetector {
  func estimate(in window: Window) -> Estimate {
    .unlessSilent { () throws(Abstention) in
      guard let input = Self.inputs.first else { throw .notCovered }
      return try read(window[input])
    }
  }
}

extension Collection<Double> {
  /// Throws `notCovered` if a sample is not finite, and `flatSignal` if all are alike within 10⁻¹² of the first one.
  func requireChanges() throws(Abstention) {
    guard allSatisfy(\.isFinite) else { throw .notCovered }
    guard changes else { throw .flatSignal }
  }

  /// True if a sample differs from the first one by more than 10⁻¹² of it.
  var changes: Bool {
    guard let first else { return false }
    return contains { abs($0 - first) > 1e-12 * abs(first) }
  }
}
