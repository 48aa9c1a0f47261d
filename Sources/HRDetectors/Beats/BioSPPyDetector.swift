internal import HRPlugins
internal import HRSignals

/// BioSPPy's pulse-wave pipeline (`ppg.ppg`): Elgendi's peaks, and the onset before each.
///
/// The wave is band-passed (Butterworth of order 4, 1…8 Hz, forward and backward); peaks are those of
/// ``ProminentBlockPeaks`` (0.111 s against 0.667 s plus 0.02 of the mean square, 0.3 s apart) in the band-passed wave
/// with what is below zero set to zero. A beat is the last local minimum of the band-passed wave before a peak.
///
/// Departs from BioSPPy 2.2.4: it places minima one sample early (it takes a second difference's index for the
/// sample's), and it raises an error if a peak has no minimum before it; here minima are where they are, and such a
/// peak is no beat. The rate is ``BeatRate``'s, not BioSPPy's smoothed rate per beat.
///
/// - Note: The band-pass weakens what is below 60 bpm, so the echo of a slow pulse can count as a beat. The onset of a
///   pulse moves more with noise than its peak does.
struct BioSPPyDetector: BeatDetector {
  struct Parameters: ProminentBlockPeaks {
    var peakSeconds = 0.111
    var beatSeconds = 0.667
    var offsetShare = 0.02
    var leastDelaySeconds = 0.3

    static let table: [Parameter<Self>] =
      blockRows + [
        Parameter(
          "leastDelaySeconds", \.leastDelaySeconds, in: 0.1...0.6, "Peaks are further apart than this.")
      ]
  }

  static let info = PluginInfo(
    "biosppy", version: 1, "Onset before the peak of each block in which the squared wave is strong.",
    source: "M. Elgendi et al., PLoS ONE 8:e76585, 2013; BioSPPy 2.2.4's pipeline")

  let parameters: Parameters

  func beats(in wave: Signal) -> [Double] {
    guard let filtered = BioSPPyBand.filtered(wave) else { return [] }
    let peaks = parameters.peaks(in: filtered.map { max($0, 0) }, sampleRate: wave.sampleRate)
    var beats: [Double] = []
    for peak in peaks {
      var index = peak - 1
      while index > 0, !(filtered[index] <= filtered[index - 1] && filtered[index] < filtered[index + 1]) {
        index -= 1
      }
      guard index > 0 else { continue }
      let time = wave.time(at: index)
      if beats.last.map({ $0 < time }) ?? true { beats.append(time) }
    }
    return beats
  }
}

/// The band-pass of BioSPPy's pulse-wave pipeline: Butterworth of order 4, 1…8 Hz, forward and backward.
///
/// BioSPPy runs it as one polynomial of order 8, which loses digits at high rates; here it runs in sections of second
/// order.
enum BioSPPyBand {
  private static let order = 4
  private static let bandHz = 1.0...8.0

  /// - Returns: `nil` if the band is beyond half the rate.
  static func filtered(_ wave: Signal) -> [Double]? {
    wave.zeroPhase(order: order, bandHz: bandHz)
  }
}
