import Foundation
import HRTestSupport
import Testing

@testable import HRSupport

/// With any fault of a program the run completes, exactly the affected windows are failed, with the reason, and no
/// process is left running.
@Suite struct ProgramFaultTests {
  struct Fault: CustomTestStringConvertible {
    let name: String
    let script: String
    /// Number of the window that fails, from 0.
    var window: Int? = 4
    let reason: String

    var testDescription: String { name }
  }

  static let faults: [Fault] = [
    Fault(
      name: "crash", script: ProgramStudy.shell(act: "kill -SEGV $$"),
      reason: "failed:the program was ended by signal 11"),
    Fault(
      name: "end", script: ProgramStudy.shell(act: "exit 3"), reason: "failed:the program ended with code 3"),
    Fault(
      name: "hang", script: ProgramStudy.shell(act: "sleep 1000; continue"),
      reason: "failed:the program was silent for 5 s and was ended"),
    Fault(
      name: "garbage", script: ProgramStudy.shell(act: "echo done; continue"),
      reason: "failed:the program's answer is no JSON object: done"),
    Fault(
      name: "wrong id", script: ProgramStudy.shell(act: #"echo "{\"id\":7$id,\"bpm\":72}"; continue"#),
      reason: "failed:the program gave an answer with an id that is not this question's"),
    Fault(
      name: "no number", script: ProgramStudy.shell(act: #"echo "{\"id\":$id,\"bpm\":NaN}"; continue"#),
      reason: "failed:the program's answer is no JSON"),
    Fault(
      name: "huge number", script: ProgramStudy.shell(act: #"echo "{\"id\":$id,\"bpm\":1e999}"; continue"#),
      reason: "failed:the program's answer is no JSON"),
    Fault(
      name: "a line of 100 MB",
      script: ProgramStudy.shell(act: "head -c 100000000 /dev/zero | tr '\\0' x; continue"),
      reason: "failed:the program's answer is longer than 64 MiB"),
    Fault(
      name: "part of a line", script: ProgramStudy.shell(act: #"printf '{"id":%s,"bp' $id; exit 0"#),
      reason: "failed:the program ended with code 0"),
    Fault(
      name: "closed input",
      script: ProgramStudy.shell(act: "exec 0<&-; echo \"{\\\"id\\\":$id,\\\"bpm\\\":72}\"; sleep 1000"),
      window: 5, reason: "failed:the program closed its standard input"),
    Fault(
      name: "closed output", script: ProgramStudy.shell(act: "exec 1>&-; sleep 1000"),
      reason: "failed:the program closed its standard output"),
    Fault(
      name: "two answers", script: ProgramStudy.shell(act: #"echo "{\"id\":$id,\"bpm\":72}""#), window: 5,
      reason: "failed:the program gave an answer with an id that is not this question's"),
    Fault(
      name: "says so",
      script: ProgramStudy.shell(act: #"echo "{\"id\":$id,\"error\":\"too warm\"}"; continue"#),
      reason: "failed:the program says: too warm"),
    Fault(
      name: "declines",
      script: ProgramStudy.shell(act: #"echo "{\"id\":$id,\"abstain\":\"noisy\"}"; continue"#),
      reason: "abstained:noisy"),
    Fault(
      name: "a million lines of standard error",
      script: ProgramStudy.shell(act: "yes 'a line of standard error' | head -n 1000000 >&2"), window: nil,
      reason: ""),
    Fault(
      name: "a child that outlives it",
      script: ProgramStudy.shell(
        described: "(sleep 86399 &) ; (command -v setsid >/dev/null && setsid sleep 86399 &)"),
      window: nil, reason: ""),
  ]

  @Test(.enabled(if: LongTests.areWanted, "\(LongTests.reason)"))
  func everyFaultCostsItsWindowAlone() throws {
    try ProgramStudy.with { study in
      for (number, fault) in Self.faults.enumerated() { try study.write("fault\(number).sh", fault.script) }
      let run = try study.run(
        Self.faults.enumerated().map { number, fault in
          let seconds = fault.name == "hang" ? 5 : 60
          return
            #"{"label": "\#(fault.name)", "command": ["sh", "fault\#(number).sh"], "timeoutSeconds": \#(seconds)}"#
        })
      #expect(run.code == 1, "\(run.err)")
      for fault in Self.faults {
        let outcomes = try study.outcomes(of: fault.name)
        #expect(outcomes.count == ProgramStudy.windows, "\(fault.name)")
        for (window, outcome) in outcomes.enumerated() {
          if window == fault.window {
            #expect(outcome.contains(fault.reason), "\(fault.name): \(outcome)")
          } else {
            #expect(outcome == "value", "\(fault.name), window \(window): \(outcome)")
          }
        }
      }
      #expect(try ProgramStudy.processes(with: "sleep 86399").isEmpty)
      #expect(try ProgramStudy.processes(with: "sh fault").isEmpty)
      let heard = try FileManager.default.contentsOfDirectory(atPath: study.folder + "/out/stderr")
      let sizes = try heard.map { try study.text("out/stderr/\($0)").utf8.count }
      #expect((sizes.max() ?? 0) > 1_000_000 && (sizes.max() ?? 0) < 1_100_000)
    }
  }

  /// A program that fails three times in a row is not asked again; another recording begins anew.
  @Test func whatAlwaysFailsIsGivenUp() throws {
    try ProgramStudy.with { study in
      let script = ProgramStudy.shell().replacingOccurrences(
        of: "*'\"start\":20,'*)", with: "*start*) exit 7 ;; *x*)")
      try study.write("dead.sh", script)
      let run = try study.run([#"{"label": "dead", "command": ["sh", "dead.sh"]}"#, #""peak""#])
      #expect(run.code == 1, "\(run.err)")
      let outcomes = try study.outcomes(of: "dead")
      #expect(outcomes.count == ProgramStudy.windows)
      #expect(outcomes.prefix(3).allSatisfy { $0 == "failed:the program ended with code 7" }, "\(outcomes)")
      #expect(outcomes.dropFirst(3).allSatisfy { $0.contains("not asked again: it failed 3 times in a row") })
    }
  }

  @Test func whatCannotBeStartedIsRefused() throws {
    try ProgramStudy.with { study in
      try study.write("end.sh", "echo broken library >&2; exit 3")
      try study.write("odd.sh", "read x; echo '{\"name\":\"odd\",\"version\":\"1\",\"chanels\":[\"ppg\"]}'")
      try study.write("filter.sh", "read x; echo '{\"name\":\"f\",\"version\":\"1\",\"kind\":\"filter\"}'")
      try study.write(
        "set.sh",
        "read x; echo '{\"name\":\"s\",\"version\":\"1\",\"parameters\":[{\"name\":\"order\",\"default\":3,\"range\":[1,8]}]}'"
      )
      let run = try study.run([
        #"{"label": "a", "command": ["sh", "end.sh"]}"#, #"{"label": "b", "command": ["no-such-program"]}"#,
        #"{"label": "c", "command": ["sh", "odd.sh"]}"#, #"{"label": "d", "command": ["sh", "filter.sh"]}"#,
        #"{"label": "e", "command": ["sh", "set.sh"], "parameters": {"order": 9, "ordre": 2}}"#,
        #"{"label": "f", "command": ["sh", "set.sh"], "files": ["absent.txt", "../up.txt"]}"#,
      ])
      #expect(run.code == 2)
      for part in [
        "ended with code 3", "broken library", "there is no program \"no-such-program\" in PATH", "chanels",
        "f is a filter, not a detector", "order", "ordre", "there is no file \"absent.txt\"",
        "\"../up.txt\" in \"files\" leads out of the experiment's folder",
      ] {
        #expect(run.err.contains(part), "\(part) in \(run.err)")
      }
    }
  }

  @Test func theSameBytesAtAnyNumberOfJobs() throws {
    try ProgramStudy.with { study in
      try study.write("crash.sh", ProgramStudy.shell(act: "kill -KILL $$"))
      let detectors = [#"{"label": "crash", "command": ["sh", "crash.sh"]}"#, #""peak""#]
      _ = try study.run(detectors, ["--jobs", "1"], output: "one")
      _ = try study.run(detectors, ["--jobs", "2"], output: "two")
      #expect(try study.text("one/results.json") == study.text("two/results.json"))
      #expect(try study.text("one/results.json").contains("filesSHA256"))
    }
  }

  @Test func anInterruptedRunLeavesNothingRunning() throws {
    try ProgramStudy.with { study in
      try study.write("slow.sh", ProgramStudy.shell(act: "sleep 86398"))
      _ = try study.run([#""peak""#])
      try study.write(
        "slow.json",
        """
        {"schemaVersion": 1, "name": "slow", "datasets": ["secretdata/dataset.json"],
         "windows": {"windowSeconds": 20, "hopSeconds": 5},
         "detectors": [{"label": "slow", "command": ["sh", "slow.sh"], "timeoutSeconds": 3600}]}
        """)
      let ending = try Program.shell(
        """
        \(ProgramStudy.listing)
        running() { list 2>/dev/null | grep -q '^sleep 86398'; }
        "$HREVAL" run slow.json --output slow --quiet --jobs 2 & run=$!
        for i in $(seq 200); do running && break; sleep 0.1; done
        kill -INT $run; wait $run; echo "code $?"; sleep 0.3; running && echo left || echo none
        """, in: study.folder)
      #expect(ending.out.contains("code 130"), "\(ending.out) \(ending.err)")
      #expect(ending.out.hasSuffix("\nnone\n"), "\(ending.out)")
    }
  }

  /// A run that is killed cannot remove its programs' folders: the next one does.
  @Test func foldersThatAKilledRunLeftGo() throws {
    try ProgramStudy.with { study in
      let files = FileManager.default
      let place = study.folder + "/tmp"
      try study.write("p.sh", ProgramStudy.shell(act: ":"))
      let living = WriterMark.own
      let gone = WriterMark(place: living.place, process: living.process, start: living.start - 1)
      let (left, kept) = (
        TemporaryName.name(place + "/hreval", .stage, by: gone),
        TemporaryName.name(place + "/hreval", .stage, by: living)
      )
      for folder in [left, kept] {
        try files.createDirectory(atPath: folder + "/1", withIntermediateDirectories: true)
        _ = try "copy".written(to: folder + "/1/p.sh")
        chmod(folder + "/1", 0o555)
      }
      let ending = try study.run([#"{"label": "p", "command": ["sh", "p.sh"]}"#], temporary: place)
      #expect(ending.code == 0, "\(ending.err)")
      #expect(TextFile.names(in: place) == [String(kept.dropFirst(place.count + 1))])
      chmod(kept + "/1", 0o755)
    }
  }
}
