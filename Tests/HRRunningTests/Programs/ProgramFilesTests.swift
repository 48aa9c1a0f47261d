import Foundation
import HRSupport
import HRTestSupport
import Testing

@testable import HRRunning

/// The files that are copied for a program, and links that are refused.
@Suite struct ProgramFilesTests {
  /// A folder `study` with a model and a script, and beside it a reference.
  private func with(_ body: (_ folder: String, _ link: (String, String) -> Void) throws -> Void) throws {
    let folder = try TemporaryFolder()
    for name in [
      "study/model/weights.bin", "study/model/v2/more.bin", "study/data/reference.csv", "study/run.sh",
    ] {
      try folder.write(name, name)
    }
    try folder.write("outside/reference.csv", "secret")
    try withExtendedLifetime(folder) {
      let root = try #require(TextFile.withoutLinks(folder.path))
      try body(root) { name, target in #expect(symlink(target, "\(root)/study/\(name)") == 0) }
    }
  }

  private func files(
    _ folder: String, _ arguments: [String] = ["sh"], _ files: [String] = [], alsoReads: [String] = []
  ) -> ProgramFiles {
    ProgramFiles(
      of: ProgramCommand(arguments, files: files, alsoReads: alsoReads, directory: folder + "/study"))
  }

  struct Way: CustomTestStringConvertible {
    let testDescription: String
    /// Name and target of each link.
    let links: [(String, String)]
    var arguments = ["sh"]
    var files: [String] = []
    /// The link that the problem names.
    let refused: String
  }

  static let ways: [Way] = [
    Way(
      testDescription: "a file in a folder", links: [("model/w", "../../outside/reference.csv")],
      files: ["model"],
      refused: "model/w"),
    Way(
      testDescription: "a file of the same experiment in another folder",
      links: [("model/w", "../data/reference.csv")],
      files: ["model"], refused: "model/w"),
    Way(
      testDescription: "a file that is named", links: [("model/w", "../data/reference.csv")],
      files: ["model/w"],
      refused: "model/w"),
    Way(
      testDescription: "a file of a pattern", links: [("model/w.txt", "../../outside/reference.csv")],
      files: ["model/*.txt"], refused: "model/w.txt"),
    Way(
      testDescription: "a chain", links: [("model/a", "b"), ("model/b", "../../outside/reference.csv")],
      files: ["model/a"], refused: "model/a"),
    Way(
      testDescription: "a folder in a folder", links: [("model/sub", "../../outside")], files: ["model"],
      refused: "model/sub"),
    Way(testDescription: "the folder itself", links: [("m", "../outside")], files: ["m"], refused: "m"),
    Way(
      testDescription: "a link in the middle", links: [("m", "../outside")], files: ["m/reference.csv"],
      refused: "m"),
    Way(
      testDescription: "a link in the middle, of a pattern", links: [("model/m", "../../outside")],
      files: ["model/m/*.csv"], refused: "model/m"),
    Way(
      testDescription: "an argument", links: [("m", "../outside")], arguments: ["sh", "m/reference.csv"],
      refused: "m"),
  ]

  @Test(arguments: ways) func nothingIsCopiedThroughALinkThatLeadsOut(_ way: Way) throws {
    try with { folder, link in
      for (name, target) in way.links { link(name, target) }
      let found = files(folder, way.arguments, way.files)
      let problem = try #require(found.problems.first)
      #expect(problem.message.hasPrefix("\"\(way.refused)\", which "), "\(problem.message)")
      #expect(problem.hint?.contains("alsoReads") == true)
      #expect(!found.sources.values.contains { $0.hasSuffix("reference.csv") })
      // If the target is in a folder that may be read, the link is followed.
      let allowed = files(
        folder, way.arguments, way.files, alsoReads: [folder + "/outside", folder + "/study/data"])
      #expect(allowed.problems.isEmpty, "\(allowed.problems.map(\.message))")
    }
  }

  @Test func linksThatStayInsideAreFollowed() throws {
    try with { folder, link in
      link("model/w", "weights.bin")
      link("model/latest", "v2")
      link("model/v2/up", "..")
      link("current", "model")
      let all = files(folder, ["sh", "run.sh"], ["model"])
      #expect(all.problems.isEmpty)
      #expect(all.sources.keys.sorted() == ["model/v2/more.bin", "model/w", "model/weights.bin", "run.sh"])
      #expect(all.sources["model/w"] == folder + "/study/model/weights.bin")
      #expect(all.links == ["model/latest": "v2", "model/v2/up": ".."])
      #expect(files(folder, ["sh"], ["current/v2"]).sources.keys.sorted() == ["current/v2/more.bin"])
      let stage = try ProgramStage.make(
        ProgramCommand(["sh", "run.sh"], files: ["model"], directory: folder + "/study"),
        in: folder + "/stage")
      defer { TemporaryName.removeFolder(stage.folder) }
      #expect(
        try String(contentsOfFile: stage.folder + "/model/latest/more.bin", encoding: .utf8)
          == "study/model/v2/more.bin")
    }
  }

  @Test func aPipeIsNoFileOfAProgram() throws {
    try with { folder, _ in
      #expect(mkfifo(folder + "/study/model/pipe", 0o644) == 0)
      #expect(
        files(folder, ["sh"], ["model"]).problems.map(\.message) == ["\"model/pipe\" is no ordinary file"])
    }
  }

  /// The page lists exactly the variables that are passed.
  @Test func thePageNamesEveryVariable() throws {
    let page = try String(
      contentsOf: ProjectFolder.url("docs/reference/programs/running.md"), encoding: .utf8)
    let section = try #require(
      page.components(separatedBy: "## Variables\n").dropFirst().first?.components(separatedBy: "\n#").first)
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("|") }.joined(separator: "\n")
    let named = rows.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map {
      String($0.element)
    }
    .filter { $0.allSatisfy { $0.isUppercase || $0.isNumber || $0 == "_" } }
    #expect(named.sorted() == ProgramEnvironment.names.sorted())
  }

  /// Linux counts processes by user, so each program has its own user if there are enough.
  @Test func eachProgramOfRootsIsAUserOfItsOwn() {
    let all = "         0          0 4294967295\n"
    func user(_ process: Int32, _ program: Int, _ maps: [String]) -> UInt32? {
      ProgramSandbox.user(process: process, program: program, maps: maps)
    }
    #expect(user(1, 1, [all, all]) == UInt32(1_879_048_257))
    #expect(user(4_194_303, 63, [all, all]) == UInt32(2_147_483_647))
    #expect(
      user(7, 1, [all, all]) != user(7, 2, [all, all]) && user(7, 1, [all, all]) != user(8, 1, [all, all]))
    let rootless = "0 1000 1\n1 100000 65535\n"
    #expect(user(7, 1, [rootless, rootless]) == UInt32(65534))
    #expect(user(7, 1, [all, "0 0 1\n"]) == nil)
  }
}
