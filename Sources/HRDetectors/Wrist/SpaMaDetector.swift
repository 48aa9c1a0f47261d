internal import HRPlugins

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
struct SpaMaDetector: SpaMaTracker {
  struct Parameters: BandParameters {
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.5
    var toleranceBPM = 3.0
    var reachBPM = 10.0

    static let table = wristEdges([
      Parameter(
        "toleranceBPM", \.toleranceBPM, in: 0...20, "Largest distance at which a peak is taken for motion."),
      Parameter("reachBPM", \.reachBPM, in: 1...60, "Largest change from one reading to the next."),
    ])
  }

  static let info = PluginInfo(
    "spama", version: 3, "Drops spectral peaks that the accelerometer has too and follows the rest.",
    source: "S. M. A. Salehizadeh et al., Sensors 16(1):10, 2016 (SpaMA), read freely", tunedOn: .ofCup2015)

  let parameters: Parameters

  var follower: SpaMaFollower {
    SpaMaFollower(
      bandHz: parameters.bandHz, toleranceBPM: parameters.toleranceBPM, reachBPM: parameters.reachBPM,
      memory: 1, patience: nil)
  }
}

/// SpaMa (``SpaMaDetector``) with a steadier memory and a way back.
///
/// The reach is counted from the mean of the last `memoryWindows` readings instead of the last one. If
/// `patienceWindows` windows with a peak left have followed the last one with a peak in reach, and the strongest peaks
/// of the latest of them are within reach of each other, the memory is cleared and the last of those peaks is the
/// reading.
///
/// - Note: Of the two changes the paper names the memory's length, six. The wait before the reset, and the condition
///   that the strongest peaks agree, are own choices: without the second, bursts of motion led it astray.
struct SpaMaPlusDetector: SpaMaTracker {
  struct Parameters: BandParameters {
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.5
    var toleranceBPM = 3.0
    var reachBPM = 15.0
    var memoryWindows = 6
    var patienceWindows = 8

    static let table = wristEdges([
      Parameter(
        "toleranceBPM", \.toleranceBPM, in: 0...20, "Largest distance at which a peak is taken for motion."),
      Parameter("reachBPM", \.reachBPM, in: 1...60, "Largest distance from the mean of the last readings."),
      Parameter("memoryWindows", \.memoryWindows, in: 1...60, "Readings in that mean."),
      Parameter(
        "patienceWindows", \.patienceWindows, in: 1...60, "Windows without a peak in reach before a reset."),
    ])
  }

  static let info = PluginInfo(
    "spamaPlus", version: 3, "SpaMa that follows the mean of its last readings and starts anew when lost.",
    source:
      "A. Reiss, I. Indlekofer, P. Schmidt and K. Van Laerhoven, Sensors 19(14):3079, 2019, read freely",
    tunedOn: [TunedOn].ofCup2015 + [
      TunedOn(
        "ppg-dalia*", "The authors evaluated it on this data set; what was chosen by it is not known here."),
      TunedOn("wesad", "The authors evaluated it on this data set; what was chosen by it is not known here."),
    ])

  let parameters: Parameters

  var follower: SpaMaFollower {
    SpaMaFollower(
      bandHz: parameters.bandHz, toleranceBPM: parameters.toleranceBPM, reachBPM: parameters.reachBPM,
      memory: parameters.memoryWindows, patience: parameters.patienceWindows)
  }
}
