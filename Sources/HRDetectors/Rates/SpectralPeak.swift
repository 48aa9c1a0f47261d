internal import HRNumerics
internal import HRSignals
internal import RealModule

/// The strongest bin of an evenly spaced power spectrum inside a band, placed between bins.
struct SpectralPeak: Equatable {
  let bin: Int
  /// Place in bins, by a parabola through the logarithms of the power at the bin and on both sides.
  let place: Double
  let power: Double

  /// The bins of a spectrum inside a band, both edges included, with a neighbour on either side.
  ///
  /// - Returns: `nil` for fewer than three.
  static func bins(in bandHz: ClosedRange<Double>, binHz: Double, count: Int) -> ClosedRange<Int>? {
    let lowest = max(1, Int(saturating: (bandHz.lowerBound / binHz).rounded(.up)))
    let highest = min(count - 2, Int(saturating: (bandHz.upperBound / binHz).rounded(.down)))
    return highest - lowest >= 2 ? lowest...highest : nil
  }

  /// - Returns: of equally strong bins the lowest. `flatSignal` if no bin has power; `bandEdge` if the strongest bin is
  ///   the first or the last or the flank of something outside.
  static func strongest(of power: [Double], in bins: ClosedRange<Int>) -> Result<SpectralPeak, Silence> {
    var best = bins.lowerBound
    for bin in bins where power[bin] > power[best] { best = bin }
    guard power[best] > 0, power[best].isFinite else { return .failure(Silence(reason: .flatSignal)) }
    guard best > bins.lowerBound, best < bins.upperBound, power[best] > power[best - 1],
      power[best] >= power[best + 1]
    else { return .failure(Silence(reason: .bandEdge)) }
    return .success(SpectralPeak(at: best, of: power))
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
    func sum(_ low: Double, _ high: Double) -> Double {
      let first = max(bins.lowerBound, Int(saturating: low.rounded(.up)))
      let last = min(bins.upperBound, Int(saturating: high.rounded(.down)))
      var sum = 0.0
      for bin in stride(from: first, through: last, by: 1) { sum += power[bin] }
      return sum
    }
    let total = sum(0, Double(power.count))
    let own = sum(place - halfWidth, place + halfWidth)
    // At low rates of few beats the two lobes overlap; what both hold counts once.
    let double = sum(max(2 * place - halfWidth, (place + halfWidth).nextUp), 2 * place + halfWidth)
    return total > 0 ? min((own + double) / total, 1) : 0
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

/// The strongest of the bins that a band holds, of equal ones the lowest; no interpolation, and a bin at the band's
/// edge can be the strongest: the heart rate of toolboxes.
///
/// - Returns: `nil` if the band holds no bin.
func strongestBin(of power: [Double], where isInBand: (Int) -> Bool) -> Int? {
  var best: Int?
  for bin in power.indices where isInBand(bin) {
    if best.map({ power[bin] > power[$0] }) ?? true { best = bin }
  }
  return best
}
