internal import HRPlugins
internal import HRSignals

/// MSPTDfast v1: multi-scale peak detection on a thinned wave, in windows of 8 s.
///
/// ``MultiscaleMaxima`` with ``FastMaxima``'s thinning, scales and tolerance; windows of 8 s with 20 % overlap. Of
/// peaks and onsets, both of which version 1.1 finds, the peaks are given (version 1.0 found onsets only).
struct MSPTDFastDetector: BeatDetector {
  struct Parameters: ParameterSet {
    var windowSeconds = 8.0
    var workingHz = 20.0
    var leastBPM = 30.0

    static let table: [Parameter<Self>] = [
      Parameter("windowSeconds", \.windowSeconds, in: 2...20, "Length of the windows searched one by one."),
      Parameter(
        "workingHz", \.workingHz, in: 5...100, "At least this many samples per second are looked at."),
      Parameter("leastBPM", \.leastBPM, in: 10...60, "Scales of slower rates are left out."),
    ]
  }

  static let info = PluginInfo(
    "msptdfast", version: 1, "Multi-scale maxima of the thinned wave in windows of 8 s.",
    source: "P. H. Charlton et al., Computing in Cardiology 51, 2024 (MSPTDfast v1.1 of ppg-beats)",
    tunedOn: [
      TunedOn("ppg-dalia*", "The authors chose what makes it fast on its recordings of lunch breaks.")
    ])

  private let fast: FastMaxima

  init(parameters: Parameters) {
    fast = FastMaxima(
      windowSeconds: parameters.windowSeconds, workingHz: parameters.workingHz, leastBPM: parameters.leastBPM)
  }

  func beats(in wave: Signal) -> [Double] { fast.beats(in: wave) }
}
