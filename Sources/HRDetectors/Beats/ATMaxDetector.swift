internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Finds the peaks where a falling line meets the wave (`atmax`, H. S. Shin, C. Lee and M. Lee, 2009).
///
/// The wave is band-passed at 0.5–20 Hz (Butterworth of order 6, forward and backward, so inside the window it sees
/// both ways), its mean taken off, and searched by ``DescendingLine``, whose constants are the paper's as far as
/// ppg-beats has them: fall 0.6·(V + σ) per second, refractory time 0.6 of the last interval.
///
/// - Note: The reading is ppg-beats' `atmax_beat_detector`, by D. Han: V is the last peak but one, the line starts at a
///   fifth of the maximum, a top must be the highest within 0.15 s. Its filter is in transfer-function form, which at
///   higher sample rates is numerically unstable; here it is in second-order sections, with SciPy's padding. Where half
///   the sample rate does not reach 20 Hz, only the lower edge is cut.
/// - Note: Known weak point: the refractory time follows the last interval. After a missed beat it is 1.2 true
///   intervals, so every second beat is missed until an interval comes out shorter. As it starts with 0.6 s, a steady
///   pulse above 100 bpm is read at half its rate from the start; `firstRefractorySeconds` of 0.3 mends that, and only
///   that.
struct ATMaxDetector: BeatDetector {
  struct Parameters: BandParameters {
    var lowCutoffHz = 0.5
    var highCutoffHz = 20.0
    var refractoryShare = 0.6
    var firstRefractorySeconds = 0.6

    static let table: [Parameter<Self>] =
      passEdges(low: 0.1...2, high: 2.5...40) + [
        Parameter(
          "refractoryShare", \.refractoryShare, in: 0.1...0.9, "Least interval, as a share of the last one."),
        Parameter(
          "firstRefractorySeconds", \.firstRefractorySeconds, in: 0.1...1,
          "Least interval before there is a last one."),
      ]
  }

  static let info = PluginInfo(
    "atmax", version: 1, "Peaks where a falling adaptive line meets the wave.",
    source: "H. S. Shin, C. Lee, M. Lee, Computers in Biology and Medicine 39(12), 2009; ppg-beats (D. Han)")

  private static let filterOrder = 6

  let parameters: Parameters

  func beats(in wave: Signal) -> [Double] { turns(of: wave, sign: 1) }

  /// - Parameter sign: 1 for the peaks of the wave, −1 for its feet.
  func turns(of wave: Signal, sign: Double) -> [Double] {
    guard
      let filtered = wave.replacing(wave.samples.map { sign * $0 })
        .zeroPhase(order: Self.filterOrder, bandHz: parameters.bandHz)
    else { return [] }
    let line = DescendingLine(
      refractoryShare: parameters.refractoryShare, firstRefractorySeconds: parameters.firstRefractorySeconds)
    return line.peaks(of: removingMean(filtered), sampleRate: wave.sampleRate).map { wave.time(at: $0) }
  }
}

/// ``ATMaxDetector`` on the wave turned over: a rising line that meets the feet (`atmin`).
///
/// The feet are sharper in some recordings than the rounded tops, so the two are worth comparing. Constants, band-pass
/// and weak points are those of `atmax`.
///
/// - Note: The reading is ppg-beats' `atmin_beat_detector`, which is `atmax` with every sign changed.
struct ATMinDetector: BeatDetector {
  static let info = PluginInfo(
    "atmin", version: 1, "Feet where a rising adaptive line meets the wave.",
    source: "H. S. Shin, C. Lee, M. Lee, Computers in Biology and Medicine 39(12), 2009; ppg-beats (D. Han)")

  let parameters: ATMaxDetector.Parameters

  func beats(in wave: Signal) -> [Double] {
    ATMaxDetector(parameters: parameters).turns(of: wave, sign: -1)
  }
}
