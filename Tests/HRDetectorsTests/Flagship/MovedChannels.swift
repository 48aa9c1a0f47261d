import HRSignals

@testable import HRDetectors

extension Channels {
  /// The same channels with an accelerometer.
  ///
  /// - Parameter axes: values of the three axes, by the seconds since the first sample.
  func moved(
    seconds: Int, sampleRate: Double, startTime: Double = 0, _ axes: (_ time: Double) -> [Double]
  ) -> Channels {
    let rows = (0..<(Int(sampleRate) * seconds)).map { axes(Double($0) / sampleRate) }
    var channels = self
    for (number, kind) in Cadence.axes.enumerated() {
      channels[kind] = .uniform(
        Signal(samples: rows.map { $0[number] }, sampleRate: sampleRate, startTime: startTime))
    }
    return channels
  }
}
