import Foundation
import HRTestSupport
import Testing

/// A program that looks for what it is not to know: whatever it can find of the experiment it writes to its standard
/// error, which the run keeps.
@Suite struct ProgramSecrecyTests {
  private static let spy = ProgramStudy.shell(
    described: """
      {
        echo "arguments: $0 $*"
        tr '\\0' ' ' </proc/$$/cmdline; echo
        env | sed 's/^/environment: /'
        echo "folder: $(pwd)"; ls -la; ls -la ..
        for fd in /proc/$$/fd/*; do echo "open: ${fd##*/} $(readlink $fd)"; done
      } >&2 2>/dev/null
      """,
    act: "echo \"question: $(echo \"$line\" | tr -d '0-9.,-')\" >&2")

  @Test func itFindsNothingOfTheExperiment() throws {
    try ProgramStudy.with { study in
      try study.write("spy.sh", Self.spy)
      let run = try study.run([#"{"label": "secretlabel", "command": ["sh", "spy.sh", "plain"]}"#])
      #expect(run.code == 0, "\(run.err)")
      let heard = try study.text("out/stderr/1-faulty.txt")
      #expect(heard.contains("arguments: spy.sh plain"), "\(heard)")
      #expect(heard.contains("spy.sh") && heard.contains("question: "))
      for secret in ["secret", "p1", "p2", study.folder, "HREVAL", "PWD=\(study.folder)", "beat"] {
        #expect(!heard.contains(secret), "it finds \(secret): \(heard)")
      }
      #if os(Linux)
        let open = heard.split(separator: "\n").filter { $0.hasPrefix("open: ") }
        #expect(open.count >= 3)
        // Its script may be open, as the shell has it; everything else is a pipe.
        #expect(
          open.allSatisfy { $0.contains("pipe:") || $0.contains("spy.sh") || $0.hasSuffix("/dev/null") },
          "\(open)")
      #endif
    }
  }

  /// The worker's memory, environment and open files are closed to programs of the same user; root sees everything.
  @Test(.enabled(if: geteuid() != 0 && FileManager.default.fileExists(atPath: "/proc/self/environ")))
  func itCannotLookIntoItsWorker() throws {
    try ProgramStudy.with { study in
      let look = """
        {
          one=$$
          while [ "$one" -gt 1 ]; do
            one=$(sed 's/.*) . //; s/ .*//' /proc/$one/stat)
            for part in environ maps fd/0 cwd; do cat /proc/$one/$part >/dev/null 2>&1 && echo "read: $one $part"; done
            readlink /proc/$one/exe | grep -q hreval && echo "hreval: $one"
          done
        } >&2
        """
      try study.write("spy.sh", ProgramStudy.shell(described: look))
      let run = try study.run([#"{"label": "spy", "command": ["sh", "spy.sh"]}"#])
      #expect(run.code == 0, "\(run.err)")
      #expect(!(try study.text("out/stderr/1-faulty.txt")).contains("hreval: "))
    }
  }

  @Test(
    .enabled(
      if: ["/usr/bin/bwrap", "/usr/local/bin/bwrap"].contains {
        FileManager.default.isExecutableFile(atPath: $0)
      }))
  func aSandboxHasNoDataAndNoNetwork() throws {
    try ProgramStudy.with { study in
      let look = """
        {
          ls \(study.folder) && echo "sees the experiment"
          ls /home /root /var && echo "sees homes"
          touch ./mine /usr/mine && echo "writes"
          ls /sys/class/net
          cat /proc/net/dev | sed 's/^/net: /'
          pwd
        } >&2 2>/dev/null
        """
      try study.write("spy.sh", ProgramStudy.shell(described: look))
      // Where the system allows no namespaces there is no sandbox to look at.
      let canBegin = try Program.run(
        ["--ro-bind", "/", "/", "--unshare-all", "true"], program: URL(fileURLWithPath: "/usr/bin/bwrap"))
      guard canBegin.code == 0 else { return }
      let run = try study.run([#"{"label": "spy", "command": ["sh", "spy.sh"]}"#], ["--sandbox"])
      #expect(run.code == 0, "\(run.err)")
      let heard = try study.text("out/stderr/1-faulty.txt")
      #expect(heard.contains("/program"), "\(heard)")
      for sight in ["sees the experiment", "sees homes", "writes", "eth0"] {
        #expect(!heard.contains(sight), "\(heard)")
      }
    }
  }
}
