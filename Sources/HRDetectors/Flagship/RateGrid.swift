internal import HRNumerics
internal import RealModule

/// The rates for which a short spectrum gives evidence, and the computation of that evidence.
///
/// The evidence for a rate from 0.6 to 3.5 Hz is 3 times the share of the power per hertz at it and, at 0.6 each, at
/// two and three times it, less 0.8 of that at 1/2 and 3/2 of it, where a wave of half the rate would have power. The
/// powers at two and three times it count as three times that at it at most, so that a rate without power of its own is
/// not made by what belongs to a faster one.
///
/// There are two weightings. Power counts by frequency to the power of −0.3 (flat), or by the power gain of the wave's
/// filter as well, as if that had run backward too (falling). The one is the clearer in noise that is alike at all
/// frequencies, the other in noise that falls with frequency, such as a wandering baseline.
struct RateGrid: Sendable {
  static let bandHz = 0.6...3.5
  static let frameSeconds = 6.0
  /// Spacing of the bins is at most this.
  private static let finestHz = 0.033
  private static let tilt = -0.3
  private static let overtone = 0.6
  private static let between = 0.8
  private static let mostOfOvertone = 3.0
  private static let scale = 3.0

  /// Samples of one spectrum.
  let frameLength: Int
  let taper: [Double]
  let plan: RealFFT
  let binHz: Double
  /// Bin of the lowest rate, and number of rates.
  let lowest: Int
  let count: Int
  /// Weights of the bins: flat, falling.
  private let slopes: [SIMD2<Double>]

  /// - Parameters:
  ///   - sampleRate: of the thinned wave.
  ///   - filter: that the wave went through.
  ///   - filterRate: the rate at which it did.
  init(sampleRate: Double, filter: SecondOrderSections, filterRate: Double) {
    frameLength = Int(saturating: (Self.frameSeconds * sampleRate).rounded())
    taper = symmetricHann(count: frameLength)
    plan = RealFFT(count: RealFFT.smoothCount(atLeast: Int(saturating: sampleRate / Self.finestHz)))
    let binHz = sampleRate / Double(plan.count)
    let lowest = Int(saturating: (Self.bandHz.lowerBound / binHz).rounded(.up))
    self.binHz = binHz
    self.lowest = lowest
    count = min(Int(saturating: Self.bandHz.upperBound / binHz), plan.count / 2) - lowest + 1
    let (half, bins) = (lowest / 2, plan.binCount)
    slopes = (0..<bins).map {
      let hertz = Double($0) * binHz
      guard $0 >= half else { return .zero }
      let flat = Double.pow(hertz, Self.tilt)
      return SIMD2(flat, flat * filter.powerGain(atHz: hertz, sampleRate: filterRate))
    }
  }

  /// - Parameters:
  ///   - spectrum: one of ``plan``.
  ///   - scratch: of any content.
  ///   - evidence: of all frames, flat and falling.
  ///   - start: place of this frame's first rate there.
  /// - Returns: the largest evidence, flat and falling; −∞ without a rate.
  func fill(
    _ evidence: inout (flat: [Double], falling: [Double]), at start: Int, with spectrum: [Double],
    scratch: inout [SIMD2<Double>]
  ) -> SIMD2<Double> {
    if scratch.count != spectrum.count { scratch = slopes }
    return scratch.withUnsafeMutableBufferPointer { power in
      let top = power.count - 1
      var sum = SIMD2<Double>.zero
      for bin in 0...top {
        power[bin] = spectrum[bin] * slopes[bin]
        sum += power[bin]
      }
      let scale = SIMD2<Double>.zero.replacing(with: Self.scale / (sum * binHz), where: sum .> 0)
      return evidence.flat.withUnsafeMutableBufferPointer { flat in
        evidence.falling.withUnsafeMutableBufferPointer { falling in
          var largest = SIMD2(repeating: -Double.infinity)
          for bin in lowest..<(lowest + count) {
            var value = power[bin] - Self.between * power[bin / 2]
            let most = Self.mostOfOvertone * power[bin]
            if 2 * bin <= top { value += Self.overtone * Self.smaller(most, power[2 * bin]) }
            if 3 * bin <= top { value += Self.overtone * Self.smaller(most, power[3 * bin]) }
            if 3 * bin / 2 <= top { value -= Self.between * power[3 * bin / 2] }
            value *= scale
            (flat[start + bin - lowest], falling[start + bin - lowest]) = (value.x, value.y)
            largest.replace(with: value, where: value .> largest)
          }
          return largest
        }
      }
    }
  }

  @inline(__always)
  private static func smaller(_ one: SIMD2<Double>, _ other: SIMD2<Double>) -> SIMD2<Double> {
    one.replacing(with: other, where: other .< one)
  }

  /// Adds prior knowledge to the evidence of a spectrum.
  func add(_ prior: RatePrior, to evidence: inout [Double]) {
    for rate in 0..<min(count, evidence.count) {
      evidence[rate] += prior.evidence(atHz: Double(lowest + rate) * binHz)
    }
  }
}

/// Prior knowledge of the rate before a window is read.
struct RatePrior: Sendable {
  let rateHz: Double
  /// Evidence at the rate; it falls as a bell curve of this width.
  let weight: Double
  let widthHz: Double

  func evidence(atHz frequency: Double) -> Double {
    let distance = (frequency - rateHz) / widthHz
    return weight * Double.exp(-0.5 * distance * distance)
  }
}
