import Foundation
import HRTestSupport
import Testing

@testable import HRResults

/// A shard's file shows by itself whether it is whole.
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

@Suite struct ShardCutTests {
  /// Every unit is in one shard, no shard is empty, and recordings stay whole where there are enough of them.
  @Test(arguments: [1, 2, 3, 7, 10, 16, 40]) func everyUnitIsInOneShard(count: Int) {
    let costs = [5, 1, 1, 0, 9, 1, 2, 2, 30, 1].map { Double($0) }
    let firsts = ShardCut.firstUnits(count: count, costs: costs, unitsPerRecording: 4)
    #expect(firsts.count == count)
    #expect(firsts.first == 0)
    #expect(zip(firsts, firsts.dropFirst()).allSatisfy { $0 < $1 })
    #expect((firsts.last ?? 40) < 40)
    if count <= 10 { #expect(firsts.allSatisfy { $0 % 4 == 0 }) }
  }

  @Test func costsAreShared() {
    let firsts = ShardCut.firstUnits(
      count: 4, costs: Array(repeating: 1, count: 1000) + [1000, 1000, 1000], unitsPerRecording: 1)
    #expect(firsts == [0, 1000, 1001, 1002])
    // Without sizes by number.
    #expect(
      ShardCut.firstUnits(count: 4, costs: Array(repeating: 0, count: 8), unitsPerRecording: 3)
        == [0, 6, 12, 18])
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
    ("0,\n    4,\n    9", "0,\n    4,\n    10"), ("0,\n    4", "1,\n    4"), ("4,\n    9", "9,\n    4"),
  ]) func shardsMustFollowEachOther(before: String, after: String) throws {
    let compact = { (text: String) in text.filter { !$0.isWhitespace } }
    let text = compact(Self.plan.text).replacing(compact(before), with: compact(after))
    try #require(text != compact(Self.plan.text))
    #expect(throws: (any Error).self) { try ShardPlan(text: text, file: "plan.json") }
  }
}
