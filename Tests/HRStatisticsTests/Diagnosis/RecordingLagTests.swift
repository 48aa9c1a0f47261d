import HRSupport
import HRTestSupport
import Testing

@testable import HRStatistics

@Suite struct RecordingLagTests {
  private func series(_ starts: [Double], _ reference: [Double?], _ estimate: [Double?]) -> WindowSeries {
    WindowSeries(
      cluster: 0, startSeconds: starts, endSeconds: starts.map { $0 + 20 },
      referenceBPM: reference.map { $0 ?? .nan }, estimateBPM: estimate.map { $0 ?? .nan },
      confidence: starts.map { _ in .nan })
  }

  /// `Oracles/make_recordinglag.py`: references that are late or early, and cases that must not be taken for it.
  @Test func meetsTheOracle() throws {
    var clear: [String] = []
    for row in try #require(try OracleFile.json("recordinglag")["rows"]?.elements) {
      let name = try #require(row["name"]?.string)
      func column(_ key: String) throws -> [Double?] { try #require(row[key]?.elements).map(\.number) }
      let lag = RecordingLag([
        series(try #require(row["starts"]?.numbers), try column("reference"), try column("estimate"))
      ])
      guard let expected = row["expected"], expected.members != nil else {
        #expect(lag == nil, "\(name)")
        continue
      }
      let found = try #require(lag, "\(name)")
      #expect(found.count == expected["windows"]?.integer, "\(name)")
      #expect(found.isClear == expected["clear"]?.boolean, "\(name)")
      expectClose(found.bestLagSeconds, expected["bestLagSeconds"]?.number, 1e-12, "\(name)")
      expectClose(found.bestMAEBPM, expected["bestMAEBPM"]?.number, 1e-12, "\(name)")
      expectClose(found.zeroLagMAEBPM, expected["zeroLagMAEBPM"]?.number, 1e-12, "\(name)")
      if found.isClear { clear.append(name) }
    }
    #expect(
      clear == [
        "as declared", "reference 5 s late", "reference 3 s late, hop 1", "reference 4 s early, hop 2",
        "reads high", "half of it silent", "holes in the reference",
      ])
  }

  @Test func repeatsCountTogether() throws {
    let starts = (0..<14).map { 5 * Double($0) }
    let rate = starts.map { 70 + 6 * ($0 / 10).truncatingRemainder(dividingBy: 3) }
    let one = series(starts, rate, Array(rate.dropFirst()) + [70])
    let alone = try #require(RecordingLag([one]))
    let twice = try #require(RecordingLag([one, one]))
    #expect(alone.count == 10 && twice.count == 20)
    #expect(alone.bestLagSeconds == -5 && twice.bestLagSeconds == -5 && twice.bestMAEBPM == 0)
    #expect(!alone.isClear && twice.isClear)
  }
}
