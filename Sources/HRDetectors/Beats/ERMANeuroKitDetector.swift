internal import HRPlugins
internal import HRSignals

/// Event-related moving averages in NeuroKit's reading (`ppg_clean` and `ppg_findpeaks`, method `elgendi`).
///
/// As ``ERMADetector``: band-pass (Butterworth of order 2, 0.5…8 Hz, forward and backward), squares of what is above
/// zero, a 0.111 s average against a 0.667 s average plus 0.02 of the mean of all squares. Otherwise: single averages,
/// their lengths rounded; the beat is the most prominent local maximum of the *filtered* wave in its block; beats keep
/// more than 0.3 s apart, the first of two closer ones stays; blocks at the window's ends do not count. The details,
/// off-by-ones included, are those of ``ProminentBlockPeaks``.
///
/// Departs from NeuroKit at its edges only: where NeuroKit raises an error (no block at all) there are no beats, and a
/// band that reaches beyond half the rate is cut at its lower edge alone.
///
/// - Note: The 0.3 s also count from the window's start, so a beat in its first 0.3 s is never one. One spike raises
///   the threshold of the whole window.
struct ERMANeuroKitDetector: BeatDetector {
  struct Parameters: BandParameters {
    var lowCutoffHz = 0.5
    var highCutoffHz = 8.0
    var peakSeconds = 0.111
    var beatSeconds = 0.667
    var offsetShare = 0.02
    var leastDelaySeconds = 0.3

    static let table: [Parameter<Self>] = [
      Parameter("lowCutoffHz", \.lowCutoffHz, in: 0.1...1.5, "Lower edge of the band-pass."),
      Parameter("highCutoffHz", \.highCutoffHz, in: 2...20, "Upper edge of the band-pass."),
      Parameter("peakSeconds", \.peakSeconds, in: 0.05...0.25, "Window of the short average."),
      Parameter("beatSeconds", \.beatSeconds, in: 0.3...1.5, "Window of the long average."),
      Parameter(
        "offsetShare", \.offsetShare, in: 0...1, "Share of the mean of all squares added to the long average."
      ),
      Parameter(
        "leastDelaySeconds", \.leastDelaySeconds, in: 0.1...0.6, "Beats are further apart than this."),
    ]
  }

  static let info = PluginInfo(
    "erma.neurokit", version: 1,
    "Most prominent peak of each block in which a short average of the squared wave exceeds a long one.",
    source: "M. Elgendi et al., PLoS ONE 8:e76585, 2013; NeuroKit2 0.2.13's reading",
    tunedOn: .ofEmergencyResponders)

  let parameters: Parameters

  func beats(in wave: Signal) -> [Double] {
    guard
      let band = BandFilter(
        order: ERMADetector.filterOrder, bandHz: parameters.bandHz,
        sampleRate: wave.sampleRate)
    else { return [] }
    let blocks = ProminentBlockPeaks(
      peakSeconds: parameters.peakSeconds, beatSeconds: parameters.beatSeconds,
      offsetShare: parameters.offsetShare, leastDelaySeconds: parameters.leastDelaySeconds)
    return blocks.indices(in: band.sections.zeroPhase(wave.samples), sampleRate: wave.sampleRate)
      .map { wave.time(at: $0) }
  }
}
