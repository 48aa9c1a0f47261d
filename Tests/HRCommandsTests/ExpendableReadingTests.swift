import HRTestSupport
import Foundation
import Testing

/// `inspect`, `detect` and `check` go on when reading ends their workers.
@Suite struct ExpendableReadingTests {
  /// Files that once ended the reader by a signal; only where they have been put beside the data.
  private static let faults =
    (ProcessInfo.processInfo.environment["HREVAL_DATA"] ?? ProjectFolder.root.path + "/../shared/datasets")
    + "/../faults/hdf5"

  @Test(.enabled(if: FileManager.default.fileExists(atPath: faults), "the damaged files are not here"))
  func filesThatEndTheirReaderAreRecordings() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.faults).filter {
      $0.hasPrefix("own_") && $0.hasSuffix(".h5")
    }.map { $0.dropLast(3) }
    try #require(names.count > 3)
    let dataset = "hreval-hdf5:own_2_*"
    let inspect = try Program.run(["inspect", dataset, "--root", Self.faults, "--timeout", "20"])
    #expect([0, 1, 2].contains(inspect.code), "\(inspect.err)")
    let detect = try Program.run(
      ["detect", dataset, "--root", Self.faults, "--detector", "fft", "--timeout", "20"])
    #expect([0, 1].contains(detect.code), "\(detect.err)")
    for name in names where name.hasPrefix("own_2_") {
      #expect(inspect.out.contains("\n\(name)\n"), "\(name)")
      #expect(detect.out.contains("\n\(name),"), "\(name)")
    }
  }

  /// The first recording that can be used is drawn and saved.
  @Test func inspectGoesOn() throws {
    try withProject(count: 3) { folder in
      try Data("no HDF5".utf8).write(to: URL(fileURLWithPath: folder + "/data/s01.h5"))
      let ending = try Program.run(
        ["inspect", "hreval-hdf5", "--root", "data", "--picture", "p.svg", "--save", "copy.h5"], in: folder)
      #expect(ending.code == 1)
      #expect(ending.out.contains("s01\n  cannot be used:\n"))
      #expect(ending.out.contains("\ns02\n  lasts      40 s"))
      #expect(ending.out.contains("\ns03\n  lasts      40 s"))
      #expect(try String(contentsOfFile: folder + "/p.svg", encoding: .utf8).contains("<title>s02</title>"))
      let copy = try Program.run(["inspect", "hreval-hdf5:copy", "--root", "."], in: folder)
      #expect(copy.code == 0, "\(copy.err)")
    }
  }

  /// Output in the order of the recordings, whichever worker is done first.
  @Test func detectGoesOnInOrder() throws {
    try withProject(count: 3) { folder in
      try Data("no HDF5".utf8).write(to: URL(fileURLWithPath: folder + "/data/s02.h5"))
      let ending = try Program.run(
        ["detect", "hreval-hdf5", "--root", "data", "--detector", "fft"], in: folder)
      #expect(ending.code == 1)
      let rows = ending.out.split(separator: "\n").dropFirst()
      let five = { (name: String) in [String](repeating: name, count: 5) }
      #expect(rows.map { String($0.prefix(3)) } == five("s01") + ["s02"] + five("s03"))
      #expect(rows.contains { $0.hasPrefix("s02,,,,,") && $0.contains("failed:") })
    }
  }
}

/// Findings of `check` from opening the smallest recording, and a run that can use no recording.
@Suite struct UselessDataTests {
  /// Makes a data set one of whose channels is not in the files.
  private func wrongChannel(in folder: String) throws {
    let path = folder + "/datasets/hreval-hdf5/dataset.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let wrong = text.replacingOccurrences(
      of: #""red": { "object": "/channels/red", "optional": true }"#,
      with: #""red": { "object": "/channels/rot" }"#)
    try #require(wrong != text)
    _ = try wrong.written(to: path)
  }

  @Test func aWrongChannelIsFound() throws {
    try withProject(count: 2) { folder in
      try wrongChannel(in: folder)
      let detectors = #"[{"detector": "fft", "extractor": "red"}]"#
      _ = try experiment(detectors: detectors).written(to: folder + "/trial.json")
      let check = try Program.run(["check", "trial.json"], in: folder)
      #expect(check.code == 2)
      #expect(
        check.err.contains(
          "error: the data set \"hreval-hdf5\": none of its 2 recordings can be used: 2 recordings, such as"))
      #expect(check.err.contains("rot"))
      // The hint is passed on by the worker as well.
      #expect(check.err.contains(" = hint: ") && check.err.contains("red"))
      #expect(check.err.contains("--> trial.json:1:"))
      let run = try Program.run(["run", "trial.json", "--output", "run", "--quiet"], in: folder)
      #expect(run.code == 2)
      #expect(run.out == "")
      #expect(run.err.hasPrefix("error: no recording can be used: 2 recordings, such as hreval-hdf5/s01: "))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/run") == [])
    }
  }

  @Test func windowsLongerThanEveryRecordingAreFound() throws {
    try withProject(count: 2, seconds: 25) { folder in
      _ = try experiment().written(to: folder + "/trial.json")
      let long = ["trial.json", "--set", "windows.windowSeconds=100"]
      let check = try Program.run(["check"] + long, in: folder)
      #expect(check.code == 2)
      #expect(check.err.contains("the recording lasts 25 s, less than one window"))
      #expect(try Program.run(["run"] + long, in: folder).code == 2)
    }
  }

  /// One bad recording is a row of a run, not a reason to refuse it.
  @Test func oneBadRecordingIsNamed() throws {
    try withProject(count: 2) { folder in
      try Data("no HDF5".utf8).write(to: URL(fileURLWithPath: folder + "/data/s01.h5"))
      _ = try experiment().written(to: folder + "/trial.json")
      let check = try Program.run(["check", "trial.json"], in: folder)
      #expect(check.code == 0, "\(check.err)")
      #expect(check.out.contains("opened s02, which can be used: 40 s\n              cannot be used: s01: "))
    }
  }
}
