internal import HRNumerics
internal import HRSignals
internal import RealModule

/// The pulsatile part of a channel, against which severities are measured: definition `pulsatile@1`.
///
/// Butterworth high-pass at 0.5 Hz and low-pass at 8 Hz (fourth order each, bilinear transform with prewarped edges),
/// run forward and backward, so without phase shift and with squared magnitude; the ends are extended by odd
/// reflection over three seconds. At low rates the upper edge is 45 % of the sample rate (4.5 Hz at 10 frames per
/// second). Irregular channels are interpolated to their nominal rate first. Missing samples (not finite) are bridged
/// by straight lines.
struct PulsatileBand: Sendable {
  static let edgesHz = 0.5...8.0
  static let highestShareOfRate = 0.45
  static let reflectionSeconds = 3.0

  /// The band-passed channel at each of its own samples, in the channel's unit.
  let pulse: [Double]
  /// Mean square of the band-passed channel (divisor n), in the channel's unit squared.
  let power: Double

  /// Amplitude of the sinusoid with the same power: √2 times the root mean square.
  var amplitude: Double { Double.sqrt(2 * power) }

  /// - Returns: `nil` when the channel has fewer than three samples or too low a rate to carry the band, or holds
  ///   numbers too large to square.
  init?(_ channel: Channel) {
    guard channel.count > 2, let bridged = Self.bridged(channel.values),
      let even = channel.replacing(values: bridged).uniform(), even.count > 2,
      let filtered = Self.bandPassed(even.samples, sampleRate: even.sampleRate)
    else { return nil }
    power = filtered.reduce(0) { $0 + $1 * $1 } / Double(filtered.count)
    guard power.isFinite else { return nil }
    switch channel {
    case .uniform:
      pulse = filtered
    case .irregular(let series):
      let wave = Signal(samples: filtered, sampleRate: even.sampleRate, startTime: even.startTime)
      pulse = series.times.map { wave.interpolated(at: $0) }
    }
  }

  /// Values that are not finite replaced by straight lines between their neighbours; the ends by the nearest value.
  ///
  /// - Returns: `nil` when no value is finite.
  static func bridged(_ values: [Double]) -> [Double]? {
    guard values.contains(where: { !$0.isFinite }) else { return values }
    var result = values
    var before: Int?
    for index in values.indices where values[index].isFinite {
      if let before {
        for gap in (before + 1)..<max(index, before + 1) {
          let share = Double(gap - before) / Double(index - before)
          result[gap] = values[before] + share * (values[index] - values[before])
        }
      } else {
        for gap in 0..<index { result[gap] = values[index] }
      }
      before = index
    }
    guard let before else { return nil }
    for gap in (before + 1)..<max(values.count, before + 1) { result[gap] = values[before] }
    return result
  }

  /// - Returns: `nil` if the rate is too low for the upper edge to be above the lower one.
  private static func bandPassed(_ samples: [Double], sampleRate: Double) -> [Double]? {
    let upperHz = min(edgesHz.upperBound, highestShareOfRate * sampleRate)
    guard upperHz > edgesHz.lowerBound,
      let high = SecondOrderSections.butterworth(
        order: 4, band: .highPass(edgesHz.lowerBound), sampleRate: sampleRate),
      let low = SecondOrderSections.butterworth(order: 4, band: .lowPass(upperHz), sampleRate: sampleRate)
    else { return nil }
    let filter = SecondOrderSections(sections: high.sections + low.sections)
    let pad = min(samples.count - 1, Int(saturating: reflectionSeconds * sampleRate))
    var extended = samples.reflectedAboutEnds(by: pad)
    for _ in 0..<2 {
      // The filters map a constant to zero, so subtracting the first value starts them in the steady state.
      let start = extended[0]
      for index in extended.indices { extended[index] -= start }
      extended = filter.filtered(extended)
      extended.reverse()
    }
    return Array(extended[pad..<(pad + samples.count)])
  }
}

extension Signal {
  /// Value on the straight line between neighbouring samples; before the first and after the last, that sample's value.
  func interpolated(at time: Double) -> Double {
    let position = min(max((time - startTime) * sampleRate, 0), Double(count - 1))
    let index = min(Int(saturating: position), max(count - 2, 0))
    guard index + 1 < count else { return samples[index] }
    return samples[index] + (position - Double(index)) * (samples[index + 1] - samples[index])
  }
}
