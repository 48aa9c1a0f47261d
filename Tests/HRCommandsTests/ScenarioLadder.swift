import Testing

/// A scenario in rising severity, and its required effect on a rate read from the light of a finger.
///
/// Severities are far enough apart that four recordings and two repeats show their order: a factor of two and more,
/// for noise 20 dB, all with the same random numbers. Where both detectors guess, errors stop growing and may fall
/// again. So ladders end before that or count misses instead. This and other reasons for the length of a ladder are in
/// ``why``.
struct ScenarioLadder: CustomTestStringConvertible {
  enum Effect {
    /// The mean absolute error of all answers rises, in the end by this number of bpm. A step down by 0.2 bpm is
    /// allowed, since smoothing can have that effect.
    case errs(Double)
    /// The share of windows without an answer within 5 bpm of the reference rises, in the end to this share. A fall by
    /// a twentieth is allowed: one window in twenty.
    case misses(Double)
    /// The answers under the worst damage are as good as those of the undamaged recording, and as many.
    case unharmed
  }

  let name: String
  let scenario: String
  /// Name of the parameter that is the severity; empty for a scenario without one.
  let parameter: String
  /// Values from mild to severe, as in the experiment file.
  let values: [String]
  /// True if the first of the values is no damage at all.
  let startsClean: Bool
  let more: String
  let fft: Effect
  let peak: Effect
  let why: String

  private init(
    _ scenario: String, _ parameter: String, _ values: [String], startsClean: Bool = true, more: String = "",
    fft: Effect, peak: Effect, why: String
  ) {
    name = "\(scenario).\(parameter)" + (more.contains("evenAtNominalRate") ? ", taken as even" : "")
    self.scenario = scenario
    self.parameter = parameter
    self.values = values
    self.startsClean = startsClean
    self.more = more
    self.fft = fft
    self.peak = peak
    self.why = why
  }

  var testDescription: String { name }

  /// The labels of its scenarios, from mild to severe.
  var labels: [String] { values.isEmpty ? [name] : values.map { "\(name) \($0)" } }

  /// The ladder as an entry of `scenarios`.
  var json: String {
    let swept = values.isEmpty ? "" : "\"\(parameter)\": [\(values.joined(separator: ", "))]"
    let parameters = [swept, more].filter { !$0.isEmpty }.joined(separator: ", ")
    let noise =
      scenario == "recordedNoise"
      ? #", "noise": {"dataset": "hreval-hdf5", "root": "data", "channels": ["accelerometerX"]}"# : ""
    return
      #"{"label": "\#(name)\#(values.isEmpty ? "" : " {\(parameter)}")", "scenario": "\#(scenario)", "repeats": 2, "parameters": {\#(parameters)}\#(noise)}"#
  }

  private static let even = #""timeStamps": "evenAtNominalRate""#

  static let all: [ScenarioLadder] = [
    .init(
      "whiteNoise", "snrDecibels", ["30", "10", "-10", "-20"], startsClean: false, fft: .errs(5),
      peak: .errs(5), why: "No ratio is clean: 60 dB is the largest. From 30 to 10 dB both hardly notice."),
    .init(
      "pinkNoise", "snrDecibels", ["30", "10", "-10", "-20"], startsClean: false, fft: .errs(5),
      peak: .errs(5), why: "As white noise; more of it lies where the pulse is."),
    .init(
      "brownNoise", "snrDecibels", ["30", "10", "-10", "-20"], startsClean: false, fft: .errs(5),
      peak: .errs(5), why: "As white noise; nearly all of it lies below the pulse."),
    .init(
      "baselineWander", "amplitudeRatio", ["0", "5", "15", "50"], fft: .errs(5), peak: .misses(0.5),
      why:
        "Below the cardiac band: a spectrum minds only its leakage. In the end peaks are found too rarely to err more."
    ),
    .init(
      "spikes", "amplitudeRatio", ["0", "3", "10", "40"], more: #""perMinute": 60"#, fft: .errs(5),
      peak: .errs(5), why: "Height; how often is judged by the scenario's own tests."),
    .init(
      "noiseBursts", "perMinute", ["0", "15", "60"], more: #""snrDecibels": -20"#, fft: .errs(1),
      peak: .errs(0.3),
      why: "High frequencies that filters take away: little harm even at 20 dB below the pulse."),
    .init(
      "nstdb", "snrDecibels", ["24", "6", "-12"], startsClean: false,
      more: #""cleanSeconds": 0, "noisySeconds": 30"#, fft: .errs(3), peak: .errs(2),
      why: "The levels of the data base 18 dB apart; half of the minute is noisy."),
    .init(
      "recordedNoise", "snrDecibels", ["30", "10", "-20"], startsClean: false, fft: .errs(5), peak: .errs(5),
      why: "An accelerometer at rest in the place of recorded noise: no ratio is clean."),
    .init(
      "motionBursts", "amplitudeRatio", ["0", "1", "4"], more: #""burstsPerMinute": 6"#, fft: .errs(5),
      peak: .errs(5), why: "Beyond four times the pulse both follow the motion, and err no more."),
    .init(
      "motionBursts", "burstsPerMinute", ["0", "1", "3", "7"], more: #""amplitudeRatio": 4"#, fft: .errs(5),
      peak: .errs(5), why: "From no burst to nearly one after the other."),
    .init(
      "cadenceMotion", "amplitudeRatio", ["0", "0.5", "1", "3"], more: #""cadencePerMinute": 160"#,
      fft: .errs(5), peak: .errs(5), why: "160 steps a minute, which no heart here beats."),
    .init(
      "pulseMotion", "amplitudeRatio", ["0", "0.5", "1", "3"], more: #""pulseRatio": 1.4"#, fft: .errs(5),
      peak: .errs(5), why: "At 1.4 of the pulse rate: who follows the motion errs by 0.4 of it, and no more."),
    .init(
      "artefacts.paliakaite", "amplitudeRatio", ["0", "1", "4", "10"], fft: .errs(5), peak: .errs(1),
      why: "Artefacts a third of the time; between them `peak` finds the beats."),
    .init(
      "contactLoss", "eventsPerMinute", ["0", "1", "3", "6"], fft: .misses(0.5), peak: .misses(0.3),
      why:
        "Steps of the level fill the spectrum, so errors are as large as they get from three losses a minute."
    ),
    .init(
      "fingerShift", "perMinute", ["0", "2", "8", "30"], fft: .misses(0.3), peak: .errs(2),
      why: "As lost contact, but the pulse stays."),
    .init(
      "flicker", "depthPercent", ["0", "0.1", "1"], more: #""trueFramesPerSecond": 24.7"#, fft: .errs(5),
      peak: .errs(5),
      why:
        "100 Hz at 24.7 frames a second look like 72 bpm (87 by time stamps of 30 a second): beyond 1 % that is all one sees."
    ),
    .init(
      "autoExposure", "stepPercent", ["0", "1", "10", "60"], more: #""perMinute": 30"#, fft: .misses(0.5),
      peak: .misses(0.3), why: "A step of a tenth is many times the pulse."),
    .init(
      "whiteBalance", "stepPercent", ["0", "1", "10", "60"], more: #""perMinute": 30"#, fft: .misses(0.5),
      peak: .misses(0.3), why: "Red gets what exposure does to all colours."),
    .init(
      "quantisation", "bits", ["0", "8", "6", "5"], fft: .misses(0.5), peak: .misses(0.5),
      why:
        "Errors do not follow the bits: below the least step there is silence instead. 7 bits happen to be as good as 8."
    ),
    .init(
      "saturation", "share", ["0", "0.1", "0.5"], fft: .unharmed, peak: .unharmed,
      why: "Half a pulse still comes once a beat: clipping costs the wave's form, not its period."),
    .init(
      "channelDropout", "share", ["0", "0.05", "0.1"], more: #""eventSeconds": 1"#, fft: .misses(0.5),
      peak: .misses(0.05), why: "Red at zero. With more losses nobody sees the pulse, and chance decides."),
    .init(
      "sensorOff", "seconds", ["0", "10", "30", "60"], fft: .misses(0.5), peak: .misses(0.3),
      why: "Windows without light have no answer, or a wrong one."),
    .init(
      "gainStep", "factor", ["1", "1.1", "2"], fft: .misses(0.3), peak: .misses(0.2),
      why: "One step, seen by the windows that hold it. From a factor of 2 on red is clipped: 10 is no worse."
    ),
    .init(
      "polarityFlip", "", [], startsClean: false, fft: .unharmed, peak: .unharmed,
      why: "It has no severity, and a pulse upside down comes as often."),
    .init(
      "frameDrop", "share", ["0", "0.5", "0.9"], fft: .errs(5), peak: .errs(5),
      why: "With true times half of the frames can go; three a second are too few."),
    .init(
      "frameDrop", "share", ["0", "0.05", "0.1", "0.2"], more: even, fft: .misses(0.5), peak: .misses(0.5),
      why: "Rates read high by 1 / (1 - share), and the end of the recording is missing."),
    .init(
      "frameGaps", "perMinute", ["0", "6", "20", "60"], more: #""longestSeconds": 1, \#(even)"#,
      fft: .misses(0.5), peak: .misses(0.5), why: "As lost frames, in lumps."),
    .init(
      "frameJitter", "deviationShare", ["0", "0.2", "0.6"], fft: .unharmed, peak: .unharmed,
      why: "The times are true; half an interval is a fiftieth of a beat."),
    .init(
      "variableFrameRate", "lowestShare", ["1", "0.8"], more: even, fft: .misses(0.3), peak: .misses(0.3),
      why:
        "Rates read high in dim stretches. The lower their rate the fewer frames they hold: no order below 0.8."
    ),
    .init(
      "resampled", "framesPerSecond", ["0", "10", "5", "2"], fft: .misses(0.5), peak: .misses(0.5),
      why: "The rate is there down to some three frames a second."),
    .init(
      "clockSkew", "percent", ["0", "1", "2", "5"], fft: .errs(2), peak: .errs(2),
      why: "Rates read low by just that much."),
    .init(
      "lag", "seconds", ["0", "5", "15"], fft: .misses(0.3), peak: .misses(0.3),
      why: "Steady hearts read the same later; windows at the beginning are empty."),
    .init(
      "keyFrames", "amplitudeRatio", ["0", "5", "20", "80"], fft: .errs(5), peak: .errs(5),
      why: "Lines at 60, 120, 180 per minute: who follows one of them errs by the distance to the pulse."),
    .init(
      "overexposure", "redMean", ["0", "252", "254", "254.9"], more: #""lastingShare": 1"#, fft: .misses(0.3),
      peak: .misses(0.3), why: "Red throughout nearer to the top: the pulse goes flat, and its noise stays."),
    .init(
      "rawCounts", "deviationCounts", ["0", "3000"], fft: .unharmed, peak: .unharmed,
      why:
        "A camera's codes are no raw counts: red stays. What it does to a pulse wave is told by its own tests."
    ),
    .init(
      "lockedMotion", "amplitudeRatio", ["0", "0.5", "1", "3"], more: #""pulseRatio": 1.5"#, fft: .errs(5),
      peak: .errs(5), why: "Three steps to two beats: who follows the motion errs by half of the rate."),
    .init(
      "exerciseOnset", "amplitudeRatio", ["0", "1", "4"], fft: .misses(0.2), peak: .misses(0.2),
      why: "The first half minute shows the steps; later the pulse is the stronger."),
    .init(
      "looseStrap", "perMinute", ["0", "1", "4"], fft: .misses(0.3), peak: .misses(0.3),
      why: "In loose stretches the steps are several times the pulse."),
    .init(
      "ectopicBeats", "percent", ["0", "10", "30"], fft: .errs(0.15), peak: .errs(0.15),
      why: "With a compensatory pause the mean rate stays: little harm."),
    .init(
      "bigeminy", "episodeShare", ["0", "0.5", "1"], fft: .errs(5), peak: .errs(3),
      why: "Every second pulse is weak: half the rate."),
    .init(
      "atrialFibrillation", "episodeShare", ["0", "0.5", "1"], fft: .errs(2), peak: .errs(1),
      why: "No peak in the spectrum is the rate's own, and weak pulses are passed over."),
    .init(
      "rateRamp", "bpmPerSecond", ["0", "1", "5"], fft: .errs(2), peak: .errs(2),
      why: "A window holds many rates, the estimate one of them."),
    .init(
      "rateStep", "toBPM", ["0", "150"], fft: .errs(5), peak: .errs(5),
      why:
        "Windows with both rates. How severe a level is depends on the rate before it, so there is one only."),
  ]
}
