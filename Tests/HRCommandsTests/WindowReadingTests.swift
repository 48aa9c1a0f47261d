import Foundation
import HRTestSupport
import Testing

/// `windows.h5` in other programs: those of `reports/reading`, if their language is installed.
@Suite struct WindowReadingTests {
  /// A program that reads the file.
  struct Reader: Sendable {
    let language: String
    /// Command that ends with 0 where the reader can be run.
    let check: String
    let command: String

    static let python = Reader(
      language: "Python with h5py", check: "python3 -c 'import h5py'",
      command: "python3 -B \"$READING/windows.py\" run/windows.h5")
    static let octave = Reader(
      language: "Octave", check: "octave-cli --version",
      command: "octave-cli --quiet --norc --path \"$READING\" --eval \"windows('run/windows.h5')\"")
    static let r = Reader(
      language: "R with hdf5r", check: "Rscript -e 'library(hdf5r)'",
      command: "Rscript \"$READING/windows.R\" run/windows.h5")

    /// True if the language is installed; the project does not need it.
    var isThere: Bool { (try? Program.shell(check, in: "/"))?.code == 0 }
    var absence: Comment { "there is no \(language)" }
  }

  @Test(.enabled(if: Reader.python.isThere, Reader.python.absence)) func pythonReadsIt() throws {
    try expectErrors(by: .python)
  }

  @Test(.enabled(if: Reader.octave.isThere, Reader.octave.absence)) func octaveReadsIt() throws {
    try expectErrors(by: .octave)
  }

  @Test(.enabled(if: Reader.r.isThere, Reader.r.absence)) func rReadsIt() throws {
    try expectErrors(by: .r)
  }

  /// Expects the errors that `summary.csv` states.
  private func expectErrors(by reader: Reader) throws {
    try withProject { folder in
      _ = try experiment(detectors: #"["peak", "fft", "hue.pubnub"]"#).written(to: folder + "/trial.json")
      #expect(try Program.run(["run", "trial.json", "--output", "run", "--quiet"], in: folder).code < 2)
      let script = "READING='\(ProjectFolder.url("reports/reading").path)'; \(reader.command)"
      let ending = try Program.shell(script, in: folder)
      #expect(ending.code == 0, "\(ending.err)")
      let found = ending.out.split(separator: "\n").map {
        $0.split(separator: "\t", omittingEmptySubsequences: false)
      }
      let summary = try String(contentsOfFile: folder + "/run/summary.csv", encoding: .utf8)
        .split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      let (estimates, mae) = (
        try #require(summary[0].firstIndex(of: "estimates")),
        try #require(summary[0].firstIndex(of: "maeBPM"))
      )
      #expect(found.count == summary.count - 1, "\(ending.out)")
      for row in summary.dropFirst() {
        let mine = try #require(found.first { $0[0] == row[0] && $0[1] == row[1] }, "\(row[0]), \(row[1])")
        #expect(mine[2] == row[estimates])
        let (one, other) = (Double(mine[3]), Double(row[mae]))
        #expect(one == other || abs((one ?? .nan) - (other ?? .nan)) < 1e-9, "\(mine) \(row)")
      }
    }
  }
}

/// Effects on `windows.h5` of a run that ends early.
@Suite(.serialized) struct WindowFileFaultTests {
  @Test func aKilledRunLeavesNoHalfFile() throws {
    try withProject { folder in
      _ = try experiment(hopSeconds: 0.02, detectors: #"["fft"]"#).written(to: folder + "/trial.json")
      #expect(try Program.run(["run", "trial.json", "--output", "whole", "--quiet"], in: folder).code == 0)
      let ending = try Program.shell(
        """
        "$HREVAL" run trial.json --output run --quiet & pid=$!
        until compgen -G "run/windows.h5*" >/dev/null || ! kill -0 $pid; do :; done
        kill -9 $pid; wait $pid
        ! [ -e run/windows.h5 ] || cmp run/windows.h5 whole/windows.h5 || exit 9
        "$HREVAL" run trial.json --output run --quiet --resume || "$HREVAL" report run >/dev/null
        cmp run/windows.h5 whole/windows.h5 && cmp run/windows.csv whole/windows.csv && ls run
        """, in: folder)
      #expect(ending.code == 0, "\(ending.out) \(ending.err)")
      #expect(!ending.out.contains(".tmp"), "\(ending.out)")
    }
  }

  /// `report` writes it again, and only where it is asked for.
  @Test func aReportWritesItAgain() throws {
    try withProject { folder in
      _ = try experiment(detectors: #"["fft"]"#, more: #", "report": {"formats": ["json"]}"#)
        .written(to: folder + "/trial.json")
      let hreval = { try Program.run($0, in: folder) }
      #expect(try hreval(["run", "trial.json", "--output", "run", "--quiet"]).code == 0)
      let files = FileManager.default
      let path = folder + "/run/windows.h5"
      let whole = try #require(files.contents(atPath: path))
      try files.removeItem(atPath: path)
      #expect(try hreval(["report", "run", "--format", "csv"]).code == 0)
      #expect(!files.fileExists(atPath: path) && files.fileExists(atPath: folder + "/run/windows.csv"))
      try files.removeItem(atPath: folder + "/run/windows.csv")
      #expect(try hreval(["report", "run", "--format", "windows-csv"]).code == 0)
      #expect(files.fileExists(atPath: folder + "/run/windows.csv"))
      #expect(try hreval(["report", "run"]).code == 0)
      #expect(files.contents(atPath: path) == whole)
      // A run without such a file removes an earlier run's.
      #expect(try hreval(["run", "trial.json", "--output", "run", "--quiet"]).code == 0)
      #expect(!files.fileExists(atPath: folder + "/run/windows.csv"))
      #expect(files.contents(atPath: path) == whole)
    }
  }
}
