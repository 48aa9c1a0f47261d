import HRTestSupport
import Foundation
import HRSupport
import Testing

@testable import HRRecordings

@Suite struct CSVTableTests {
  static let dataFolder = RealData.folder.path

  private func withFile<Result>(_ text: String, _ body: (String) throws -> Result) throws -> Result {
    try withFile(Data(text.utf8), body)
  }

  private func withFile<Result>(_ data: Data, _ body: (String) throws -> Result) throws -> Result {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).csv").path
    try data.write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }

  private func problems(
    _ text: String, _ columns: [NameOrIndex] = [.named("a")], format: CSVFormat = CSVFormat()
  ) throws -> [Diagnostic] {
    try withFile(text) { path in
      do {
        _ = try CSVTable.read(path, format: format, columns: columns)
        return []
      } catch let diagnostics as Diagnostics { return diagnostics.list }
    }
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func readsAskedColumnsOnly(_ end: String) throws {
    let text = ["\u{FEFF}a, b ,c", "1,x,3.5", "", "\"2\",\"y, z\",-4e-3", ""].joined(separator: end)
    try withFile(text) { path in
      let table = try CSVTable.read(path, format: CSVFormat(), columns: [.named("c"), .at(0), .named("c")])
      #expect(table.header == ["a", "b", "c"])
      #expect(table.columns == [[3.5, -0.004], [1, 2], [3.5, -0.004]])
      #expect(table.firstLine == 2)
      let texts = try CSVTable.texts(path, format: CSVFormat(), columns: [.named("b")])
      #expect(texts == [["x", "y, z"]])
    }
  }

  @Test func commentsSkippedLinesStopAndMissing() throws {
    var format = CSVFormat()
    format.skipLines = 1
    format.commentPrefix = "#"
    format.stopAt = "Halted"
    format.missing = ["", "-2048"]
    format.delimiter = UInt8(ascii: ";")
    format.decimalMark = UInt8(ascii: ",")
    let text = "junk \" junk\n# {\"a\"}\na;b;\n# more \"\n1,5;-2048;\n2,5;;\nHalted\nx;y;z;w\n"
    try withFile(text) { path in
      let table = try CSVTable.read(path, format: format, columns: [.named("a"), .named("b")])
      #expect(table.columns[0] == [1.5, 2.5])
      #expect(table.columns[1].filter { $0.isNaN }.count == 2)
      #expect(table.firstLine == 5)
    }
  }

  @Test(arguments: ["NaN", "nan", "NAN", "inf"])
  func numbersThatAreNoneComeWithTheirOwnSpelling(_ cell: String) throws {
    let found = try problems("a\n1\n\(cell)\n")
    #expect(found.count == 1)
    #expect(found.first?.hint?.contains("\"missing\": [\"\(cell)\"]") == true, "\(found)")
    var format = CSVFormat()
    format.missing = [cell]
    #expect(try problems("a\n1\n\(cell)\n", format: format).isEmpty)
  }

  @Test func everyProblemHasALine() throws {
    let text = "a,b\n1,2\n\n,3\nx,4\nnan,1\n1\n1,2,3\n1,2,\n\"0,5\",1\n"
    let list = try problems(text)
    #expect(list.map { $0.place?.line } == [4, 5, 6, 7, 8, 10])
    #expect(
      list.map(\.message) == [
        "expected a number in column \"a\", found an empty cell",
        "expected a number in column \"a\", found \"x\"",
        "expected a finite number in column \"a\", found \"nan\"",
        "expected 2 cells in the row, found 1",
        "expected 2 cells in the row, found 3",
        "expected a number in column \"a\", found \"0,5\"",
      ])
    #expect(list.last?.hint?.contains("decimal comma") == true)
  }

  @Test func manyProblemsAreCounted() throws {
    let list = try problems("a\n" + String(repeating: "x\n", count: 50))
    #expect(list.count == 21)
    #expect(list.last?.message == "and 30 more problems like these")
  }

  @Test func quotes() throws {
    let stray = try problems("a,b\n1,2\"3\n")
    #expect(stray.first?.message == "a double quote stands inside a cell")
    #expect(stray.first?.place?.line == 2)
    let unclosed = try problems("a,b\n1,2\n3,\"4\n5,6\n")
    #expect(unclosed.first?.message == "a double quote is opened in this row and never closed")
    #expect(unclosed.first?.place?.line == 3)
  }

  @Test func headerProblems() throws {
    let unknown = try problems("time,green\n1,2\n", [.named("grean"), .at(2)])
    #expect(
      unknown.map(\.message) == [
        "there is no column \"grean\"", "there is no column with index 2: the table has 2 columns",
      ])
    #expect(unknown.first?.hint == "did you mean \"green\"?")
    let found1 = try problems("a,a\n1,2\n")
    #expect(found1.first?.message == "column \"a\" stands 2 times in the header")
    let found2 = try problems("a\n")
    #expect(found2.first?.message == "the table has a header but no data rows")
    let found3 = try problems("")
    #expect(found3.first?.message == "the file is empty")
    let blank = try problems("\n\n")
    #expect(blank.first?.message.hasPrefix("the table is empty") == true)
    let found4 = try problems("a\n1\u{0}\n")
    #expect(found4.first?.message == "the file is not text: it holds a NUL byte")
    var bare = CSVFormat()
    bare.hasHeader = false
    let unnamed = try problems("1\n", format: bare)
    #expect(unnamed.first?.message.contains("no header") == true)
  }

  @Test func unreadableFiles() throws {
    func message(_ path: String) -> String? {
      do {
        _ = try CSVTable.header(path, format: CSVFormat())
        return nil
      } catch { return error.list.first?.message }
    }
    #expect(message(NSTemporaryDirectory()) == "expected a file, found a folder")
    #expect(message("/nonexistent.csv")?.hasPrefix("the file cannot be read: No such file") == true)
    #expect(message("/dev/null") == "expected a file, found a device or pipe")
    try withFile(Data([0xFF, 0xFE, 0x61, 0x00])) { path in
      #expect(message(path)?.contains("UTF-16") == true)
    }
  }

  @Test func numbersRoundAsSwiftReadsThem() throws {
    let texts = [
      "0", "-0.0", "1e22", "1e23", "9007199254740993", "123456789012345678901234567890", ".5", "5.", "1e-320",
      "0.1", "2.2250738585072011e-308", "1.7976931348623157e308",
      // Sixteen to nineteen digits: halves between two numbers, and one digit beside them.
      "52.090396148989896", "4503599627370497.5", "4503599627370496.501", "9007199254740993.001",
      "1609459200123456789", "9223372036854775807", "0.9999999999999999999", "-0.1234567890123456789",
      "0.00001234567890123456789",
    ]
    try withFile("a\n" + texts.joined(separator: "\n")) { path in
      let table = try CSVTable.read(path, format: CSVFormat(), columns: [.at(0)])
      #expect(table.columns[0] == texts.compactMap { Double($0 == "5." ? "5" : $0 == ".5" ? "0.5" : $0) })
    }
    for text in ["0x10", "1e", "1 2", "--1", ".", "1_0"] {
      let found5 = try problems("a\n\(text)\n")
      #expect(found5.count == 1, "\(text)")
    }
    #expect(
      try problems("a\n1e999\n").first?.message == "expected a finite number in column \"a\", found \"1e999\""
    )
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: dataFolder), "the data sets are not here"))
  func openSignalsText() throws {
    var format = CSVFormat()
    format.delimiter = UInt8(ascii: "\t")
    format.commentPrefix = "#"
    format.hasHeader = false
    let path = Self.dataFolder + "/opensignals-h5/bvp_motion_artifact.txt"
    let table = try CSVTable.read(path, format: format, columns: [.at(0), .at(5)])
    #expect(table.columns[0].count > 1000)
    #expect(table.columns[0].count == table.columns[1].count)
    let hdf5 = try HDF5File(Self.dataFolder + "/opensignals-h5/ecg_5_min.h5")
    let names = try hdf5.datasets(matching: "/*/raw/channel_*")
    #expect(names.count == 1)
    let array = try hdf5.numbers(at: try #require(names.first))
    #expect(array.values.count == 300000)
  }

  /// Output of `rdann -v`: columns aligned by blanks, a tab before the last, whose text has blanks of its own.
  private static let annotations = """
          Time   Sample #  Type  Sub Chan  Num\tAux
        0:00.000        0     "    0    0    0\t## time resolution: 256
        0:00.000        0          0    0    0
        0:00.543      139     N    0    1    0
        0:01.227      314     V    0    1    0\t(T
        0:01.934      495     N    0    1    0

    """

  private func annotations(keeping values: [String]) -> CSVFormat {
    var format = CSVFormat()
    format.isPartedByBlanks = true
    format.skipLines = 1
    format.hasHeader = false
    format.keptRows = .init(column: .at(2), values: values)
    return format
  }

  @Test(arguments: ["\n", "\r\n"]) func blanksPartCellsAndOnlySomeRowsCount(_ end: String) throws {
    let text = Self.annotations.replacing("\n", with: end)
    try withFile(text) { path in
      let beats = try CSVTable.read(path, format: annotations(keeping: ["N", "V"]), columns: [.at(1)])
      #expect(beats.columns == [[139, 314, 495]])
      #expect(beats.rowLines == [4, 5, 6] && beats.firstLine == 4)
      let normal = try CSVTable.read(path, format: annotations(keeping: ["N"]), columns: [.at(1), .at(4)])
      #expect(normal.columns == [[139, 495], [1, 1]] && normal.rowLines == [4, 6])
      let types = try CSVTable.texts(
        path, format: annotations(keeping: ["V", "\""]), columns: [.at(2), .at(0)])
      #expect(types == [["\"", "V"], ["0:00.000", "0:01.227"]])
    }
  }

  @Test func whatIsNotKeptIsNotJudgedAndWhatIsStandsInItsLine() throws {
    var format = CSVFormat()
    format.keptRows = .init(column: .named("kind"), values: ["beat"])
    let text = "t,kind\nx,note\n1,beat\n2\n3,note,too,many\n4,beat\n"
    try withFile(text) { path in
      let table = try CSVTable.read(path, format: format, columns: [.named("t")])
      #expect(table.columns == [[1, 4]] && table.rowLines == [3, 6])
    }
    let wrong = try problems(
      text.replacing("4,beat", with: "y,beat\n5,beat,6"), [.named("t")], format: format)
    #expect(
      wrong.map(\.message) == [
        "expected a number in column \"t\", found \"y\"", "expected 2 cells in the row, found 3",
      ])
    #expect(wrong.map(\.place?.line) == [6, 7])
    format.keptRows = .init(column: .named("kind"), values: ["Beat", "R"])
    #expect(
      try problems(text, [.named("t")], format: format).map(\.message) == [
        "no row of the table has \"Beat\" or \"R\" in column \"kind\""
      ])
    format.keptRows = .init(column: .named("sort"), values: ["beat"])
    #expect(
      try problems(text, [.named("t")], format: format).map(\.message) == ["there is no column \"sort\""])
  }

  @Test func rowsPartedByBlanksReachAsFarAsIsRead() throws {
    let short = Self.annotations.replacing(
      "0:01.934      495     N    0    1    0", with: "0:01.934      495     N")
    let format = annotations(keeping: ["N"])
    #expect(try problems(short, [.at(1)], format: format).isEmpty)
    let found = try problems(short, [.at(4)], format: format)
    #expect(found.map(\.message) == ["expected 5 cells in the row, found 3"] && found[0].place?.line == 6)
    var named = CSVFormat()
    named.isPartedByBlanks = true
    try withFile("  a   b\n 1 2\n3\t4   five six\n") { path in
      let table = try CSVTable.read(path, format: named, columns: [.named("b")])
      #expect(table.columns == [[2, 4]])
    }
  }
}
