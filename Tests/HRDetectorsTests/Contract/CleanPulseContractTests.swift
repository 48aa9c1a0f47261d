import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

/// A clean pulse is read: four rates at four sampling rates, like the black squares of a chessboard.
@Suite struct CleanPulseContractTests {
  /// What a detector may be off by in beats per minute, where it is not the 1.5 of all others.
  static let tolerances: KeyValuePairs<String, Double> = [:]

  static func tolerance(_ entry: DetectorEntry) -> Double {
    tolerances.first { $0.key == entry.info.name }?.value ?? 1.5
  }

  private static let rule = ContractRule(except: [:])

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
