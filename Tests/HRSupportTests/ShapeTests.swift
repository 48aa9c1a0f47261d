import HRSupport
import Testing

@Suite struct ShapeTests {
  static let shape = Shape.object(
    ObjectShape(
      "the thing",
      [
        .init("name", .string, required: true, "What it is called."),
        .init("rate", .number(0.5...4), fallback: "1", "Rate."),
        .init("count", .integer(1...3), "Count."),
        .init("on", .boolean, "Switch."),
        .init("kind", .choice(["linear", "cubic"]), "Kind."),
        .init("sweep", .oneOrMany(.number(0...1)), "Sweep."),
        .init("names", .list(.string, atLeast: 1), "Names."),
        .init(
          "plugin",
          .either([
            .choice(["fft", "peak"]),
            .object(
              ObjectShape(
                "a plugin", marker: "use",
                [
                  .init("use", .choice(["fft", "peak"]), required: true, "Which."),
                  .init(
                    "parameters",
                    .dependent(
                      on: "use",
                      [
                        (
                          "fft",
                          .object(
                            ObjectShape("the parameters of fft", [.init("low", .number(0...9), "Edge.")]))
                        )
                      ]),
                    "Parameters."),
                ])),
          ]), "A plugin."),
      ]))

  private func problems(_ text: String) throws -> [String] {
    try JSONDocument(text, file: "x.json").problems(against: Self.shape).map(\.message)
  }

  /// Only the first problems of a file with very many are reported, and without delay.
  @Test func ofVeryManyProblemsTheFirstAreShown() throws {
    let keys = (0..<50_000).map { "\"k\($0 / 2)\": 1" }.joined(separator: ",\n")
    let found = try JSONDocument("{\(keys)}", file: "x.json").problems(against: Self.shape)
    #expect(found.count == 101)
    #expect(found.last?.message == "and more problems of this file")
  }

  @Test func linesEndAtLineFeedsWithOrWithoutCarriageReturns() throws {
    let found = try problemsWithPlaces("{\r\n\"oops\": 1,\r\n  \"worse\": 2\n}")
    #expect(found.prefix(2).map(\.place?.excerpt) == ["\"oops\": 1,", "  \"worse\": 2"])
  }

  private func problemsWithPlaces(_ text: String) throws -> [Diagnostic] {
    try JSONDocument(text, file: "x.json").problems(against: Self.shape)
  }

  @Test func acceptsWhatFits() throws {
    let text = """
      {"name": "a", "rate": 4, "count": 3, "on": false, "kind": "cubic", "sweep": [0, 1], "names": ["x"],
       "plugin": {"use": "fft", "parameters": {"low": 0.5}}}
      """
    #expect(try problems(text) == [])
    #expect(try problems(#"{"name": "a", "plugin": "peak", "sweep": 0.5}"#) == [])
  }

  @Test(
    arguments: [
      (#"{}"#, "the thing lacks the key \"name\""),
      (#"[]"#, "expected an object ({ … }), found a list"),
      (#"{"name": 3}"#, "expected a text in double quotes, found the number 3"),
      (#"{"name": "a", "rate": 5}"#, "\"rate\" is 5, outside its range 0.5 to 4"),
      (#"{"name": "a", "rate": "1"}"#, "expected a number from 0.5 to 4, found the text \"1\""),
      (#"{"name": "a", "count": 1.5}"#, "expected a whole number, found the number 1.5"),
      (#"{"name": "a", "count": 9}"#, "\"count\" is 9, outside its range 1 to 3"),
      (#"{"name": "a", "on": 1}"#, "expected true or false, found the number 1"),
      (#"{"name": "a", "kind": "qubic"}"#, "unknown kind \"qubic\""),
      (#"{"name": "a", "kind": null}"#, "expected one of \"linear\", \"cubic\", found null"),
      (#"{"name": "a", "sweep": []}"#, "a sweep needs at least one value"),
      (#"{"name": "a", "names": []}"#, "\"names\" needs at least 1 entry"),
      (#"{"name": "a", "names": "b"}"#, "expected a list, found the text \"b\""),
      (#"{"name": "a", "nme": 1}"#, "unknown key \"nme\" in the thing"),
      (#"{"name": "a", "name": "b"}"#, "the key \"name\" stands twice in the thing"),
      (#"{"name": "a", "plugin": {"parameters": {}}}"#, "a plugin needs one of the keys \"use\""),
      (#"{"name": "a", "plugin": 3}"#, "expected \"fft\" or \"peak\" or an object, found the number 3"),
      (#"{"name": "a", "plugin": "ftt"}"#, "unknown plugin \"ftt\""),
      (
        #"{"name": "a", "plugin": {"use": "fft", "parameters": {"lo": 1}}}"#,
        "unknown key \"lo\" in the parameters of fft"
      ),
      (
        #"{"name": "a", "plugin": {"use": "fft", "parameters": 3}}"#,
        "expected an object ({ … }), found the number 3"
      ),
    ] as [(String, String)])
  func reportsWhatDoesNot(_ text: String, _ message: String) throws {
    #expect(try problems(text) == [message])
  }

  @Test func reportsEverythingAtOnce() throws {
    let found = try problems(#"{"rate": 9, "count": "x", "oops": 1, "kind": "z"}"#)
    #expect(found.count == 5)
  }

  @Test func suggestsWhatWasMeant() throws {
    let document = try JSONDocument(#"{"name": "a", "kid": "linear"}"#, file: "x.json")
    let problem = try #require(document.problems(against: Self.shape).first)
    #expect(problem.hint == "did you mean \"kind\"?")
    #expect(problem.place?.column == 15)
  }

  @Test func describesItselfAsJSONSchema() {
    let schema = Self.shape.schema(title: "t", identifier: "i").rendered()
    #expect(schema.contains("\"additionalProperties\": false"))
    #expect(schema.contains("\"required\": [\"name\"]"))
    #expect(schema.contains("\"minimum\": 0.5"))
    #expect(schema.contains("\"const\": \"fft\""))
  }

  @Test func writesDefaultsAsValues() {
    let shape = Shape.object(
      ObjectShape(
        "a thing",
        [
          .init("rate", .oneOrMany(.number(nil)), fallback: "0.7", "A number."),
          .init("on", .boolean, fallback: "true", "A truth."),
          .init("list", .list(.string), fallback: "[\"a\"]", "A list."),
          .init("mark", .choice([".", "1"]), fallback: "1", "A choice."),
        ]))
    let schema = shape.schema(title: "t", identifier: "i").rendered()
    #expect(schema.contains("\"default\": 0.7") && schema.contains("\"default\": true"))
    #expect(schema.contains("\"default\": [\"a\"]") && schema.contains("\"default\": \"1\""))
  }
}
