import HRTestSupport
import Foundation
import HRReporting
import Testing

@testable import HRCommands
@testable import HRRunning
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
      #expect(RootCommand.configuration.discussion.contains("my-hr run demo"))
    }
  }

  /// Returns the output of the build plugin's script about a folder.
  private func written(about folder: String) throws -> String {
    let output = folder + "/output"
    let script = ProjectFolder.url("Plugins/BuildCommit/commit.sh").path
    let ending = try Program.run([script, folder, output], program: URL(filePath: "/bin/sh"))
    try #require(ending.code == 0, "\(ending.err)")
    return try String(contentsOfFile: output + "/Commit.swift", encoding: .utf8)
  }

  @Test func theCommitIsThatOfThePackageAlone() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let outer = folder.path
    try folder.makeFolder("inner/Sources")
    func git(_ arguments: String...) throws {
      let identity = ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "commit.gpgsign=false"]
      let ending = try Program.run(
        ["git", "-C", outer] + identity + arguments, program: URL(filePath: "/usr/bin/env"))
      try #require(ending.code == 0, "\(ending.err)")
    }
    #expect(try written(about: outer).contains("commit: String? = nil"))
    try git("init", "-q")
    try git("commit", "-q", "--allow-empty", "-m", "first")
    let clean = try written(about: outer)
    #expect(clean.contains(/commit: String\? = "[0-9a-f]{40}"/) && clean.contains("Changes = false"))
    // A folder inside another repository has no commit of its own.
    #expect(try written(about: outer + "/inner").contains("commit: String? = nil"))
    try folder.write("Sources/a.swift", "x")
    #expect(try written(about: outer).contains("Changes = true"))
  }
}
