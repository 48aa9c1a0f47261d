import HRTestSupport
import Testing

/// Rules for the sources that neither the compiler, nor SwiftPM's import check, nor swift-format holds.
@Suite struct SourceTests {
  /// Modules that may use Foundation, clocks, files and threads.
  private static let effectful = ["HRSupport", "HRRecordings", "HRRunning", "HREvaluation", "HRCommands"]

  @Test func otherModulesUseNoFoundation() throws {
    let files = try SourceFile.all(in: "Sources", endings: "swift")
    #expect(files.contains { $0.path == "Sources/HRSignals/Signal.swift" })
    let system = /import (?:struct |class )?(?:Foundation|Dispatch|Glibc|Darwin)/
    // HRSupport hands Foundation on to who imports it.
    let names =
      /\b(?:FileManager|ProcessInfo|Date|URL|UUID|getenv|fopen|getcwd|clock_gettime|usleep|unlink|stat)\b[.(]/
    let found = files.filter { !Self.effectful.contains($0.module) }
      .flatMap { $0.lines { $0.contains("import ") && $0.contains(system) || $0.contains(names) } }
    #expect(found == [])
  }

  @Test func noLineIsForbidden() throws {
    let found = try SourceFile.all(in: "Sources", endings: "swift")
      .filter { $0.path != "Sources/HRNumerics/WholeNumbers.swift" }
      .flatMap { file in file.lines { isForbidden($0, in: file.module) } }
    #expect(found == [])
  }

  /// A user who has no checkout must find what a message names: `hreval help TOPIC` travels with the program.
  @Test func messagesNameNoPagesOfTheCheckout() throws {
    // The gallery is a page itself.
    let found = try SourceFile.all(in: "Sources", endings: "swift")
      .filter { !$0.path.contains("/Catalogue/") && !$0.path.hasSuffix("HelpTopic.swift") }
      .flatMap { file in
        file.text.split(separator: "\n").filter {
          $0.contains("README.md") && !$0.contains("//") && !$0.contains("\\(gallery)/")
        }.map { "\(file.path): \($0)" }
      }
    #expect(found == [])
  }

  /// The page says which files were never compiled on macOS.
  @Test func thePageOfPackagesNamesWhatMacOSHasOtherwise() throws {
    let page = try ProjectFolder.text("packaging/README.md")
    let branch = /^ *#(?:if|elif|ifdef).*(?:os\((?:Linux|macOS)\)|canImport\(|__APPLE__|__linux__)/
    let files = try SourceFile.all(in: "Sources", endings: "swift", "c", "h")
      .filter { file in file.text.split(separator: "\n").contains { $0.contains(branch) } }
    #expect(files.count > 10)
    #expect(files.map(\.path).filter { !page.contains("`\($0)`") } == [])
  }

  /// Files are short, comments begin with a noun phrase or a verb, and nothing is left unfinished.
  @Test func filesAreShortAndCommentsNameTheirSubject() throws {
    let files = try ["Sources", "Tests"].flatMap { try SourceFile.all(in: $0, endings: "swift", "c", "h") }
    var found: [String] = []
    for file in files where !file.path.hasPrefix("Tests/Architecture/") {
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
      if lines.count > 501 { found.append("\(file.path): \(lines.count) lines") }
      for line in lines where line.contains("/// W") || line.contains("/// Of") || line.contains("// TODO") {
        if line.contains(/\/\/\/ (?:What|Whether|Where|Of whom)\b|TODO/) {
          found.append("\(file.path): \(line)")
        }
      }
    }
    #expect(found == [])
  }

  @Test(arguments: [
    "let a = Int(b)", "let a = Int((b * rate).rounded())", "f(Int32(b), c)", "for a in -2...Int(b) {}",
    "let a = b.map(UInt64.init)", "if let a = Int64(exactly: b), abs(a) < 5 {}", "fatalError(\"no\")",
    "var a: [String: Any] = [:]", "func a(_ b: Any) {}", "  print(\"a\", b)",
    "FileHandle.standardError.write(a)",
    "let a = \"//\"; print(a)", "let a = Int(\n  (b / c).rounded(.down))",
  ])
  func findsWhatIsForbidden(line: String) {
    let file = SourceFile(path: "Sources/HRSignals/Sample.swift", text: "let ok = 1\n\(line)\n")
    #expect(file.lines { isForbidden($0, in: "HRSignals") }.count == 1)
  }

  @Test(arguments: [
    "let a = Int(saturating: b)", "let a = Int(text, radix: 10)", "let a = UInt8(ascii: \"a\")",
    "/// Int(b) traps",
    "let a = abs(b - c)", "let a = myInt(b)", "let a = Int(\n  clamping: b)",
    "/// Any member, and never print(",
    "let a = \"fatalError(\"", "terminal.print(a)", "let a = #\"say \"print(\" \"#", "struct AnyOrder {}",
    "let a = \"\"\"\n  print( Any\n  \"\"\"",
  ])
  func leavesTheRestAlone(text: String) {
    let file = SourceFile(path: "Sources/HRSignals/Sample.swift", text: text)
    #expect(file.lines { isForbidden($0, in: "HRSignals") } == [])
  }
}

/// True for a conversion to a whole number that traps on what does not fit, `abs` of one (its magnitude never traps),
/// and calls that end the process or write past the terminal.
private func isForbidden(_ line: String, in module: String) -> Bool {
  let conversion =
    #/
    (?:^|[^\w.]|\.\.\.) U?Int(?:8|16|32|64)? (?:\.init\b (?!\() | (?:\.init)? \( (?!.*,\ radix:)
      (?!(?:saturating|clamping|exactly|truncatingIfNeeded|bitPattern|littleEndian|bigEndian|ascii):))
    /#
  // The plain word first: expressions are slow, and few lines hold any.
  return line.contains("Int") && line.contains(conversion)
    || line.contains("abs(") && line.contains(/\bInt(?:8|16|32|64)?\(exactly:/)
    || line.contains("fatalError(") || line.contains("FileHandle.standard")
    || line.contains("Any") && line.contains(/(?:^|[^.\w])Any(?:\b|$)/)
    || module != "hreval" && line.contains("print(") && line.contains(/(?:^|[^.\w])print\(/)
}
