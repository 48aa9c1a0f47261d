internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// An autoregressive model x[i] = −Σ a[k]·x[i − k] + noise by Burg's method: each reflection coefficient makes the
/// sum of the forward and backward prediction errors least.
struct BurgModel: Equatable {
  /// 1, a[1] … a[order].
  let coefficients: [Double]
  /// Power of the noise, in units of the samples squared.
  let noise: Double
  /// Power of the samples.
  let power: Double

  /// - Parameter samples: more than twice the order.
  /// - Returns: `nil` for samples without power, or not finite.
  init?(of samples: [Double], order: Int) {
    let n = samples.count
    var forward = samples
    var backward = samples
    var a = [Double](repeating: 0, count: order + 1)
    a[0] = 1
    var previous = a
    var energy = 0.0
    for sample in samples { energy += sample * sample }
    power = energy / Double(n)
    guard power > 0, power.isFinite else { return nil }
    var noise = power
    forward.withUnsafeMutableBufferPointer { f in
      backward.withUnsafeMutableBufferPointer { b in
        for stage in 1...order {
          var (products, squares) = (0.0, 0.0)
          for i in stage..<n {
            products += f[i] * b[i - 1]
            squares += f[i] * f[i] + b[i - 1] * b[i - 1]
          }
          // The remaining error is zero: the model is exact already.
          guard squares > 0 else { return }
          let reflection = -2 * products / squares
          for k in 0...stage { previous[k] = a[k] }
          for k in 1...stage { a[k] = previous[k] + reflection * previous[stage - k] }
          // From the end, so that b[i − 1] is still the old one.
          for i in stride(from: n - 1, through: stage, by: -1) {
            let error = f[i]
            f[i] = error + reflection * b[i - 1]
            b[i] = b[i - 1] + reflection * error
          }
          noise *= 1 - reflection * reflection
        }
      }
    }
    coefficients = a
    self.noise = noise
  }

  /// The share of the power that the model predicts; 0…1.
  var explainedShare: Double { min(max(1 - noise / power, 0), 1) }

  /// A local maximum of the model's spectrum.
  struct Line: Equatable {
    /// Frequency over the sample rate.
    let turns: Double
    /// Height times width, for comparison with other lines of the model.
    let power: Double
  }

  /// The line between two frequencies (over the sample rate), by golden-section search to 10⁻⁷ of the rate.
  func line(between low: Double, _ high: Double) -> Line {
    let ratio = (5.0.squareRoot() - 1) / 2
    var (a, d) = (low, high)
    var (b, c) = (d - ratio * (d - a), a + ratio * (d - a))
    var (atB, atC) = (inverse(b), inverse(c))
    while d - a > 1e-7 {
      if atB <= atC {
        (d, c, atC) = (c, b, atB)
        b = d - ratio * (d - a)
        atB = inverse(b)
      } else {
        (a, b, atB) = (b, c, atC)
        c = a + ratio * (d - a)
        atC = inverse(c)
      }
    }
    let turns = (a + d) / 2
    // Near it |A|² is h (1 + (δ/γ)²), whose inverse has the area π γ / h.
    let height = inverse(turns)
    let step = (high - low) / 8
    let rise = (inverse(turns + step) + inverse(turns - step)) / 2 - height
    return Line(turns: turns, power: step / max(height * rise, .leastNormalMagnitude).squareRoot())
  }

  /// The line with the most power among the spectrum's local maxima in a band; the earlier of two equal ones.
  ///
  /// - Parameter transform: of at least as many points as are needed to separate the maxima.
  func strongestLine(in bandHz: ClosedRange<Double>, sampleRate: Double, transform: RealFFT) -> Line? {
    var inverse: [Double] = []
    transform.powerSpectrum(of: coefficients, into: &inverse)
    let binHz = sampleRate / Double(transform.count)
    guard let bins = SpectralPeak.bins(in: bandHz, binHz: binHz, count: inverse.count) else { return nil }
    var best: Line?
    for bin in bins where inverse[bin] < inverse[bin - 1] && inverse[bin] <= inverse[bin + 1] {
      let count = Double(transform.count)
      let line = line(between: Double(bin - 1) / count, Double(bin + 1) / count)
      if best.map({ line.power > $0.power }) ?? true { best = line }
    }
    return best
  }

  /// The rate of the strongest line of a model of samples.
  ///
  /// - Throws: `flatSignal` for samples without a model, `noPeak` for a model without a line in the band.
  static func rate(
    of wave: Signal, order: Int, in bandHz: ClosedRange<Double>, transform: RealFFT
  ) throws(Abstention) -> Estimate {
    guard let model = BurgModel(of: wave.samples, order: order) else { throw .flatSignal }
    guard
      let line = model.strongestLine(in: bandHz, sampleRate: wave.sampleRate, transform: transform)
    else { throw .noPeak }
    return .bpm(60 * line.turns * wave.sampleRate, confidence: model.explainedShare)
  }

  private func inverse(_ turns: Double) -> Double { singleBinPower(of: coefficients, turnsPerSample: turns) }
}
