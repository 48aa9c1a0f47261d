internal import HRPlugins
internal import HRSignals

/// Spectral filter for motion artefacts: treats the pulse wave's spectral peaks that the accelerometer has too as
/// motion, and follows the rate among those that are left.
///
/// Per window (8 s, every 2 s; 25 samples per second, ``WristStream``) the local maxima of the pulse wave's spectrum
/// (``SpectralCandidates``) in the band. Peaks within `toleranceBPM` of one of an axis' strongest peaks, or of half
/// such a one's rate, are dropped: the half because a step is two halves of an arm's swing. Of the three strongest that
/// are left, the strongest within `reachBPM` of the reading before is the reading; if there is none, the reading before
/// is kept. The first reading is the strongest peak left, or of all if none is left.
///
/// - Note: Implemented freely after the paper's outline. Its spectra are taken with other lengths, and if it finds no
///   peak it interpolates between the readings before and after, which a causal tracker cannot. Own choices: the number
///   of an axis' peaks that count (three, of at least 30 % of its strongest), the tolerance, and that an axis at rest
///   has none (``SpectralCandidates/leastDeviation``).
/// - Note: Cannot tell a pulse from motion of the same rate, and does not come back once it has lost the pulse
///   (``SpaMaPlusDetector`` does).
struct SpaMaDetector: WristTracker {
  struct Parameters: BandParameters {
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.5
    var toleranceBPM = 3.0
    var reachBPM = 10.0

    static let table: [Parameter<Self>] = [
      Parameter("lowCutoffHz", \.lowCutoffHz, in: 0.5...1.5, "Lower edge of the search; 0.7 Hz is 42 bpm."),
      Parameter("highCutoffHz", \.highCutoffHz, in: 2...4.5, "Upper edge of the search; 3.5 Hz is 210 bpm."),
      Parameter(
        "toleranceBPM", \.toleranceBPM, in: 0...20, "Largest distance at which a peak is taken for motion."),
      Parameter("reachBPM", \.reachBPM, in: 1...60, "Largest change from one reading to the next."),
    ]
  }

  static let info = PluginInfo(
    "spama", version: 2, "Drops spectral peaks that the accelerometer has too and follows the rest.",
    source: "S. M. A. Salehizadeh et al., Sensors 16(1):10, 2016 (SpaMA), read freely", tunedOn: .ofCup2015)

  private let follower: SpaMaFollower

  init(parameters: Parameters) {
    follower = SpaMaFollower(
      bandHz: parameters.bandHz, toleranceBPM: parameters.toleranceBPM,
      reachBPM: parameters.reachBPM, memory: 1, patience: nil)
  }

  var rangeBPM: ClosedRange<Double>? { follower.bandBPM }

  func estimates(of recording: WristRecording) -> [Estimate] {
    follower.estimates(of: recording)
  }
}
