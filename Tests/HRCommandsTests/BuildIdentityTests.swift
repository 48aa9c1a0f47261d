import Foundation
import HRReports
import Testing

@testable import HRCommands
@testable import HRExperiments
@testable import HRStatistics

@Suite struct BuildIdentityTests {
  private func build(
    commit: String? = "0123456789abcdef", changes: Bool = false, packages: [String] = []
  ) -> RunProvenance.Build {
    .init(
      version: "1.2.3", commit: commit, hasUncommittedChanges: changes, configuration: "release",
      packages: packages)
  }

  @Test func inWords() {
    #expect(build().described == "hreval 1.2.3 (commit 0123456789ab, release)")
    #expect(
      build(changes: true, packages: ["Mine", "Theirs"]).described
        == "hreval 1.2.3 (commit 0123456789ab with uncommitted changes, release), with plugins of Mine, Theirs"
    )
    #expect(build(commit: nil).described == "hreval 1.2.3 (commit unknown, release)")
  }

  @Test func theHelpBearsTheProgramsName() {
    #expect(RootCommand.configuration.commandName == "hreval")
    PluginContext.$programName.withValue("my-hr") {
      #expect(RootCommand.configuration.commandName == "my-hr")
      #expect(RootCommand.configuration.version.hasPrefix("my-hr: hreval "))
      #expect(RootCommand.configuration.discussion.contains("my-hr run experiments/demo.json"))
    }
  }

  /// What the build plugin's script writes about a folder.
  private func written(about folder: String) throws -> String {
    let output = folder + "/output"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      Program.root.appendingPathComponent("Plugins/BuildCommit/commit.sh").path, folder, output,
    ]
    try process.run()
    process.waitUntilExit()
    return try String(contentsOfFile: output + "/Commit.swift", encoding: .utf8)
  }

  @Test func theCommitIsThatOfThePackageAlone() throws {
    let outer = FileManager.default.temporaryDirectory.appendingPathComponent("hreval-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: outer) }
    let inner = outer.appendingPathComponent("inner/Sources")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    func git(_ arguments: String...) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments =
        ["git", "-C", outer.path, "-c", "user.name=t", "-c", "user.email=t@t", "-c", "commit.gpgsign=false"]
        + arguments
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
    }
    #expect(try written(about: outer.path).contains("commit: String? = nil"))
    try git("init", "-q")
    try git("commit", "-q", "--allow-empty", "-m", "first")
    let clean = try written(about: outer.path)
    #expect(clean.contains(/commit: String\? = "[0-9a-f]{40}"/) && clean.contains("Changes = false"))
    // A folder inside somebody else's repository has no commit of its own.
    #expect(try written(about: outer.path + "/inner").contains("commit: String? = nil"))
    try FileManager.default.createDirectory(
      at: outer.appendingPathComponent("Sources"), withIntermediateDirectories: true)
    try Data("x".utf8).write(to: outer.appendingPathComponent("Sources/a.swift"))
    #expect(try written(about: outer.path).contains("Changes = true"))
  }
}
