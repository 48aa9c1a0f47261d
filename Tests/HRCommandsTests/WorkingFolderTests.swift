import Foundation
import HRTestSupport
import Testing

/// Commands in a working folder that was removed, or whose path is longer than the system's usual bounds.
@Suite struct WorkingFolderTests {
  /// Commands whose exit codes are printed; none may take longer than a minute.
  private static let commands = [
    "list datasets", "inspect nowhere", "detect nowhere --detector peak", "inspect ./here",
    "check ../trial.json", "run ../trial.json",
    "check trial.json", "list detectors",
  ]

  private func endings(_ prologue: String, _ folder: String) throws -> [String: (code: Int, said: String)] {
    var endings: [String: (code: Int, said: String)] = [:]
    for words in Self.commands {
      let ending = try Program.shell(
        "\(prologue)\ntimeout -s KILL 60 \"$HREVAL\" \(words) 2>&1\necho \"ended with $?\"", in: folder)
      let lines = ending.out.split(separator: "\n")
      let code = lines.last.flatMap { Int($0.drop { !$0.isNumber }) } ?? -1
      endings[words] = (code, lines.dropLast().joined(separator: "\n"))
    }
    return endings
  }

  @Test func aRemovedFolder() throws {
    try withTemporaryFolder { folder in
      let endings = try endings("mkdir gone; cd gone; rmdir ../gone", folder)
      #expect(endings["list datasets"]?.code == 0 && endings["list detectors"]?.code == 0)
      for words in ["inspect nowhere", "detect nowhere --detector peak"] {
        #expect(endings[words]?.code == 2)
        #expect(endings[words]?.said.contains("there is no data set \"nowhere\"") == true)
      }
      #expect(endings["inspect ./here"]?.code == 2)
      #expect(endings["inspect ./here"]?.said.contains("the working folder does not exist any more") == true)
      for words in ["check ../trial.json", "run ../trial.json", "check trial.json"] {
        #expect(endings[words]?.code == 2, "\(words)")
        let said = endings[words]?.said ?? ""
        #expect(
          said.contains("the working folder does not exist any more, so the experiment file is not found"),
          "\(said)")
        #expect(said.contains("change to another folder, or give the whole path"))
      }
    }
  }

  @Test func aDeepFolder() throws {
    try withTemporaryFolder { folder in
      let part = String(repeating: "d", count: 200)
      let endings = try endings("for i in 1 2 3 4 5 6; do mkdir -p \(part); cd \(part); done", folder)
      #expect(endings["list datasets"]?.code == 0 && endings["list detectors"]?.code == 0)
      for words in Self.commands where !words.hasPrefix("list") {
        #expect(endings[words]?.code == 2, "\(words): \(endings[words]?.said ?? "")")
      }
      #expect(endings["check trial.json"]?.said.contains("the experiment file does not exist") == true)
    }
  }

  /// Files in such a folder are found.
  @Test func anExperimentInADeepFolder() throws {
    try withProject { folder in
      _ = try experiment(detectors: #"["peak"]"#, scenarios: #"["clean"]"#).written(
        to: folder + "/trial.json")
      let part = String(repeating: "d", count: 200)
      let ending = try Program.shell(
        """
        for i in 1 2 3 4 5 6; do mkdir -p \(part); cd \(part); done
        cp -R '\(folder)/datasets' '\(folder)/data' '\(folder)/trial.json' .
        timeout -s KILL 300 "$HREVAL" check trial.json && timeout -s KILL 300 "$HREVAL" run trial.json --quiet
        """, in: folder)
      #expect(ending.code == 0, "\(ending.err)")
      #expect(ending.out.contains("trial: nothing to refuse\n"))
      #expect(ending.out.contains("report: reports/trial/"))
    }
  }
}
