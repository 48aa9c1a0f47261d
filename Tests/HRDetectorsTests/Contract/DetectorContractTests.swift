import HRPluginTesting
import HRPlugins
import Testing

@testable import HRDetectors
@testable import HRNumerics

/// Every detector keeps the promises of ``DetectorPromise``, for each row of the catalog.
@Suite struct DetectorContractTests {
  /// Tolerance in beats per minute, if it is not the 1.5 of all others.
  private static let tolerances: KeyValuePairs<String, Double> = [
    // Bins of its 2048 points are 7.3 a minute apart at 250 Hz, as published.
    "welch.pyvhr": 3.8,
    // Peaks on whole samples at 30 Hz and whole rates, as published: at 110 bpm a sample is 7 bpm.
    "peak.swasthicare": 3.5,
    "session.swasthicare": 3.5,
  ]

  /// Detectors that declare independence of polarity, or use a spectrum or a correlation, which have no sign.
  private static let haveNoSign = [
    "peak", "fft", "combined", "welch", "lombScargle", "autocorrelation", "burg", "harmonicProduct",
    "viterbi", "viterbi.offline", "kalman", "fft.rppgToolbox", "welch.pyvhr", "stft.pyvhr", "wfpv",
    "wfpv.viterbi", "spama", "spamaPlus", "nlms", "rls", "notch", "troika", "joss", "holdLast", "double",
    "half", "metronome",
  ]

  /// Time by which a filter's delay, taken off afterwards, may move a beat out of the window.
  private static let beatDelaySeconds: KeyValuePairs<String, Double> = ["peak": 0.25]

  /// Excuses: a published flaw that is kept as it is, or the purpose of a null.
  private static let excused: KeyValuePairs<DetectorPromise, KeyValuePairs<String, String>> = [
    .abstainsWhereNothingMoves: [
      "constant": "a null: always the same rate, whatever the samples"
    ],
    .abstainsOnAHandfulOfSamples: [
      "constant": "a null: always the same rate, whatever the samples"
    ],
    .abstainsAfterAPulse: [
      "constant": "a null: always the same rate, whatever the samples",
      "holdLast": "a null: holds the first rate it read",
    ],
    .doesNotDependOnTheUnit: [
      "stft.pyvhr": "published: does not remove the mean, whose side lobes reach into the band",
      "wfpv":
        "published: its filter starts from rest in each window, so an offset leaves a step's echo at the band's lower edge",
      "wfpv.viterbi":
        "published: its filter starts from rest in each window, so an offset leaves a step's echo at the band's lower edge",
      "poisson": "a null: its random stream is named after fft's rate to the last digit",
    ],
    .takesAnyLevelOfAccelerometers: [
      "wfpv":
        "published: its filter starts from rest in each window, so gravity and offsets are a step",
      "wfpv.viterbi":
        "published: its filter starts from rest in each window, so gravity and offsets are a step",
    ],
    .stretchesWithTime: [
      "atmax": "published: above 100 bpm it counts every second beat",
      "atmin": "published: above 100 bpm it counts every second beat",
      "aboyPlusPlus": "published: above about 140 bpm every second beat is dropped",
      "kavsaoglu": "published: expects 90 bpm at first, and counts the echo of a slow pulse",
      "peak.rppgToolbox": "published: every local maximum counts, also those of noise",
      "wfpv.viterbi": "published: searches 60 to 180 bpm",
      "peak.swasthicare": "published flaw: frames count as 1/30 s apart whatever their times",
      "fft.swasthicare": "published flaw: frames count as 1/30 s apart whatever their times",
      "combined.swasthicare": "published flaw: frames count as 1/30 s apart whatever their times",
      "session.swasthicare": "published flaw: frames count as 1/30 s apart whatever their times",
      "hue.pulse": "published flaws: a filter for 10 frames per second, hue of colours rounded to 8 bits",
      "constant": "a null: always the same rate",
      "poisson": "a null: other windows have other random beats",
      "cadence": "a null: the rate of steps, and nobody walks",
    ],
    .knowsNoClock: [
      "hue.pulse":
        "published: periods count above 0.1 s, six frames here give or take the last bit of a time",
      "poisson": "a null: its random stream is named after the window's start",
    ],
    .readsEachPartOfARecording: [
      "holdLast": "a null: holds the first rate it read"
    ],
    .declaresARange: [
      "heartpy": "published: thresholds are refused by the number of their peaks, rates are not",
      "heartpy.fast": "published: thresholds are refused by the number of their peaks, rates are not",
      "peak.rppgToolbox": "published: every local maximum counts, so the sample rate is the only bound",
    ],
    .readsACleanPulse: [
      "atmax":
        "published: deaf for 0.6 s at first and for 0.6 of an interval after, so above 100 bpm it counts every second beat",
      "atmin":
        "published: deaf for 0.6 s at first and for 0.6 of an interval after, so above 100 bpm it counts every second beat",
      "aboyPlusPlus":
        "published: its feet leave no room for intervals below 0.42 s, so about 140 bpm every second beat is dropped",
      "kavsaoglu":
        "published: counts the echo of a slow pulse, and halves rates that its expected period of 0.6 cannot reach",
      "wfpv": "published: searches 60 to 180 bpm",
      "wfpv.viterbi": "published: searches 60 to 180 bpm",
      "fft.swasthicare": "published flaw: bins of 512 points read as those of 600",
      "combined.swasthicare": "published flaw: half of it is fft.swasthicare",
      "hue.pulse": "published flaw: a filter for 10 frames per second, run at the camera's own rate",
      "constant": "a null: always the same rate",
      "poisson": "a null: the rate of random beats",
      "cadence": "a null: the rate of steps, and nobody walks",
      "double": "a null: twice the rate",
      "half": "a null: half the rate",
    ],
  ]

  private static func expectations(_ name: String) -> DetectorExpectations {
    var expectations = DetectorExpectations()
    if let tolerance = tolerances[name] { expectations.toleranceBPM = tolerance }
    if let delay = beatDelaySeconds[name] { expectations.beatDelaySeconds = delay }
    expectations.readsUpsideDown = haveNoSign.contains(name)
    for (promise, names) in excused { expectations.excused[promise] = names[name] }
    return expectations
  }

  @Test func everyExceptionIsInTheCatalog() {
    let names =
      Self.tolerances.map(\.key) + Self.beatDelaySeconds.map(\.key) + Self.haveNoSign
      + Self.excused.flatMap { $0.value.map(\.key) }
    #expect(names.filter { Catalog<DetectorEntry>.builtIn[$0] == nil } == [])
  }

  @Test(arguments: Catalog<DetectorEntry>.builtIn.names) func keepsItsPromises(_ name: String) throws {
    let entry = try #require(Catalog<DetectorEntry>.builtIn[name])
    #expect(PluginContract.brokenPromises(of: entry, expecting: Self.expectations(name)) == [])
  }
}

extension KeyValuePairs where Key == String {
  fileprivate subscript(_ name: String) -> Value? { first { $0.key == name }?.value }
}
