import HRTestSupport
import Foundation
import Testing

/// Silence brings no advantage, through the whole program. A detector that answers only the easy windows has the
/// smaller error and the smaller success rate (all windows), and is named where its own windows are as easy for
/// chance.
extension FoolingTests.ChanceOnOwnWindows {
  /// Writes six people at rest at 66 to 71 bpm for a minute, then at 120.
  private func record(_ folder: String) throws {
    for name in ["data", "bold", "shy", "broken"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
    for person in 0..<6 {
      let rest = 66 + Double(person)
      let wave = (0...1200).map { "\(Double($0) / 10),\(sin(Double($0) / 10 * 7))" }
      _ = try ("time_s,ppg\n" + wave.joined(separator: "\n") + "\n")
        .written(to: "\(folder)/data/p\(person).csv")
      let beats =
        Array(stride(from: 0.1, to: 60, by: 60 / rest)) + Array(stride(from: 60.2, through: 120, by: 0.5))
      _ = try ("beat_s\n" + beats.map { "\($0)" }.joined(separator: "\n") + "\n")
        .written(to: "\(folder)/data/p\(person)_beats.csv")
      func write(_ name: String, _ reading: (_ window: Int) -> Double?) throws {
        let lines = (0..<6).compactMap { window in reading(window).map { "\(20 * window + 19),\($0)\n" } }
        _ = try ("time,value\n" + lines.joined()).written(to: "\(folder)/\(name)/p\(person).csv")
      }
      try write("bold") { $0 < 3 ? rest + 4 : 128 }
      try write("shy") { $0 < 3 ? rest + 4 : nil }
      try write("broken") { $0 == 0 ? 700 : $0 < 3 ? rest + 4 : 128 }
    }
    _ = try """
    {"schemaVersion": 1, "name": "stairs",
     "files": [{"path": "{recording}.csv", "except": ["*_beats.csv"], "time": "time_s"},
               {"name": "beats", "path": "{recording}_beats.csv"}],
     "channels": {"ppg": "ppg"}, "reference": [{"beats": {"file": "beats", "column": "beat_s"}}]}
    """.written(to: folder + "/data/dataset.json")
  }

  @Test func silenceLowersRightOfAllAndChanceIsNamed() throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.path
    try record(folder)
    let detectors = ["bold", "shy", "broken"].map {
      #"{"label": "\#($0)", "recorded": "\#($0)/{recording}.csv"}"#
    }
    let path = try """
    {"schemaVersion": 1, "name": "trial", "datasets": ["data/dataset.json"],
     "windows": {"windowSeconds": 20, "hopSeconds": 20},
     "detectors": [\(detectors.joined(separator: ", "))]}
    """.written(to: folder + "/trial.json")
    let run = try Program.run(["run", path, "--output", folder + "/out"])
    // A rate of 700 is a failure.
    #expect(run.code == 1, "\(run.err)")
    func text(_ name: String) throws -> String {
      try String(contentsOfFile: folder + "/out/" + name, encoding: .utf8)
    }
    let summary = try text("summary.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    func value(_ row: Int, _ column: String) throws -> Double {
      let place = try #require(summary[0].firstIndex(of: column))
      return try #require(Double(summary[row][place]), "\(column)")
    }
    #expect(summary[0].contains("rightOfAllShare") && summary[0].contains("coverageLow"))
    // The silent one has the smaller error and the smaller success rate.
    #expect(abs(try value(1, "maeBPM") - 6) < 1e-6)
    #expect(abs(try value(2, "maeBPM") - 4) < 1e-6)
    #expect(try value(1, "withinToleranceShare") == 1)
    #expect(try value(2, "withinToleranceShare") == 1)
    #expect(try value(1, "rightOfAllShare") == 1)
    #expect(try value(2, "rightOfAllShare") == 0.5)
    #expect(abs(try value(1, "rightOfAllLow") - 0.5407418735601) < 1e-9)
    // Each person has three of six, so all 36 windows count: Clopper's and Pearson's limits of 18 in 36.
    #expect(abs(try value(2, "rightOfAllLow") - 0.3292218) < 1e-6)
    #expect(abs(try value(2, "rightOfAllHigh") - 0.6707782) < 1e-6)
    #expect(abs(try value(3, "rightOfAllShare") - 30.0 / 36) < 1e-12)

    let report = try text("report.md")
    let sentence = "No better than a guess without the signal (on the windows that they answered): "
    #expect(report.contains("- \(sentence)shy.\n"))
    #expect(run.out.contains("  \(sentence)shy.\n"), "\(run.out)")
    let header = try #require(run.out.split(separator: "\n").first { $0.contains("success rate") })
    #expect(
      header.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }.prefix(3)
        == ["detector", "success rate (%)", "estimates"], "\(header)")
    let wide = try Program.run(["report", folder + "/out", "--wide"])
    #expect(wide.out.contains("success rate (%)") && wide.out.contains("100.0 [54.1, 100.0]"))
    let narrow = try Program.run(["report", folder + "/out"], environment: ["COLUMNS": "40"])
    #expect(narrow.out.contains("success rate (%)") && !narrow.out.contains("coverage (%)"))

    let results = try text("results.json")
    #expect(results.contains(#""ownChance": {"#))
  }
}
