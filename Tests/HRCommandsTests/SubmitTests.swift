import Foundation
import HRTestSupport
import Testing

/// `submit` through the whole program, with a scheduler that has faults on purpose.
@Suite(.serialized) struct SubmitTests {
  private struct Site {
    let folder: String
    let slurm: FakeSlurm

    func hreval(_ words: String, faults: String = "", ending: (Int32, String)? = nil) throws
      -> Program.Ending
    {
      try Program.run(
        words.split(separator: " ").map(String.init), in: folder, environment: slurm.environment(faults),
        ending: ending.map { (signal: $0.0, onceGrown: $0.1) })
    }

    func follow(_ faults: String, _ more: String = "") throws -> Program.Ending {
      try hreval("submit run --engine slurm --follow --poll 0.05 \(more)", faults: faults)
    }

    var isMerged: Bool { FileManager.default.fileExists(atPath: folder + "/run/results.json") }

    /// Returns true if the merged run is that of one machine, byte for byte.
    func isThatOfOneMachine() throws -> Bool {
      _ = try hreval("run trial.json --output one --quiet")
      return FileManager.default.contentsEqual(
        atPath: folder + "/one/results.json", andPath: folder + "/run/results.json")
    }
  }

  private func with(shards: Int = 4, _ body: (Site) throws -> Void) throws {
    try withProject { folder in
      _ = try experiment(detectors: #"["fft"]"#).written(to: folder + "/trial.json")
      let site = Site(folder: folder, slurm: try FakeSlurm(in: folder))
      #expect(try site.hreval("plan trial.json --output run --shards \(shards)").code == 0)
      try body(site)
    }
  }

  @Test func whatIsFollowedIsMerged() throws {
    try with { site in
      let ending = try site.follow("")
      #expect(ending.code == 0, "\(ending.err)")
      #expect(ending.err.contains("submitted: 4 shards of 4, by 4 tasks of job 1"))
      #expect(ending.out.contains("report: run/report.html"))
      #expect(try site.isThatOfOneMachine())
      #expect(site.slurm.calls("sbatch")[1].contains("--dependency=afterany:1 "))
      let again = try site.hreval("submit run --engine slurm")
      #expect(again.code == 0)
      #expect(again.err.contains("nothing to submit: all 4 shards are complete, and merged"))
      #expect(site.slurm.calls("sbatch").count == 2)
    }
  }

  @Test func aDryRunSubmitsNothing() throws {
    try with { site in
      let words = "submit run --engine slurm --partition short --mem 4G --sbatch=--qos=long"
      let ending = try site.hreval("\(words) --dry-run", faults: "small")
      #expect(ending.code == 0, "\(ending.err)")
      #expect(ending.out.split(separator: "\n").count == 2)
      #expect(ending.out.contains("sbatch --parsable --dependency=afterany:JOB '"))
      #expect(site.slurm.calls("sbatch").isEmpty)
      let task = try String(contentsOfFile: site.folder + "/run/slurm/1/task.sbatch", encoding: .utf8)
      // MaxArraySize is 3: two tasks take two shards each.
      for line in ["--array=0-1", "--partition=short", "--mem=4G", "--qos=long", "--requeue"] {
        #expect(task.contains("#SBATCH \(line)\n"), "\(line)")
      }
      let table = try String(contentsOfFile: site.folder + "/run/slurm/1/tasks.txt", encoding: .utf8)
      #expect(table == "0,3\n1-2\n")
      // Scripts that were only written are written anew.
      #expect(try site.hreval("submit run --engine slurm").code == 0)
      #expect(!FileManager.default.fileExists(atPath: site.folder + "/run/slurm/2"))
      #expect(site.isMerged)
    }
  }

  @Test func onlyWhatIsMissingIsSubmitted() throws {
    try with { site in
      #expect(try site.hreval("run --plan run --shard 0,2/4 --quiet").code == 0)
      let path = site.folder + "/run/shards/000/000002.shard"
      let whole = try Data(contentsOf: URL(fileURLWithPath: path))
      try whole.dropLast(100).write(to: URL(fileURLWithPath: path))
      let ending = try site.follow("")
      #expect(ending.code == 0, "\(ending.err)")
      let table = try String(contentsOfFile: site.folder + "/run/slurm/1/tasks.txt", encoding: .utf8)
      #expect(table == "1\n2\n3\n")
      #expect(try site.isThatOfOneMachine())
    }
  }

  @Test func whatIsInTheQueueIsNotSubmittedTwice() throws {
    try with { site in
      #expect(try site.hreval("submit run --engine slurm", faults: "queued").code == 0)
      let second = try site.hreval("submit run --engine slurm", faults: "queued")
      #expect(second.code == 0)
      #expect(second.err.contains("in the queue already: 4 shards (0-3), jobs 1, 2"))
      #expect(second.err.contains("nothing to submit"))
      // Output that cannot be read is not taken for an empty queue.
      let deaf = try site.hreval("submit run --engine slurm --poll 0.05", faults: "queue-rubbish")
      #expect(deaf.code == 75)
      #expect(deaf.err.contains("what is no queue: slurm 22.05"))
      #expect(site.slurm.calls("sbatch").count == 2)
      // They disappear without a trace, as with a controller that lost its state.
      try site.slurm.emptyQueue()
      #expect(try site.follow("").code == 0)
      #expect(site.slurm.calls("sbatch").count == 4)
      #expect(try site.isThatOfOneMachine())
    }
  }

  @Test func whatIsLostIsSubmittedAgain() throws {
    try with { site in
      let ending = try site.follow("lost-once,no-merge")
      #expect(ending.code == 0, "\(ending.err)")
      #expect(ending.err.contains("submitted again: 4 of 4 shards"))
      #expect(ending.err.contains("no job has merged them: that is done here"))
      #expect(ending.out.contains("report: run/report.html"))
      #expect(try site.isThatOfOneMachine())
    }
  }

  @Test func whatIsAlwaysLostIsNamed() throws {
    try with { site in
      let ending = try site.follow("lost", "--retries 1 --quiet")
      #expect(ending.code == 75)
      #expect(ending.err.contains("4 shards of 4 still not complete: 0-3"))
      #expect(site.slurm.calls("sbatch").count == 4)
      #expect(!site.isMerged)
    }
  }

  @Test func whatCanNeverBeIsNotTriedAgain() throws {
    try with { site in
      let never = try "#!/bin/sh\nexit 78\n".written(to: site.folder + "/never")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: never)
      let ending = try site.follow("", "--hreval ./never")
      #expect(ending.code == 78)
      #expect(ending.err.contains("1 shard (2) ended with 78 on n1"))
      #expect(ending.err.contains("4 problems"))
      #expect(site.slurm.calls("sbatch").count == 2)
      // The same command submits again.
      #expect(try site.follow("").code == 0)
    }
  }

  @Test(
    .enabled(if: LongTests.areWanted, "\(LongTests.reason)"),
    arguments: [
      ("refused", 2, "Invalid partition name"), ("rubbish", 75, "no job's number: Submitted batch job"),
      ("hang", 75, "sbatch gave no answer within"), ("limits-rubbish", 75, "neither MaxArraySize nor"),
      ("away", 75, "Unable to contact slurm controller"),

      ("merge-refused", 75, "the merge could not be submitted"),
    ])
  func aSchedulerThatDoesWrongIsSaid(fault: String, code: Int32, words: String) throws {
    try with { site in
      let ending = try site.hreval(
        "submit run --engine slurm --poll 0.05 --patience \(fault == "hang" ? "0.5" : "60")", faults: fault)
      #expect(ending.code == code, "\(ending.err)")
      #expect(ending.err.contains(words), "\(ending.err)")
    }
  }

  /// `sbatch` did its work, and was ended before it reported it.
  @Test(.enabled(if: LongTests.areWanted, "\(LongTests.reason)"))
  func aJobWhoseNumberWasLostIsFoundByItsName() throws {
    try with { site in
      let ending = try site.hreval(
        "submit run --engine slurm --poll 0.05 --patience 5", faults: "queued,hang-after")
      #expect(ending.code == 0, "\(ending.err)")
      #expect(ending.err.contains("by 4 tasks of job 1"))
      #expect(site.slurm.calls("sbatch").count == 2)
    }
  }

  @Test(arguments: ["away-at-first", "away-later", "merge-refused"])
  func aSchedulerThatComesBackIsWaitedFor(fault: String) throws {
    try with { site in
      let ending = try site.follow(fault)
      #expect(ending.code == 0, "\(ending.err)")
      #expect(try site.isThatOfOneMachine())
    }
  }

  @Test func jobsThatNobodyNeedsAnyMoreAreTakenOut() throws {
    try with { site in
      #expect(try site.hreval("submit run --engine slurm", faults: "queued").code == 0)
      #expect(try site.hreval("run --plan run --shard 0-3/4 --quiet").code == 0)
      let ending = try site.follow("")
      #expect(ending.code == 0, "\(ending.err)")
      #expect(site.slurm.calls("scancel").first?.contains("1_0 1_1 1_2 1_3 2") == true)
      #expect(try site.isThatOfOneMachine())
    }
  }

  @Test func whoLeavesChangesNothing() throws {
    try with { site in
      let calls = site.slurm.folder + "/squeue.calls"
      let ending = try site.hreval(
        "submit run --engine slurm --follow --poll 0.3", faults: "queued", ending: (SIGINT, calls))
      #expect(ending.code == 130, "\(ending.err)")
      #expect(ending.err.contains("interrupted: the jobs go on"))
      #expect(site.slurm.calls("scancel").isEmpty)
    }
  }

  @Test func wrongUseIsSaid() throws {
    try with { site in
      for (words, code, message) in [
        ("submit run", 64, "--engine"), ("submit run --engine pbs", 64, "pbs"),
        ("submit run --engine slurm --follow --dry-run", 64, "does not go with --dry-run"),
        ("submit run --engine slurm --retries -1", 64, "--retries"),
        ("submit run --engine slurm --poll 0", 64, "--poll takes"),
        ("submit run --engine slurm --max-tasks 0", 64, "--max-tasks takes"),
        ("submit run --engine slurm --sbatch=--array=1-2", 2, "hreval states --array itself"),
        ("submit data --engine slurm", 2, "there is no plan here"),
      ] as [(String, Int32, String)] {
        let ending = try site.hreval(words)
        #expect(ending.code == code, "\(words): \(ending.err)")
        #expect(ending.err.contains(message), "\(words): \(ending.err)")
      }
      let bare = try Program.run(
        ["submit", "run", "--engine", "slurm"], in: site.folder, environment: ["PATH": "/nowhere"])
      #expect(bare.code == 2)
      #expect(bare.err.contains("sbatch, squeue, scontrol, scancel not in PATH"))
    }
  }
}
