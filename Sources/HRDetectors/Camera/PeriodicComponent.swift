internal import HRNumerics
internal import HRSignals
internal import RealModule

/// Picks, of several waves, the one whose spectrum has the highest peak for its total, and gives it a sign.
///
/// The spectrum is that of the wave without its line under a periodic Hann window; the peak is sought between 0.7
/// and 4 Hz (42 to 240 bpm), the total is that of all frequencies above 0. Of equals the first wins.
///
/// The sign makes the wave rise and fall with green (their covariance is positive), with red where green does not vary
/// along with it, else with blue; so it is the same from window to window, whatever the decomposition came up with.
struct PeriodicComponent {
  private let fft: RealFFT
  private let bins: Range<Int>

  /// - Parameter count: values per wave; at least 1.
  init(count: Int, sampleRate: Double) {
    fft = RealFFT(count: max(1, count))
    let resolution = sampleRate / Double(max(1, count))
    let low = max(1, Int(saturating: (0.7 / resolution - 1e-9).rounded(.up)))
    let high = min(fft.binCount - 1, Int(saturating: (4 / resolution + 1e-9).rounded(.down)))
    bins = low..<max(low, high + 1)
  }

  /// - Returns: `nil` for no waves.
  func best(of waves: [[Double]]) -> [Double]? {
    var power: [Double] = []
    var (found, highest): ([Double]?, Double) = (nil, -1)
    for wave in waves {
      fft.powerSpectrum(of: taperedWithoutLine(wave[...]), into: &power)
      var total = 0.0
      for bin in 1..<max(1, power.count) { total += power[bin] }
      var peak = 0.0
      for bin in bins { peak = max(peak, power[bin]) }
      let share = total > 0 ? peak / total : 0
      if share > highest { (found, highest) = (wave, share) }
    }
    return found
  }

  /// - Parameter colours: red, green and blue, as the wave was made from.
  static func signed(_ wave: [Double], like colours: [[Double]]) -> [Double] {
    let level = Spread(wave)
    for colour in [colours[1], colours[0], colours[2]] {
      let other = Spread(colour)
      var covariance = 0.0
      for index in wave.indices { covariance += (wave[index] - level.mean) * (colour[index] - other.mean) }
      covariance /= Double(max(1, wave.count))
      // A correlation below 1e-9 has no reliable sign.
      guard covariance.magnitude > 1e-9 * level.deviation * other.deviation else { continue }
      return covariance < 0 ? wave.map { -$0 } : wave
    }
    return wave
  }
}
