import HRTestSupport
import Foundation
import Testing

/// Limits of the system on a run, and changes of its folder and its workers from outside.
@Suite(.serialized) struct LimitTests {
  private func bytes(_ path: String) throws -> Data {
    try #require(FileManager.default.contents(atPath: path), "\(path) is missing")
  }

  /// Makes a run of many short units.
  private func withLongRun<Value>(_ body: (String) throws -> Value) throws -> Value {
    try withProject(count: 10, seconds: 25) { folder in
      _ = try experiment(detectors: #"["peak", "fft"]"#, scenarios: #"["clean", "whiteNoise"]"#).written(
        to: folder + "/trial.json")
      return try body(folder)
    }
  }

  /// Starts a held run in the background, does something to it once it waits, and lets it go on.
  private func happens(_ what: String, to held: HeldRun, first: String = ":") throws -> Program.Ending {
    try Program.shell(
      """
      \(first); "$HREVAL" run trial.json --jobs 1 --output run --quiet &
      until [ -s waiting ] || ! kill -0 $! 2>/dev/null; do sleep 0.01; done
      \(what); touch go; wait $!
      """, in: held.folder)
  }

  @Test func fewDescriptorsMeanFewerWorkers() throws {
    try withProject(count: 20, seconds: 25) { folder in
      _ = try experiment(detectors: #"["fft"]"#, scenarios: #"["clean"]"#).written(to: folder + "/trial.json")
      #expect(try Program.run(["run", "trial.json", "--output", "whole"], in: folder).code == 0)
      for limit in [32, 40] {
        let ending = try Program.shell(
          "ulimit -n \(limit); \"$HREVAL\" run trial.json --jobs 60 --output run --quiet", in: folder)
        #expect(ending.code == 0, "\(ending.err)")
        #expect(ending.err.contains("instead of 20: only \(limit) files may be open at once"))
        #expect(try bytes(folder + "/run/results.json") == bytes(folder + "/whole/results.json"))
      }
      for command in ["run trial.json --output none", "check trial.json", "inspect hreval-hdf5 --root data"] {
        let ending = try Program.shell("ulimit -n 16; \"$HREVAL\" \(command)", in: folder)
        #expect(ending.code == 2)
        #expect(ending.err.hasPrefix("error: too few files may be open at once: 16"), "\(ending.err)")
      }
      #expect(!FileManager.default.fileExists(atPath: folder + "/none"))
    }
  }

  #if os(Linux)
    @Test func tooLittleMemoryIsRefused() throws {
      try withProject(count: 1, seconds: 25) { folder in
        let ending = try Program.shell(
          "ulimit -v 250000; \"$HREVAL\" detect hreval-hdf5 --root data --detector fft", in: folder)
        #expect(ending.code == 2)
        #expect(ending.out == "")
        #expect(ending.err.hasPrefix("error: too little memory may be used: 244 MB"), "\(ending.err)")
        for command in ["detect hreval-hdf5 --root data --detector fft", "list detectors", "report none"] {
          let ending = try Program.shell("ulimit -s 64; \"$HREVAL\" \(command)", in: folder)
          #expect(ending.code == 2 && ending.out == "")
          #expect(ending.err.hasPrefix("error: too small a stack may be used: 64 kB"), "\(ending.err)")
        }
      }
    }

    /// The stated memory is enough, for any number of threads that would use memory of their own.
    @Test func theLeastMemoryIsEnough() throws {
      try withLongRun { folder in
        #expect(try Program.run(["run", "trial.json", "--output", "whole"], in: folder).code == 0)
        for jobs in [1, 2, 3, 8] {
          let ending = try Program.shell(
            "ulimit -v \(320 << 10); \"$HREVAL\" run trial.json --jobs \(jobs) --output run --quiet && \"$HREVAL\" report run",
            in: folder)
          #expect(ending.code == 0, "\(jobs) jobs: \(ending.err)")
          #expect(try bytes(folder + "/run/results.json") == bytes(folder + "/whole/results.json"))
        }
      }
    }

    /// A worker that is killed from outside costs nothing: its unit is done by the next.
    @Test func aKilledWorkerCostsNothing() throws {
      try withHeldRun { held in
        let ending = try happens("kill -KILL $(cat /proc/$!/task/*/children)", to: held)
        #expect(ending.code == 0, "\(ending.err)")
        #expect(try Program.run(["run", "trial.json", "--output", "whole"], in: held.folder).code == 0)
        #expect(try bytes(held.folder + "/run/results.json") == bytes(held.folder + "/whole/results.json"))
      }
    }
  #endif

  /// A limit on the size of files stops the run like a full disk, and finished units are kept.
  @Test func aLimitOnFilesIsAnError() throws {
    try withLongRun { folder in
      #expect(try Program.run(["run", "trial.json", "--output", "whole"], in: folder).code == 0)
      let size = try bytes(folder + "/whole/units.store").count
      let ending = try Program.shell(
        "ulimit -f \(max(1, size / 2 / 1024)); \"$HREVAL\" run trial.json --output run --quiet", in: folder)
      #expect(ending.code == 2, "\(ending.code) \(ending.err)")
      #expect(ending.err.contains("File too large") && ending.err.contains("--resume"), "\(ending.err)")
      let resumed = try Program.run(["run", "trial.json", "--output", "run", "--resume"], in: folder)
      #expect(resumed.code == 0, "\(resumed.err)")
      #expect(try bytes(folder + "/run/results.json") == bytes(folder + "/whole/results.json"))
    }
  }

  /// A file that libhdf5 could not write and close is not touched again when the program ends.
  @Test func aLimitOnFilesStopsSynthesize() throws {
    try withTemporaryFolder { folder in
      let ending = try Program.shell(
        "ulimit -f 1; \"$HREVAL\" synthesize --output '\(folder)' --count 1 --seconds 20", in: "/")
      #expect(ending.code == 2, "\(ending.code) \(ending.err)")
      #expect(ending.err.contains("the HDF5 library could not write it"), "\(ending.err)")
    }
  }

  @Test(arguments: ["rm -r run", "mv run away", "mv run away; mkdir run"])
  func aFolderThatIsGoneEndsTheRun(_ loss: String) throws {
    try withHeldRun { held in
      let ending = try happens(loss, to: held)
      #expect(ending.code == 2, "\(ending.out) \(ending.err)")
      #expect(ending.out == "")
      #expect(ending.err.contains("error: the run's folder was removed or replaced while it ran"))
      #expect(!FileManager.default.fileExists(atPath: held.folder + "/run/results.json"))
    }
  }

  @Test func theEndOfTheTerminalLeavesAResumableRun() throws {
    // Under `nohup` the signal is ignored, and programs inherit that.
    signal(SIGHUP, SIG_DFL)
    try withHeldRun { held in
      let ending = try held.ended(
        by: SIGHUP, "run", "trial.json", "--jobs", "1", "--output", "run", "--quiet")
      #expect(ending.code == 130, "\(ending.err)")
      #expect(
        try Program.run(["run", "trial.json", "--output", "run", "--resume"], in: held.folder).code == 0)
    }
  }

  /// `nohup` makes the program ignore the end of the terminal.
  @Test func anIgnoredHangUpStaysIgnored() throws {
    try withHeldRun { held in
      let ending = try happens("kill -HUP $!", to: held, first: "trap '' HUP")
      #expect(ending.code == 0, "\(ending.err)")
    }
  }
}
