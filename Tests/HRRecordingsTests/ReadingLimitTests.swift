import HRTestSupport
import Foundation
@testable import HRSupport
import HRSignals
import Testing

@testable import HRRecordings

/// Each limit, set low, refuses only data that exceed it by one; the refusal states how to raise the limit.
@Suite struct ReadingLimitTests {
  private static func problem(
    _ limits: [ReadingLimits.Name: Int], _ read: (ReadingBudget) throws -> Void
  ) -> Diagnostic? {
    do {
      try read(ReadingBudget(ReadingLimits(limits)))
      return nil
    } catch let error as Diagnostics {
      return error.first
    } catch {
      return Diagnostic("\(error)")
    }
  }

  /// Checks that `fits` is accepted, and that one less is refused with this message.
  private static func expect(
    _ name: ReadingLimits.Name, _ fits: Int, _ message: String, needed: Int? = nil,
    _ read: (ReadingBudget) throws -> Void, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(problem([name: fits], read) == nil, sourceLocation: location)
    let found = problem([name: fits - 1], read)
    #expect(found?.message == message, sourceLocation: location)
    let enough = needed ?? fits
    #expect(
      found?.hint?.contains("\"limits\": {\"\(name.rawValue)\": \(enough)}") == true,
      "\(found?.hint ?? "no hint")", sourceLocation: location)
    #expect(problem([name: enough], read) == nil, sourceLocation: location)
  }

  // MARK: HDF5

  private func file(_ make: (borrowing HDF5Writer) throws -> Void) throws -> (TemporaryFolder, String) {
    let folder = try TemporaryFolder()
    let path = folder.path + "/f.h5"
    let writer = try HDF5Writer(path)
    try make(writer)
    try writer.finish()
    return (folder, path)
  }

  @Test func numbersOfASeries() throws {
    let (folder, path) = try file { try $0.write([1, 2, 3], chunk: 2, to: "/x") }
    Self.expect(.values, 3, "it has 3 numbers, and at most 2 numbers are read") { budget in
      let found = try HDF5File(path, budget: budget).numbers(at: "/x").values
      #expect(found == [1, 2, 3])
    }
    _ = folder
  }

  @Test func numbersOfARecording() throws {
    let (folder, path) = try file {
      try $0.write([1, 2, 3], chunk: 0, to: "/x")
      try $0.write([4, 5], chunk: 0, to: "/y")
    }
    Self.expect(
      .recordingBytes, 40,
      "with it the recording has 40 bytes of numbers, and at most 39 bytes are read"
    ) { budget in
      let file = try HDF5File(path, budget: budget)
      _ = try file.numbers(at: "/x")
      _ = try file.numbers(at: "/y")
    }
    _ = folder
  }

  /// A whole chunk is decompressed for one number of it.
  @Test func chunksAreReadAsAWhole() throws {
    let (folder, path) = try file {
      try $0.write(Array(repeating: 1, count: 200), dimensions: [100, 2], chunk: 100, to: "/x")
    }
    Self.expect(
      .recordingBytes, 1600, "the values are in a block of 1600 bytes, and at most 1599 bytes are read"
    ) { budget in
      _ = try HDF5File(path, budget: budget).numbers(at: "/x", column: 0)
    }
    _ = folder
  }

  @Test func packedValues() throws {
    let count = 200_000
    let (folder, path) = try file {
      try $0.write(Array(repeating: 7, count: count), chunk: count, gzip: 9, to: "/x")
    }
    let stored = try HDF5File(path).info(of: "/x").stored_bytes
    #expect((1000...4000).contains(stored))
    let fits = 8 * count / Int(clamping: stored) + 1
    Self.expect(
      .expansion, fits,
      "of the dataset's 200000 values, 1600000 bytes, the file holds \(stored) bytes, and at most \(fits - 1) times as many bytes are read"
    ) { budget in
      let found = try HDF5File(path, budget: budget).numbers(at: "/x").values.count
      #expect(found == count)
    }
    _ = folder
  }

  /// Up to 1 MB is read even if the file stores little of it.
  @Test func aLittlePackedWell() throws {
    let (folder, path) = try file {
      try $0.write(Array(repeating: 7, count: 125_000), chunk: 125_000, gzip: 9, to: "/x")
    }
    let found = Self.problem([.expansion: 1]) { budget in
      _ = try HDF5File(path, budget: budget).numbers(at: "/x")
    }
    #expect(found == nil)
    _ = folder
  }

  @Test(arguments: [false, true])
  func texts(variableLength: Bool) throws {
    let (folder, path) = try file {
      try $0.group("/g")
      try $0.attribute("subject", "s0123456", variableLength: variableLength, of: "/g")
    }
    Self.expect(.textBytes, 8, "the text has 8 bytes, and at most 7 bytes are read") { budget in
      let found = try HDF5File(path, budget: budget).text(attribute: "subject", of: "/g")
      #expect(found == "s0123456")
    }
    _ = folder
  }

  @Test func textsOfMATLAB() throws {
    let (folder, path) = try file {
      try $0.write([104, 105, 33], as: .uint16, to: "/t")
    }
    Self.expect(.textBytes, 6, "the text has 3 letters of 2 bytes, and at most 5 bytes are read") { budget in
      let found = try HDF5File(path, budget: budget).text(at: "/t")
      #expect(found == "hi!")
    }
    _ = folder
  }

  @Test func namesInGroups() throws {
    let (folder, path) = try file { writer in
      for group in ["/a", "/b"] {
        try writer.group(group)
        for name in ["x", "y"] { try writer.write([1], chunk: 0, to: "\(group)/\(name)") }
      }
    }
    // The groups themselves, and two in each.
    Self.expect(
      .members, 6, "there are more names to go through, and at most 5 names are read", needed: 10
    ) { budget in
      let found = try HDF5File(path, budget: budget).datasets(matching: "/*/*")
      #expect(found == ["/a/x", "/a/y", "/b/x", "/b/y"])
    }
    _ = folder
  }

  // MARK: Text

  private static let text = "a,b\n1,2\n3,4444444\n"

  private func read(_ folder: TemporaryFolder, _ budget: ReadingBudget) throws {
    let table = try CSVTable.read(
      folder.path + "/t.csv", format: CSVFormat(), columns: [.named("b")], budget: budget)
    #expect(table.columns == [[2, 4_444_444]])
  }

  @Test func filesAndLines() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("t.csv", Self.text)
    Self.expect(.tableBytes, 18, "the file has 18 bytes, and at most 17 bytes are read") { budget in
      try read(folder, budget)
    }
    Self.expect(.lineBytes, 9, "the line has 9 bytes, and at most 8 bytes are read") { budget in
      try read(folder, budget)
    }
    Self.expect(.columns, 2, "the row has 2 cells or more, and at most 1 cells are read") { budget in
      try read(folder, budget)
    }
    let long = Self.problem([.lineBytes: 8]) { try read(folder, $0) }
    #expect(long?.place == .init(file: path, line: 3))
  }

  /// A sparse file without data on the disk is refused before it is read.
  @Test func aSparseFile() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("t.csv", Self.text)
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: 1 << 40)
    try handle.close()
    let found = Self.problem([:]) { try read(folder, $0) }
    #expect(found?.message == "the file has 1099511627776 bytes, and at most 1000000000 bytes are read")
    let numbers = Self.problem([:]) { budget in _ = try NumberText.read(path, budget: budget) }
    #expect(numbers?.message == "the file has 1099511627776 bytes, and at most 1000000000 are read")
    #expect(
      throws: Diagnostics(
        "the experiment has 1099511627776 bytes, and at most 268435456 are read", in: path,
        hint: "is it another file?")
    ) { try TextDocument.read(path, what: "experiment") }
  }

  /// Memory for the text and the requested column: 8 bytes for each of 5000 rows.
  @Test func theRoomForColumns() throws {
    let folder = try TemporaryFolder()
    let rows = 5000
    let path = try folder.write("t.csv", "a,b\n" + String(repeating: "1,2\n", count: rows))
    func read(_ bytes: Int) -> Diagnostic? {
      Self.problem([.recordingBytes: bytes]) { budget in
        let table = try CSVTable.read(
          path, format: CSVFormat(), columns: [.named("b")], budget: budget)
        #expect(table.columns.map(\.count) == [rows])
      }
    }
    let fits = 4 * (rows + 1) + 8 * rows
    #expect(read(fits) == nil)
    let found = read(fits - 8)
    #expect(
      found?.message
        == "up to here the file and its numbers take more memory, and at most \(fits - 8) bytes are read")
    #expect(found?.place?.line == rows + 1)
    #expect(read(4 * rows)?.message.hasPrefix("the file has 20004 bytes") == true)
  }

  @Test func plainNumbers() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("n.txt", "1 2 3\n")
    #expect(
      Self.problem([.values: 2]) { _ = try NumberText.read(path, budget: $0) }?.message
        == "it has 3 numbers, and at most 2 numbers are read")
    #expect(Self.problem([.values: 3]) { _ = try NumberText.read(path, budget: $0) } == nil)
  }

  // MARK: The table

  @Test func theReferencePageHasEveryLimit() throws {
    let page = try String(
      contentsOfFile: #filePath.replacing("Tests/HRRecordingsTests/ReadingLimitTests.swift", with: "")
        + "docs/reference/datasets/limits.md", encoding: .utf8)
    for name in ReadingLimits.Name.allCases {
      let row = "| `\(name.rawValue)` | \(name.standard) | \(name.summary) |"
      #expect(page.contains(row), "docs/reference/datasets/limits.md lacks: \(row)")
    }
  }

  @Test func whatNoLimitCanAllow() {
    #expect(ReadingLimits.hint(.values, needed: .max) == "the file is damaged, or made to fill the memory")
  }
}
