import ArgumentParser
import Foundation
import HRRunning
import Testing

@testable import HRCommands
@testable import HRStatistics

/// Words that are typed: commands, and the result of `shipped` for the program's path.
@Suite struct WordTests {
  @Test(
    arguments: [
      (["runn", "x.json"], "there is no command \"runn\"", "did you mean \"run\"?"),
      (["help", "chekc"], "there is no command \"chekc\"", "did you mean \"check\"?"),
      (["demo.json"], "there is no command \"demo.json\"", "to run an experiment: hreval run demo.json"),
    ])
  func aMistypedCommandIsSaid(_ words: [String], _ message: String, _ hint: String) {
    let problem = UnknownCommand.problem(of: words)
    #expect(problem?.message == message && problem?.hint == hint)
  }

  @Test(arguments: [
    [], ["run", "x"], ["help"], ["help", "run"], ["--version"], ["-h"], ["---completion", "list"],
    ["__worker"],
  ])
  func theRestIsTheParsers(_ words: [String]) {
    #expect(UnknownCommand.problem(of: words) == nil)
  }

  @Test func whatFitsNothingGetsAllCommands() {
    let hint = UnknownCommand.problem(of: ["xylophone"])?.hint
    #expect(
      hint?.hasPrefix("known here: \"run\", \"check\", ") == true && hint?.hasSuffix("\"help\"") == true)
    #expect(hint?.contains("__worker") == false)
  }

  /// Descriptors beside the program, or in the project that it was built in.
  @Test func descriptorsComeWithTheProgram() throws {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appendingPathComponent(
      "hreval-\(UUID().uuidString)"
    ).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for path in [
      "usr/bin", "usr/share/hreval/datasets", "p/.build/release", "p/datasets", "q/.build/release",
    ] {
      try FileManager.default.createDirectory(atPath: "\(folder)/\(path)", withIntermediateDirectories: true)
    }
    #expect(
      Shipped(with: folder + "/usr/bin/hreval")?.datasets == folder + "/usr/share/hreval/datasets")
    #expect(Shipped(with: folder + "/p/.build/release/hreval")?.datasets == folder + "/p/datasets")
    #expect(Shipped(with: folder + "/q/.build/release/hreval")?.datasets == nil)
    // A link to it in a folder of programs.
    try Data().write(to: URL(fileURLWithPath: folder + "/p/.build/release/hreval"))
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/q/hreval", withDestinationPath: folder + "/p/.build/release/hreval")
    #expect(Shipped(with: folder + "/q/hreval")?.datasets == folder + "/p/datasets")
  }
}
