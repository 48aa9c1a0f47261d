internal import HRPlugins
internal import HRSignals

/// A detector that follows the rate through the windows of a wrist recording, from its start.
///
/// It reads pulse wave and accelerometer in windows of its own, 8 s long and 2 s apart (``WristRecording``), whatever
/// the experiment's windows are; an experiment's window gets the reading of the last of them that ends at or before
/// its end. Conform with `estimates(of:)`.
protocol WristTracker: PreparedWindowDetector where Prepared == WristReadings? {
  /// One estimate per window, made of that window and those before it.
  func estimates(of recording: WristRecording) -> [Estimate]
}

extension WristTracker {
  static var inputs: [ChannelKind] { [.ppg] + Cadence.axes }
  static var optionalInputs: [ChannelKind] { [.ppg2] }
  static var tracks: Bool { true }

  func prepare(_ channels: Channels) -> WristReadings? {
    WristRecording(channels).map { WristReadings(estimates(of: $0), of: $0) }
  }

  func estimate(in range: TimeRange, of readings: WristReadings?) -> Estimate {
    readings?.latest(at: range.end) ?? .abstained(.noReading)
  }
}

extension BandParameters {
  /// Rows of the edges of the search on a wrist, and further ones.
  static func wristEdges(_ further: [Parameter<Self>] = []) -> [Parameter<Self>] {
    searchEdges(further, low: 0.5...1.5, high: 2...4.5)
  }
}

/// Estimates of a tracker at the end of each of its own windows (``WristRecording``).
struct WristReadings: Sendable {
  private let firstEnd: Double
  private let estimates: [Estimate]

  /// - Parameter estimates: one per window of the recording.
  init(_ estimates: [Estimate], of recording: WristRecording) {
    firstEnd = recording.range(ofWindow: 0).end
    self.estimates = estimates
  }

  /// The reading of the last own window that ends at or before a given time.
  ///
  /// - Returns: `noReading` before the first window's end.
  func latest(at time: Double) -> Estimate {
    let passed = ((time - firstEnd + TimeRange.slack) / WristRecording.hopSeconds).rounded(.down)
    guard passed >= 0, let last = estimates.indices.last else { return .abstained(.noReading) }
    return estimates[min(Int(saturating: passed), last)]
  }
}
