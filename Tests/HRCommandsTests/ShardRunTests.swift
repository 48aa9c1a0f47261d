import Foundation
import HRTestSupport
import Testing

/// Shards through the whole program: their effects for schedulers and users.
@Suite(.serialized) struct ShardRunTests {
  private func with(_ body: (_ folder: String) throws -> Void) throws {
    try withProject { folder in
      _ = try experiment(detectors: #"["fft"]"#).written(to: folder + "/trial.json")
      try body(folder)
    }
  }

  private func hreval(_ words: String, in folder: String) throws -> Program.Ending {
    try Program.run(words.split(separator: " ").map(String.init), in: folder)
  }

  @Test func theMergedRunIsThatOfOneMachine() throws {
    try with { folder in
      #expect(try hreval("run trial.json --output one --quiet", in: folder).code == 0)
      let planned = try hreval("plan trial.json --output run --shards 4", in: folder)
      #expect(planned.code == 0, "\(planned.err)")
      #expect(planned.out.contains("6 units of work in 4 shards of 1 to 2"))
      #expect(try hreval("plan trial.json --output run --shards 4", in: folder).code == 0)
      #expect(try hreval("plan trial.json --output run --shards 3", in: folder).code == 2)
      #expect(try hreval("status run", in: folder).out.contains("left to run: --shard 0-3/4"))
      let early = try hreval("merge run", in: folder)
      #expect(early.code == 75)
      #expect(early.err.contains("shards 0-3 of 4 are missing"))
      #expect(try hreval("run --plan run --shard 3,0-1/4", in: folder).code == 0)
      let status = try hreval("status run --json", in: folder)
      #expect(status.code == 1)
      #expect(status.out.contains("\"missing\": [2]"))
      #expect(try hreval("run --plan run --shard 2/4 --jobs 1", in: folder).code == 0)
      #expect(try hreval("status run", in: folder).code == 0)
      let merged = try hreval("merge run", in: folder)
      #expect(merged.code == 0, "\(merged.err)")
      #expect(merged.out.contains("report: run/report.html"))
      for name in ["results.json", "summary.csv", "windows.csv", "windows.h5"] {
        #expect(
          FileManager.default.contentsEqual(
            atPath: "\(folder)/one/\(name)", andPath: "\(folder)/run/\(name)"),
          "\(name)")
      }
      // It is a run like any other.
      #expect(try hreval("report run", in: folder).code == 0)
      #expect(try hreval("compare one run", in: folder).code == 0)
    }
  }

  @Test func measuredSpeedsAreKeptAndToldAndChangeNoByte() throws {
    try with { folder in
      let unknown = try hreval("check trial.json", in: folder)
      #expect(
        unknown.out.contains("expected to take: not known, as there is no run of it in"), "\(unknown.out)")
      #expect(try hreval("run trial.json --quiet", in: folder).code == 0)
      let planned = try hreval("plan trial.json --output run --shards 3 --calibrate 20", in: folder)
      #expect(planned.code == 0, "\(planned.err)")
      #expect(planned.err.contains("timing units of work on this machine, for at most 20 s"))
      #expect(planned.out.contains("expected to take: ") && planned.out.contains("as measured of"))
      for words in ["--calibrate 20", "--calibrate", ""] {
        let again = try hreval("plan trial.json --output run --shards 3 \(words)", in: folder)
        #expect(again.code == 0 && again.out.contains("this is planned already"), "\(again.err)")
      }
      #expect(try hreval("check trial.json --plan run", in: folder).out.contains("as measured of"))
      #expect(try hreval("status run", in: folder).out.contains("expected to take: "))
      #expect(try hreval("status run --json", in: folder).out.contains("\"expectedCoreSeconds\": 0."))
      let shard = try hreval("run --plan run --shard 0/3", in: folder)
      #expect(shard.err.contains("; it took ") && shard.err.contains(", expected were "), "\(shard.err)")
      #expect(try hreval("run --plan run --shard 1-2/3 --quiet", in: folder).code == 0)
      #expect(!(try hreval("status run", in: folder).out.contains("expected to take: ")))
      #expect(try hreval("merge run --quiet", in: folder).code == 0)
      let whole = try #require(
        FileManager.default.contentsOfDirectory(atPath: folder + "/reports").first { $0 != "README.md" })
      for name in ["results.json", "summary.csv", "windows.csv", "windows.h5"] {
        #expect(
          FileManager.default.contentsEqual(
            atPath: "\(folder)/reports/\(whole)/\(name)", andPath: "\(folder)/run/\(name)"), "\(name)")
      }

      #expect(try hreval("check trial.json", in: folder).out.contains(", as the last run did"))
      let part = try hreval("check trial.json --limit 1", in: folder)
      #expect(part.out.contains("expected to take: about ") && part.out.contains("scaled from its 6 units"))
      let other = try hreval("check trial.json --set detectors=[\"peak\"]", in: folder)
      #expect(other.out.contains("not known, as the last run was of other detectors"), "\(other.out)")
    }
  }

  @Test func aPlanWithoutSpeedsIsNotAsked() throws {
    try with { folder in
      #expect(try hreval("plan trial.json --output run --shards 2", in: folder).code == 0)
      for (words, code, message) in [
        ("check trial.json --plan run", 2, "no speeds were measured for this plan"),
        ("check trial.json --plan run --limit 1", 2, "the plan is of another experiment"),
        ("check trial.json --plan data", 2, "there is no plan here"),
        ("plan trial.json --output run --shards 2 --calibrate", 2, "made without --calibrate"),
        ("plan trial.json --output other --calibrate 0", 64, "--calibrate takes a number of seconds above 0"),
        ("plan trial.json --output other --calibrate=x", 64, "up to 86400, not x"),
        ("plan --calibrate trial.json --output other", 64, "Missing expected argument"),
      ] {
        let ending = try hreval(words, in: folder)
        #expect(ending.code == Int32(clamping: code), "\(words): \(ending.err)")
        #expect(ending.err.contains(message), "\(words): \(ending.err)")
      }
    }
  }

  @Test func aKilledAttemptLosesAtMostItsUnit() throws {
    try with { folder in
      #expect(try hreval("plan trial.json --output run --shards 1", in: folder).code == 0)
      let script = """
        $HREVAL run --plan run --shard 0/1 --jobs 1 & pid=$!
        for i in $(seq 2000); do
          $HREVAL status run | grep -q 'begun: 0 ([1-9]' && break
          kill -0 $pid || break
        done
        kill -9 $pid; wait $pid
        $HREVAL run --plan run --shard 0/1 --jobs 1
        """
      let ending = try Program.shell(script, in: folder)
      #expect(ending.code == 0, "\(ending.err)")
      #expect(ending.err.contains("shard 0 of 1 is complete") || ending.err.contains("was complete already"))
      #expect(try hreval("merge run --quiet", in: folder).code == 0)
      // The files of the first attempt are removed.
      let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/run/shards/000")
      #expect(names == ["000000.shard"])
    }
  }

  /// A scheduler that needs the machine sends SIGTERM, SIGUSR1 or SIGXCPU, to all processes or to this one: the exit
  /// code is to try again, and the next attempt continues.
  @Test(
    .enabled(if: LongTests.areWanted, "\(LongTests.reason)"),
    arguments: ["kill -TERM $pid", "kill -USR1 -- -$pid", "kill -XCPU -- -$pid; kill -XCPU -- -$pid"])
  func whoIsAskedToStopSaysTryAgain(_ asking: String) throws {
    try withHeldRun { held in
      #expect(
        try hreval("plan trial.json --output run --shards 1 --allow-commands", in: held.folder).code == 0)
      let ending = try Program.shell(
        """
        set -m
        $HREVAL run --plan run --shard 0/1 & pid=$!
        until $HREVAL status run | grep -q 'begun: 0 ([1-9]'; do kill -0 $pid || exit 99; done
        \(asking); wait $pid; echo "code $?"
        touch go
        $HREVAL run --plan run --shard 0/1
        """, in: held.folder)
      #expect(ending.out.contains("code 75"), "\(ending.out) \(ending.err)")
      #expect(ending.err.contains("units of shard 0 of 1 are finished and kept"))
      #expect(ending.err.contains("of them by an earlier attempt"))
      #expect(ending.code == 0)
    }
  }

  @Test func twoWritersOfOneShardAreHarmless() throws {
    try with { folder in
      #expect(try hreval("plan trial.json --output run --shards 2", in: folder).code == 0)
      let ending = try Program.shell(
        """
        $HREVAL run --plan run --shard 0-1/2 --jobs 1 & a=$!
        $HREVAL run --plan run --shard 0-1/2 --jobs 1 & b=$!
        wait $a && wait $b
        """, in: folder)
      #expect(ending.code == 0, "\(ending.err)")
      #expect(try hreval("merge run --quiet", in: folder).code == 0)
    }
  }

  @Test func wrongUseIsSaid() throws {
    try with { folder in
      #expect(try hreval("plan trial.json --output run --shards 2", in: folder).code == 0)
      for (words, code, message) in [
        ("run --plan run", 64, "--plan needs --shard"),
        ("run --shard 1/2 trial.json", 64, "--shard goes with"),
        ("run --plan run --shard 2/2", 64, "'2/2' is invalid"),
        ("run --plan run --shard 0,0/2", 64, "invalid"),
        ("run trial.json --plan run --shard 1/2", 64, "does not go with --plan"),
        ("run --plan run --shard 1/3", 2, "the plan has 2 shards, not 3"),
        ("run --plan data --shard 1/3", 2, "there is no plan here"),
        ("plan trial.json --output other --shards 7", 2, "has 6 units of work"),
        ("status data", 2, "there is no plan here"),
      ] {
        let ending = try hreval(words, in: folder)
        #expect(ending.code == Int32(clamping: code), "\(words): \(ending.err)")
        #expect(ending.err.contains(message), "\(words): \(ending.err)")
      }
      // Data other than planned, or none: never on this machine.
      try FileManager.default.moveItem(atPath: folder + "/data", toPath: folder + "/elsewhere")
      #expect(try hreval("run --plan run --shard 1/2", in: folder).code == 78)
      try FileManager.default.moveItem(atPath: folder + "/elsewhere", toPath: folder + "/data")
      let descriptor = folder + "/datasets/hreval-hdf5/dataset.json"
      _ = try (String(contentsOfFile: descriptor, encoding: .utf8) + "\n").written(to: descriptor)
      let other = try hreval("run --plan run --shard 1/2", in: folder)
      #expect(other.code == 78)
      #expect(other.err.contains("what differs: the descriptor datasets/hreval-hdf5/dataset.json"))
    }
  }
}
