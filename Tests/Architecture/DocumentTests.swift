import HRTestSupport
import Testing

@Suite struct DocumentTests {
  @Test func theREADMEsCommandsExist() throws {
    let script = try ProjectFolder.text("setup.sh")
    let start = try #require(script.range(of: "case $command in"))
    let offered = script[start.upperBound...].matches(of: /\n  ([a-z]+(?:-[a-z]+)*)(?: \|[^)]*)?\)/).map(\.1)
    let named = try ProjectFolder.text("README.md").matches(of: /\.\/setup\.sh +([a-z]+(?:-[a-z]+)*)/).map(
      \.1)
    #expect(named.contains("demo") && named.contains("test"))
    #expect(named.filter { !offered.contains($0) } == [])
  }

  /// The outside package is built and tested by the nightly gate, so code that is in it compiles.
  @Test func codeInArticlesIsTheOutsidePackages() throws {
    let code = try SourceFile.all(in: "experiments/own-detector", endings: "swift").map(\.text)
    let blocks = try SourceFile.all(in: "Sources", endings: "md").filter { $0.path.contains(".docc/") }
      .flatMap { $0.text.matches(of: /```swift\n([^`]*)```/).map { String($0.1) } }
    #expect(blocks.count > 8)
    #expect(blocks.filter { block in !code.contains { $0.contains(block) } } == [])
  }

  /// Messages that name a page of help name one that there is.
  @Test func pagesOfHelpThatMessagesNameAreThere() throws {
    let texts = try SourceFile.all(in: "Sources", endings: "swift").map(\.text)
    let named = Set(texts.flatMap { $0.matches(of: /help datasets ([a-z]+)/).map { String($0.1) } })
      .subtracting(["shows"])
    #expect(named.isSuperset(of: ["channels", "frames", "limits"]), "\(named)")
    for name in named.sorted() {
      #expect(try !ProjectFolder.text("docs/reference/datasets/\(name).md").isEmpty, "\(name)")
    }
  }
}
