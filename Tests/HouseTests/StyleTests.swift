import Testing

/// What no source line may say, as `path:line: what`.
func forbiddenWords(_ file: SourceTree.File) -> [String] {
  var found: [String] = []
  func note(_ line: Int, _ what: String) { found.append("\(file.path):\(line + 1): \(what)") }

  for (number, line) in codeOnly(file.text).enumerated() {
    // The plain word first: expressions are slow, and few lines hold any.
    func has(_ word: String, _ expression: @autoclosure () -> Regex<Substring>) -> Bool {
      line.contains(word) && line.contains(expression())
    }
    if has("try!", /\btry!/) { note(number, "try!") }
    if has("as!", /\bas!/) { note(number, "as!") }
    if has("fatalError", /\bfatalError\(/) { note(number, "fatalError") }
    // Foundation's write to them traps where the disk is full or the stream is closed.
    if has("FileHandle", /\bFileHandle\.standard/) { note(number, "FileHandle.standard") }
    if has("Any", /(?:^|[^.\w])Any(?:\b|$)/) { note(number, "Any") }
    if file.target != "hreval", has("print", /(?:^|[^.\w])print\(/) { note(number, "print") }
  }
  guard file.text.contains("TODO") || file.text.contains("FIXME") else { return found }
  for (number, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
  where line.contains(/\b(?:TODO|FIXME)\b/) {
    note(number, "unfinished work")
  }
  return found
}

/// Files with more lines than one file should have.
func longFiles(_ files: [SourceTree.File], limit: Int = 500) -> [String] {
  files.compactMap { file in
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    return lines > limit ? "\(file.path): \(lines) lines" : nil
  }
}

@Suite struct StyleTests {
  @Test func sourcesSayNothingForbidden() throws {
    let files = try SourceTree.files(in: "Sources", endings: ["swift"])
    #expect(files.count > 20)
    #expect(files.flatMap(forbiddenWords) == [])
  }

  @Test func noFileIsOverlong() throws {
    let folders = ["Sources", "Tests"]
    let files = try folders.flatMap { try SourceTree.files(in: $0, endings: ["swift", "c", "h"]) }
    #expect(longFiles(files) == [])
  }

  @Test(arguments: [
    "let a = try! b()", "let a = b as! C", "fatalError(\"no\")", "var a: [String: Any] = [:]",
    "func a(_ b: Any) {}", "print(a)", "  print(\"a\", b)", "let a = 1  // TODO: b", "/* FIXME */",
    "FileHandle.standardError.write(a)",
    "let a = \"//\"; print(a)",
  ])
  func findsWhatIsForbidden(line: String) {
    let file = SourceTree.File(path: "Sources/HRSignals/Sample.swift", text: "let ok = 1\n\(line)\n")
    let found = forbiddenWords(file)
    #expect(found.count == 1)
    #expect(found.allSatisfy { $0.hasPrefix("Sources/HRSignals/Sample.swift:2: ") })
  }

  @Test(arguments: [
    "/// Any member, and never try! or print(", "let a = \"as! fatalError(\"", "terminal.print(a)",
    "let a = #\"say \"print(\" \"#", "struct AnyOrder {}", "let mayAny = blueprint(a)",
    "let a = \"\"\"\n  try! Any\n  \"\"\"",
  ])
  func leavesTheRestAlone(text: String) {
    #expect(forbiddenWords(SourceTree.File(path: "Sources/HRSignals/Sample.swift", text: text)) == [])
  }

  @Test func theProgramItselfMayPrint() {
    #expect(forbiddenWords(SourceTree.File(path: "Sources/hreval/main.swift", text: "print(1)")) == [])
  }

  @Test func findsALongFile() {
    let fits = SourceTree.File(path: "fits", text: String(repeating: "a\n", count: 500))
    let long = SourceTree.File(path: "long", text: String(repeating: "a\n", count: 501))
    #expect(longFiles([fits, long]) == ["long: 501 lines"])
  }
}
