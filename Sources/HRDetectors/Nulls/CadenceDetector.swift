internal import HRPlugins
internal import HRSignals

/// The accelerometer's cadence as the heart rate: the result of a detector that has locked on to the movement.
///
/// Steps per minute by ``Cadence`` over the window, as they are. Where there is too little movement to tell, no
/// answer (``Abstention/noPeak``). Where a heart-rate detector agrees with this one more than with the reference,
/// its errors have a cause.
///
/// - Note: The same definition as the cadence that rows are diagnosed with, on the window alone instead of the
///   recording: thinning at the window's edges may move it by a bin, one per minute at most.
struct CadenceDetector: WindowDetector, PlainPlugin {
  static let info = PluginInfo(
    "cadence", version: 2, "Steps per minute of the accelerometer, taken for the heart rate.",
    tunedOn: .nothing)
  static let inputs = Cadence.axes

  var rangeBPM: ClosedRange<Double>? { Cadence.bandHz.perMinute }

  func estimate(in window: Window) -> Estimate {
    // Two periods of the slowest cadence.
    guard window.range.duration * Cadence.bandHz.lowerBound >= 2,
      let cadence = Cadence.perMinute(of: window.channels, in: [window.range]).first
    else {
      return .abstained(.windowTooShort)
    }
    return cadence.map { .bpm($0) } ?? .abstained(.noPeak)
  }
}
