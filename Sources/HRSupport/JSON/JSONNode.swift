/// A JSON value with its place in the text.
package struct JSONNode: Equatable, Sendable {
  package struct Member: Equatable, Sendable {
    package let key: String
    package let keyPlace: JSONPosition
    package let value: JSONNode

    package init(key: String, keyPlace: JSONPosition, value: JSONNode) {
      self.key = key
      self.keyPlace = keyPlace
      self.value = value
    }
  }

  package enum Value: Equatable, Sendable {
    case object([Member])
    case array([JSONNode])
    case string(String)
    /// The value, and its text as written.
    case number(Double, text: String)
    case boolean(Bool)
    case null
  }

  package let value: Value
  package let position: JSONPosition
  /// Path of the node: `$`, `$.detectors[1].parameters`.
  package let path: String

  package init(_ value: Value, position: JSONPosition, path: String) {
    self.value = value
    self.position = position
    self.path = path
  }

  /// Member with a key; the first of duplicates (which validation refuses).
  package subscript(_ key: String) -> JSONNode? {
    members?.first { $0.key == key }?.value
  }

  package var members: [Member]? {
    if case .object(let members) = value { members } else { nil }
  }

  package var elements: [JSONNode]? {
    if case .array(let elements) = value { elements } else { nil }
  }

  package var string: String? {
    if case .string(let text) = value { text } else { nil }
  }

  package var number: Double? {
    if case .number(let number, _) = value { number } else { nil }
  }

  package var integer: Int? {
    number.flatMap { Int(exactly: $0) }
  }

  package var boolean: Bool? {
    if case .boolean(let boolean) = value { boolean } else { nil }
  }

  /// Returns the value of a type that the text names.
  package func choice<Choice: RawRepresentable>(of: Choice.Type = Choice.self) -> Choice?
  where Choice.RawValue == String {
    string.flatMap { Choice(rawValue: $0) }
  }

  /// Description of the value for a message: `the number 3`, `a list`.
  package var described: String {
    switch value {
    case .object: "an object"
    case .array: "a list"
    case .string(let text): "the text \"\(text.prefix(40))\""
    case .number(_, let text): "the number \(text)"
    case .boolean(let boolean): "\(boolean)"
    case .null: "null"
    }
  }
}

/// A place in a JSON text, counted from 1.
package struct JSONPosition: Equatable, Sendable {
  package let line: Int
  package let column: Int
}

/// A parsed JSON text with the data for messages: the file's name and lines.
package struct JSONDocument: Equatable, Sendable {
  package let file: String
  package let text: String
  package let root: JSONNode

  /// Parses a whole text (RFC 8259; a leading byte order mark is skipped).
  ///
  /// Duplicate keys are kept: validation reports them all together.
  package init(_ text: String, file: String) throws(Diagnostics) {
    self.file = file
    self.text = text
    var parser = JSONParser(text, file: file)
    root = try parser.document()
  }

  package init(file: String, text: String, root: JSONNode) {
    self.file = file
    self.text = text
    self.root = root
  }

  /// Returns a problem at a node.
  package func problem(_ message: String, at node: JSONNode, hint: String? = nil) -> Diagnostic {
    problem(message, at: node.position, path: node.path, hint: hint)
  }

  package func problem(
    _ message: String, at position: JSONPosition, path: String?, hint: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      message, place: Diagnostic.Place(file: file, text: text, position: position, path: path), hint: hint)
  }
}

/// The way to another process: as text, whose positions the document then has there.
extension JSONDocument: Codable {
  private struct Sent: Codable {
    let file: String
    let text: String
  }

  package func encode(to encoder: any Encoder) throws {
    try Sent(file: file, text: JSONText(root).rendered(indented: false)).encode(to: encoder)
  }

  package init(from decoder: any Decoder) throws {
    let sent = try Sent(from: decoder)
    try self.init(sent.text, file: sent.file)
  }
}

extension Diagnostic.Place {
  /// Creates a place in a JSON text, with its line as the excerpt.
  init(file: String, text: String, position: JSONPosition, path: String? = nil) {
    let excerpt = Self.line(position.line, of: text)
    self.init(file: file, line: position.line, column: position.column, path: path, excerpt: excerpt)
  }

  /// Returns a line by its number from 1, without its end; `nil` if there are fewer.
  private static func line(_ number: Int, of text: String) -> String? {
    // Searched in bytes: in characters, every problem of a large file would take as long as reading it.
    var rest = text.utf8[...]
    for _ in 1..<max(1, number) {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      rest = rest[rest.index(after: end)...]
    }
    var line = rest.prefix { $0 != UInt8(ascii: "\n") }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return String(Substring(line))
  }
}
