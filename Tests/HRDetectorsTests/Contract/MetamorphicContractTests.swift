import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors
@testable import HRNumerics

/// What must not change an answer, or change it in a known way.
@Suite struct MetamorphicContractTests {
  private static let range = TimeRange(start: 0, end: 20)

  private func pulse(_ entry: DetectorEntry) -> ContractChannels {
    ContractChannels(
      rate: ContractChannels.middleRate(of: entry), sampleRate: ContractChannels.middleSampleRate(of: entry),
      seconds: 20, noise: 0.02)
  }

  /// Equal to a thousandth, or silent for the same reason.
  private func differ(_ a: Estimate, _ b: Estimate, by tolerance: Double = 1e-3) -> Bool {
    if let one = a.bpm, let other = b.bpm { return abs(one - other) > tolerance }
    return a.outcome != b.outcome
  }

  // MARK: Units

  private static let units = ContractRule(except: [
    "stft.pyvhr": "published: does not remove the mean, whose side lobes reach into the band",
    "wfpv":
      "published: its filter starts from rest in each window, so an offset leaves a step's echo at the band's lower edge",
    "wfpv.viterbi":
      "published: its filter starts from rest in each window, so an offset leaves a step's echo at the band's lower edge",
    "poisson": "a null: its random stream is named after fft's rate to the last digit",
  ])

  @Test(arguments: Contract.names) func doesNotDependOnTheUnit(_ name: String) throws {
    let entry = try Contract.entry(name)
    let plain = try entry.estimate(in: Self.range, of: pulse(entry).channels(of: entry))
    var violations: [String] = []
    for (gain, offset) in [(1e-3, 0.0), (1e-3, 1), (40, 200), (1, -1e4), (1e5, 0), (1e5, 1e4)] {
      var other = pulse(entry)
      other.gain = gain
      other.offset = offset
      let found = try entry.estimate(in: Self.range, of: other.channels(of: entry))
      if differ(found, plain) {
        violations.append("\(found.outcome) for \(plain.outcome) at gain \(gain), offset \(offset)")
      }
    }
    Self.units.check(name, violations)
  }

  // MARK: Polarity

  /// They say so, or look at a spectrum or a correlation, which have no sign.
  private static let haveNoSign = [
    "peak", "fft", "combined", "welch", "lombScargle", "autocorrelation", "burg", "harmonicProduct",
    "viterbi",
    "viterbi.offline", "kalman", "fft.rppgToolbox", "welch.pyvhr", "stft.pyvhr", "wfpv", "wfpv.viterbi",
    "spama",
    "spamaPlus", "nlms", "rls", "notch", "troika", "joss", "holdLast", "double", "half", "metronome",
  ]
  private static let signs = ContractRule()

  @Test(arguments: haveNoSign) func readsAWaveUpsideDownAlike(_ name: String) throws {
    let entry = try Contract.entry(name)
    let upright = try entry.estimate(in: Self.range, of: pulse(entry).channels(of: entry))
    var other = pulse(entry)
    other.gain = -3
    let turned = try entry.estimate(in: Self.range, of: other.channels(of: entry))
    Self.signs.check(
      name, differ(upright, turned) ? ["\(turned.outcome) for \(upright.outcome)"] : [])
  }

  // MARK: Time

  private static let stretching = ContractRule(except: [
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
  ])

  /// The same samples at another pace are the same pulse at another rate.
  @Test(arguments: Contract.names) func stretchesWithTime(_ name: String) throws {
    let entry = try Contract.entry(name)
    let rate = ContractChannels.measuresBreath(entry) ? 18.0 : 110
    var channels = pulse(entry)
    channels.rate = rate
    channels.seconds = 30
    var violations: [String] = []
    let plain = try entry.estimate(in: TimeRange(start: 0, end: 30), of: channels.channels(of: entry)).bpm
    for factor in [0.8, 1.25, 2] {
      let found = try entry.estimate(
        in: TimeRange(start: 0, end: 30 * factor), of: channels.channels(of: entry).stretched(by: factor))
      if let bpm = found.bpm, let plain {
        if abs(bpm - plain / factor) > CleanPulseContractTests.tolerance(entry) {
          violations.append("\(bpm) for \(plain / factor)")
        }
      } else {
        violations.append("\(found.outcome) for \(plain ?? .nan) / \(factor)")
      }
    }
    Self.stretching.check(name, violations)
  }

  private static let clocks = ContractRule(except: [
    "hue.pulse": "published: periods count above 0.1 s, six frames here give or take the last bit of a time",
    "poisson": "a null: its random stream is named after the window's start",
  ])

  /// An hour later the same samples give the same rate, and beats an hour later.
  @Test(arguments: Contract.names) func knowsNoClock(_ name: String) throws {
    let entry = try Contract.entry(name)
    var later = pulse(entry)
    later.startTime = 3600
    let now = try entry.estimate(in: Self.range, of: pulse(entry).channels(of: entry))
    let then = try entry.estimate(in: TimeRange(start: 3600, end: 3620), of: later.channels(of: entry))
    var violations: [String] = []
    if differ(now, then) { violations.append("\(then.outcome) for \(now.outcome)") }
    if now.beats.count != then.beats.count
      || zip(now.beats, then.beats).contains(where: { abs($0 + 3600 - $1) > 1e-3 })
    {
      violations.append("other beats")
    }
    Self.clocks.check(name, violations)
  }

  // MARK: Neighbours

  private static let neighbours = ContractRule(except: [
    "holdLast": "a null: holds the first rate it read"
  ])

  /// Half a minute at one rate, then half a minute at another: the first half says nothing about the second.
  ///
  /// A detector that is shown its window alone must answer exactly as if there were nothing else. One that prepares the
  /// recording may differ by its filters' start-up, a tracker by what it has to unlearn: both must read each half.
  @Test(arguments: Contract.names) func readsEachPartOfARecording(_ name: String) throws {
    let entry = try Contract.entry(name)
    let rates = ContractChannels.measuresBreath(entry) ? [20.0, 12] : [80.0, 96]
    var parts = rates.map { rate in
      var part = pulse(entry)
      (part.rate, part.seconds) = (rate, 30)
      return part
    }
    let joined = parts[0].channels(of: entry).followed(by: parts[1].channels(of: entry))
    parts[1].startTime = 30
    // A tracker gets ten seconds more of the second half, and the end of either.
    let ranges =
      entry.tracks
      ? [TimeRange(start: 20, end: 30), TimeRange(start: 50, end: 60)]
      : [TimeRange(start: 0, end: 30), TimeRange(start: 30, end: 60)]
    let found = try entry.estimates(in: ranges, of: joined)
    var violations: [String] = []
    for (index, range) in ranges.enumerated() {
      let alone = try entry.estimate(in: range, of: parts[index].channels(of: entry))
      let isPrepared: Bool
      switch try entry.make() {
      case .window(let detector):
        isPrepared = detector is any PreparedWindowDetector || detector is any CompositeDetector
      case .streaming: isPrepared = true
      }
      if isPrepared {
        let tolerance = entry.tracks ? 3.0 : 0.3
        if differ(alone, found[index], by: tolerance) {
          violations.append("\(found[index].outcome) for \(alone.outcome) in part \(index)")
        }
      } else if alone != found[index] {
        violations.append("\(found[index].outcome) for exactly \(alone.outcome) in part \(index)")
      }
    }
    Self.neighbours.check(name, violations)
  }
}
