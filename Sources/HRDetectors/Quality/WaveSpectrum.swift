internal import HRNumerics
internal import RealModule

/// Powers of a wave at evenly spaced frequencies from 0 to half the rate, one-sided, unscaled.
struct WaveSpectrum {
  let powers: [Double]
  let binHz: Double

  /// Sum over a range of frequencies; both edges belong to it, within a part in 10⁹ of a bin. The bin at 0 Hz counts
  /// half: all others represent two of a two-sided spectrum.
  func sum(_ hz: ClosedRange<Double>) -> Double {
    bins(hz).reduce(0) { $0 + ($1 == 0 ? 0.5 : 1) * powers[$1] }
  }

  /// The bins in a range of frequencies.
  func bins(_ hz: ClosedRange<Double>) -> Range<Int> {
    let first = max(0, Int(saturating: (hz.lowerBound / binHz - 1e-9).rounded(.up)))
    let last = min(powers.count - 1, Int(saturating: (hz.upperBound / binHz + 1e-9).rounded(.down)))
    return first..<max(first, last + 1)
  }

  /// The first of the strongest bins in a range.
  func strongestHz(in hz: ClosedRange<Double>) -> Double? {
    var best: Int?
    for bin in bins(hz) where powers[bin] > best.map({ powers[$0] }) ?? 0 { best = bin }
    return best.map { Double($0) * binHz }
  }

  /// Power ratio of a rate and its double to the rest in decibels: 10·log₁₀ of the power within a distance of both over
  /// that of the range elsewhere. Power outside the range does not count, unless `keepsDouble` has the double's count
  /// there too.
  ///
  /// - Returns: `nil` if either is 0.
  func decibels(
    of rateHz: Double, within distanceHz: Double, doubleWithin doubleHz: Double,
    in range: ClosedRange<Double>,
    keepsDouble: Bool = false
  ) -> Double? {
    let own = bins(rateHz - distanceHz...rateHz + distanceHz)
    let double = bins(2 * rateHz - doubleHz...2 * rateHz + doubleHz)
    let inRange = bins(range)
    var (signal, rest) = (0.0, 0.0)
    for (bin, power) in powers.enumerated() {
      let isInside = inRange.contains(bin)
      if own.contains(bin) || double.contains(bin) {
        if isInside || keepsDouble { signal += power }
      } else if isInside {
        rest += power
      }
    }
    return signal > 0 && rest > 0 ? 10 * Double.log10(signal / rest) : nil
  }

  /// Samples padded with zeros to the next power of two.
  static func ofNextPowerOfTwo(_ samples: [Double], sampleRate: Double) -> WaveSpectrum {
    WaveSpectrum(samples, TransformTable.powerOfTwo(atLeast: samples.count), sampleRate: sampleRate)
  }

  /// Samples padded with zeros to 120 s, so that bins are half a beat per minute apart; of a longer wave the first 120
  /// s.
  static func ofHalfBeats(_ samples: [Double], sampleRate: Double) -> WaveSpectrum {
    let transform = halfBeatTransform(sampleRate)
    return WaveSpectrum(Array(samples.prefix(transform.count)), transform, sampleRate: sampleRate)
  }

  static func halfBeatCount(_ sampleRate: Double) -> Int {
    Int(saturating: (120 * sampleRate - 1e-9).rounded(.up))
  }

  /// Made once for the rates that occur most, as making one costs more than using it.
  static func halfBeatTransform(_ sampleRate: Double) -> RealFFT {
    let count = halfBeatCount(sampleRate)
    return halfBeatTransforms.first { $0.count == count } ?? RealFFT(count: count)
  }

  private static let halfBeatTransforms = [25, 30, 50, 60, 64, 100, 125, 128, 250].map {
    RealFFT(count: 120 * $0)
  }
}

extension WaveSpectrum {
  private init(_ samples: [Double], _ transform: RealFFT, sampleRate: Double) {
    var powers: [Double] = []
    transform.powerSpectrum(of: samples, into: &powers)
    self.init(powers: powers, binHz: sampleRate / Double(transform.count))
  }
}
