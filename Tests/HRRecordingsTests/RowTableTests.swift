import HRSignals
import Testing

@testable import HRRecordings

/// Texts whose series stand in rows, rows below a header, and comments behind the cells of a row.
@Suite struct RowTableTests {
  @Test func rowsAreSeries() throws {
    let set = try LoadedFolder(
      """
      "files": [ { "path": "{recording}.txt", "reader": "csv", "time": { "row": 2 },
        "csv": { "delimiter": "blanks", "rows": true, "header": false } } ],
      "channels": { "ppg": { "row": 0 }, "red": { "row": 9, "optional": true } },
      "reference": [ { "rateSeries": { "row": 1 } } ]
      """, [("r.txt", "  1.0e0  2  3.5 \n 60 61 62\n\n0 0.5 1.0\n")])
    let recording = try set.load()
    #expect(recording.channels[.ppg] == .irregular(TimeSeries(times: [0, 0.5, 1], values: [1, 2, 3.5])))
    #expect(recording.reference == .rateSeries(TimeSeries(times: [0, 0.5, 1], values: [60, 61, 62])))
  }

  @Test func rowsHaveNames() throws {
    let set = try LoadedFolder(
      """
      "files": [ { "path": "{recording}.csv", "sampleRate": 2,
        "csv": { "delimiter": ";", "decimalMark": ",", "rows": true, "missing": ["x"], "skipLines": 1 } } ],
      "channels": { "ppg": { "row": "pleth" } }
      """, [("r.csv", "of 2026;;\necg;9;9;9\npleth;1,5;x;\"2,5\";\n")])
    #expect(try set.load().channels[.ppg]?.uniform()?.samples == [1.5, 2, 2.5])
  }

  @Test(arguments: [
    (
      "1,2\n3,x,y\n", #"{ "row": 1 }"#,
      [
        "expected a number in the row, found \"x\" as its entry 1 @2",
        "expected a number in the row, found \"y\" as its entry 2 @2",
      ]
    ),
    ("1,2\n", #"{ "row": 3 }"#, ["there is no row 3: the text has 1"]),
    ("\n\n", #"{ "row": 0 }"#, ["the text is empty: expected rows of numbers, found none"]),
  ])
  func whatIsWrongWithRows(_ text: String, _ channel: String, _ messages: [String]) throws {
    let set = try LoadedFolder(
      #""files": [ { "path": "{recording}.csv", "sampleRate": 1, "csv": { "rows": true, "header": false } } ], "channels": { "ppg": \#(channel) }"#,
      [("r.csv", text)])
    #expect(try set.problems() == messages)
  }

  @Test func rowsBelowTheHeaderAreSkipped() throws {
    let text = "t\tp\t\nms\tmV\t\nCAL\tRAW\t\n0\t1\t\n500\t2\t\n"
    let set = try LoadedFolder(
      #""files": [ { "path": "{recording}.tsv", "csv": { "skipBelowHeader": 2 }, "time": { "column": "t", "unit": "ms" } } ], "channels": { "ppg": "p" }"#,
      [("r.tsv", text)])
    #expect(try set.load().channels[.ppg] == .irregular(TimeSeries(times: [0, 0.5], values: [1, 2])))
    try set.folder.write("r.tsv", text + "1000\tx\t\n")
    #expect(try set.problems() == ["expected a number in column \"p\", found \"x\" @6"])
  }

  @Test func commentsBehindTheCellsOfARow() throws {
    let rows = "0\t1\t#* start\n1\t2\n2\t3\t#2 one\tmore\n"
    for (header, text) in [("false", rows), ("true", "t\tp\n" + rows)] {
      let set = try LoadedFolder(
        ##""files": [ { "path": "{recording}.tsv", "csv": { "header": \##(header), "commentPrefix": "#" }, "time": { "column": 0 } } ], "channels": { "ppg": { "column": 1 } }"##,
        [("r.tsv", text)])
      #expect(
        try set.load().channels[.ppg] == .irregular(TimeSeries(times: [0, 1, 2], values: [1, 2, 3])),
        "\(header)")
    }
    // A missing text that begins so is a cell, and so is any cell that is not behind the last one.
    let kept = try LoadedFolder(
      ##""files": [ { "path": "{recording}.csv", "csv": { "header": false, "commentPrefix": "#", "missing": ["#N/A"] }, "sampleRate": 1 } ], "channels": { "ppg": { "column": 1 } }"##,
      [("r.csv", "1,#N/A,3\n1,2,#x\n1,4,5\n")])
    #expect(try kept.load().channels[.ppg]?.uniform()?.samples == [2, 2, 4])
  }
}
