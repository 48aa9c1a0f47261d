package import HRPlugins
package import HRSignals

/// The hue method of the "Pulse" app, as published: every frame, settled from the 61st in a row with a finger.
///
/// - Note: The published flaw is kept: the filter's coefficients were designed for 10 fps. At the app's 30 fps they
///   pass 1.5–9 Hz, so rates under 90 bpm are filtered out and the detector locks to harmonics.
package struct HuePulseDetector: StreamingDetector {
  package static let info = PluginInfo(
    "hue.pulse", version: 1, "Hue of the whole frame at 30 fps, as published.", source: "Pulse app")
  package static let inputs = [ChannelKind.red, .green, .blue]
  /// Reads the camera's channels themselves.
  package static let extractors: [String] = []

  private var reader = PublishedHueReader(settleCount: 60)

  package init(_ parameters: NoParameters) {}

  package var rangeBPM: ClosedRange<Double>? { PulseDetector.rangeBPM }

  package mutating func begin(sampleRate: Double) {
    self = HuePulseDetector(NoParameters())
  }

  package mutating func push(_ frame: Frame) {
    reader.push(frame)
  }

  package func reading(at time: Double) -> Estimate {
    reader.reading(at: time)
  }
}
