internal import HRNumerics
internal import HRPlugins
internal import HRSignals
internal import RealModule

/// The strongest line of the breathing wave's spectrum.
///
/// Hann taper, zeros appended to 512 points (bins 0.47 breaths per minute apart), the strongest local maximum between 4
/// breaths per minute and 60 or half the heart rate, placed by a parabola through the logarithms of its power and its
/// neighbours'. No local maximum in the band: ``Abstention/noPeak``. Confidence: the share of the band's power within
/// two bins of the unpadded spectrum.
struct BreathingFFTDetector: BreathingDetector {
  static let info = PluginInfo(
    "breathing.fft", version: 2,
    "Breathing rate: strongest line in the spectrum of what breathing does to the beats.",
    source: "P. H. Charlton et al., Physiological Measurement 37(4):610-626, 2016 (RRest: Ef, FTS)")

  let parameters: ModulationParameters

  private static let transform = RealFFT(count: 512)

  func estimate(of wave: RespiratorySignal) -> Estimate {
    // Longer windows than the transform holds get one of their own.
    let count = wave.signal.count
    let transform =
      count <= Self.transform.count ? Self.transform : RealFFT(count: RealFFT.smoothCount(atLeast: 2 * count))
    let taper = periodicHann(count: count)
    var power: [Double] = []
    transform.powerSpectrum(of: zip(wave.signal.samples, taper).map { $0 * $1 }, into: &power)
    let binHz = wave.signal.sampleRate / Double(transform.count)
    let low = max(1, Int(saturating: (wave.bandHz.lowerBound / binHz).rounded(.up)))
    let high = min(power.count - 2, Int(saturating: (wave.bandHz.upperBound / binHz).rounded(.down)))
    guard low < high else { return .abstained(.noPeak) }
    var best: Int?
    for bin in low...high where power[bin] > power[bin - 1] && power[bin] >= power[bin + 1] {
      if best.map({ power[bin] > power[$0] }) ?? true { best = bin }
    }
    guard let best, power[best - 1] > 0, power[best + 1] > 0,
      let apex = parabolicApex(.log(power[best - 1]), .log(power[best]), .log(power[best + 1]))
    else { return .abstained(.noPeak) }
    let reach = 2 * Double(transform.count) / Double(count)
    var (near, total) = (0.0, 0.0)
    for bin in low...high {
      total += power[bin]
      if abs(Double(bin - best)) <= reach { near += power[bin] }
    }
    return .bpm(60 * (Double(best) + apex.offset) * binHz, confidence: near / total)
  }
}
