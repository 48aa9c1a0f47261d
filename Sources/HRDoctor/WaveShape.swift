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
    let pieces = signal.pieces(seconds: min(40, signal.duration), most: 8)
    let fft = RealFFT(count: RealFFT.smoothCount(atLeast: pieces.first?.count ?? 0))
    let bin = signal.sampleRate / Double(fft.count)
    var (pulses, breaths, places) = ([Double](), [Double](), [Double]())
    var power: [Double] = []
    for piece in pieces {
      fft.powerSpectrum(of: Self.tapered(piece), into: &power)
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

extension Signal {
  /// Samples of pieces of a given length, evenly spread from the first sample to the last; none of a shorter signal.
  func pieces(seconds: Double, most: Int) -> [[Double]] {
    let width = Int(saturating: seconds * sampleRate)
    guard width > 0, count >= width else { return [] }
    let pieces = min(most, count / width)
    return (0..<pieces).map { index in
      let start = pieces == 1 ? 0 : index * (count - width) / (pieces - 1)
      return Array(samples[start..<(start + width)])
    }
  }
}

/// Returns the distance from the 10th to the 90th percentile; 0 without a value.
func centralRange(of values: [Double]) -> Double {
  (percentile(values, 90) ?? 0) - (percentile(values, 10) ?? 0)
}

/// Test for the coupling of a wave to the reference's beats, however weak it is beside slower changes.
enum BeatLock {
  /// Length of the examined wave after a beat.
  private static let reachSeconds = 0.6
  /// Minimum ratio to chance: for unrelated waves the mean over n beats has a size of 1/√n of one beat's.
  private static let leastRatio = 5.0

  /// - Parameters:
  ///   - signal: signal with finite samples only.
  ///   - beats: beats in seconds, ascending.
  /// - Returns: `nil` for fewer than 20 beats inside.
  static func holds(_ signal: Signal, _ beats: [Double]) -> Bool? {
    let rate = signal.sampleRate
    let wave = WaveShape.withoutBaseline(
      WaveShape.movingMean(signal.samples, width: max(1, Int(saturating: (0.06 * rate).rounded()))),
      rate: rate)
    let width = Int(saturating: reachSeconds * rate)
    let starts = beats.map { Int(saturating: (($0 - signal.startTime) * rate).rounded()) }
      .filter { $0 >= 0 && $0 + width < wave.count }
    guard starts.count >= 20, width >= 5 else { return nil }
    var sums = [Double](repeating: 0, count: width)
    // Beats differ in size, so each is normalised: their common shape decides.
    var whole = 0.0
    for start in starts {
      let part = wave[start..<(start + width)]
      let mean = part.reduce(0, +) / Double(width)
      let size = (part.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(width)).squareRoot()
      guard size > 0 else { continue }
      whole += 1
      for (index, value) in part.enumerated() { sums[index] += (value - mean) / size }
    }
    guard whole >= 20 else { return nil }
    let power = sums.reduce(0) { $0 + $1 / whole * $1 / whole } / Double(width)
    return power.squareRoot() > leastRatio / whole.squareRoot()
  }
}
