internal import RealModule

extension RPeaks {
  /// Finds beats by a wavelet's energy: `xqrs` of wfdb-python (C. Xie et al., "Waveform Database Software Package
  /// (WFDB) for Python", PhysioNet, 2023).
  ///
  /// Band-pass 5–20 Hz (Butterworth, order 2, forward and backward), twice a Ricker wavelet ("Mexican hat") of 0.1 s,
  /// square. `XQRSWalk` separates beats from other peaks.
  ///
  /// Departures from wfdb-python 4.3:
  /// - its wavelet is 4 samples wide whatever the sample rate; here 0.1 s / 9, which is 4 samples at 360 Hz.
  /// - it learns from upright beats only and else takes 0.13 mV; here both polarities are used, and a signal with
  ///   fewer than eight beats to learn from starts from its own 2 s maxima, so that no unit is needed.
  /// - one large artefact raises its threshold for the rest of the signal; here levels are learned anew after 4 s
  ///   without a beat.
  /// - here no peak below a hundredth of the typical 2 s maximum (of energy; a tenth of the amplitude) is a beat.
  /// - its beats are at the peaks of the energy; here at those of the signal, as with the other methods.
  public static func xqrs(_ ecg: Signal) -> [Double] {
    guard let signal = conditioned(ecg), let filtered = bandPassed(signal, 5, 20, order: 2) else { return [] }
    let rate = signal.sampleRate
    let radius = max(1, Int(saturating: 0.05 * rate))
    let hat = rickerWavelet(radius: radius, width: 0.1 / 9 * rate)
    var energy = convolved(filtered, symmetric: twice(hat))
    for i in energy.indices { energy[i] *= energy[i] }
    return refined(XQRSWalk(filtered, energy: energy, hat: hat, sampleRate: rate).beats(), in: signal)
  }

  /// Returns (1 − (x/w)²)·exp(−½(x/w)²) for x in −radius…radius, scaled to unit norm.
  private static func rickerWavelet(radius: Int, width: Double) -> [Double] {
    let hat = (-radius...radius).map {
      let square = Double($0) / width * (Double($0) / width)
      return (1 - square) * Double.exp(-0.5 * square)
    }
    let length = Double.sqrt(hat.reduce(0) { $0 + $1 * $1 })
    return hat.map { $0 / length }
  }

  /// Returns a kernel convolved with itself.
  private static func twice(_ kernel: [Double]) -> [Double] {
    var result = [Double](repeating: 0, count: 2 * kernel.count - 1)
    for i in kernel.indices {
      for j in kernel.indices { result[i + j] += kernel[i] * kernel[j] }
    }
    return result
  }

  /// Returns the centred convolution with a symmetric kernel of odd length; values beyond both ends are 0.
  private static func convolved(_ x: [Double], symmetric kernel: [Double]) -> [Double] {
    let half = kernel.count / 2
    let edge = [Double](repeating: 0, count: half)
    let padded = edge + x + edge
    let (lanes, whole) = (8, x.count / 8 * 8)
    return [Double](unsafeUninitializedCapacity: x.count) { result, used in
      padded.withUnsafeBytes { padded in
        kernel.withUnsafeBufferPointer { kernel in
          func eight(at index: Int) -> SIMD8<Double> {
            padded.loadUnaligned(fromByteOffset: 8 * index, as: SIMD8<Double>.self)
          }
          for start in stride(from: 0, to: whole, by: lanes) {
            var sums = eight(at: start + half) * kernel[half]
            for k in 0..<half {
              sums += (eight(at: start + k) + eight(at: start + 2 * half - k)) * kernel[k]
            }
            for lane in 0..<lanes { result[start + lane] = sums[lane] }
          }
          for index in whole..<x.count {
            var sum = 0.0
            for k in 0..<kernel.count {
              sum += padded.loadUnaligned(fromByteOffset: 8 * (index + k), as: Double.self) * kernel[k]
            }
            result[index] = sum
          }
        }
      }
      used = x.count
    }
  }
}
