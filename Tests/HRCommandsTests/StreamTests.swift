import HRTestSupport
import Foundation
import Testing

/// Standard output and error that cannot be written.
@Suite struct StreamTests {
  private static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")

  @Test(
    .enabled(if: hasFullDevice, "there is no /dev/full here"),
    arguments: ["list detectors", "--help", "run --help", "--version", "schema experiment"])
  func aFullOutputIsOneLineAndExitCodeOne(_ command: String) throws {
    try withTemporaryFolder { folder in
      let ending = try Program.shell("\"$HREVAL\" \(command) >/dev/full", in: folder)
      #expect(ending.code == 1)
      #expect(ending.err == "error: cannot write to standard output: No space left on device\n")
    }
  }

  @Test func aClosedOutputIsToldToo() throws {
    try withTemporaryFolder { folder in
      let ending = try Program.shell("\"$HREVAL\" list detectors >&-", in: folder)
      #expect(ending.code == 1)
      #expect(ending.err == "error: cannot write to standard output: Bad file descriptor\n")
    }
  }

  /// As with ripgrep: a reader that stops reading wanted no more.
  @Test func aReaderThatWentAwayIsNoError() throws {
    try withTemporaryFolder { folder in
      let ending = try Program.shell(
        "{ \"$HREVAL\" list; echo $? >code; } | { exec 0<&-; sleep 0.3; }; cat code", in: folder)
      #expect(ending.out == "0\n")
      #expect(ending.err == "")
    }
  }

  @Test(arguments: ["2>&-", "2>/dev/full", ">&- 2>&-"])
  func whatCannotBeToldShowsInTheExitCode(_ streams: String) throws {
    try withTemporaryFolder { folder in
      let refused = try Program.shell("\"$HREVAL\" list detectors ftt \(streams)", in: folder)
      #expect(refused.code == 2)
      let wrong = try Program.shell("\"$HREVAL\" lost \(streams)", in: folder)
      #expect(wrong.code == 64)
    }
  }

  /// The table is lost, the files are not; and no data file gets the number of a closed stream.
  @Test(arguments: [">/dev/full", ">&-", "<&- >&-", "<&- >&- 2>&-"])
  func aRunsFilesAreWhole(_ streams: String) throws {
    try withProject(count: 2, seconds: 25) { folder in
      _ = try experiment(detectors: #"["fft"]"#, scenarios: #"["clean"]"#).written(to: folder + "/trial.json")
      #expect(try Program.run(["run", "trial.json", "--output", "whole"], in: folder).code == 0)
      let ending = try Program.shell("\"$HREVAL\" run trial.json --output run --quiet \(streams)", in: folder)
      #expect(ending.code == 1, "\(ending.err)")
      for name in ["results.json", "windows.csv", "report.md"] {
        let expected = try #require(FileManager.default.contents(atPath: folder + "/whole/" + name))
        #expect(FileManager.default.contents(atPath: folder + "/run/" + name) == expected, "\(name)")
      }
      #expect(try Program.run(["report", "run"], in: folder).code == 0)
    }
  }

  @Test func detectEndsWithItsReader() throws {
    try withProject(count: 2) { folder in
      let ending = try Program.shell(
        "{ \"$HREVAL\" detect hreval-hdf5 --root data --detector fft; echo $? >code; } | head -1; cat code",
        in: folder)
      #expect(ending.out == "recording,startSeconds,endSeconds,bpm,confidence,outcome\n0\n")
      #expect(ending.err == "")
    }
  }
}
