internal import HRNumerics
internal import HRPlugins
internal import HRSignals
internal import RealModule

/// The parameter all breathing detectors share.
struct ModulationParameters: ParameterSet {
  var modulation = Modulation.baseline

  static let table: [Parameter<Self>] = [
    Parameter(
      "modulation", \.modulation,
      "What breathing is read from: the pulses' level, their height, or the intervals.")
  ]
}

/// A detector of the breathing rate from one modulation. Conform with `read(_:)`.
///
/// Its confidence is what the method says of the rate, times the chance that the rate is not an alias of breathing above
/// half the heart rate. Where that chance is below 5 %, the answer is ``Abstention/disagreement`` (``BreathAlias``).
protocol BreathingDetector: WindowWaveDetector where Parameters == ModulationParameters {
  var parameters: ModulationParameters { get }
  func read(_ wave: RespiratoryWave) throws(Abstention) -> Estimate
}

extension BreathingDetector {
  static var extractors: [String] { BeatRate.extractors }
  static var measurands: [Measurand] { [.breathingRate] }
  var rangeBPM: ClosedRange<Double>? { RespiratoryWave.plausibleBPM }

  func read(_ pulses: Signal) throws(Abstention) -> Estimate {
    let beats = try RespiratoryBeats(of: pulses)
    return BreathAlias(beats).judge(try read(beats))
  }

  /// The estimate before its alias is considered.
  func read(_ beats: RespiratoryBeats) throws(Abstention) -> Estimate {
    // A line on the band's outermost bin may be placed beyond it.
    try read(RespiratoryWave(parameters.modulation, of: beats))
      .within(RespiratoryWave.plausibleBPM, else: .bandEdge)
  }
}

/// The strongest line of the breathing wave's spectrum.
///
/// Hann taper, zeros appended to 512 points (bins 0.47 breaths per minute apart), the strongest local maximum between 4
/// breaths per minute and 60 or half the heart rate, placed by a parabola through the logarithms of its power and its
/// neighbours'. No local maximum in the band: ``Abstention/noPeak``. Confidence: the share of the band's power within
/// two bins of the unpadded spectrum, times the chance of ``BreathAlias``.
struct BreathingFFTDetector: BreathingDetector {
  static let info = PluginInfo(
    "breathing.fft", version: 3,
    "Breathing rate: strongest line in the spectrum of what breathing does to the beats.",
    source: "P. H. Charlton et al., Physiological Measurement 37(4):610-626, 2016 (RRest: Ef, FTS)")

  let parameters: ModulationParameters

  private static let transform = RealFFT(count: 512)

  func read(_ wave: RespiratoryWave) throws(Abstention) -> Estimate {
    // Longer windows than the transform holds get one of their own.
    let count = wave.signal.count
    let transform =
      count <= Self.transform.count ? Self.transform : RealFFT(count: RealFFT.smoothCount(atLeast: 2 * count))
    let taper = periodicHann(count: count)
    var power: [Double] = []
    transform.powerSpectrum(of: zip(wave.signal.samples, taper).map { $0 * $1 }, into: &power)
    let binHz = wave.signal.sampleRate / Double(transform.count)
    guard let bins = SpectralPeak.bins(in: wave.bandHz, binHz: binHz, count: power.count, least: 2)
    else { throw .noPeak }
    var best: Int?
    for bin in bins where power[bin] > power[bin - 1] && power[bin] >= power[bin + 1] {
      if best.map({ power[bin] > power[$0] }) ?? true { best = bin }
    }
    guard let best, power[best - 1] > 0, power[best + 1] > 0,
      let apex = parabolicApex(.log(power[best - 1]), .log(power[best]), .log(power[best + 1]))
    else { throw .noPeak }
    let reach = 2 * Double(transform.count) / Double(count)
    var (near, total) = (0.0, 0.0)
    for bin in bins {
      total += power[bin]
      if abs(Double(bin - best)) <= reach { near += power[bin] }
    }
    return .bpm(60 * (Double(best) + apex.offset) * binHz, confidence: near / total)
  }
}

/// The strongest line of an autoregressive model of the breathing wave.
///
/// Burg's recursion with eight coefficients on the wave at four samples per second (``BurgModel``); of the spectrum's
/// local maxima between 4 breaths per minute and 60 or half the heart rate the one with the most power, found as in
/// ``BurgDetector``. RRest takes the angle of the largest pole instead; close poles pull each other's angles. No
/// maximum in the band: ``Abstention/noPeak``. Confidence: the share of the wave's power that the model predicts, times
/// the chance of ``BreathAlias``.
struct BreathingARDetector: BreathingDetector {
  static let info = PluginInfo(
    "breathing.ar", version: 3,
    "Breathing rate: strongest line of an autoregressive model of what breathing does to the beats.",
    source: "S. G. Fleming and L. Tarassenko, Int. J. Biological and Life Sciences 2(4), 2006; RRest (ARM)")

  let parameters: ModulationParameters

  private static let order = 8
  private static let transform = RealFFT(count: 1024)

  func read(_ wave: RespiratoryWave) throws(Abstention) -> Estimate {
    guard wave.signal.count > 4 * Self.order else { throw .flatSignal }
    return try BurgModel.rate(of: wave.signal, order: Self.order, in: wave.bandHz, transform: Self.transform)
  }
}

/// Counts the breaths of the breathing wave.
///
/// The wave between 0.05 and 1 Hz (``Breaths``), its maxima above 0.2 of their heights' upper quartile with a descent
/// below zero between neighbours ("count-orig"). The rate is 60 over the mean interval between them that is within 30 %
/// of the median (as ``BeatRate`` does for beats). Fewer than three breaths: ``Abstention/tooFewBeats``. Confidence:
/// one minus the mean distance of the intervals to their median as a share of it, times the chance of ``BreathAlias``.
/// Breath times come with the estimate.
struct BreathingCountDetector: BreathingDetector {
  static let info = PluginInfo(
    "breathing.count", version: 2, "Breathing rate: breaths counted in what breathing does to the beats.",
    source: "A. Schäfer and K. W. Kratky, Annals of Biomedical Engineering 36(3):476-485, 2008")

  let parameters: ModulationParameters

  func read(_ wave: RespiratoryWave) throws(Abstention) -> Estimate {
    BeatRate.estimate(from: Breaths.counted(wave.signal), plausibleBPM: RespiratoryWave.plausibleBPM)
  }
}
