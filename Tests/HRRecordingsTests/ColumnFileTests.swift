import Foundation
import HRSupport
import HRTestSupport
import Testing

@testable import HRRecordings

/// Columns that grow, as HDF5.
@Suite struct ColumnFileTests {
  private static let head = ColumnFile.Head(
    format: "test", version: 3, group: "rows", attributes: [("what", "größe")])
  private static let columns = [
    ColumnFile.Column("value", .numbers, attributes: [("unit", "s")]), ColumnFile.Column("count", .counts),
    ColumnFile.Column("a/b%", .words),
  ]

  /// Writes rows of poorly compressible numbers, in parts of a given size.
  private static func write(_ path: String, rows: Int, parts: Int = 1000) throws(Diagnostics) {
    try ColumnFile.write(to: path, head, columns: columns) { (file: inout ColumnFile) throws(Diagnostics) in
      var first = 0
      while first < rows {
        let part = first..<min(first + min(parts, file.availableRows), rows)
        file.append(part.count, to: 0) { (row: Int) -> Double? in value(part.lowerBound + row) }
        file.append(part.count, to: 1) { (row: Int) -> Int32 in Int32(clamping: part.lowerBound + row) }
        let code = file.code(of: first.isMultiple(of: 2) ? "even" : "", in: 2)
        file.append(part.count, to: 2) { (_: Int) -> Int32 in code }
        try file.endRows(part.count)
        first = part.upperBound
      }
    }
  }

  private static func value(_ row: Int) -> Double? {
    guard row % 7 != 0 else { return nil }
    var bits = UInt64(clamping: row) &* 0x9e37_79b9_7f4a_7c15
    bits = (bits ^ (bits >> 31)) &* 0xbf58_476d_1ce4_e5b9
    return Double(bitPattern: (bits ^ (bits >> 29)) >> 12 | 0x3ff0_0000_0000_0000)
  }

  @Test(arguments: [0, 1, 16_383, 16_384, 16_385, 40_000]) func everyRowIsThere(_ rows: Int) throws {
    let folder = try TemporaryFolder()
    try Self.write(folder.path + "/c.h5", rows: rows)
    let file = try HDF5File(folder.path + "/c.h5")
    #expect(try file.text(attribute: "format", of: "/") == "test")
    #expect(try file.text(attribute: "what", of: "/") == "größe")
    #expect(try file.number(attribute: "version", of: "/") == 3)
    let values = try file.numbers(at: "/rows/value").values
    #expect(values.count == rows)
    for row in values.indices {
      if let expected = Self.value(row) {
        #expect(values[row] == expected)
      } else {
        #expect(values[row].isNaN)
      }
    }
    #expect(try file.numbers(at: "/rows/count").values == (0..<rows).map(Double.init))
    #expect(try file.numbers(at: "/rows/a%2Fb%25").values.count == rows)
    #expect(try file.text(attribute: "unit", of: "/rows/value") == "s")
    #expect(file.exists("/words/a%2Fb%25") && !file.exists("/words/value"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["c.h5"])
  }

  /// The division into parts does not affect the file.
  @Test func thePartsDoNotShow() throws {
    let folder = try TemporaryFolder()
    for (name, parts) in [("a", 16_384), ("b", 2048)] {
      try Self.write(folder.path + "/" + name, rows: 131_072, parts: parts)
    }
    #expect(FileManager.default.contentsEqual(atPath: folder.path + "/a", andPath: folder.path + "/b"))
  }

  @Test func whatIsGivenUpLeavesWhatWasThere() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("c.h5", "before")
    let problem = #expect(throws: Diagnostics.self) {
      try ColumnFile.write(to: path, Self.head, columns: Self.columns) {
        (_: inout ColumnFile) throws(Diagnostics) in throw Diagnostics("enough")
      }
    }
    #expect(problem?.first.message == "enough")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "before")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["c.h5"])
  }

  @Test(.enabled(if: TinyDisk.isPossible, "a file system of its own can be mounted by root only"))
  func aFullDiskIsAnErrorAndLeavesNoHalfFile() throws {
    let disk = try TinyDisk(kilobytes: 1024)
    for rows in [100_000, 1_000_000] {
      let problem = try #require(throws: Diagnostics.self) {
        try Self.write(disk.path + "/c.h5", rows: rows * 3)
      }.first
      #expect(problem.message.contains("No space left on device"), "\(problem)")
      #expect(problem.hint == "is the disk full?" && problem.place?.file.hasPrefix(disk.path) == true)
      #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == [])
    }
    // A failed write does not prevent the next one.
    let folder = try TemporaryFolder()
    try Self.write(folder.path + "/c.h5", rows: 1000)
    #expect(try HDF5File(folder.path + "/c.h5").numbers(at: "/rows/count").values.count == 1000)
  }

  /// A child that holds a file keeps its space on the disk, and its lock.
  @Test func childrenAreNotGivenTheFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/c.h5"
    try Self.write(path, rows: 10)
    let file = try HDF5File(path)
    #expect(try file.numbers(at: "/rows/count").values.count == 10)
    var about = stat()
    try #require(stat(path, &about) == 0)
    let descriptors = (0..<getdtablesize()).filter {
      var other = stat()
      return fstat($0, &other) == 0 && other.st_ino == about.st_ino && other.st_dev == about.st_dev
    }
    try #require(!descriptors.isEmpty)
    #expect(descriptors.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 })
    _ = consume file
  }
}
