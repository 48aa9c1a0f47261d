import HRTestSupport
import Foundation
import HRSupport
import HRSignals
import Testing

@testable import HRRecordings

/// Invalid files: each gives a diagnostic about that file, never a crash and never a number.
@Suite struct BadInputTests {
  private static let table =
    #""files": [ { "path": "{recording}.csv", "sampleRate": 10 } ], "channels": { "ppg": "p", "ecg": "e" }"#

  private func problems(_ descriptor: String, _ file: String, bytes: [UInt8]) throws -> [Diagnostic] {
    let loaded = try LoadedFolder(descriptor, [])
    try loaded.folder.write(file, bytes: bytes)
    return try #require(throws: Diagnostics.self) { try loaded.load() }.list
  }

  @Test(arguments: [
    ("text in a number's cell", "p,e\n1,2\n3,oops\n"),
    ("a row too short", "p,e\n1,2\n3\n4,5\n"),
    ("a row too long", "p,e\n1,2\n3,4,5\n"),
    ("decimal commas in a table with points", "p;e\n1,5;2,5\n"),
    ("decimal commas parted by commas", "p,e\n1,5,2,5\n"),
    ("a column twice", "p,e,p\n1,2,3\n"),
    ("no such column", "p,x\n1,2\n"),
    ("no rows", "p,e\n"),
    ("an empty file", ""),
    ("not a number", "p,e\n1,nan\n"),
    ("an infinite number", "p,e\n1,inf\n"),
    ("an empty cell", "p,e\n1,\n"),
    ("an unclosed quote", "p,e\n1,\"2\n3,4\n"),
    ("binary", "\u{0}\u{1}\u{2}p,e\n"),
    ("a table cut off inside a row", "p,e\n1,2\n3,4\n5"),
  ])
  func tablesThatCannotBe(_ what: String, _ text: String) throws {
    let found = try problems(Self.table, "r.csv", bytes: Array(text.utf8))
    #expect(!found.isEmpty && found.allSatisfy { !$0.message.isEmpty }, "\(what)")
    #expect(
      found.allSatisfy { $0.place?.file.hasSuffix("/r.csv") == true }, "\(what): \(found.map(\.summary))")
  }

  @Test func byteOrderMarkAndCarriageReturnsAreNoTrouble() throws {
    let loaded = try LoadedFolder(Self.table, [])
    try loaded.folder.write("r.csv", bytes: [0xEF, 0xBB, 0xBF] + Array("p, e\r\n1,2\r\n3,4\r\n".utf8))
    let channels = try loaded.load().channels
    #expect(channels[.ppg]?.values == [1, 3] && channels[.ecg]?.values == [2, 4])
  }

  @Test func decimalCommasSemicolonsPreambleAndTrailer() throws {
    let descriptor = """
      "files": [ { "path": "{recording}.csv", "sampleRate": 10, "csv": { "delimiter": ";", "decimalMark": ",",
        "skipLines": 1, "commentPrefix": "#", "missing": ["-"], "stopAt": "End of recording" } } ],
      "channels": { "ppg": { "column": "p", "fillGapSeconds": 1 } }
      """
    let loaded = try LoadedFolder(
      descriptor, [("r.csv", "device 7\np;e\n# remark\n1,5;2\n-;2\n2,5;2\nEnd of recording;\n")])
    #expect(try loaded.load().channels[.ppg]?.values == [1.5, 2, 2.5])
  }

  @Test(arguments: ["r.csv", "r.h5", "r.txt"])
  func aFolderInPlaceOfAFile(_ name: String) throws {
    let loaded = try LoadedFolder(try descriptor(for: name), [])
    try loaded.folder.makeFolder(name)
    let found = try #require(throws: Diagnostics.self) { try loaded.load() }.list
    #expect(found.count == 1 && found[0].place?.file.hasSuffix("/" + name) == true)
  }

  @Test(.enabled(if: getuid() != 0, "root may read every file"), arguments: ["r.csv", "r.h5", "r.txt"])
  func aFileThatMayNotBeRead(_ name: String) throws {
    let loaded = try LoadedFolder(try descriptor(for: name), [(name, "p\n1\n")])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: loaded.folder.path + "/" + name)
    let found = try #require(throws: Diagnostics.self) { try loaded.load() }.list
    #expect(found.count == 1 && found[0].place?.file.hasSuffix("/" + name) == true)
  }

  @Test(arguments: [
    [], Array("p\n1\n".utf8), [0x89, 0x48, 0x44, 0x46, 0x0D, 0x0A, 0x1A, 0x0A],
    [UInt8](repeating: 7, count: 3000),
  ])
  func whatIsNotHDF5(_ bytes: [UInt8]) throws {
    let found = try problems(try descriptor(for: "r.h5"), "r.h5", bytes: bytes)
    #expect(found.count == 1 && found[0].place?.file.hasSuffix("/r.h5") == true)
  }

  @Test(.enabled(if: RealData.has("opensignals-h5"), "the OpenSignals data is not here; set HREVAL_DATA"))
  func anHDF5FileCutOff() throws {
    let file = RealData.folder.path + "/opensignals-h5/ecg_20_sec_100_Hz.h5"
    let whole = [UInt8](try #require(FileManager.default.contents(atPath: file)))
    for share in [0.1, 0.5, 0.99] {
      let part = Array(whole.prefix(Int(Double(whole.count) * share)))
      let found = try problems(try descriptor(for: "r.h5"), "r.h5", bytes: part)
      #expect(found.count == 1 && found[0].place?.file.hasSuffix("/r.h5") == true)
    }
  }

  private func descriptor(for name: String) throws -> String {
    switch name {
    case "r.csv":
      return #""files": [ { "path": "{recording}.csv", "sampleRate": 10 } ], "channels": { "ppg": "p" }"#
    case "r.h5":
      return #""files": [ { "path": "{recording}.h5", "sampleRate": 10 } ], "channels": { "ppg": "/p" }"#
    default:
      return
        #""files": [ { "path": "{recording}.txt", "reader": "numbers", "sampleRate": 10 } ], "channels": { "ppg": {} }"#
    }
  }
}
