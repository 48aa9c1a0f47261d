import HRSupport
import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

/// WFPV, reading for reading, against an independent program that agrees with the published one.
@Suite struct WFPVTests {
  static let names = ["gentle", "hard", "lost"]

  private func oracle(_ name: String) throws -> (signals: WristSignals, row: JSONNode) {
    let row = try #require(try WristOracle.cases().first { $0["name"]?.string == name })
    let signals = try WristSignals(row)
    // The formulas must give the script's samples, or the readings mean nothing.
    #expect(abs(signals.sum - (row["checksum"]?.number ?? .nan)) < 1e-6)
    return (signals, row)
  }

  private func check(_ detector: some WristTracker, _ channels: Channels, _ expected: JSONNode?) throws {
    let numbers = expected?.elements?.compactMap(\.number)
    let expected = try #require(numbers)
    let recording = try #require(WristRecording(channels))
    let found = detector.estimates(of: recording)
    #expect(found.count == expected.count)
    for (index, pair) in zip(found, expected).enumerated() {
      let bpm = try #require(pair.0.bpm)
      #expect(abs(bpm - pair.1) < 1e-7, "window \(index)")
    }
  }

  @Test(arguments: names) func readsWhatThePublishedProgramReads(_ name: String) throws {
    let (signals, row) = try oracle(name)
    try check(WFPVDetector(parameters: .init()), signals.channels(), row["wfpv"])
    try check(WFPVDetector(parameters: .init()), signals.channels(pulseCount: 1), row["wfpvOnePulse"])
  }

  @Test(arguments: names) func viterbiFindsTheBestPath(_ name: String) throws {
    let (signals, row) = try oracle(name)
    try check(WFPVViterbiDetector(parameters: .init()), signals.channels(), row["viterbi"])
  }

  /// Both branches of the corrections must have been taken by the cases above.
  @Test func theOracleHasJumps() throws {
    let jumps = try Self.names.map { name in
      let readings = try oracle(name).row["wfpv"]?.elements?.compactMap(\.number) ?? []
      return zip(readings.dropFirst(), readings).filter { abs($0 - $1) > 5 }.count
    }
    #expect(jumps.first == 0)
    #expect(jumps.dropFirst().allSatisfy { $0 > 3 })
  }
}
