internal import HRPlugins
internal import HRSignals

/// SpaMa (``SpaMaDetector``) with a steadier memory and a way back.
///
/// The reach is counted from the mean of the last `memoryWindows` readings instead of the last one. If
/// `patienceWindows` windows with a peak left have followed the last one with a peak in reach, and the strongest peaks
/// of the latest of them are within reach of each other, the memory is cleared and the last of those peaks is the
/// reading.
///
/// - Note: Of the two changes the paper names the memory's length, six. The wait before the reset, and the condition
///   that the strongest peaks agree, are own choices: without the second, bursts of motion led it astray.
struct SpaMaPlusDetector: WristTracker {
  struct Parameters: BandParameters {
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.5
    var toleranceBPM = 3.0
    var reachBPM = 15.0
    var memoryWindows = 6
    var patienceWindows = 8

    static let table: [Parameter<Self>] = [
      Parameter("lowCutoffHz", \.lowCutoffHz, in: 0.5...1.5, "Lower edge of the search; 0.7 Hz is 42 bpm."),
      Parameter("highCutoffHz", \.highCutoffHz, in: 2...4.5, "Upper edge of the search; 3.5 Hz is 210 bpm."),
      Parameter(
        "toleranceBPM", \.toleranceBPM, in: 0...20, "Largest distance at which a peak is taken for motion."),
      Parameter("reachBPM", \.reachBPM, in: 1...60, "Largest distance from the mean of the last readings."),
      Parameter("memoryWindows", \.memoryWindows, in: 1...60, "Readings in that mean."),
      Parameter(
        "patienceWindows", \.patienceWindows, in: 1...60, "Windows without a peak in reach before a reset."),
    ]
  }

  static let info = PluginInfo(
    "spamaPlus", version: 2, "SpaMa that follows the mean of its last readings and starts anew when lost.",
    source:
      "A. Reiss, I. Indlekofer, P. Schmidt and K. Van Laerhoven, Sensors 19(14):3079, 2019, read freely",
    tunedOn: [TunedOn].ofCup2015 + [
      TunedOn(
        "ppg-dalia*", "The authors evaluated it on this data set; what was chosen by it is not known here."),
      TunedOn("wesad", "The authors evaluated it on this data set; what was chosen by it is not known here."),
    ])

  private let follower: SpaMaFollower

  init(parameters: Parameters) {
    follower = SpaMaFollower(
      bandHz: parameters.bandHz, toleranceBPM: parameters.toleranceBPM,
      reachBPM: parameters.reachBPM, memory: parameters.memoryWindows, patience: parameters.patienceWindows)
  }

  var rangeBPM: ClosedRange<Double>? { follower.bandBPM }

  func estimates(of recording: WristRecording) -> [Estimate] {
    follower.estimates(of: recording)
  }
}
