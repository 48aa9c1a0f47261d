import Foundation
import HRSignals
import HRSupport
import HRTestSupport
import Testing

@testable import HRRecordings

/// Texts that gzip has packed; the bytes are those of Python's `gzip.compress(…, mtime=0)`.
@Suite struct PackedTextTests {
  /// `time,ppg`, then rows at 0, 0.5 and 1 s.
  private static let whole = "H4sIAAAAAAACAyvJzE3VKShI5zLQMdQz5TLQM9Ux4jLUMeYCAA2RY9gZAAAA"

  private static let first = "H4sIAAAAAAACAyvJzE3VKShI5zLQMdQz5QIA5tqPTA8AAAA="
  private static let second = "H4sIAAAAAAACAzPQM9Ux4jLUMeYCAOevBmoKAAAA"
  private static let nothing = "H4sIAAAAAAACAwMAAAAAAAAAAAA="
  /// `800 810 790`.
  private static let intervals = "H4sIAAAAAAACA7MwMFCwMDRQMLc04AIAf8LKTwwAAAA="

  private func bytes(_ base64: String) throws -> [UInt8] {
    [UInt8](try #require(Data(base64Encoded: base64)))
  }

  private func set(_ name: String, _ bytes: [UInt8], _ more: String = "") throws -> LoadedFolder {
    let set = try LoadedFolder(
      #""files": [ { "path": "\#(name)", "time": "time"\#(more) } ], "channels": { "ppg": "ppg" }"#, [])
    try set.folder.write(name.replacing("{recording}", with: "r"), bytes: bytes)
    return set
  }

  private static let expected = Channel.irregular(TimeSeries(times: [0, 0.5, 1], values: [1.5, 2, 3]))

  @Test(arguments: [
    ("{recording}.csv.gz", ""), ("{recording}.CSV.GZ", ""), ("{recording}.txt.gz", #", "reader": "csv""#),
    ("{recording}.csv", ""),
  ])
  func tablesAreRead(_ name: String, _ more: String) throws {
    #expect(try set(name, bytes(Self.whole), more).load().channels[.ppg] == Self.expected)
  }

  @Test func aPlainTextOfThatNameIsReadToo() throws {
    let plain = Array("time,ppg\n0,1.5\n0.5,2\n1,3\n".utf8)
    #expect(try set("{recording}.csv.gz", plain).load().channels[.ppg] == Self.expected)
  }

  @Test func membersFollowEachOther() throws {
    let members = try bytes(Self.first) + bytes(Self.second)
    #expect(try set("{recording}.csv.gz", members).load().channels[.ppg] == Self.expected)
    // gzip pads with NUL bytes on tapes, and ignores what is no member.
    let padded = members + [UInt8](repeating: 0, count: 100)
    #expect(try set("{recording}.csv.gz", padded).load().channels[.ppg] == Self.expected)
  }

  @Test func numbersAreRead() throws {
    let folder = try TemporaryFolder()
    try folder.write("r.txt.gz", bytes: bytes(Self.intervals))
    #expect(try NumberText.read(folder.path + "/r.txt.gz") == [800, 810, 790])
  }

  @Test func damageIsTold() throws {
    let whole = try bytes(Self.whole)
    let cut = "the file is packed by gzip, and ends before the packed text does"
    let damaged = "the file is packed by gzip, and its packed bytes are damaged"
    for count in 3..<whole.count {
      #expect(try set("{recording}.csv.gz", Array(whole.prefix(count))).problems() == [cut], "\(count)")
    }
    var sum = whole
    sum[sum.count - 8] ^= 1
    var inner = whole
    inner[12] ^= 0xFF
    for wrong in [sum, inner, whole + whole.prefix(10) + [0xFF, 0xFF, 0xFF]] {
      #expect(try set("{recording}.csv.gz", wrong).problems() == [damaged])
    }
    let set = try set("{recording}.csv.gz", sum)
    let error = #expect(throws: Diagnostics.self) {
      try TextOutline(set.folder.path + "/r.csv.gz", budget: ReadingBudget()).outline()
    }
    #expect(error?.first.message == damaged)
  }

  @Test func anEmptyTextIsTold() throws {
    #expect(
      try set("{recording}.csv.gz", bytes(Self.nothing)).problems() == ["the file is empty"])
  }

  /// No more is unpacked than the limits allow, however well a text is packed.
  @Test func limitsHoldForWhatIsUnpacked() throws {
    let folder = try TemporaryFolder()
    try folder.write("long.csv", String(repeating: "1\n", count: 1 << 20))
    try pack(folder.path + "/long.csv")
    var limits = ReadingLimits()
    limits[.tableBytes] = 100_000
    let path = folder.path + "/long.csv.gz"
    let budget = ReadingBudget(limits)
    var told: [Diagnostic] = []
    do { _ = try CSVReading(path, format: CSVFormat(), budget: budget) } catch { told.append(error.first) }
    do { _ = try NumberText.read(path, budget: budget) } catch { told.append(error.first) }
    do { _ = try TextOutline(path, budget: budget) } catch { told.append(error.first) }
    #expect(told.count == 3)
    for problem in told {
      #expect(problem.message.hasPrefix("the file unpacks to 100001 bytes or more"))
      #expect(problem.hint?.contains("tableBytes") == true)
    }
    #expect(try NumberText.read(path).count == 1 << 20)
  }

  private func pack(_ path: String) throws {
    let packing = Process()
    packing.executableURL = URL(filePath: "/usr/bin/env")
    packing.arguments = ["gzip", "-n", path]
    try packing.run()
    packing.waitUntilExit()
    try #require(packing.terminationStatus == 0)
  }

  @Test func initReadsThemAndNamesWhatItDoesNot() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<1500).map { "\(Double($0) / 50);\((sin(Double($0) * 0.15) * 1e4).rounded() / 1e4)\n" }
    try folder.write("a.txt", "time_s;ppg\n" + rows.joined())
    try pack(folder.path + "/a.txt")
    for name in ["b.fit", "c.h5.gz", "d.avro", "export.xml"] { try folder.write(name, "x") }
    let made = try ProposedFolder(folder.path)
    #expect(made.dataset.recordings.map(\.id) == ["a"])
    #expect(try made.load().channels[.ppg]?.count == 1500)
    #expect(
      made.inventory.leftOut.map { "\($0.reason): \($0.advice?.prefix(24) ?? "")" }.sorted() == [
        "a FIT file of a watch or bike computer: after pip install fitdec",
        "an Avro file, as Empatica's EmbracePlus writes them: after pip install fastav",
        "an XML text: of Apple Health's export",
        "packed by gzip, and by its name no text: unpack it: gunzip -k FIL",
      ])
  }
}
