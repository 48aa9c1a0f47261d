internal import HRNumerics
internal import HRSignals
internal import RealModule

/// Measures of a wave's shape.
enum WaveShape {
  /// Returns the third central moment over the standard deviation's cube, both divided by n; `nil` for a constant or
  /// fewer than eight values. (G. U. Yule, M. G. Kendall, An Introduction to the Theory of Statistics.)
  static func skewness(_ x: [Double]) -> Double? {
    guard x.count >= 8 else { return nil }
    let mean = x.reduce(0, +) / Double(x.count)
    var (second, third) = (0.0, 0.0)
    for value in x {
      let d = value - mean
      second += d * d
      third += d * d * d
    }
    second /= Double(x.count)
    third /= Double(x.count)
    guard second > 0, second.isFinite else { return nil }
    return third / (second * second.squareRoot())
  }

  /// Returns the skewness of the wave's slope: above 0 if it rises faster than it falls.
  ///
  /// The wave is averaged over 0.06 s and the slope taken over 0.08 s, to limit the noise.
  static func slopeSkewness(_ x: [Double], rate: Double) -> Double? {
    let smooth = movingMean(x, width: max(1, Int(saturating: (0.06 * rate).rounded())))
    let step = max(1, Int(saturating: (0.08 * rate).rounded()))
    guard smooth.count > step + 8 else { return nil }
    return skewness((step..<smooth.count).map { smooth[$0] - smooth[$0 - step] })
  }

  /// Returns the polarity: the sum of the skewness of the wave without its baseline and that of its slope.
  static func side(_ x: [Double], rate: Double) -> Double? {
    guard let slope = slopeSkewness(x, rate: rate), let wave = skewness(withoutBaseline(x, rate: rate)) else {
      return nil
    }
    return slope + wave
  }

  /// Returns the wave minus its centred mean over 0.6 s.
  static func withoutBaseline(_ x: [Double], rate: Double) -> [Double] {
    let slow = movingMean(x, width: max(3, Int(saturating: (0.6 * rate).rounded())))
    return zip(x, slow).map { $0 - $1 }
  }

  /// Returns the mean over `width` samples around each (one more behind than ahead if that is even), fewer at the
  /// ends.
  static func movingMean(_ x: [Double], width: Int) -> [Double] {
    guard width > 1, !x.isEmpty else { return x }
    let (behind, ahead) = (width / 2, (width + 1) / 2)
    return Array(unsafeUninitializedCapacity: x.count) { means, count in
      x.withUnsafeBufferPointer { x in
        var sum = 0.0
        for index in 0..<min(ahead, x.count) { sum += x[index] }
        var size = min(ahead, x.count)
        for index in 0..<x.count {
          if index > 0, index + ahead <= x.count {
            sum += x[index + ahead - 1]
            size += 1
          }
          if index > behind {
            sum -= x[index - behind - 1]
            size -= 1
          }
          means[index] = sum / Double(size)
        }
      }
      count = x.count
    }
  }
}

/// Distribution of a channel's changes over frequencies, from at most eight windows of 40 s, or of the whole signal
/// if that is shorter.
struct Bands {
  /// Share of the power above 0.05 Hz that is between 0.7 and 4 Hz, median over windows.
  let pulseShare: Double
  /// Share between 0.1 and 0.6 Hz, median over windows.
  let breathingShare: Double
  /// Frequency of the largest power between 0.1 and 0.6 Hz, median over windows.
  let breathingHz: Double

  /// - Returns: `nil` for a signal that is shorter than 20 s or sampled at less than 9 Hz.
  init?(_ signal: Signal) {
    guard signal.sampleRate >= 9, signal.duration >= 20 else { return nil }
    let width = Int(saturating: min(40, signal.duration) * signal.sampleRate)
    let count = min(8, max(1, signal.count / width))
    let fft = RealFFT(count: RealFFT.smoothCount(atLeast: width))
    let bin = signal.sampleRate / Double(fft.count)
    var (pulses, breaths, places) = ([Double](), [Double](), [Double]())
    var power: [Double] = []
    for index in 0..<count {
      let start = count == 1 ? 0 : index * (signal.count - width) / (count - 1)
      let part = Array(signal.samples[start..<(start + width)])
      fft.powerSpectrum(of: Self.tapered(part), into: &power)
      func sum(_ low: Double, _ high: Double) -> Double {
        let from = max(1, Int(saturating: (low / bin).rounded(.up)))
        let to = min(power.count - 1, Int(saturating: high / bin))
        return from <= to ? power[from...to].reduce(0, +) : 0
      }
      let all = sum(0.05, signal.sampleRate / 2)
      guard all > 0, all.isFinite else { continue }
      pulses.append(sum(0.7, 4) / all)
      breaths.append(sum(0.1, 0.6) / all)
      let from = Int(saturating: (0.1 / bin).rounded(.up)),
        to = min(power.count - 1, Int(saturating: 0.6 / bin))
      if from <= to, let place = (from...to).max(by: { power[$0] < power[$1] }) {
        places.append(Double(place) * bin)
      }
    }
    guard let pulse = median(pulses), let breathing = median(breaths), let place = median(places) else {
      return nil
    }
    pulseShare = pulse
    breathingShare = breathing
    breathingHz = place
  }

  /// Returns the samples without their straight line (through the means of both halves), under a Hann window.
  private static func tapered(_ x: [Double]) -> [Double] {
    let half = x.count / 2
    let first = x[..<half].reduce(0, +) / Double(max(1, half))
    let second = x[half...].reduce(0, +) / Double(x.count - half)
    let slope = (second - first) / (Double(x.count) / 2)
    let middle = (first + second) / 2
    return x.enumerated().map { index, value in
      let place = Double(index) - Double(x.count - 1) / 2
      let weight = 0.5 - 0.5 * Double.cos(2 * Double.pi * (Double(index) + 0.5) / Double(x.count))
      return (value - middle - slope * place) * weight
    }
  }
}
