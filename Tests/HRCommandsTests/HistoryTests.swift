import HRTestSupport
import Foundation
import Testing

@Suite struct HistoryTests {
  /// Three runs of a real experiment, the last with another seed.
  private func withRuns(_ body: (String) throws -> Void) throws {
    try withProject(count: 2) { folder in
      let file = try experiment(detectors: #"["fft", "peak"]"#, more: #", "report": {"formats": ["json"]}"#)
        .written(to: folder + "/trial.json")
      for (name, seed) in [("night-2", 3), ("night-10", 3), ("night-11", 4)] {
        let made = try Program.run(
          ["run", file, "--output", "nightly/\(name)", "--set", "seed=\(seed)", "--jobs", "1", "--quiet"],
          in: folder)
        try #require(made.code == 0, "\(made.err)")
      }
      try body(folder)
    }
  }

  @Test func aFolderOfRunsHasTrends() throws {
    try withRuns { folder in
      let ending = try Program.run(["history", "nightly", "nightly/night-2"], in: folder)
      #expect(ending.code == 0, "\(ending.err)")
      #expect(ending.out.contains("trial: 3 runs, 20"))
      #expect(ending.out.contains("maeBPM@1"))
      #expect(ending.out.contains("night-11: seed 3 → 4"))
      #expect(ending.out.contains("seed changed"))
      #expect(ending.err.contains("add --output FOLDER"))
      #expect(!FileManager.default.fileExists(atPath: folder + "/nightly/history.md"))
      let single = try Program.run(["history", "nightly/night-2/results.json"], in: folder)
      #expect(single.code == 0 && single.out.contains("one run only"))
    }
  }

  @Test func damagedRunsAreNamedAndTheOthersGoOn() throws {
    try withRuns { folder in
      let files = FileManager.default
      for name in ["night-12", "night-13", "night-14"] {
        try files.createDirectory(atPath: folder + "/nightly/" + name, withIntermediateDirectories: true)
      }
      _ = try "{\"format\": \"hreval-results\",".written(to: folder + "/nightly/night-12/results.json")
      _ = try "{}".written(to: folder + "/nightly/night-13/run.json")
      try files.removeItem(atPath: folder + "/nightly/night-10/run.json")
      try files.createDirectory(atPath: folder + "/pages/figures", withIntermediateDirectories: true)
      // One figure that hreval drew, and one of another origin.
      let first = try Program.run(["history", "nightly/night-2", "--output", "pages"], in: folder)
      #expect(first.code == 0, "\(first.err)")
      let old = folder + "/pages/figures/history-old.svg"
      try files.copyItem(atPath: folder + "/pages/figures/history-clean.svg", toPath: old)
      _ = try "<svg/>".written(to: folder + "/pages/figures/history-of-medicine.svg")
      let ending = try Program.run(
        ["history", "nightly", "--metric", "biasBPM", "--output", "pages"], in: folder)
      #expect(ending.code == 1, "\(ending.err)")
      #expect(ending.out.contains("nightly/night-12: not valid JSON"))
      #expect(ending.out.contains("nightly/night-13: there is no results.json (`hreval report"))
      #expect(!ending.out.contains("night-14"))
      #expect(ending.out.contains("night-10: there is no run.json"))
      #expect(ending.out.contains("page: pages/history.html"))
      #expect(!files.fileExists(atPath: old))
      let csv = try String(contentsOfFile: folder + "/pages/history.csv", encoding: .utf8)
      #expect(csv.split(separator: "\n").count == 1 + 3 * 2 * 2)
      let figures = try files.contentsOfDirectory(atPath: folder + "/pages/figures").sorted()
      #expect(figures == ["history-clean.svg", "history-of-medicine.svg", "history-whitenoise.svg"])
      for figure in figures where figure != "history-of-medicine.svg" {
        let data = try #require(files.contents(atPath: folder + "/pages/figures/" + figure))
        #expect(XMLReading(String(decoding: data, as: UTF8.self)).problem == nil)
      }
      let unknown = try Program.run(["history", "nightly", "--metric", "maeBPN"], in: folder)
      #expect(unknown.code == 2 && unknown.err.contains("did you mean \"maeBPM\"?"))
    }
  }

  private func edit(_ path: String, _ change: (String) -> String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let changed = change(text)
    #expect(changed != text)
    _ = try changed.written(to: path)
  }

  /// A run whose figures, counts, settings or files were changed after it is named with both, and has no part in a trend.
  @Test func aRunThatSaysSomethingElseThanItsStoreIsNotUsed() throws {
    try withRuns { folder in
      let files = FileManager.default
      func history() throws -> Program.Ending { try Program.run(["history", "nightly"], in: folder) }
      let honest = try history()
      #expect(honest.code == 0 && !honest.out.contains("not held against a store"), "\(honest.out)")
      let edits: [(file: String, from: Regex<Substring>, to: String, said: String)] = [
        (
          "results.json", /"maeBPM": [0-9.]+/, "\"maeBPM\": 0.25",
          "maeBPM of fft in clean is 0.25 in the file and "
        ),
        (
          "results.json", /"maeLow": null/, "\"maeLow\": 0.25",
          "maeLow of fft in clean is 0.25 in the file and none by the store"
        ),
        (
          "results.json", /"coverage": [0-9.]+/, "\"coverage\": null",
          "coverage of fft in clean is none in the file"
        ),
        ("results.json", /"estimates": [0-9]+/, "\"estimates\": 7", "the counts of fft in clean"),
        ("results.json", /"seed": 3/, "\"seed\": 5", "seed 3 → 5, from the store to the file"),
        ("results.json", /"name": "trial"/, "\"name\": \"other\"", "the experiment is \"other\" in the file"),
        ("results.json", /"detector": "peak"/, "\"detector\": \"deep\"", "peak in clean is not in the file"),
        ("run.json", /"sha256": "[0-9a-f]{8}/, "\"sha256\": \"00000000", "data files with other content"),
      ]
      for (number, edit) in edits.enumerated() {
        let copy = "\(folder)/edited/\(number)"
        try files.createDirectory(atPath: folder + "/edited", withIntermediateDirectories: true)
        try files.copyItem(atPath: folder + "/nightly/night-2", toPath: copy)
        // The first file of run.json is the experiment's.
        try self.edit("\(copy)/\(edit.file)") { text in
          let from = edit.file == "run.json" ? text.range(of: "\"dataFiles\"")?.lowerBound : text.startIndex
          guard let from, let place = text[from...].firstRange(of: edit.from) else { return text }
          return text.replacingCharacters(in: place, with: edit.to)
        }
        let ending = try Program.run(["history", "nightly", copy], in: folder)
        #expect(ending.code == 1, "\(edit.said) \(ending.err)")
        #expect(ending.out.contains("trial: 3 runs, 20"), "\(ending.out)")
        #expect(
          ending.out.contains("\(copy): results.json or run.json is not what units.store gives: "),
          "\(ending.out)")
        #expect(ending.out.contains(edit.said), "\(edit.said): \(ending.out)")
      }
      #expect(try Program.run(["history", "edited"], in: folder).code == 2)
      let figures = try Program.run(["list", "detectors", "--markdown", "--figures", "edited/0"], in: folder)
      #expect(figures.code == 2 && figures.err.contains("is not what units.store gives"), "\(figures.err)")
      // The hint mends it.
      #expect(try Program.run(["report", "edited/0", "--format", "json"], in: folder).code == 0)
      #expect(try Program.run(["history", "nightly", "edited/0"], in: folder).code == 0)

      try files.removeItem(atPath: folder + "/nightly/night-2/units.store")
      _ = try "hreval units 1\n".written(to: folder + "/nightly/night-11/units.store")
      let unchecked = try Program.run(["history", "nightly", "--output", "pages"], in: folder)
      #expect(unchecked.code == 0, "\(unchecked.err)")
      let said = "not held against a store: 2 of 3 runs: there is no units.store (1 run), "
      #expect(unchecked.out.contains(said), "\(unchecked.out)")
      #expect(try String(contentsOfFile: folder + "/pages/history.md", encoding: .utf8).contains(said))
    }
  }

  @Test func nothingUsableIsRefusedWithAHint() throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.path
    let empty = try Program.run(["history", folder])
    #expect(empty.code == 2)
    #expect(empty.err.contains("there is no run in this folder") && empty.err.contains("hreval run"))
    let absent = try Program.run(["history", folder + "/absent"])
    #expect(absent.code == 2 && absent.err.contains("there is no such folder"))
    let file = try "a".written(to: folder + "/page.md")
    #expect(try Program.run(["history", file]).err.contains("name the folder that holds results.json"))
    #expect(try Program.run(["history"]).code == 64)
  }
}
