internal import HRNumerics
internal import HRPlugins
internal import RealModule

/// The strongest bin of an evenly spaced power spectrum inside a band, placed between bins.
struct SpectralPeak: Equatable {
  let bin: Int
  /// Place in bins, by a parabola through the logarithms of the power at the bin and on both sides.
  let place: Double
  let power: Double

  /// The bins of a spectrum inside a band, both edges included, with a neighbour on either side.
  ///
  /// - Returns: `nil` for fewer than `least`.
  static func bins(
    in bandHz: ClosedRange<Double>, binHz: Double, count: Int, least: Int = 3
  ) -> ClosedRange<Int>? {
    let lowest = max(1, Int(saturating: (bandHz.lowerBound / binHz).rounded(.up)))
    let highest = min(count - 2, Int(saturating: (bandHz.upperBound / binHz).rounded(.down)))
    return highest - lowest >= least - 1 ? lowest...highest : nil
  }

  /// - Returns: of equally strong bins the lowest.
  /// - Throws: `flatSignal` if no bin has power; `bandEdge` if the strongest bin is
  ///   the first or the last or the flank of something outside.
  static func strongest(of power: [Double], in bins: ClosedRange<Int>) throws(Abstention) -> SpectralPeak {
    let best = power.extreme(in: bins)
    guard power[best] > 0, power[best].isFinite else { throw .flatSignal }
    guard best > bins.lowerBound, best < bins.upperBound, power[best] > power[best - 1],
      power[best] >= power[best + 1]
    else { throw .bandEdge }
    return SpectralPeak(at: best, of: power)
  }

  /// - Parameter bin: a local maximum with a bin on either side.
  init(at bin: Int, of power: [Double]) {
    let floor = power[bin] * 1e-12
    let apex = parabolicApex(
      Double.log(max(power[bin - 1], floor)), Double.log(power[bin]), Double.log(max(power[bin + 1], floor)))
    self.bin = bin
    self.power = power[bin]
    place = Double(bin) + (apex?.offset ?? 0)
  }

  /// The share of the power in `bins` that is within `halfWidth` bins of the peak and of its double; 0…1.
  func shareOfTone(in power: [Double], bins: ClosedRange<Int>, halfWidth: Double) -> Double {
    power.shareOfTone(at: place, double: 2 * place, halfWidth: halfWidth, in: bins)
  }

  /// Returns true if there is a peak at half the rate, inside the band and at least half as strong: the pulse may be
  /// that one, and this its second harmonic.
  ///
  /// - Parameter halfWidth: largest distance of the other peak from the exact half, in bins.
  func hasRivalAtHalf(in power: [Double], bins: ClosedRange<Int>, halfWidth: Double) -> Bool {
    let low = max(bins.lowerBound, Int(saturating: (place / 2 - halfWidth).rounded(.up)))
    let high = min(bins.upperBound, Int(saturating: (place / 2 + halfWidth).rounded(.down)))
    return stride(from: low, through: high, by: 1).contains { bin in
      power[bin] >= 0.5 * self.power && power[bin] > power[bin - 1] && power[bin] >= power[bin + 1]
    }
  }
}

extension [Double] {
  /// The share of the power in `bins` that is within `halfWidth` of a place and of its double; 0…1.
  ///
  /// - Parameter step: units of the places from bin to bin.
  func shareOfTone(
    at place: Double, double: Double, halfWidth: Double, in bins: ClosedRange<Int>, step: Double = 1
  ) -> Double {
    func sum(_ low: Double, _ high: Double) -> Double {
      let first = Swift.max(bins.lowerBound, Int(saturating: (low / step).rounded(.up)))
      let last = Swift.min(bins.upperBound, Int(saturating: (high / step).rounded(.down)))
      var sum = 0.0
      for bin in stride(from: first, through: last, by: 1) { sum += self[bin] }
      return sum
    }
    let total = sum(0, step * Double(count))
    let own = sum(place - halfWidth, place + halfWidth)
    // At low rates of few beats the two lobes overlap; what both hold counts once.
    let upper = sum(Swift.max(double - halfWidth, (place + halfWidth).nextUp), double + halfWidth)
    return total > 0 ? Swift.min((own + upper) / total, 1) : 0
  }

  /// The rate of the strongest of a spectrum's bins in a band, of equal ones the lowest; no interpolation, and a bin at
  /// the band's edge can be the strongest: the heart rate of toolboxes.
  ///
  /// - Throws: `windowTooShort` if the band holds no bin.
  func strongestRate(binHz: Double, where isInBand: (Double) -> Bool) throws(Abstention) -> Estimate {
    var best: Int?
    for bin in indices where isInBand(Double(bin) * binHz) && best.map({ self[bin] > self[$0] }) ?? true {
      best = bin
    }
    guard let best else { throw .windowTooShort }
    return .bpm(60 * Double(best) * binHz)
  }
}
