import HRTestSupport
import Foundation
import Testing

/// Recorded output beside detectors, through the whole program.
@Suite(.serialized) struct RecordedRunTests {
  private static let scenarios =
    #"["clean", {"label": "burst {amplitudeRatio}", "scenario": "motionBursts", "parameters": {"amplitudeRatio": [1, 3]}}]"#

  /// Writes the output of a program that read the recordings without damage.
  private func record(_ folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder + "/py", withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder + "/data")
    where name.hasSuffix(".h5") {
      let readings = stride(from: 19.9, to: 40, by: 5).map { "\($0),75\n" }.joined()
      _ = try ("time,value\n" + readings).written(to: folder + "/py/\(name.dropLast(3)).csv")
    }
  }

  @Test func outputOfCleanSignalsIsScoredOnCleanSignalsOnly() throws {
    try withProject { folder in
      try record(folder)
      func text(_ more: String) -> String {
        experiment(
          detectors: #"["fft", {"label": "numpy", "recorded": "py/{recording}.csv"\#(more)}]"#,
          scenarios: Self.scenarios, more: #", "baseline": "numpy""#)
      }
      let path = try text("").written(to: folder + "/trial.json")
      for command in ["check", "run"] {
        let refused = try Program.run([command, path])
        #expect(refused.code == 2)
        #expect(
          refused.err.contains("cannot have seen what 2 scenarios (burst 1, burst 3) do to the signals"))
        #expect(refused.err.contains("py/{scenario}/{recording}.csv"))
        #expect(refused.err.contains("\"scenarios\": [\"clean\"]"))
      }
      _ = try text(#", "scenarios": ["clean"]"#).written(to: path)
      let check = try Program.run(["check", path])
      #expect(check.out.contains("numpy (in clean only)"))
      #expect(check.out.contains("9 units of work (recording × scenario × repeat), 12 trials"))
      let run = try Program.run(["run", path])
      #expect(run.code == 0, "\(run.err)")
      func lines(_ name: String) throws -> [Substring] {
        try String(contentsOfFile: folder + "/reports/trial/" + name, encoding: .utf8).split(separator: "\n")
      }
      #expect(try lines("summary.csv").count == 1 + 4)
      #expect(try lines("windows.csv").count { $0.contains(",numpy,") } == 3 * 5)
      let results = try lines("results.json").joined()
      #expect(results.contains("recorded@2") && results.contains("py/{recording}.csv"))
      for command in [["compare"], ["compare", "--baseline", "fft"], ["report"], ["history"]] {
        let ending = try Program.run(command + [folder + "/reports/trial"])
        #expect(ending.code == 0, "\(command): \(ending.err)")
        if command == ["compare"] {
          #expect(ending.out.contains("fft is not compared in burst 1, burst 3: numpy has no rows there"))
        }
      }
      let baseline = try Program.run(["baseline", folder + "/reports/trial"])
      let file = try baseline.out.written(to: folder + "/base.json")
      #expect(try Program.run(["run", path, "--gate", file, "--output", folder + "/again"]).code == 0)
      _ = try text(#", "scenarios": ["burst {amplitudeRatio}"]"#)
        .replacing("py/{recording}", with: "py/{scenario}/{recording}").written(to: path)
      #expect(
        try Program.run(["check", path]).err.contains("no recorded output for any of the 3 recordings"))
    }
  }

  /// A wave of another program, read by a detector, in a whole run.
  @Test func aRecordedWaveIsReadInPlaceOfAnExtractors() throws {
    try withProject { folder in
      try FileManager.default.createDirectory(atPath: folder + "/vendor", withIntermediateDirectories: true)
      func record(_ bpm: Double, from start: Int, _ names: [String]) throws {
        let samples = (start..<1200).map { number -> String in
          let time = Double(number) / 30
          return #""\#(time)": {"value": \#(sin(2 * .pi * time * bpm / 60))}"#
        }
        for name in names {
          _ = try #"{"pulse": {"hr_trace": {\#(samples.reversed().joined(separator: ", "))}}}"#
            .written(to: folder + "/vendor/\(name).json")
        }
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/data")
        .filter { $0.hasSuffix(".h5") }.map { String($0.dropLast(3)) }.sorted()
      try record(75, from: 0, names)
      let wave =
        #"{"label": "fft on the wave", "detector": "fft", "recordedTrace": "vendor/{recording}.json", "scenarios": ["clean"]}"#
      let path = try experiment(
        detectors:
          #"["fft", \#(wave), {"label": "counted", "detector": "peak.swasthicare", "recordedTrace": "vendor/{recording}.json", "scenarios": ["clean"]}]"#,
        scenarios: Self.scenarios, more: #", "baseline": "fft""#
      ).written(to: folder + "/trial.json")
      let check = try Program.run(["check", path])
      #expect(check.code == 0, "\(check.err)")
      #expect(check.out.contains("fft on the wave (in clean only)"))
      let run = try Program.run(["run", path])
      #expect(run.code == 0, "\(run.err)")
      func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder + "/reports/trial/" + name, encoding: .utf8)
      }
      let rows = try text("windows.csv").split(separator: "\n").filter { $0.contains(",fft on the wave,") }
        .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      #expect(rows.count == 3 * 5)
      #expect(rows.allSatisfy { abs((Double($0[8]) ?? 0) - 75) < 0.5 })
      let report = try text("report.md")
      #expect(
        report.contains("Samples counted as 30 a second whatever their times: counted, of a recorded wave."))
      #expect(try text("results.json").contains(#""recordedTrace": {"#))
      // The waves of two runs are distinguished.
      try record(80, from: 0, names)
      let resumed = try Program.run(["run", path, "--resume"])
      #expect(resumed.err.contains("the recorded output of \"fft on the wave\""), "\(resumed.err)")
      #expect(try Program.run(["run", path, "--output", folder + "/reports/again"]).code == 0)
      let history = try Program.run(["history", folder + "/reports"])
      #expect(history.code == 0, "\(history.err)")
      #expect(history.out.contains("recordedSHA256"), "\(history.out)")
    }
  }

  /// A file with a pulse and a breathing rate, one with a pulse alone, and the values that count, in a whole run.
  @Test func aBreathingExperimentReadsBreathing() throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.path
    try FileManager.default.createDirectory(atPath: folder + "/data", withIntermediateDirectories: true)
    for name in ["both", "pulse"] {
      let samples = (0..<400).map { "\(Double($0) / 10),\(sin(Double($0) / 10 * 1.5))" }
      _ = try ("time_s,belt\n" + samples.joined(separator: "\n") + "\n").written(
        to: "\(folder)/data/\(name).csv")
      let breaths = stride(from: 0, through: 40, by: 4).map { "\($0)" }
      _ = try ("breath_s\n" + breaths.joined(separator: "\n") + "\n").written(
        to: "\(folder)/data/\(name)_breaths.csv")
    }
    _ = try """
    {"schemaVersion": 1, "name": "belt",
     "files": [{"path": "{recording}.csv", "except": ["*_breaths.csv"], "time": "time_s"},
               {"name": "breaths", "path": "{recording}_breaths.csv"}],
     "channels": {"respiration": "belt"}, "reference": [{"breaths": {"file": "breaths", "column": "breath_s"}}]}
    """.written(to: folder + "/data/dataset.json")
    let pulse =
      #""cardio": {"pulse_rate": [{"timestamp": 19000000, "value": 70, "confidence": 90, "stable": true}]}"#
    _ = try """
    {\(pulse), "breathing": {"rate": [{"timestamp": "19000000", "value": 15.5, "confidence": 90, "stable": true},
      {"timestamp": "39000000", "value": 22, "confidence": 20}]}}
    """.written(to: folder + "/both.vendor.json")
    _ = try "{\(pulse)}".written(to: folder + "/pulse.vendor.json")
    let path = try """
    {"schemaVersion": 1, "name": "trial", "measurand": "breathingRate", "datasets": ["data/dataset.json"],
     "windows": {"windowSeconds": 20, "hopSeconds": 20},
     "detectors": [{"label": "vendor", "recorded": "{recording}.vendor.json"},
                   {"label": "settled", "recorded": "{recording}.vendor.json", "stable": "only"}]}
    """.written(to: folder + "/trial.json")
    let command = ["run", path, "--output", folder + "/out"]
    let run = try Program.run(command)
    #expect(run.code == 0, "\(run.err)")
    func text(_ name: String) throws -> String {
      try String(contentsOfFile: folder + "/out/" + name, encoding: .utf8)
    }
    let windows = try text("windows.csv").split(separator: "\n")
    func rows(_ recording: String, _ label: String) -> [Substring] {
      windows.filter { $0.hasPrefix(recording + ",") && $0.contains(",\(label),") }
    }
    #expect(windows.count == 1 + 2 * 2 * 2)
    #expect(rows("both", "vendor").map { $0.contains(",15.5,") } == [true, false])
    #expect(rows("both", "vendor").map { $0.contains(",22,") } == [false, true])
    #expect(rows("both", "settled").map { $0.contains(",abstained:recordNotStable,") } == [false, true])
    #expect(
      (rows("pulse", "vendor") + rows("pulse", "settled")).count {
        $0.contains(",abstained:recordOtherQuantity,")
      } == 4)
    #expect(try text("results.json").contains("recordOtherQuantity"))
    #expect(try text("results.json").filter { !$0.isWhitespace }.contains(#""strict":"prefer""#))
    let other = try Program.run(
      command + ["--resume", "--set", "detectors[0].minimumConfidence=0.5"])
    #expect(other.code == 2)
    #expect(other.err.contains("the experiment (detectors[0].minimumConfidence)"))
  }
}
