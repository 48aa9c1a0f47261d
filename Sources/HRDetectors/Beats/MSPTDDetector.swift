internal import HRPlugins
internal import HRSignals

/// Multi-scale peak and trough detection: beats are the samples that are maxima at every scale up to the one with most.
///
/// ``MultiscaleMaxima`` over windows of 6 s with 20 % overlap, all scales, at the wave's own rate; peaks move to the
/// largest sample within 0.05 s (rounded up to samples). Of peaks and troughs the peaks are given.
///
/// Read as ppg-beats reads it. NeuroKit's `bishop` differs: it has no windows, leaves out the largest scale, searches
/// the maxima of each scale from one sample further in at the left and does not move the peaks.
///
/// - Note: The work grows with the square of the rate; ``MSPTDFast2Detector`` finds nearly the same beats in a fraction
///   of the time. A wave is not filtered: noise with more maxima at small scales than the pulse has at its own makes λ
///   small and every wiggle a beat.
struct MSPTDDetector: BeatDetector {
  struct Parameters: ParameterSet {
    var windowSeconds = 6.0
    var overlapShare = 0.2
    var toleranceSeconds = 0.05

    static let table: [Parameter<Self>] = [
      Parameter("windowSeconds", \.windowSeconds, in: 2...20, "Length of the windows searched one by one."),
      Parameter("overlapShare", \.overlapShare, in: 0...0.9, "Share of a window that the next one repeats."),
      Parameter(
        "toleranceSeconds", \.toleranceSeconds, in: 0...0.3, "How far a peak is moved to the largest sample."),
    ]
  }

  static let info = PluginInfo(
    "msptd", version: 1, "Maxima at every scale up to the one with the most maxima.",
    source:
      "S. M. Bishop and A. Ercole, Acta Neurochirurgica Supplement 126, 2018; P. H. Charlton's reading in ppg-beats"
  )

  private let maxima: MultiscaleMaxima

  init(parameters: Parameters) {
    maxima = MultiscaleMaxima(
      windowSeconds: parameters.windowSeconds, overlapShare: parameters.overlapShare,
      toleranceSeconds: parameters.toleranceSeconds)
  }

  func beats(in wave: Signal) -> [Double] { maxima.beats(in: wave) }
}
