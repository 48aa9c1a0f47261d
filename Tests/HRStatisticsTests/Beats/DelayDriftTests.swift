import HRSupport
import HRTestSupport
import Testing

@testable import HRStatistics

@Suite struct DelayDriftTests {
  /// `Oracles/make_drift.py`: clocks of different speed, plain jitter, wander and arrhythmia, and trains that follow
  /// no reference.
  @Test func meetsTheOracle() throws {
    let oracle = try OracleFile.json("drift")
    let tolerance = try #require(oracle["toleranceSeconds"]?.number)
    var off: [String] = []
    for row in try #require(oracle["rows"]?.elements) {
      let name = try #require(row["name"]?.string)
      let drift = DelayDrift(
        reference: try #require(row["reference"]?.numbers), detected: try #require(row["detected"]?.numbers),
        toleranceSeconds: tolerance)
      guard let expected = row["driftSeconds"]?.number else {
        #expect(drift == nil, "\(name)")
        continue
      }
      let found = try #require(drift, "\(name)")
      expectClose(found.driftSeconds, expected, 1e-9, "\(name)")
      #expect(found.blockCount == row["pieces"]?.integer, "\(name)")
      if abs(found.driftSeconds) > tolerance { off.append(name) }
    }
    #expect(
      off == [
        "0.2 % fast", "0.4 % slow", "fibrillation, 0.2 % fast", "a gap, 0.2 % fast", "a gap, 0.7 % fast",
      ])
  }

  @Test func withoutBeatsThereIsNone() {
    #expect(DelayDrift(reference: [], detected: [1], toleranceSeconds: 0.15) == nil)
    #expect(DelayDrift(reference: [1], detected: [], toleranceSeconds: 0.15) == nil)
  }

  /// Beats a second apart, each 2 ms later: the drift is that between the first and the last third.
  @Test func laterIsPositive() throws {
    let beats = (0..<120).map { Double($0) + 0.5 }
    let late = beats.map { $0 * 1.002 + 0.2 }
    let drift = try #require(DelayDrift(reference: beats, detected: late, toleranceSeconds: 0.15))
    // Eight pieces; thirds of three, five pieces of 15 s apart.
    #expect(drift.blockCount == 8)
    expectClose(drift.driftSeconds, 0.002 * 75, 1e-9)
    let early = try #require(
      DelayDrift(reference: beats, detected: beats.map { $0 * 0.998 + 0.2 }, toleranceSeconds: 0.15))
    expectClose(early.driftSeconds, -0.002 * 75, 1e-9)
  }
}
