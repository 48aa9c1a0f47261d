import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

/// A clean pulse is read: four rates at four sampling rates, like the black squares of a chessboard.
@Suite struct CleanPulseContractTests {
  /// What a detector may be off by in beats per minute, where it is not the 1.5 of all others.
  static let tolerances: KeyValuePairs<String, Double> = [
    // Bins of its 2048 points are 7.3 a minute apart at 250 Hz, as published.
    "welch.pyvhr": 3.8,
    // Peaks on whole samples at 30 Hz and whole rates, as published: at 110 bpm a sample is 7 bpm.
    "peak.swasthicare": 3.5,
    "session.swasthicare": 3.5,
  ]

  static func tolerance(_ entry: DetectorEntry) -> Double {
    tolerances.first { $0.key == entry.info.name }?.value ?? 1.5
  }

  private static let rule = ContractRule(except: [
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
  ])

  @Test(arguments: Contract.names) func readsACleanPulse(_ name: String) throws {
    let entry = try Contract.entry(name)
    var violations: [String] = []
    for (row, sampleRate) in ContractChannels.sampleRates(of: entry).enumerated() {
      for (column, rate) in ContractChannels.rates(of: entry).enumerated() where (row + column) % 2 == 0 {
        let channels = ContractChannels(rate: rate, sampleRate: sampleRate).channels(of: entry)
        let range = TimeRange(start: 0, end: 30)
        let found = try entry.estimate(in: range, of: channels)
        let place = "at \(rate) a minute, \(sampleRate) Hz"
        if let bpm = found.bpm {
          if abs(bpm - rate) > Self.tolerance(entry) { violations.append("\(bpm) \(place)") }
        } else {
          violations.append("\(found.outcome) \(place)")
        }
        violations += try Contract.faults(found, of: entry, in: range).map { "\($0) \(place)" }
      }
    }
    Self.rule.check(name, violations)
  }
}
