internal import HRPlugins
internal import HRSignals

/// Lets every optical channel through a converter of few bits.
///
/// Values are rounded to the nearest of the 2^`bits` levels, half away from the lowest. Camera channels: the levels are
/// the multiples of 256 / 2^`bits` codes from 0 on, so that 8 bits are the whole codes 0…255; values above the highest
/// level get that one, so at fewer than 8 bits an error reaches a whole step there, elsewhere half a step. More than 8
/// bits give fractions of a code. Other channels: full scale is unknown, so it is taken to be the channel's range over
/// the recording; lowest and highest sample are the first and the last level, the step is (highest − lowest) /
/// (2^`bits` − 1), and no error exceeds half of it. One outlier widens the step, as it does on a converter that must
/// not overflow. A flat channel stays as it is; 0 bits leave everything as it is.
///
/// The error of a signal that crosses many levels has the mean square step² / 12: W. R. Bennett, "Spectra of quantized
/// signals", Bell Syst. Tech. J. 27:446, 1948. That the rounding comes before or after noise is the order of the steps.
struct QuantisationScenario: Scenario {
  struct Parameters: ParameterSet {
    var bits = 8

    static let table: [Parameter<Self>] = [
      Parameter(
        "bits", \.bits, in: 0...16,
        "Bits of the converter; 8 are the whole codes of a camera; fewer is worse; 0 is clean.")
    ]
  }

  static let info = PluginInfo(
    "quantisation", version: 1,
    "Optical channels rounded to the levels of a converter of few bits.",
    source: "hreval; W. R. Bennett, Bell Syst. Tech. J. 27:446, 1948")

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    guard parameters.bits > 0 else { return channels }
    let levelCount = Double(1 << parameters.bits)
    return channels.damaging(Self.touches) { kind, channel in
      let values = channel.values
      if let scale = kind.levels {
        let step = (scale.upperBound - scale.lowerBound + 1) / levelCount
        return values.map { Self.rounded($0, from: scale.lowerBound, step: step, last: levelCount - 1) }
      }
      let finite = values.filter(\.isFinite)
      guard let lowest = finite.min(), let highest = finite.max(), lowest < highest else { return nil }
      let step = (highest - lowest) / (levelCount - 1)
      // A range too small or too large for a step is no scale.
      guard step > 0, step.isFinite else { return nil }
      return values.map { Self.rounded($0, from: lowest, step: step, last: levelCount - 1) }
    }
  }

  private static func rounded(_ value: Double, from lowest: Double, step: Double, last: Double) -> Double {
    // A missing sample stays missing.
    guard value.isFinite else { return value }
    return lowest + step * min(((value - lowest) / step).rounded(), last)
  }
}
