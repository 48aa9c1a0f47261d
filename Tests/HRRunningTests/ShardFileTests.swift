import Foundation
import HRSupport
import HRTestSupport
import Testing

@testable import HRRunning

/// A shard's file shows by itself whether it is complete.
@Suite struct ShardFileTests {
  private static let file = ShardFile(plan: "p", shard: 1, shardCount: 3, mathematics: "m")
  private static let results = (0..<3).map {
    UnitResult(unit: $0, facts: .unknown, outcome: .failed("reason \($0)"))
  }

  private func with(_ body: (_ path: String, _ bytes: [UInt8]) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/000001.shard"
      try Self.file.write(UnitResults(Self.results), to: path)
      try body(path, Array(try Data(contentsOf: URL(fileURLWithPath: path))))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["000001.shard"])
    }
  }

  private func isWhole(_ path: String) -> Bool {
    if case .whole = ShardFile.read(path, visit: { _ in }) { true } else { false }
  }

  private func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  @Test func whatIsWrittenIsReadAndEveryCopyIsTheSame() throws {
    try with { path, bytes in
      var results: [UnitResult] = []
      guard case .whole(let file) = ShardFile.read(path, visit: { results.append($0.result) }) else {
        Issue.record("not whole")
        return
      }
      #expect(results == Self.results)
      #expect(
        file.plan == "p" && file.shard == 1 && file.shardCount == 3 && file.mathematics == "m")
      try Self.file.write(UnitResults(Self.results), to: path)
      #expect(Array(try Data(contentsOf: URL(fileURLWithPath: path))) == bytes)
    }
  }

  @Test func noBeginningOfItIsWhole() throws {
    try with { path, bytes in
      for count in 0..<bytes.count {
        try write(bytes.prefix(count), to: path)
        #expect(!isWhole(path), "\(count) of \(bytes.count) bytes")
      }
    }
  }

  @Test func noChangedByteGoesUnseen() throws {
    try with { path, bytes in
      for index in bytes.indices {
        var changed = bytes
        changed[index] ^= 1 << UInt8(clamping: index % 8)
        try write(changed, to: path)
        #expect(!isWhole(path), "byte \(index)")
      }
      try write(bytes + [0], to: path)
      #expect(!isWhole(path))
    }
  }

  @Test func whatIsNotThereIsMissing() {
    guard case .missing = ShardFile.read("/nowhere/000001.shard") else {
      Issue.record("found")
      return
    }
  }
}

@Suite struct ShardPlanTests {
  private static let plan = ShardPlan(
    hreval: "1", experimentPath: "/a/e.json", experimentSHA256: "x", directory: "/a", experiment: "{}",
    limit: nil, isFinal: false, fingerprint: "{}", mathematics: "m", unitCount: 10, firstUnits: [0, 4, 9])

  @Test func itIsReadAsItWasWritten() throws {
    let read = try ShardPlan(text: Self.plan.text, file: "plan.json")
    #expect(read == Self.plan)
    #expect(read.digest == Self.plan.digest)
    #expect((0..<3).map { read.units(of: $0) } == [0..<4, 4..<9, 9..<10])
  }

  @Test(arguments: [
    ("0,\n    4,\n    9", "0,\n    4,\n    10"), ("0,\n    4", "1,\n    4"), ("4,\n    9", "4,\n    4"),
  ]) func shardsMustFollowEachOther(before: String, after: String) throws {
    let compact = { (text: String) in text.filter { !$0.isWhitespace } }
    let text = compact(Self.plan.text).replacing(compact(before), with: compact(after))
    try #require(text != compact(Self.plan.text))
    #expect(throws: (any Error).self) { try ShardPlan(text: text, file: "plan.json") }
  }

  private static func measured(_ expected: [Double]) -> ShardPlan {
    ShardPlan(
      hreval: "1", experimentPath: "/a/e.json", experimentSHA256: "x", directory: "/a", experiment: "{}",
      limit: nil, isFinal: false, fingerprint: "{}", mathematics: "m", unitCount: 10, firstUnits: [4, 0, 9],
      expectedCoreSeconds: expected,
      costs: CostModel(
        timedSeconds: 12.5, timedUnits: 7, timedRecordings: 2, untimed: 1,
        datasets: [
          .init(
            name: "study", perRecording: 0.25, readingPerMegabyte: 0.5, examPerMegabyte: 0.125, perUnit: 0,
            scenariosPerMegabyte: [1, 2.5])
        ]))
  }

  @Test func measuredSpeedsAreReadAsTheyWereWritten() throws {
    let plan = Self.measured([30, 20, 4])
    let read = try ShardPlan(text: plan.text, file: "plan.json")
    #expect(read == plan)
    #expect(read.digest != Self.plan.digest)
    #expect((0..<3).map { read.units(of: $0) } == [4..<9, 0..<4, 9..<10])
    #expect(read.inOrder == [1, 0, 2])
    #expect(read.expectedCoreSeconds(of: [0, 2]) == 34)
    #expect(Self.plan.expectedCoreSeconds(of: [0, 2]) == nil)
    // Cut differently, but the same work; another number of shards is another plan.
    #expect(read.isOfSameWork(as: Self.plan))
    #expect(throws: (any Error).self) {
      try ShardPlan(text: Self.measured([30, 20]).text, file: "plan.json")
    }
  }

  @Test func aPlanOfAnotherVersionIsRefusedByIt() throws {
    let text = Self.plan.text.replacing("\"version\": 3", with: "\"version\": 1")
    try #require(text != Self.plan.text)
    do throws(Diagnostics) {
      _ = try ShardPlan(text: text, file: "plan.json")
      Issue.record("read")
    } catch {
      #expect(error.first.message.contains("is of version 1; this hreval reads version 3"), "\(error)")
    }
  }

  @Test func whatIsLeftIsToldInCoreTime() throws {
    try withTemporaryFolder { folder in
      let plan = Self.measured([3600, 1800, 4])
      let status = ShardStatus(ShardFolder(folder), plan: plan)
      #expect(status.text.contains("expected to take: 1.5 core-hours (5404 s)"), "\(status.text)")
      #expect(status.json.contains("\"expectedCoreSeconds\": 5404"))
      #expect(!ShardStatus(ShardFolder(folder), plan: Self.plan).json.contains("expectedCoreSeconds"))
      let text = try #require(plan.expectation)
      #expect(text.contains("the longest shard 1 core-hour (3600 s), the shortest 4 core-seconds"))
      #expect(text.contains("as measured of 7 units of 2 recordings in 12.5 s"))
      #expect(text.contains("1 of 2 pairs of data set and scenario were not timed"))
      #expect(Self.plan.expectation == nil)
    }
  }
}
