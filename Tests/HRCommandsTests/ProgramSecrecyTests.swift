import Foundation
import HRTestSupport
import Testing

/// A program that searches for information that it must not have: everything that it can find of the experiment it
/// writes to its standard error, which the run keeps.
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
      for secret in ["secret", study.folder, "HREVAL", "PWD=\(study.folder)", "beat"] {
        #expect(!heard.contains(secret), "it finds \(secret): \(heard)")
      }
      // Names of recordings as words: the letters can be in the folder's random name.
      #expect(!heard.contains(/\bp[12]\b/), "it finds a recording: \(heard)")
      #if os(Linux)
        let open = heard.split(separator: "\n").filter { $0.hasPrefix("open: ") }
        #expect(open.count >= 3)
        // Its script may be open, since the shell reads it; everything else is a pipe.
        #expect(
          open.allSatisfy { $0.contains("pipe:") || $0.contains("spy.sh") || $0.hasSuffix("/dev/null") },
          "\(open)")
      #endif
    }
  }

  /// The worker's memory, environment and open files are closed to programs of the same user; only root can read them.
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

  /// Exact names are passed, not all that begin like them.
  @Test func secretsDoNotReachIt() throws {
    try ProgramStudy.with { study in
      let secrets = [
        "HF_TOKEN", "TF_VAR_db_password", "NODE_AUTH_TOKEN", "NVIDIA_API_KEY", "CONDA_TOKEN", "R_TOKEN",
      ]
      let passed = ["HF_HOME", "LC_ALL", "OMP_NUM_THREADS", "PYTHONPATH"]
      let values = Dictionary(uniqueKeysWithValues: (secrets + passed).map { ($0, "C") })
      try study.write("spy.sh", ProgramStudy.shell(described: "env | sed 's/^/has /' >&2"))
      try study.describe([
        #"{"label": "plain", "command": ["sh", "spy.sh"]}"#,
        #"{"label": "named", "command": ["sh", "spy.sh"], "environment": ["HF_TOKEN"]}"#,
      ])
      let run = try Program.run(
        ProgramStudy.command + ["--output", "out"], in: study.folder, environment: values)
      #expect(run.code == 0, "\(run.err)")
      for (number, allowed) in [(1, passed), (2, passed + ["HF_TOKEN"])] {
        let heard = try study.text("out/stderr/\(number)-faulty.txt")
        for name in secrets + passed {
          #expect(heard.contains("has \(name)=") == allowed.contains(name), "\(number), \(name): \(heard)")
        }
      }
      let unset = try study.run([
        #"{"label": "named", "command": ["sh", "spy.sh"], "environment": ["HREVAL_NOT_SET"]}"#
      ])
      #expect(unset.code == 2 && unset.err.contains("the variable \"HREVAL_NOT_SET\""), "\(unset.err)")
      let valued = try study.run([
        #"{"label": "named", "command": ["sh", "spy.sh"], "environment": ["HF_TOKEN=x"]}"#
      ])
      #expect(valued.code == 2 && valued.err.contains("is no name of a variable"), "\(valued.err)")
    }
  }

  /// Its output must not control a terminal that shows it later.
  @Test func whatItSaysIsKeptPrintable() throws {
    try ProgramStudy.with { study in
      let says = #"printf '\033[31mred\033[0m\ttab\rback\303' >&2; sleep 0.2; printf '\251\n\377end\n' >&2"#
      try study.write("spy.sh", ProgramStudy.shell(described: says))
      let run = try study.run([#"{"label": "spy", "command": ["sh", "spy.sh"]}"#])
      #expect(run.code == 0, "\(run.err)")
      let heard = try study.text("out/stderr/1-faulty.txt")
      #expect(heard.contains("\\u{1b}[31mred\\u{1b}[0m\ttab\\u{d}backé\n\\xffend\n"), "\(heard)")
      #expect(heard.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" })
    }
  }

  /// A program's folder fetches no file through a link; in a sandbox or not.
  @Test func aLinkToTheReferenceIsRefused() throws {
    try ProgramStudy.with { study in
      try study.write("spy.sh", ProgramStudy.shell(described: "cat model/weights.bin >&2"))
      try FileManager.default.createDirectory(
        atPath: study.folder + "/model", withIntermediateDirectories: true)
      #expect(symlink("../secretdata/p1_beats.csv", study.folder + "/model/weights.bin") == 0)
      let run = try study.run([#"{"label": "spy", "command": ["sh", "spy.sh"], "files": ["model"]}"#])
      #expect(run.code == 2, "\(run.err)")
      for word in ["\"model/weights.bin\"", "secretdata/p1_beats.csv", "alsoReads"] {
        #expect(run.err.contains(word), "\(run.err)")
      }
      #expect(!run.err.contains("beat_s"))
    }
  }
}
