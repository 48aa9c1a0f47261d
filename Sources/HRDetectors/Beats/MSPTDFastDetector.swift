internal import HRPlugins

/// MSPTDfast v1: multi-scale peak detection on a thinned wave, in windows of 8 s.
///
/// ``MultiscaleMaxima`` with ``FastMaxima``'s thinning, scales and tolerance; windows of 8 s with 20 % overlap. Of
/// peaks and onsets, both of which version 1.1 finds, the peaks are given (version 1.0 found onsets only).
struct MSPTDFastDetector: MultiscaleDetector {
  struct Parameters: FastMaxima {
    var windowSeconds = 8.0
    var workingHz = 20.0
    var leastBPM = 30.0
  }

  static let info = PluginInfo(
    "msptdfast", version: 1, "Multi-scale maxima of the thinned wave in windows of 8 s.",
    source: "P. H. Charlton et al., Computing in Cardiology 51, 2024 (MSPTDfast v1.1 of ppg-beats)",
    tunedOn: [
      TunedOn("ppg-dalia*", "The authors chose what makes it fast on its recordings of lunch breaks.")
    ])

  let parameters: Parameters
}

/// MSPTDfast v2: multi-scale peak detection on a thinned wave, in windows of 6 s.
///
/// ``MultiscaleMaxima`` with ``FastMaxima``'s thinning, scales and tolerance; windows of 6 s with 20 % overlap. Of
/// peaks and onsets the peaks are given.
///
/// Departs from ppg-beats where a peak of the thinned wave is put back into the full one: there it lands one thinning
/// step less one sample late, and the largest sample is sought about that place; here it lands on the sample it is.
/// Departs from NeuroKit's `charlton` in the tolerance, there 0.15 s counted in thinned samples.
///
/// - Note: Thinning without a low-pass folds noise above half the working rate into the pulse. A wave is not filtered:
///   with noise as strong as the pulse, every wiggle is a beat.
struct MSPTDFast2Detector: MultiscaleDetector {
  struct Parameters: FastMaxima {
    var windowSeconds = 6.0
    var workingHz = 20.0
    var leastBPM = 30.0
  }

  static let info = PluginInfo(
    "msptdfast2", version: 1, "Multi-scale maxima of the thinned wave in windows of 6 s.",
    source: "P. H. Charlton et al., Physiological Measurement 46:035002, 2025 (MSPTDfast v2 of ppg-beats)",
    tunedOn: ["bidmc", "capnobase", "mimic-perform*", "wesad", "ppg-dalia*"].map {
      TunedOn(
        $0,
        "The authors designed it on four of eight data sets, of which this is one or more; which four is not known here."
      )
    })

  let parameters: Parameters
}
