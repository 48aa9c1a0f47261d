import HRTestSupport
import Foundation
import HRSupport
import Testing

@testable import HRCommands
@testable import HRRunning
@testable import HRStatistics

/// Names from outside that are hostile, wherever they can be.
@Suite struct HostileNamesTests {
  /// Clears a terminal, reverses the text, begins a heading, a row, a link and a formula.
  private static let name = "=x\u{1B}[2J\n# forged\r,\u{202E}\u{9B}31m<b>[y](javascript:1)\"|`"

  private static func json(_ text: String) -> String { JSONText.quoted(text) }

  /// Three recordings of a slow sine, a descriptor, a table and recorded output; one recording behind a link.
  private func build(in folder: String) throws {
    let files = FileManager.default
    for part in ["set", "out"] {
      try files.createDirectory(atPath: "\(folder)/\(part)", withIntermediateDirectories: true)
    }
    let samples = (0..<1000).map { "\(Double($0) / 25),\(sin(2 * Double.pi * 1.2 * Double($0) / 25))\n" }
    let table = "t,g,bpm\n" + samples.map { $0.dropLast() + ",72\n" }.joined()
    for number in 1...3 {
      _ = try table.written(to: "\(folder)/set/\(Self.name)@\(number).csv")
    }
    _ = try table.written(to: "\(folder)/elsewhere.csv")
    try files.createSymbolicLink(
      atPath: "\(folder)/set/link\u{202E}@4.csv", withDestinationPath: "\(folder)/elsewhere.csv")
    let quoted = "\"" + Self.name.replacing("\"", with: "\"\"") + "\""
    _ = try ("id,group\n" + (1...3).map { "\($0),\(quoted)\n" }.joined()).written(
      to: "\(folder)/set/table\u{9B}.tsv")
    _ = try "time,value\n20,7\u{1B}[2J\u{202E}2\n".written(
      to: "\(folder)/out/\(RecordedPath.safe("\(Self.name) 1")).csv")
    _ = try """
    { "schemaVersion": 1, "name": \(Self.json("=set\u{1B}\n\u{202E}")), "title": \(Self.json(Self.name)),
      "citation": \(Self.json(Self.name)), "license": \(Self.json(Self.name)), "description": \(Self.json(Self.name)),
      "homePage": \(Self.json(Self.name)),
      "files": [ { "path": "{who}@{n}.csv", "time": "t" } ], "recording": "{who} {n}", "subject": "{who}{n}",
      "channels": { "ppg": "g" }, "reference": [ { "name": \(Self.json(Self.name)), "rateSeries": { "column": "bpm" } } ],
      "metadata": [ { "name": \(Self.json(Self.name)), "table": \(Self.json("table\u{9B}.tsv")),
        "csv": { "delimiter": "," }, "keyColumn": "id", "column": "group", "key": "{n}" } ] }
    """.written(to: "\(folder)/set/dataset.json")
    _ = try """
    { "schemaVersion": 1, "name": "trial", "description": \(Self.json(Self.name)), "datasets": ["set/dataset.json"],
      "windows": { "windowSeconds": 10, "hopSeconds": 5 }, "strata": [\(Self.json(Self.name))],
      "scenarios": [ { "label": "-[s](javascript:1)\\u202e|", "scenario": "clean" } ],
      "detectors": [ { "label": "=[d](javascript:1)\\u202e|<b>", "detector": "fft" },
        { "label": "@\\u2028", "detector": "peak" },
        { "label": "enemy", "recorded": "out/{recording}.csv" } ], "baseline": "@\\u2028" }
    """.written(to: "\(folder)/trial.json")
  }

  @Test func nothingSteersTheReader() throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.path
    try build(in: folder)
    let set = "set/dataset.json"
    let usable = #"datasets=[{"dataset": "set/dataset.json", "exclude": ["link*"]}]"#
    let detectors = #"detectors=["fft", {"label": "@\u2028", "detector": "peak"}]"#
    let commands: [(arguments: [String], code: Int32)] = [
      (["list", "datasets"], 0), (["check", "trial.json"], 0), (["run", "trial.json", "--output", "run"], 1),
      (["run", "trial.json", "--output", "run", "--force"], 1), (["report", "run"], 0),
      (["compare", "run"], 0), (["history", "run", "--output", "history"], 0),
      (["inspect", set, "--picture", "picture.svg", "--save", "saved.h5"], 1),
      (["detect", set, "--detector", "fft"], 1), (["run", "trial.json", "--resume", "--output", "gone"], 2),
      (["inspect", "\(set):none\u{1B}\n# forged"], 2),
      (["list", "detectors", "--\u{1B}[31m\u{1B}[0m\n# forged"], 64),
      (["run", "trial.json", "--set", usable, "--set", detectors, "--output", "nightly"], 0),
    ]
    for command in commands {
      let ending = try Program.run(command.arguments, in: folder, environment: ["HREVAL_DATA": folder])
      #expect(ending.code == command.code, "\(command.arguments): \(ending.out)\(ending.err)")
      for stream in [ending.out, ending.err] { check(stream, "\(command.arguments)") }
      if command.arguments[0] == "detect" { checkTable(ending.out, "detect") }
    }
    let baseline = try Program.run(["baseline", "nightly"], in: folder)
    #expect(baseline.code == 0, "\(baseline.err)")
    check(baseline.out, "baseline")
    _ = try baseline.out.written(to: "\(folder)/nightly/baseline.json")
    let gate = try Program.run(["gate", "nightly", "--baseline", "nightly/baseline.json"], in: folder)
    check(gate.out + gate.err, "gate")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter { path in
      ["run/", "nightly/", "history/", "picture"].contains { path.hasPrefix($0) }
        && ![".store", ".h5"].contains { path.hasSuffix($0) }
        && path.contains(".")
    }
    #expect(paths.count > 10, "\(paths)")
    for path in paths {
      let text = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
      check(text, path)
      if path.hasSuffix(".csv") { checkTable(text, path) }
      if path.hasSuffix(".svg") || path.hasSuffix(".xml") {
        #expect(XMLReading(text).problem == nil, "\(path)")
      }
      if path.hasSuffix(".json") { _ = try JSONDocument(text, file: path) }
      if path.hasSuffix(".html") { #expect(!text.contains("<b>"), "\(path)") }
      if path.hasSuffix(".md") {
        #expect(!text.replacing("\\[", with: "").contains("[y]"), "\(path)")
        #expect(!text.replacing("\\<", with: "").contains("<b>"), "\(path)")
      }
    }
    // The names themselves are kept: what is stored reads back the same.
    let results = try String(contentsOfFile: "\(folder)/run/results.json", encoding: .utf8)
    let names = try JSONDocument(results, file: "").root["recordings"]?.elements?.compactMap {
      $0["id"]?.string
    }
    #expect(names?.contains("\(Self.name) 1") == true, "\(names ?? [])")
  }

  private func check(_ text: String, _ what: String) {
    let steering = text.unicodeScalars.filter { $0 != "\n" && $0.steersReaders }
    #expect(steering.isEmpty, "\(what): \(steering.map { String($0.value, radix: 16) })")
    #expect(!text.split(separator: "\n").contains { $0.hasPrefix("# forged") }, "\(what)")
  }

  /// Checks that every row has the same number of cells, and none of them calculates.
  private func checkTable(_ text: String, _ what: String) {
    let rows = text.split(separator: "\n").map(cells)
    #expect(Set(rows.map(\.count)).count == 1, "\(what)")
    let formulas = rows.joined().filter { cell in
      cell.first.map { "=+-@".contains($0) } == true && Double(cell) == nil
    }
    #expect(formulas.isEmpty, "\(what): \(formulas)")
  }

  private func cells(_ row: Substring) -> [String] {
    var cells = [""]
    var isQuoted = false
    for character in row {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == ",", !isQuoted {
        cells.append("")
      } else {
        cells[cells.count - 1].append(character)
      }
    }
    return cells
  }

  @Test func argumentsThatAreNoTextAreNamed() {
    let problems = ArgumentText.problems(of: [
      [0xFF], Array("run".utf8), Array("a".utf8) + [0xFF, 0xC3, 0xA9],
    ])
    #expect(problems.map(\.message) == ["argument 2 is not UTF-8 text: a\\xffé"])
  }
}
