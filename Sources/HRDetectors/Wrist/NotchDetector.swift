internal import HRPlugins
internal import RealModule

/// Filters the cadence and its harmonics out of the pulse wave by notches, then takes the largest spectral peak.
///
/// For each second the cadence is that of the 8 s before (``CancelledWave/cadence(of:from:count:)``). At it and at its
/// multiples up to `harmonics`, below 5 Hz, there are second-order notches with zeros on the unit circle at ω and poles
/// at the same angle with radius r = 1 − π·`widthHz` / 25, scaled to gain 1 at 0 Hz; about `widthHz` wide at −3 dB.
/// Their states continue from second to second while their frequencies move; without motion they let everything
/// through.
///
/// - Note: A pulse within half a notch's width of the cadence, or of a multiple of it, is lost with it.
struct NotchDetector: MotionCanceller {
  struct Parameters: ParameterSet {
    var harmonics = 2
    var widthHz = 0.2

    static let table: [Parameter<Self>] = [
      Parameter("harmonics", \.harmonics, in: 1...5, "Multiples of the cadence, itself the first."),
      Parameter("widthHz", \.widthHz, in: 0.02...1, "Width of a notch."),
    ]
  }

  static let info = PluginInfo(
    "notch", version: 2, "Notches at the cadence and its harmonics, then the largest spectral peak.")

  let parameters: Parameters

  func cleaned(
    _ pulse: [Double], axes: [[Double]], rest: AxesAtRest, cadence: () -> [Double?]
  ) -> [Double] {
    let rates = cadence()
    let perSecond = Int(saturating: WristStream.sampleRate)
    var samples = pulse
    for harmonic in 1...parameters.harmonics {
      var notch = MovingNotch(radius: 1 - Double.pi * parameters.widthHz / WristStream.sampleRate)
      for (second, rate) in zip(0..., rates) {
        let hertz = rate.map { $0 * Double(harmonic) }
        let first = second * perSecond
        let part = first..<max(first, min(first + perSecond, samples.count))
        notch.filter(
          &samples, in: part, hertz: hertz.flatMap { $0 < WristStream.bandHz.upperBound ? $0 : nil })
      }
    }
    return samples
  }
}

/// A notch whose frequency may move; direct form I, so that its state is samples and not scaled by its coefficients.
private struct MovingNotch {
  let radius: Double
  var x = (0.0, 0.0)
  var y = (0.0, 0.0)

  /// - Parameter hertz: `nil` lets the samples through.
  mutating func filter(_ samples: inout [Double], in range: Range<Int>, hertz: Double?) {
    let cosine = hertz.map { 2 * Double.cos(2 * Double.pi * $0 / WristStream.sampleRate) }
    for index in range {
      let input = samples[index]
      var output = input
      if let cosine {
        let gain = (1 - radius * cosine + radius * radius) / (2 - cosine)
        output = gain * (input - cosine * x.0 + x.1) + radius * cosine * y.0 - radius * radius * y.1
      }
      x = (input, x.0)
      y = (output, y.0)
      samples[index] = output
    }
  }
}
