import Foundation
import HRTestSupport
import Testing

/// The table of docs/reference/programs/sandbox.md: the promises of a sandbox and their limits, by a program that tries everything, as
/// root and as another user.
@Suite(.enabled(if: SandboxUser.missing == nil, "\(SandboxUser.missing ?? "")"))
struct ProgramSandboxTests {
  private func expect(
    _ user: SandboxUser, _ tries: [String: String], _ location: SourceLocation = #_sourceLocation
  ) throws {
    let outcomes = try SandboxAttack.outcomes(user)
    for (name, outcome) in tries.sorted(by: { $0.key < $1.key }) {
      #expect(outcomes[name] == outcome, "\(name): \(outcomes)", sourceLocation: location)
    }
  }

  private func number(_ user: SandboxUser, _ name: String) throws -> Int {
    let outcomes = try SandboxAttack.outcomes(user)
    return try #require(outcomes[name].flatMap { Int($0) }, "\(name): \(outcomes)")
  }

  @Test(arguments: SandboxUser.here) func itHasNoRights(_ user: SandboxUser) throws {
    let none = String(repeating: "0", count: 16)
    try expect(
      user,
      ["CapEff": none, "CapPrm": none, "CapInh": none, "CapAmb": none, "NoNewPrivs": "1", "end": "reached"])
    // In a user namespace the bounding set has no value outside of it.
    if user.isRoot {
      try expect(user, ["CapBnd": none])
      #expect(try number(user, "user") >= 0x7000_0000)
    }
    try expect(user, ["mknod": "refused", "namespace": "refused", "setns": "refused"])
  }

  @Test(arguments: SandboxUser.here) func itWritesNowhereButInItsOwnScratch(_ user: SandboxUser) throws {
    var tries = ["remount": "refused", "write /tmp": "done"]
    for place in ["/usr", "/etc", "/program", "/", "/dev", "/proc/sys/kernel"] {
      tries["write \(place)"] = "refused"
    }
    try expect(user, tries)
    #expect(!FileManager.default.fileExists(atPath: "/usr/hreval-written"))
  }

  @Test(arguments: SandboxUser.here) func itReadsNothingOfRoots(_ user: SandboxUser) throws {
    try expect(
      user,
      [
        "read shadow": "refused", "read secret": user.isRoot ? "refused" : "done",
        "read what is shown": "done",
      ])
  }

  @Test(arguments: SandboxUser.here) func itSeesNoOtherProcess(_ user: SandboxUser) throws {
    try expect(
      user,
      [
        "processes": "0", "environment of the first": "refused", "memory of another": "refused",
        "shared memory of the host": "refused", "segments": "0", "keyctl": "refused", "descriptors": "none",
        "reopen": "done",
      ])
  }

  @Test(arguments: SandboxUser.here) func itHasNoNetwork(_ user: SandboxUser) throws {
    try expect(user, ["devices": "lo", "sockets": "0"])
  }

  @Test(arguments: SandboxUser.here) func itCannotSignalThroughSharedFiles(_ user: SandboxUser) throws {
    var tries = ["inotify": "refused"]
    for file in ["/usr/bin/env", "attack.pl"] {
      for kind in ["flock", "fcntl"] { tries["\(kind) \(file)"] = "refused" }
    }
    try expect(user, tries)
  }

  @Test(arguments: SandboxUser.here) func itIsBounded(_ user: SandboxUser) throws {
    // Its shell, Perl and similar processes are counted too.
    let children = try number(user, "children")
    #expect(children > SandboxAttack.processes / 2 && children < SandboxAttack.processes, "\(children)")
    let open = try number(user, "open files")
    #expect(open > SandboxAttack.openFiles / 2 && open < SandboxAttack.openFiles, "\(open)")
    for folder in ["/tmp", "/dev/shm"] {
      let size = try number(user, "size of \(folder)")
      #expect(size > 0 && size <= SandboxAttack.temporaryBytes, "\(folder): \(size)")
    }
    try expect(user, ["memory": "refused"])
  }

  @Test(arguments: SandboxUser.here) func nothingOfItIsLeft(_ user: SandboxUser) throws {
    _ = try SandboxAttack.outcomes(user)
    #expect(try ProgramStudy.processes(with: "sleep 86397").isEmpty)
  }

  /// An interpreter outside the sandbox is refused before it is started, with the way to show it.
  @Test(arguments: SandboxUser.here) func aHiddenInterpreterIsNamed(_ user: SandboxUser) throws {
    try ProgramStudy.with { study in
      let shims = study.folder + "/versions/shims"
      try FileManager.default.createDirectory(atPath: shims, withIntermediateDirectories: true)
      try study.write("versions/shims/shell9", "#!/usr/bin/env sh\nexec sh \"$@\"\n")
      chmod("\(shims)/shell9", 0o755)
      try study.write("spy.sh", ProgramStudy.shell())
      let path = ["PATH": "\(shims):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"]
      let hidden = try study.sandboxed(
        by: user, [#"{"label": "spy", "command": ["shell9", "spy.sh"]}"#], environment: path)
      #expect(hidden.code == 2, "\(hidden.err)")
      let wanted = "\"alsoReads\": [\"\(study.folder)/versions\"]"
      #expect(hidden.err.contains("is outside of what the sandbox shows"), "\(hidden.err)")
      #expect(hidden.err.contains(wanted), "\(hidden.err)")
      let shown = try study.sandboxed(
        by: user, ["{\"label\": \"spy\", \"command\": [\"shell9\", \"spy.sh\"], \(wanted)}"],
        environment: path)
      #expect(shown.code == 0, "\(shown.err)")
      // The same for a script's own first line.
      try study.write("own.sh", "#!\(shims)/shell9\n" + ProgramStudy.shell())
      chmod(study.folder + "/own.sh", 0o755)
      let script = try study.sandboxed(
        by: user, [#"{"label": "spy", "command": ["./own.sh"]}"#], environment: path)
      #expect(script.code == 2 && script.err.contains("the interpreter of the program"), "\(script.err)")
    }
  }

  /// A link in `alsoReads` shows its target, at the place of the link.
  @Test(arguments: SandboxUser.here) func alsoReadsFollowsALink(_ user: SandboxUser) throws {
    try ProgramStudy.with { study in
      let target = study.folder + "/elsewhere"
      try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
      try study.write("elsewhere/word.txt", "shown by a link\n")
      #expect(symlink(target, study.folder + "/models") == 0)
      try study.write(
        "spy.sh", ProgramStudy.shell(described: "cat \(study.folder)/models/word.txt >&2; ls \(target) >&2"))
      let run = try study.sandboxed(
        by: user, [#"{"label": "spy", "command": ["sh", "spy.sh"], "alsoReads": ["models"]}"#])
      #expect(run.code == 0, "\(run.err)")
      let heard = try study.text("out/stderr/1-faulty.txt")
      #expect(heard.contains("shown by a link"), "\(heard)")
      for (folder, reason) in [
        ("nowhere", "is not there"), ("/", "holds all others"), ("/proc/1", "makes itself"),
      ] {
        let refused = try study.sandboxed(
          by: user, [#"{"label": "spy", "command": ["sh", "spy.sh"], "alsoReads": ["\#(folder)"]}"#])
        #expect(refused.code == 2 && refused.err.contains(reason), "\(folder): \(refused.err)")
      }
    }
  }

  /// Root without the right to make a sandbox starts no program.
  @Test(.enabled(if: geteuid() == 0, "not root")) func withoutTheRightItIsRefused() throws {
    try ProgramStudy.with { study in
      try study.write("spy.sh", ProgramStudy.shell())
      try study.describe([#"{"label": "spy", "command": ["sh", "spy.sh"]}"#])
      let run = try Program.run(
        ["setpriv", "--bounding-set=-sys_admin", "--inh-caps=-all", Program.executable.path]
          + ProgramStudy.command
          + ["--output", "out", "--sandbox"], in: study.folder, program: URL(filePath: "/usr/bin/env"))
      #expect(run.code == 2, "\(run.err)")
      #expect(run.err.contains("there is no sandbox: bwrap: "), "\(run.err)")
      #expect(run.err.contains("CAP_SYS_ADMIN"), "\(run.err)")
      #expect(!FileManager.default.fileExists(atPath: study.folder + "/out/stderr"))
    }
  }
}
