internal import HRPlugins

/// The red-channel guide's band-pass: mean removed, a one-pole low-pass, then a one-pole high-pass.
///
/// With `dt = 1 / rate` and `rc = 1 / (2π · cutoff)`, after the mean is subtracted:
/// low-pass `y₀ = x₀, yᵢ = yᵢ₋₁ + a (xᵢ − yᵢ₋₁), a = dt / (rc + dt)`;
/// high-pass `y₀ = x₀, yᵢ = b (yᵢ₋₁ + xᵢ − xᵢ₋₁), b = rc / (rc + dt)`. Ten samples or fewer pass unchanged. A sample
/// that is not a number counts as the last one before it that is.
///
/// - Note: Subtracting the mean of the whole signal depends on later samples, if only by a constant that the high-pass
///   forgets within a second; ``causality`` declares it.
struct OnePoleBandFilter: SampleFilter {
  struct Parameters: BandParameters {
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.5

    static let table: [Parameter<Self>] = [
      Parameter(
        "lowCutoffHz", \.lowCutoffHz, in: 0.01...10, "Cutoff of the high-pass; 0.7 Hz is 42 bpm."),
      Parameter(
        "highCutoffHz", \.highCutoffHz, in: 0.1...50, "Cutoff of the low-pass; 3.5 Hz is 210 bpm."),
    ]
  }

  static let info = PluginInfo(
    "onePoleBand", version: 1, "Mean removed, then one-pole low-pass and one-pole high-pass.",
    source: "red-channel camera guide")

  let causality = Causality.lookAhead(seconds: .infinity)
  let parameters: Parameters

  func filtered(_ samples: [Double], at sampleRate: Double) -> [Double] {
    Self.filtered(samples[...], sampleRate: sampleRate, bandHz: parameters.bandHz)
  }

  /// The guide's arithmetic, in its order.
  static func filtered(
    _ samples: ArraySlice<Double>, sampleRate: Double, bandHz: ClosedRange<Double>
  ) -> [Double] {
    guard samples.count > 10 else { return Array(samples) }
    let mean = samples.reduce(0, +) / Double(samples.count)
    let interval = 1 / sampleRate
    let lowPassTime = 1 / (2 * Double.pi * bandHz.upperBound)
    let highPassTime = 1 / (2 * Double.pi * bandHz.lowerBound)
    let a = interval / (lowPassTime + interval)
    let b = highPassTime / (highPassTime + interval)

    var output: [Double] = []
    output.reserveCapacity(samples.count)
    var (low, high) = (0.0, 0.0)
    for sample in samples {
      let x = sample - mean
      if output.isEmpty {
        (low, high) = (x, x)
      } else {
        let next = low + a * (x - low)
        high = b * (high + next - low)
        low = next
      }
      output.append(high)
    }
    return output
  }
}
