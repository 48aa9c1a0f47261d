import HRSupport
import HRTestSupport
import Testing

@testable import HRRecordings

/// Layouts of tables, found from their text alone.
@Suite struct TableTests {
  static func outline(_ text: String, _ name: String = "t.csv") throws -> FileOutline {
    let folder = try TemporaryFolder()
    let path = try folder.write(name, text)
    return try withExtendedLifetime(folder) { try FileOutline.read(path, root: folder.path) }
  }

  static func rows(_ count: Int, _ row: (Int) -> String) -> String {
    (0..<count).map { row($0) + "\n" }.joined()
  }

  @Test func delimitersAndDecimalMarks() throws {
    for (text, delimiter, mark) in [
      ("t,x\n" + Self.rows(20) { "\($0),\($0 % 3).5" }, ",", "."),
      ("t;x\n" + Self.rows(20) { "\($0);\($0 % 3),5" }, ";", ","),
      ("t\tx\n" + Self.rows(20) { "\($0)\t\($0 % 3),5" }, "\t", ","),
      ("t|x\n" + Self.rows(20) { "\($0)|\($0 % 3).5" }, "|", "."),
      (Self.rows(20) { "   \($0)    \($0 % 3).5" }, "blanks", "."),
    ] {
      let table = try #require(try Self.outline(text).table)
      #expect(
        table.format.delimiterText == delimiter && table.format.decimalMark == mark.utf8.first,
        "\(text.prefix(20)) \(table)")
    }
  }

  @Test func whatStandsBeforeAndBehind() throws {
    let text =
      "Device;7\nSerial;\n\ntime;ppg\n" + Self.rows(30) { "\($0 * 20);\(($0 * 7) % 11)" } + "end of data;\n"
    let outline = try Self.outline(text)
    let table = try #require(outline.table)
    #expect(table.format.skipLines == 3 && table.format.hasHeader && table.format.stopAt == "end of data")
    #expect(outline.series.map(\.name) == ["time", "ppg"] && outline.series[0].count == 30)
    #expect(outline.series[0].summary?.step == 20)
    let commented = try Self.outline(
      "# sampling rate: 250 Hz\n# col: 1\n" + Self.rows(30) { "\($0)\t\(($0 * 7) % 11)" }, "t.txt")
    #expect(commented.table?.format.commentPrefix == "#" && commented.table?.format.hasHeader == false)
    #expect(commented.series[1].rate == 250)
  }

  @Test func missingCellsAndTexts() throws {
    let outline = try Self.outline(
      "t,ppg,note\n" + Self.rows(40) { "\($0),\($0 % 9 == 3 ? "NA" : "\(($0 * 7) % 11)"),word" })
    #expect(outline.table?.format.missing == ["NA"])
    #expect(outline.series[1].summary?.missing == 5)
    guard case .texts = outline.series[2].form else {
      Issue.record("\(outline.series[2].form)")
      return
    }
  }

  @Test func momentsAreTold() throws {
    let outline = try Self.outline(
      "when,clock,ppg\n"
        + Self.rows(30) { "2020-01-02 03:04:\($0 + 10).5,13:00:\($0 + 10),\(($0 * 7) % 11)" })
    #expect(outline.series[0].form == .dateTimes && outline.series[1].form == .timesOfDay)
    #expect(outline.series[0].summary?.step == 1 && outline.series[0].summary?.first == 0)
  }

  @Test func numbersOfOneLine() throws {
    let outline = try Self.outline((0..<40).map { "\(800 + $0 % 7)" }.joined(separator: " "), "RR.txt")
    #expect(outline.reader == "numbers" && outline.series[0].place == .whole)
    #expect(outline.series[0].summary?.count == 40)
  }

  @Test func annotationsAsRdannPrintsThem() throws {
    let text =
      "      Time   Sample #  Type  Sub Chan  Num\tAux\n"
      + Self.rows(20) { "    0:\(10 + $0).047   \(139 + 177 * $0)     \($0 == 9 ? "+" : "N")    0    1    0" }
    let table = try #require(try Self.outline(text, "a.txt").table)
    #expect(table.format.isPartedByBlanks && table.format.skipLines == 1 && !table.format.hasHeader)
    #expect(table.format.keptRows == .init(column: .at(2), values: ["N"]))
  }

  @Test func linesAboveTheColumnsOfAWristBand() throws {
    let outline = try Self.outline("1544027337.0\n64.0\n" + Self.rows(50) { "\(($0 * 7) % 11).25" })
    #expect(outline.table?.format.skipLines == 2 && outline.table?.beginsAt == 1_544_027_337)
    #expect(outline.series[0].rate == 64 && outline.series[0].count == 50)
  }

  @Test(arguments: [
    "", "\n\n", "Some words.\nNothing, really; 3 things.\n", "{\n  \"a\": 1\n}\n", "# only\n# comments\n",
    "a,b\n", "\u{1B}[2J,\u{202E}\n",
  ])
  func textsWithoutATable(_ text: String) {
    #expect(throws: Diagnostics.self) { try Self.outline(text) }
  }
}
