internal import HRNumerics

/// Finds the R peaks of an electrocardiogram by published methods; ``RPeakMethod`` lists them.
///
/// All give times in seconds on the signal's own clock, ascending, and need no unit, polarity or training. They are
/// offline forms: filters run without delay, and levels start from the signal's own first seconds.
/// Samples that are not finite are replaced by the last finite one before them (the first one, at the start). No two
/// beats of a method are closer than its refractory time, which limits the rate: 0.24 s and 250 beats per minute
/// unless the method states otherwise. Faster beats are left out. The result is empty for less than a second, for a
/// flat line, and for a sample rate too low for the pass band.
public enum RPeaks {
  /// Returns times of the beats with significant features, each moved to the sample furthest from the local mean.
  ///
  /// The furthest sample is searched within ±50 ms of the feature's peak; the mean is that of ±300 ms. Of two equally
  /// far samples the earlier one wins. Since |x − mean| decides, inverted leads give the same times.
  static func refined(_ peaks: [Int], in signal: Signal) -> [Double] {
    let near = Int(saturating: (0.05 * signal.sampleRate).rounded())
    let around = Int(saturating: (0.3 * signal.sampleRate).rounded())
    var times: [Double] = []
    times.reserveCapacity(peaks.count)
    signal.samples.withUnsafeBufferPointer { x in
      for peak in peaks {
        let wide = max(0, peak - around)..<min(x.count, peak + around + 1)
        var sum = 0.0
        for i in wide { sum += x[i] }
        let mean = sum / Double(wide.count)
        var best = peak
        for i in max(0, peak - near)..<min(x.count, peak + near + 1)
        where abs(x[i] - mean) > abs(x[best] - mean)
          || (i < best && abs(x[i] - mean) == abs(x[best] - mean))
        {
          best = i
        }
        times.append(signal.time(at: best))
      }
    }
    return times
  }

  /// Returns the signal relative to its first finite sample and without gaps; `nil` if it is shorter than a second or
  /// flat.
  ///
  /// A signal is flat if its span is below 10⁻⁹ of the largest size, where filters leave only rounding errors.
  static func conditioned(_ ecg: Signal) -> Signal? {
    guard ecg.duration >= 1, let origin = ecg.samples.first(where: \.isFinite) else { return nil }
    var held = origin
    var (low, high) = (origin, origin)
    let samples = [Double](unsafeUninitializedCapacity: ecg.count) { samples, used in
      ecg.samples.withUnsafeBufferPointer { x in
        for i in 0..<x.count {
          if x[i].isFinite { held = x[i] }
          if held < low { low = held }
          if held > high { high = held }
          samples[i] = held - origin
        }
      }
      used = ecg.count
    }
    guard high - low > 1e-9 * max(abs(low), abs(high)) else { return nil }
    return ecg.replacing(samples)
  }

  /// Applies a Butterworth band-pass forward and backward; the upper edge stays below 45 % of the sample rate.
  ///
  /// - Returns: `nil` if the lower edge is not below that limit either.
  static func bandPassed(_ signal: Signal, _ lowHz: Double, _ highHz: Double, order: Int = 1)
    -> [Double]?
  {
    let band = FilterBand.bandPass(lowHz, min(highHz, 0.45 * signal.sampleRate))
    return
      SecondOrderSections
      .butterworth(order: order, band: band, sampleRate: signal.sampleRate)?
      .zeroPhase(signal.samples)
  }

  /// Returns the central difference ½(x[i + 1] − x[i − 1]) per sample; 0 at both ends.
  static func slope(_ x: [Double]) -> [Double] {
    var result = [Double](repeating: 0, count: x.count)
    guard x.count > 2 else { return result }
    x.withUnsafeBufferPointer { x in
      result.withUnsafeMutableBufferPointer { result in
        for i in 1..<(x.count - 1) { result[i] = 0.5 * (x[i + 1] - x[i - 1]) }
      }
    }
    return result
  }

  /// Returns the centred mean over the seconds, averaged again over half as many.
  ///
  /// The published methods average once. The top of that average is flat, so the index of its highest sample is
  /// random, which brings beats at fast rates closer together than the refractory time.
  static func integrated(_ x: [Double], seconds: Double, _ sampleRate: Double) -> [Double] {
    let window = max(1, Int(saturating: (seconds * sampleRate).rounded()))
    return movingAverage(movingAverage(x, window: window), window: max(1, window / 2))
  }
}

/// Published methods of ``RPeaks``, by their names in data sets and plugins.
public enum RPeakMethod: String, CaseIterable, Sendable {
  /// Method of ``RPeaks`` with the same name.
  case panTompkins, hamilton, elgendi, neurokit, xqrs

  /// Version, which increases with every change of output.
  public var version: Int { 1 }

  /// Name and version in results: `xqrs@1`.
  public var definition: String { "\(rawValue)@\(version)" }

  /// Returns times of the R peaks in seconds on the signal's own clock, ascending.
  public func beats(_ ecg: Signal) -> [Double] {
    switch self {
    case .panTompkins: RPeaks.panTompkins(ecg)
    case .hamilton: RPeaks.hamilton(ecg)
    case .elgendi: RPeaks.elgendi(ecg)
    case .neurokit: RPeaks.neurokit(ecg)
    case .xqrs: RPeaks.xqrs(ecg)
    }
  }
}
