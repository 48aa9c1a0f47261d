import Testing

@testable import HRSupport

@Suite struct JSONParserTests {
  @Test func showsTheLineWhateverEndsLines() throws {
    let document = try JSONDocument("{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}\r\n", file: "x.json")
    let node = try #require(document.root["b"])
    #expect(document.problem("m", at: node).place?.excerpt == "  \"b\": 2")
    let broken = #expect(throws: Diagnostics.self) { try JSONDocument("{\r\n  \"a\" 1}", file: "x.json") }?
      .first
    #expect(broken?.place?.excerpt == "  \"a\" 1}")
  }

  @Test func keepsPlaces() throws {
    let document = try JSONDocument("{\n  \"a\": [1,\n    {\"b\": true}]\n}", file: "x.json")
    let inner = try #require(document.root["a"]?.elements?[1]["b"])
    #expect(inner.boolean == true)
    #expect(inner.position == JSONPosition(line: 3, column: 11))
    #expect(inner.path == "$.a[1].b")
  }

  @Test func readsEveryKindOfValue() throws {
    let text = #"{"s": "a\"\\\/\b\f\n\r\té😀 ü", "n": -1.5e-3, "z": 0, "t": true, "f": false, "0": null}"#
    let root = try JSONDocument("\u{FEFF}" + text + "\r\n", file: "x.json").root
    #expect(root["s"]?.string == "a\"\\/\u{8}\u{C}\n\r\té😀 ü")
    #expect(root["n"]?.number == -0.0015)
    #expect(root["z"]?.integer == 0)
    #expect(root["t"]?.boolean == true)
    #expect(root["f"]?.boolean == false)
    #expect(root["0"]?.value == .null)
    #expect(try JSONDocument(#""\uD83D\uDE00\u00e9""#, file: "x").root.string == "😀é")
  }

  @Test(
    arguments: [
      ("", 1, 1, "empty"),
      ("{\"a\": 1,}", 1, 9, "key in double quotes"),
      ("[1, 2,]", 1, 7, "expected a value"),
      ("{\"a\" 1}", 1, 6, "expected \":\""),
      ("{\"a\": 1 \"b\": 2}", 1, 9, "expected \",\" or \"}\""),
      ("{\n  // note\n}", 2, 3, "key in double quotes"),
      ("[// note\n]", 1, 2, "comments"),
      ("{'a': 1}", 1, 2, "key in double quotes"),
      ("['a']", 1, 2, "double quotes"),
      ("[01]", 1, 3, "does not start with 0"),
      ("[1.]", 1, 4, "digit after the point"),
      ("[1e]", 1, 4, "exponent"),
      ("[-]", 1, 3, "expected a digit"),
      ("[1e999]", 1, 7, "too large"),
      ("[NaN]", 1, 2, "expected a value"),
      ("\"a\nb\"", 1, 3, "end on its line"),
      ("\"abc", 1, 5, "never closed"),
      (#""\x""#, 1, 3, "not an escape"),
      (#""\u12g4""#, 1, 6, "hexadecimal"),
      (#""\ud83d""#, 1, 8, "surrogate"),
      ("{} {}", 1, 4, "more text"),
      ("tru", 1, 4, "expected true"),
      ("[1", 1, 3, "the end of the file"),
    ] as [(String, Int, Int, String)])
  func saysWhereTextIsNotJSON(_ text: String, _ line: Int, _ column: Int, _ words: String) throws {
    let problem = try #require(throws: Diagnostics.self) { try JSONDocument(text, file: "x.json") }.first
    #expect(problem.message.contains(words), "\(problem.message)")
    #expect(problem.place?.line == line)
    #expect(problem.place?.column == column)
  }

  @Test func refusesToExhaustTheStack() throws {
    let deep = String(repeating: "[", count: 100_000)
    let problem = try #require(throws: Diagnostics.self) { try JSONDocument(deep, file: "x.json") }.first
    #expect(problem.message.contains("nested deeper"))
  }

  @Test func writesWhatItReads() throws {
    let text = JSONText.object([
      ("b", .number(0.1)), ("a", .array([.integer(1), .null])), ("s", .string("ä\"\n\u{1}")),
      ("e", .object([])),
      ("big", .number(1e300)), ("whole", .number(-3)),
    ])
    let root = try JSONDocument(text.rendered(), file: "x").root
    #expect(root.members?.map(\.key) == ["b", "a", "s", "e", "big", "whole"])
    #expect(root["s"]?.string == "ä\"\n\u{1}")
    #expect(root["big"]?.number == 1e300)
    #expect(text.rendered(indented: false).contains("\"whole\":-3"))
    #expect(JSONText.optional(Double.nan).rendered(indented: false) == "null")
  }

  /// Lists whose elements are made while they are written, and texts in pieces, give the same text.
  @Test(arguments: [true, false]) func writesTheSameInPieces(_ indented: Bool) {
    let lists: [[JSONText]] = [[], [.integer(1), .null], [.object([("a", .number(0.5))]), .integer(2)]]
    func text(_ list: ([JSONText]) -> JSONText) -> JSONText {
      .object([("deep", .array(lists.map(list))), ("s", .string("ä")), ("end", list(lists[2]))])
    }
    let whole = text { .array($0) }.rendered(indented: indented)
    for bytes in [1, 7, 1000] {
      var pieces: [String] = []
      text { list in .list(count: list.count) { list[$0] } }.render(
        indented: indented, inPiecesOf: bytes
      ) { pieces.append($0) }
      #expect(pieces.joined() == whole)
      #expect(pieces.dropLast().allSatisfy { $0.utf8.count >= bytes })
      #expect(bytes == 1000 || pieces.count > 2)
    }
  }
}
