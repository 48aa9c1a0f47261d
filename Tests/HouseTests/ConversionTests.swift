import Testing

/// Conversions to whole numbers that trap on what does not fit, and whole numbers without a sign that trap on the
/// lowest of all, as `path:line: what`.
///
/// Every conversion names what becomes of the rest: `saturating:`, `clamping:`, `exactly:`, `truncatingIfNeeded:`,
/// `bitPattern:`; text is read with `radix:`.
func trappingConversions(_ file: SourceTree.File) -> [String] {
  // `saturating:` itself, which asks first.
  if file.path == "Sources/HRNumerics/WholeNumbers.swift" { return [] }
  // What stands before a name that begins here: no letter, no dot of a member, but the dots of a range.
  let begin = "(?:^|[^\\w.]|\\.\\.\\.)"
  let whole = "U?Int(?:8|16|32|64)?"
  let label = "(?:saturating|clamping|exactly|truncatingIfNeeded|bitPattern|littleEndian|bigEndian|ascii)"
  guard
    let unlabelled = try? Regex("\(begin)\(whole)\\((?!\\s*\(label):)"),
    let reference = try? Regex("\(begin)\(whole)\\.init\\b(?!\\(\\s*\(label):)"),
    let text = try? Regex("\(begin)\(whole)\\([^,]+, radix: ")
  else { return ["the expressions cannot be read"] }
  // A call may go on in the next line, where its label then stands.
  let code = codeOnly(file.text)
  return code.indices.flatMap { number -> [String] in
    var line = code[number]
    // Expressions are slow, and few lines hold any of it.
    guard line.contains("Int") || line.contains("abs") else { return [] }
    if line.hasSuffix("("), number + 1 < code.count { line += code[number + 1].drop { $0 == " " } }
    var found: [String] = []
    func note(_ what: String) { found.append("\(file.path):\(number + 1): \(what)") }
    if line.contains(unlabelled), !line.contains(text) { note("a conversion that can trap") }
    if line.contains(reference) { note("a conversion that can trap, as a function") }
    if code[number].contains(#/\babs\(/#),
      code[number].contains(#/\bInt(?:8|16|32|64)?\(exactly:/#) || file.target == "HRDiagnostics"
    {
      note("abs of a whole number: take its magnitude")
    }
    return found
  }
}

@Suite struct ConversionTests {
  @Test func everyConversionSaysWhatBecomesOfTheRest() throws {
    let files = try SourceTree.files(in: "Sources", endings: ["swift"])
    #expect(files.contains { $0.text.contains("Int(saturating:") })
    #expect(files.flatMap(trappingConversions) == [])
  }

  @Test(arguments: [
    "let a = Int(b)", "let a = Int((b * rate).rounded())", "let a = UInt64(b.count)", "f(Int32(b), c)",
    "let a = Int(\n  (b / c).rounded(.down))", "for a in -2...Int(b) {}", "for a in 0..<Int(b) {}",
    "let a = b.map(Int.init)", "let a = b.map(UInt64.init)",
    "if let a = Int64(exactly: b), abs(a) < 5 {}", "let a = max(1, Int(0.5 * rate))",
  ])
  func findsWhatTraps(line: String) {
    let file = SourceTree.File(path: "Sources/HRSignals/Sample.swift", text: "let ok = 1\n\(line)\n")
    let found = trappingConversions(file)
    #expect(found.count == 1)
    #expect(found.allSatisfy { $0.hasPrefix("Sources/HRSignals/Sample.swift:2: ") })
  }

  @Test func wholeNumbersOfTextHaveAMagnitude() {
    let file = SourceTree.File(path: "Sources/HRDiagnostics/Sample.swift", text: "let a = abs(whole)")
    #expect(trappingConversions(file).count == 1)
  }

  @Test(arguments: [
    "let a = Int(saturating: b)", "let a = Int(clamping: b)", "let a = Int(exactly: b)", "let a: [Int] = []",
    "let a = Int(text, radix: 10)", "let a = UInt8(ascii: \"a\")", "let a = UInt64(bitPattern: b)",
    "let a = Int(\n  saturating: b)", "/// Int(b) traps", "let a = abs(b - c)", "let a = Point(b)",
    "let a = myInt(b)", "let a = b.map { Int(clamping: $0) }",
  ])
  func leavesTheRestAlone(text: String) {
    #expect(trappingConversions(SourceTree.File(path: "Sources/HRSignals/Sample.swift", text: text)) == [])
  }
}
