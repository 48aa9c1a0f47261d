import HRTestSupport
import Foundation
import Testing

/// Bad files through the whole program: one recording among three is wrong, or the descriptor is.
@Suite(.serialized) struct BadInputTests {
  /// Two channels at 10 Hz: a pulse of 60 a minute, and a ramp.
  private static func table(rows: Int = 400) -> String {
    "p,e\n" + (0..<rows).map { "\($0 % 10 < 5 ? 1.5 : 2.5),\($0)\n" }.joined()
  }

  private static let beats = "beat_s\n" + (0..<41).map { "\($0)\n" }.joined()

  private static let files = #"{"path": "{recording}.csv", "except": ["*_beats.csv"], "sampleRate": 10}"#

  /// A data set of recordings a, b and c, of which b may be replaced.
  private func withTables<Value>(
    _ replacement: [UInt8]? = nil, files: String = files, channels: String = #"{"ppg": "p", "ecg": "e"}"#,
    _ body: (String) throws -> Value
  ) throws -> Value {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.path
    try FileManager.default.createDirectory(atPath: folder + "/data", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: folder + "/datasets/tables", withIntermediateDirectories: true)
    _ = try """
    {"schemaVersion": 1, "name": "tables",
     "files": [\(files), {"name": "beats", "path": "{recording}_beats.csv"}],
     "channels": \(channels), "reference": [{"beats": {"file": "beats", "column": "beat_s"}}]}
    """.written(to: folder + "/datasets/tables/dataset.json")
    for name in ["a", "b", "c"] {
      _ = try Self.table().written(to: folder + "/data/\(name).csv")
      _ = try Self.beats.written(to: folder + "/data/\(name)_beats.csv")
    }
    if let replacement { try Data(replacement).write(to: URL(fileURLWithPath: folder + "/data/b.csv")) }
    _ = try experiment(
      detectors: #"["peak", "fft"]"#, scenarios: #"["clean"]"#,
      dataset: #"{"dataset": "tables", "root": "data"}"#
    ).written(to: folder + "/trial.json")
    return try body(folder)
  }

  /// The lines of windows.csv by recording.
  private func rows(_ folder: String) throws -> [String: [Substring]] {
    let text = try String(contentsOfFile: folder + "/reports/trial/windows.csv", encoding: .utf8)
    return Dictionary(grouping: text.split(whereSeparator: \.isNewline).dropFirst()) { line in
      line.split(separator: ",", omittingEmptySubsequences: false).first { ["a", "b", "c"].contains($0) }.map(
        String.init)
        ?? "?"
    }
  }

  private static let cleanRows = Result {
    let suite = BadInputTests()
    return try suite.withTables { folder in
      let ending = try Program.run(["run", "trial.json", "--jobs", "1"], in: folder)
      try #require(ending.code == 0, "\(ending.err)\(ending.out)")
      return try suite.rows(folder)
    }
  }

  private static func damaged(_ line: Int, _ text: String) -> [UInt8] {
    var lines = table().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines[line - 1] = text
    return Array(lines.joined(separator: "\n").utf8)
  }

  @Test(arguments: [
    ("cut off inside a row", Array("p,e\n1,2\n3".utf8), "expected 2 cells in the row, found 1", 3),
    ("a ragged row", damaged(7, "1,2,3"), "expected 2 cells in the row, found 3", 7),
    ("decimal commas", damaged(5, "\"1,5\",4"), "expected a number in column \"p\", found \"1,5\"", 5),
    ("text in a cell", damaged(9, "oops,4"), "expected a number in column \"p\", found \"oops\"", 9),
    ("not a number", damaged(11, "nan,4"), "expected a finite number in column \"p\", found \"nan\"", 11),
    ("infinite", damaged(11, "-inf,4"), "expected a finite number in column \"p\", found \"-inf\"", 11),
    ("an empty cell", damaged(12, ",4"), "expected a number in column \"p\", found an empty cell", 12),
    ("a column twice", damaged(1, "p,p"), "column \"p\" stands 2 times in the header", 0),
    ("no rows", Array("p,e\n".utf8), "the table has a header but no data rows", 0),
    ("nothing", [], "the file is empty", 0),
    ("UTF-16", [0xFF, 0xFE, 0x70, 0, 0x2C, 0, 0x65, 0], "the file is UTF-16 text: expected UTF-8", 0),
    ("binary", [0x50, 0x4B, 3, 4, 0, 1, 2, 3], "the file is not text: it holds a NUL byte", 1),
    (
      "packed and cut", [0x1F, 0x8B, 8, 0, 0, 1, 2, 3],
      "the file is packed by gzip, and ends before the packed text does", 0
    ),
    ("too short", Array(table(rows: 30).utf8), "the recording lasts 3 s, less than one window", 0),
  ])
  func oneBadTableAmongThree(_ what: String, _ bytes: [UInt8], _ reason: String, _ line: Int) throws {
    let clean = try Self.cleanRows.get()
    try withTables(bytes) { folder in
      let ending = try Program.run(["run", "trial.json", "--jobs", "2"], in: folder)
      #expect(ending.code == 1, "\(what): \(ending.err)\(ending.out)")
      let found = try rows(folder)
      #expect(clean["a"]?.isEmpty == false && found["a"] == clean["a"] && found["c"] == clean["c"], "\(what)")
      let failed = found["b"] ?? []
      #expect(failed.count == 2 && failed.allSatisfy { $0.contains("failed:") }, "\(what): \(failed)")
      let words = failed.first.map(String.init)?.replacing("\"\"", with: "\"") ?? ""
      #expect(words.contains(reason), "\(what): \(words)")
      #expect(line == 0 || words.contains("b.csv:\(line)"), "\(what): \(words)")
      guard what != "too short" else { return }
      let inspected = try Program.run(["inspect", "tables", "--root", "data"], in: folder)
      #expect(inspected.code == 1, "\(what)")
      #expect((inspected.out + inspected.err).contains(reason), "\(what): \(inspected.out)")
      #expect((inspected.out + inspected.err).contains("b.csv"), "\(what)")
    }
  }

  @Test func byteOrderMarkAndCarriageReturnsChangeNothing() throws {
    let clean = try Self.cleanRows.get()
    let text = Self.table().replacing("\n", with: "\r\n")
    try withTables([0xEF, 0xBB, 0xBF] + Array(text.utf8)) { folder in
      let ending = try Program.run(["run", "trial.json"], in: folder)
      #expect(ending.code == 0, "\(ending.err)\(ending.out)")
      #expect(try rows(folder) == clean)
    }
  }

  @Test func timeGoingBackwards() throws {
    let timed = #"{"path": "{recording}.csv", "except": ["*_beats.csv"], "time": "e"}"#
    try withTables(Self.damaged(20, "1,3"), files: timed, channels: #"{"ppg": "p"}"#) { folder in
      let ending = try Program.run(["run", "trial.json"], in: folder)
      #expect(ending.code == 1, "\(ending.err)\(ending.out)")
      let failed = try rows(folder)["b"] ?? []
      #expect(
        !failed.isEmpty && failed.allSatisfy { $0.contains("failed:") && $0.contains("b.csv") }, "\(failed)")
    }
  }

  @Test func aMissingReferenceFileAndAFolderInAFilesPlace() throws {
    let clean = try Self.cleanRows.get()
    for isFolder in [false, true] {
      try withTables { folder in
        let victim = folder + (isFolder ? "/data/b.csv" : "/data/b_beats.csv")
        try FileManager.default.removeItem(atPath: victim)
        if isFolder {
          try FileManager.default.createDirectory(atPath: victim, withIntermediateDirectories: true)
        }
        let ending = try Program.run(["run", "trial.json"], in: folder)
        #expect(ending.code == 1, "\(ending.err)\(ending.out)")
        let found = try rows(folder)
        #expect(found["a"] == clean["a"] && found["c"] == clean["c"])
        let words = found["b"]?.first.map(String.init) ?? ""
        #expect(
          words.contains(isFolder ? "expected a file, found a folder" : "is missing: b_beats.csv"), "\(words)"
        )
      }
    }
  }

  @Test func mistakesOfTheDescriptorAreFoundBeforeTheRun() throws {
    for (files, words) in [
      (#"{"path": "{recording}.csv", "sampleRate": 0}"#, "sampleRate"),
      (#"{"path": "{recording}.csv", "sampleRate": "fast"}"#, "sampleRate"),
      (#"{"path": "{recording}.csv", "samplerate": 10}"#, "did you mean \"sampleRate\"?"),
      (#"{"path": "{recording}.cvs", "sampleRate": 10}"#, "{recording}.cvs"),
    ] {
      try withTables(files: files) { folder in
        for command in ["check", "run"] {
          let ending = try Program.run([command, "trial.json"], in: folder)
          #expect(ending.code == 2, "\(command) \(files): \(ending.out)")
          #expect(
            ending.err.contains(words) && ending.err.contains("dataset.json"), "\(command): \(ending.err)")
        }
      }
    }
  }
}
