import Testing

@testable import HRSupport

@Suite struct JSONFormTests {
  enum Colour: String, CaseIterable, Sendable { case red, green }

  struct Point: Equatable, Sendable {
    let x: Double
    let share: Double?
  }

  struct Picture: Equatable, Sendable {
    let name: String
    let seed: UInt64
    let size: Int
    let isOld: Bool
    let colour: Colour
    let points: [Point]
    let marks: [Named<Int>]
    let note: String?
    let tags: [String]
    let place: Point?
    let tries: Int
  }

  private static let point = JSONForm<Point>.object(
    "a point", Point.init, .init("x", \.x, .number, "Where."),
    .init("share", \.share, .optional(.share), "How much."))

  private static let picture = JSONForm<Picture>.object(
    "a picture", Picture.init,
    .init("name", \.name, .text, "Its name."), .init("seed", \.seed, .seed, "Its seed."),
    .init("size", \.size, .integer(1...9), "Its size."), .init("isOld", \.isOld, .boolean, "Its age."),
    .init("colour", \.colour, .choice, fallback: .green, "Its colour."),
    .init("points", \.points, .list(point, atLeast: 1), "Its points."),
    .init("marks", \.marks, .map(.count), "Its marks."), .init("note", ifAny: \.note, .text, "A word."),
    .init("tags", ifAny: \.tags, .list(.text), "Words."),
    .init(ifAnyMembersOf: \.place, point), .init("tries", \.tries, .count, "How often."))

  private static func file(isOpen: Bool) -> JSONFileForm<Picture> {
    JSONFileForm("picture", "picture file", version: 2, again: "paint it again", isOpen: isOpen, picture)
  }

  private static let full = Picture(
    name: "a", seed: .max, size: 3, isOld: true, colour: .red,
    points: [Point(x: 0.5, share: nil), Point(x: -1, share: 1)], marks: [Named(name: "k", value: 2)],
    note: "n", tags: ["t"], place: Point(x: 3, share: 0.25), tries: 2)
  private static let bare = Picture(
    name: "", seed: 7, size: 1, isOld: false, colour: .green, points: [Point(x: 0, share: 0)], marks: [],
    note: nil, tags: [], place: nil, tries: 0)

  @Test(arguments: [true, false])
  func whatIsWrittenReadsBack(_ isOpen: Bool) throws {
    let file = Self.file(isOpen: isOpen)
    for value in [Self.full, Self.bare] {
      let text = file.text(value)
      #expect(try file.read(text, file: "p.json") == value)
      #expect(try JSONDocument(text, file: "p.json").problems(against: file.shape) == [])
    }
    #expect(file.text(Self.full).contains("\"seed\": \"18446744073709551615\""))
    for key in ["note", "tags", "share\": 0.25"] { #expect(!file.text(Self.bare).contains("\"\(key)")) }
  }

  @Test func whatTextsLackHasItsMeaning() throws {
    let text = Self.file(isOpen: true).text(Self.full)
      .replacing("  \"colour\": \"red\",\n", with: "").replacing(",\n      \"share\": null", with: "")
    let read = try Self.file(isOpen: true).read(text, file: "p.json")
    #expect(read.colour == .green && read.points == Self.full.points)
    // A form that is not open requires every member that is always written.
    #expect(throws: Diagnostics.self) { try Self.file(isOpen: false).read(text, file: "p.json") }
  }

  @Test(arguments: [
    ("\"name\": \"a\"", "\"name\": 1", "expected a text, found the number 1", "$.name"),
    ("  \"name\": \"a\",\n", "", "the key \"name\" is missing", "$"),
    ("\"size\": 3", "\"size\": 10", "expected a whole number from 1 to 9, found the number 10", "$.size"),
    ("\"size\": 3", "\"size\": 2.5", "expected a whole number from 1 to 9, found the number 2.5", "$.size"),
    ("\"isOld\": true", "\"isOld\": null", "expected true or false, found null", "$.isOld"),
    (
      "\"colour\": \"red\"", "\"colour\": \"blue\"", "expected \"red\" or \"green\", found the text \"blue\"",
      "$.colour"
    ),
    ("\"x\": -1", "\"x\": \"far\"", "expected a number, found the text \"far\"", "$.points[1].x"),
    (
      "\"share\": null", "\"share\": []", "expected a number from 0 to 1 or null, found a list",
      "$.points[0].share"
    ),
    (
      "\"share\": 1", "\"share\": 1.5", "expected a number from 0 to 1, found the number 1.5",
      "$.points[1].share"
    ),
    ("{\n    \"k\": 2\n  }", "[]", "expected an object, found a list", "$.marks"),
    ("\"note\": \"n\"", "\"note\": 1", "expected a text, found the number 1", "$.note"),
    ("\"share\": 0.25", "\"share\": 25", "expected a number from 0 to 1, found the number 25", "$.share"),
    ("\"k\": 2", "\"k\": -2", "expected a whole number from 0 up, found the number -2", "$.marks.k"),
    ("[\"t\"]", "\"t\"", "expected a list, found the text \"t\"", "$.tags"),
    ("[\"t\"]", "[null]", "expected a text, found null", "$.tags[0]"),
    ("\"18446744073709551615\"", "-1", "expected a whole number from 0 up, found the number -1", "$.seed"),
    (
      "\"format\": \"picture\"", "\"format\": \"film\"", "this is no picture file of hreval; its format is",
      "$.format"
    ),
    ("\"version\": 2", "\"version\": 3", "of version 3; this hreval reads version 2", "$.version"),
    ("\"version\": 2", "\"version\": 1", "of version 1; this hreval reads version 2", "$.version"),
  ])
  func saysWhatIsWrongAndWhere(_ old: String, _ new: String, _ message: String, _ path: String) throws {
    let text = Self.file(isOpen: true).text(Self.full)
    let broken = text.replacing(old, with: new)
    try #require(broken != text, "\(old) is not in the text")
    let problems = try #require(throws: Diagnostics.self) {
      try Self.file(isOpen: true).read(broken, file: "p.json")
    }.list
    #expect(problems.count == 1, "\(problems.map(\.message))")
    #expect(problems.first?.message.contains(message) == true, "\(problems.map(\.message))")
    #expect(problems.first?.place?.path == path && problems.first?.place?.line != nil)
  }

  @Test func allProblemsComeAtOnce() throws {
    let text = Self.file(isOpen: true).text(Self.full).replacing("\"x\": ", with: "\"y\": ")
    let problems = try #require(throws: Diagnostics.self) {
      try Self.file(isOpen: true).read(text, file: "p.json")
    }.list
    // Two points and the members of `place`, one of which still exists.
    #expect(problems.map(\.message) == Array(repeating: "the key \"x\" is missing", count: 3))
  }

  @Test func onlyAnOpenFileMayHoldMore() throws {
    let text = Self.file(isOpen: true).text(Self.bare).replacing("\"isOld\"", with: "\"new\": 1, \"isOld\"")
    #expect(try Self.file(isOpen: true).read(text, file: "p.json") == Self.bare)
    let problems = try #require(throws: Diagnostics.self) {
      try Self.file(isOpen: false).read(text, file: "p.json")
    }.list
    #expect(problems.map(\.message) == ["unknown key \"new\" in a picture"])
  }

  @Test func aCheckRefusesWhatFormsCannotTell() throws {
    let form = Self.picture.checked { value, node, reading in
      guard value.points.count > value.size else { return }
      reading.problem("too many points", at: node["points"] ?? node)
    }
    let file = JSONFileForm(
      "picture", "picture file", version: 2, again: "paint it again", isOpen: true, form)
    #expect(try file.read(file.text(Self.full), file: "p.json") == Self.full)
    let text = file.text(Self.full).replacing("\"size\": 3", with: "\"size\": 1")
    let problems = try #require(throws: Diagnostics.self) { try file.read(text, file: "p.json") }.list
    #expect(problems.map(\.message) == ["too many points"] && problems.first?.place?.path == "$.points")
  }

  @Test func aKeyIsReadByItsTypeAndDescribedByItsForm() throws {
    let size = JSONKey("size", .integer(1...9), fallback: 3, "Its size.")
    let starts = JSONKey("starts", .oneOrMany(.number(0...5)), fallback: [0], "Its starts.")
    let tags = JSONKey("tags", .list(.text, atLeast: 1), missing: [], "Words.")
    let colour = JSONKey<Colour?>("colour", .choice, required: true, "Its colour.")
    let part = JSONKey<JSONNode?>("part", .node, "Another.")
    func root(_ text: String) throws -> JSONNode { try JSONDocument(text, file: "p.json").root }
    let full = try root(
      #"{"size": 20, "starts": [1, 2], "tags": ["a", 3], "colour": "red", "part": {"size": 4}}"#)
    // The shape reports the size and the tag; what can be read of them is.
    #expect(full[size] == 20 && full[starts] == [1, 2] && full[tags] == ["a"] && full[colour] == .red)
    #expect(full[part]?[size] == 4 && full.place(of: size).path == "$.size")
    let odd = try root(#"{"size": "x", "starts": 4, "tags": "a", "colour": "blue"}"#)
    #expect(odd[size] == 3 && odd[starts] == [4] && odd[tags] == [] && odd[colour] == nil)
    #expect(odd[part] == nil && odd.node(part) == nil && odd.place(of: part) == odd)
    #expect([size.field.fallback, starts.field.fallback, colour.field.fallback] == ["3", "0", nil])
    let other = colour.with(shape: .string, required: false, "Another's.")
    #expect(other.key == "colour" && !other.isRequired && other.summary == "Another's.")
  }
}
