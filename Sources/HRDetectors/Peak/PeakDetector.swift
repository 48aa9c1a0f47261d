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
struct PeakDetector: PreparedWindowDetector {
  struct Parameters: BandParameters {
    var lowCutoffHz = 0.5
    var highCutoffHz = 3.5
    var refractorySeconds = 0.3

    static let table: [Parameter<Self>] = [
      Parameter("lowCutoffHz", \.lowCutoffHz, in: 0.1...1.5, "Lower edge of the band-pass."),
      Parameter("highCutoffHz", \.highCutoffHz, in: 2...10, "Upper edge of the band-pass."),
      Parameter("refractorySeconds", \.refractorySeconds, in: 0.1...0.6, "Least time between two beats."),
    ]
  }

  static let info = PluginInfo(
    "peak", version: 2, "Median interval of the peaks of the band-passed wave.",
    source: "hreval; corrects peak.swasthicare")
  static let inputs = [ChannelKind.ppg]
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
    guard
      let band = BandFilter(
        order: Self.filterOrder, bandHz: parameters.bandHz, sampleRate: rate)
    else { return nil }
    var thinned = raw
    var reachSeconds = 0.0
    if step > 1 {
      // What folds back into the band is damped; above the band the band-pass takes it out.
      let decimator = Decimator(
        sampleRate: raw.sampleRate, passHz: parameters.highCutoffHz, stopHz: rate - parameters.highCutoffHz,
        factor: step, attenuationDecibels: 50)
      thinned = decimator.apply(raw)
      reachSeconds = decimator.reachSeconds
    }
    let wave = Signal(
      samples: band.filtered(thinned.samples), sampleRate: rate, startTime: raw.startTime)
    return Candidates(
      wave: wave, reachSeconds: reachSeconds, magnitudes: wave.samples.map { abs($0) },
      lastChange: raw.samples.lastChanges(step: step), maxima: PulseCandidates(wave, sign: 1),
      minima: PulseCandidates(wave, sign: -1), band: band)
  }

  func estimate(in range: TimeRange, of prepared: Candidates?) -> Estimate {
    guard let prepared else { return .abstained(.windowTooShort) }
    let samples = prepared.wave.indices(
      in: TimeRange(start: range.start, end: range.end - prepared.reachSeconds))
    guard samples.count > 2 else { return .abstained(.windowTooShort) }
    let threshold = prepared.magnitudes.element(
      atRank: Int(saturating: Self.thresholdQuantile * Double(samples.count)), in: samples)
    // The filter still rings when the signal has gone flat, so the test is of the signal itself.
    guard threshold > 0, prepared.lastChange[samples.upperBound - 1] > samples.lowerBound else {
      return .abstained(.flatSignal)
    }

    let upper = BeatRhythm.of(
      prepared.maxima.beats(
        on: samples, above: threshold, refractorySeconds: parameters.refractorySeconds))
    let lower = BeatRhythm.of(
      prepared.minima.beats(
        on: samples, above: threshold, refractorySeconds: parameters.refractorySeconds))
    switch (upper, lower) {
    case (.success(let a), .success(let b)):
      return estimate(b.unevenness < a.unevenness ? b : a, of: prepared, before: range.end)
    case (.success(let rhythm), .failure), (.failure, .success(let rhythm)):
      return estimate(rhythm, of: prepared, before: range.end)
    case (.failure(let silence), .failure):
      return .abstained(silence.reason)
    }
  }

  /// Below its middle a band-pass is ahead of its input, so a peak at the window's end may belong to a beat after it.
  private func estimate(_ rhythm: BeatRhythm, of prepared: Candidates, before end: Double) -> Estimate {
    var estimate = Estimate.bpm(rhythm.bpm, confidence: 1 - rhythm.unevenness)
    let delay = prepared.band.phaseDelay(atHz: rhythm.bpm / 60)
    estimate.beats = rhythm.beats.map { $0 - delay }.filter { $0 < end }
    return estimate
  }
}
