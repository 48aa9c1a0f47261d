internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Counts the peaks of the band-passed pulse wave: the red-channel guide's method with its flaws repaired.
///
/// As in the guide (``PeakSwasthicareDetector``): band-pass, a threshold that is the 0.6 quantile of the absolute
/// values (element ⌊0.6 n⌋ of the sorted ones), peaks above it that keep 0.3 s apart, median of the intervals between
/// 40 and 200 bpm. Repaired: peaks are placed between samples by a parabola, the median is the true one, nothing is
/// rounded, the band-pass (Butterworth of order 2) has been running since the recording began, and of two peaks closer
/// than 0.3 s the higher stays.
///
/// Either side of the wave may carry the sharp peaks: light falls where blood rises. Both are counted, and the more
/// even row of beats wins (the upper one if both are equally even), so turning the signal upside down changes nothing.
///
/// The confidence is one minus the mean distance of the intervals to their median as a share of it (each at most 1):
/// 1 for a metronome. Beat times are those of the wave before the filter's delay at the found rate.
///
/// - Note: `prepare` filters the whole recording forward in time and then keeps every ⌊rate / 25⌋-th sample. A window
///   taken from a prepared recording differs from the same window on its own only by the filter's start-up, which
///   fades within about two seconds.
struct PeakDetector: WaveDetector {
  struct Parameters: BandParameters {
    var lowCutoffHz = 0.5
    var highCutoffHz = 3.5
    var refractorySeconds = 0.3

    static let table: [Parameter<Self>] =
      passEdges(high: 2...10) + [
        Parameter("refractorySeconds", \.refractorySeconds, in: 0.1...0.6, "Least time between two beats.")
      ]
  }

  static let info = PluginInfo(
    "peak", version: 2, "Median interval of the peaks of the band-passed wave.",
    source: "hreval; corrects peak.swasthicare")
  static let extractors = CameraExtractor.preferred

  /// Least rate of the search, in samples per second.
  private static let workingRate = 25.0
  private static let thresholdQuantile = 0.6
  private static let filterOrder = 2

  let parameters: Parameters

  var rangeBPM: ClosedRange<Double>? { BeatRhythm.plausibleBPM }

  /// Results that are computed once per recording.
  struct Candidates: Sendable {
    fileprivate let wave: Signal
    /// Raw samples within this time after a working sample have gone into it.
    fileprivate let reachSeconds: Double
    fileprivate let magnitudes: [Double]
    /// For each working sample, the last one, up to it, since which the raw signal has changed.
    fileprivate let lastChange: [Int]
    fileprivate let maxima: PulseCandidates
    fileprivate let minima: PulseCandidates
    fileprivate let band: BandFilter
  }

  /// - Returns: `nil` without samples, or where half the channel's rate does not even reach the band's lower edge.
  func prepare(_ channels: Channels) -> Candidates? {
    guard let raw = channels[.ppg]?.uniform(), raw.count > 0 else { return nil }
    let step = max(1, Int(saturating: raw.sampleRate / max(Self.workingRate, 4 * parameters.highCutoffHz)))
    let rate = raw.sampleRate / Double(step)
    guard let band = BandFilter(order: Self.filterOrder, bandHz: parameters.bandHz, sampleRate: rate)
    else { return nil }
    // What folds back into the band is damped; above the band the band-pass takes it out.
    let decimator = Decimator(
      thinning: raw.sampleRate, by: step, upToHz: parameters.highCutoffHz, attenuationDecibels: 50)
    let thinned = decimator?.apply(raw) ?? raw
    let wave = thinned.replacing(band.filtered(thinned.samples))
    return Candidates(
      wave: wave, reachSeconds: decimator?.reachSeconds ?? 0, magnitudes: wave.samples.map { abs($0) },
      lastChange: raw.samples.lastChanges(step: step), maxima: PulseCandidates(wave, sign: 1),
      minima: PulseCandidates(wave, sign: -1), band: band)
  }

  func read(_ range: TimeRange, of prepared: Candidates) throws(Abstention) -> Estimate {
    let samples = prepared.wave.indices(
      in: TimeRange(start: range.start, end: range.end - prepared.reachSeconds))
    guard samples.count > 2 else { throw .windowTooShort }
    let threshold = prepared.magnitudes.element(
      atRank: Int(saturating: Self.thresholdQuantile * Double(samples.count)), in: samples)
    // The filter still rings when the signal has gone flat, so the test is of the signal itself.
    guard threshold > 0, prepared.lastChange[samples.upperBound - 1] > samples.lowerBound
    else { throw .flatSignal }

    func rhythm(of candidates: PulseCandidates) -> Result<BeatRhythm, Abstention> {
      Result { () throws(Abstention) in
        try BeatRhythm(
          candidates.beats(
            on: samples, above: threshold, refractorySeconds: parameters.refractorySeconds))
      }
    }
    let rhythm =
      switch (rhythm(of: prepared.maxima), rhythm(of: prepared.minima)) {
      case (.success(let a), .success(let b)): b.unevenness < a.unevenness ? b : a
      case (.success(let found), .failure), (.failure, .success(let found)): found
      case (.failure(let reason), .failure): throw reason
      }
    var estimate = Estimate.bpm(rhythm.bpm, confidence: 1 - rhythm.unevenness)
    // Below its middle a band-pass is ahead of its input, so a peak at the window's end may belong to a beat after it.
    let delay = prepared.band.phaseDelay(atHz: rhythm.bpm / 60)
    estimate.beats = rhythm.beats.map { $0 - delay }.filter { $0 < range.end }
    return estimate
  }
}
