import HRTestSupport
import Foundation
import Testing

/// The sub-commands of `./setup.sh` a page tells people to run, in order of first mention.
func setupCommands(_ page: String) -> [String] {
  var commands: [String] = []
  for match in page.matches(of: /\.\/setup\.sh +([a-z]+(?:-[a-z]+)*)/)
  where !commands.contains(String(match.1)) {
    commands.append(String(match.1))
  }
  return commands
}

/// The cases of the script's last `case $command in`.
func offeredCommands(_ script: String) -> [String] {
  guard let start = script.range(of: "case $command in") else { return [] }
  return script[start.upperBound...].matches(of: /\n  ([a-z]+(?:-[a-z]+)*)(?: \|[^)]*)?\)/).map {
    String($0.1)
  }
}

/// Whether a text is one JSON value.
func isJSON(_ text: String) -> Bool {
  (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil
}

@Suite struct DocumentTests {
  /// The README arrives with the commands it names.
  static let hasREADME = FileManager.default.fileExists(
    atPath: ProjectFolder.root.appending(path: "README.md").path)

  @Test(.enabled(if: hasREADME, "there is no README.md yet"))
  func theREADMEsCommandsExist() throws {
    let named = setupCommands(try SourceTree.text("README.md"))
    let offered = offeredCommands(try SourceTree.text("setup.sh"))
    #expect(named.contains("demo") && named.contains("test"))
    #expect(named.filter { !offered.contains($0) } == [])
  }

  @Test func theScriptOffersItsCommands() throws {
    let offered = offeredCommands(try SourceTree.text("setup.sh"))
    #expect(
      offered == [
        "install", "build", "demo", "claims", "leave-one-out", "test", "planted", "browser", "cluster",
        "bench", "bench-detectors", "notices", "traits", "fuzz", "help",
      ])
  }

  @Test func committedJSONParses() throws {
    for folder in ["Sources", "Tests", "datasets", "experiments"]
    where FileManager.default.fileExists(atPath: ProjectFolder.root.appending(path: folder).path) {
      for file in try SourceTree.files(in: folder, endings: ["json"]) {
        #expect(isJSON(file.text), "\(file.path) is not JSON")
      }
    }
  }

  /// The outside package is built and tested by `.ci/run`, so code that stands in it compiles.
  @Test func codeInArticlesIsTheOutsidePackages() throws {
    let code = try SourceTree.files(in: "experiments/own-detector", endings: ["swift"]).map(\.text)
    let blocks = try SourceTree.files(in: "Sources", endings: ["md"]).filter { $0.path.contains(".docc/") }
      .flatMap { $0.text.matches(of: /```swift\n([^`]*)```/).map { String($0.1) } }
    #expect(blocks.count > 8)
    #expect(blocks.filter { block in !code.contains { $0.contains(block) } } == [])
  }

  @Test func findsACommandThatIsNotOffered() {
    let script = "case $command in\n  demo) demo ;;\n  help | -h) usage ;;\nesac\n"
    #expect(offeredCommands(script) == ["demo", "help"])
    #expect(setupCommands("`./setup.sh demo`, ./setup.sh fly, ./setup.sh demo") == ["demo", "fly"])
  }

  @Test func findsWhatIsNotJSON() {
    #expect(isJSON("{\"a\": [1, 2]}"))
    #expect(!isJSON("{\"a\": [1, 2}"))
    #expect(!isJSON(""))
  }
}
