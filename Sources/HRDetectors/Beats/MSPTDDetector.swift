internal import HRPlugins

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
struct MSPTDDetector: MultiscaleDetector {
  struct Parameters: MultiscaleParameters {
    var windowSeconds = 6.0
    var overlapShare = 0.2
    var toleranceSeconds = 0.05

    static let table: [Parameter<Self>] = [
      windowRow,
      Parameter("overlapShare", \.overlapShare, in: 0...0.9, "Share of a window that the next one repeats."),
      Parameter(
        "toleranceSeconds", \.toleranceSeconds, in: 0...0.3, "How far a peak is moved to the largest sample."),
    ]

    func maxima(atRate sampleRate: Double) -> MultiscaleMaxima {
      MultiscaleMaxima(
        windowSeconds: windowSeconds, overlapShare: overlapShare, toleranceSeconds: toleranceSeconds)
    }
  }

  static let info = PluginInfo(
    "msptd", version: 1, "Maxima at every scale up to the one with the most maxima.",
    source:
      "S. M. Bishop and A. Ercole, Acta Neurochirurgica Supplement 126, 2018; P. H. Charlton's reading in ppg-beats"
  )

  let parameters: Parameters
}

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
struct AMPDDetector: MultiscaleDetector {
  struct Parameters: MultiscaleParameters {
    var windowSeconds = 6.0
    var overlapShare = 0.2

    static let table: [Parameter<Self>] = [
      windowRow,
      Parameter("overlapShare", \.overlapShare, in: 0...0.9, "Share of a window that the next one repeats."),
    ]

    func maxima(atRate sampleRate: Double) -> MultiscaleMaxima {
      MultiscaleMaxima(windowSeconds: windowSeconds, overlapShare: overlapShare, toleranceSeconds: 0)
    }
  }

  static let info = PluginInfo(
    "ampd", version: 1, "Maxima at every scale up to the one with the most maxima, left where they are.",
    source: "F. Scholkmann, J. Boss and M. Wolf, Algorithms 5:588, 2012; windows of ppg-beats")

  let parameters: Parameters
}
