internal import HRPlugins
internal import HRSignals

/// Automatic multi-scale peak detection: beats are the samples that are maxima at every scale up to the one with most.
///
/// ``MultiscaleMaxima`` over windows of 6 s with 20 % overlap, all scales, at the wave's own rate; the peaks stay where
/// the wave less its line has them.
///
/// The paper's table of scales holds 0 where a sample is a maximum and 1 + a random number where not; λ is the row with
/// the smallest sum and peaks are the columns without spread in rows 1…λ. Here the random numbers are left out: the row
/// with the fewest non-maxima has the smallest sum (the random numbers only decide between rows that have nearly as
/// many), and a column without spread is one of maxima throughout. So the estimate is the same at every run.
///
/// Windows as in ppg-beats, without its shift of all peaks by a sample.
///
/// - Note: Where two windows overlap, a peak on a slope may be found at neighbouring samples and counts twice; the rate
///   rule leaves out the short interval this makes. Otherwise ``MSPTDDetector``'s weak points.
struct AMPDDetector: BeatDetector {
  struct Parameters: ParameterSet {
    var windowSeconds = 6.0
    var overlapShare = 0.2

    static let table: [Parameter<Self>] = [
      Parameter("windowSeconds", \.windowSeconds, in: 2...20, "Length of the windows searched one by one."),
      Parameter("overlapShare", \.overlapShare, in: 0...0.9, "Share of a window that the next one repeats."),
    ]
  }

  static let info = PluginInfo(
    "ampd", version: 1, "Maxima at every scale up to the one with the most maxima, left where they are.",
    source: "F. Scholkmann, J. Boss and M. Wolf, Algorithms 5:588, 2012; windows of ppg-beats")

  private let maxima: MultiscaleMaxima

  init(parameters: Parameters) {
    maxima = MultiscaleMaxima(
      windowSeconds: parameters.windowSeconds, overlapShare: parameters.overlapShare, toleranceSeconds: 0)
  }

  func beats(in wave: Signal) -> [Double] { maxima.beats(in: wave) }
}
