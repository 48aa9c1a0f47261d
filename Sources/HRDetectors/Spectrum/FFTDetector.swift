internal import HRNumerics
internal import HRPlugins
internal import HRSignals
internal import RealModule

/// Takes the largest peak of the spectrum in the cardiac band as the heart rate: the red-channel guide's spectral
/// method with its flaws repaired.
///
/// The window's samples, linearly detrended and under a Hann window, are zero-padded to at least eight times their
/// number. Of the power between the cutoffs the largest bin counts, placed by a parabola through the logarithms of the
/// power there and on both sides. There is no answer if that bin is no peak but the flank of something outside the
/// band, is the band's first or last bin, or is no higher than a side lobe of something outside the band. (The spectrum
/// is computed coarsely, and finely only where the largest bin can be; see ``PaddedSpectrum``.)
///
/// The confidence is the share of the in-band power within one main lobe (two over the window's length, either side)
/// of the peak and of its double: 1 for a clean pulse.
///
/// - Note: The padding only draws the spectrum finely. Two rates less than about 120 / duration beats per minute apart
///   merge. Reads double when the second harmonic outweighs the pulse.
/// - Note: `prepare` low-passes and thins the whole recording once, to at least three times `highCutoffHz`; a window
///   uses the thinned samples whose filter support is inside it. A window taken from a prepared recording may use
///   thinned samples at other times than the same window on its own (they are counted from the first sample), which
///   moves the rate by hundredths of a beat per minute.
struct FFTDetector: WaveDetector, BandDetector {
  struct Parameters: BandParameters {
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.5

    static var table: [Parameter<Self>] { searchEdges() }
  }

  static let info = PluginInfo(
    "fft", version: 1, "Largest spectral peak in the cardiac band.",
    source: "hreval; corrects fft.swasthicare")
  static let extractors = CameraExtractor.preferred

  /// The detector with its usual parameters.
  static let usual = FFTDetector(parameters: Parameters())

  let parameters: Parameters

  func prepare(_ channels: Channels) -> ThinnedWave? {
    ThinnedWave(channels, upToHz: parameters.bandHz.upperBound)
  }

  func read(_ range: TimeRange, of thinned: ThinnedWave) throws(Abstention) -> Estimate {
    let samples = try thinned.samples(in: range, lowestHz: parameters.bandHz.lowerBound)
    let spectrum = PaddedSpectrum(taperedWithoutLine(samples))
    let binHz = thinned.signal.sampleRate / Double(spectrum.count)
    guard
      let bins = SpectralPeak.bins(
        in: parameters.bandHz, binHz: binHz, count: spectrum.count / 2 + 1, least: 2)
    else { throw .noPeak }
    guard let peak = spectrum.strongestBin(in: bins) else { throw .flatSignal }
    guard peak.bin > bins.lowerBound, peak.bin < bins.upperBound, peak.power > peak.before,
      peak.power > peak.after, !spectrum.isSideLobe(peak, ofOutside: bins)
    else { throw .bandEdge }

    let floor = peak.power * 1e-12
    guard
      let apex = parabolicApex(
        Double.log(max(peak.before, floor)), Double.log(peak.power), Double.log(max(peak.after, floor)))
    else { throw .noPeak }
    let place = Double(peak.bin) + apex.offset
    return .bpm(60 * place * binHz, confidence: spectrum.shareOfTone(at: place, in: bins))
  }
}
