/// A recursive-descent reader of RFC 8259 that keeps line and column of every value.
///
/// Foundation's parser gives values without places, which hreval's messages need.
struct JSONParser {
  private let scalars: [Unicode.Scalar]
  private let text: String
  private let file: String
  private var index = 0
  private var line = 1
  private var lineStart = 0
  /// Maximum depth, enough for any experiment; a hostile file must not exhaust the stack.
  private static let depthLimit = 200
  /// Maximum length of a number in characters, far more than a `Double` needs.
  private static let longestNumber = 1000

  init(_ text: String, file: String) {
    self.text = text
    self.file = file
    var scalars = Array(text.unicodeScalars)
    if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
    self.scalars = scalars
  }

  mutating func document() throws(Diagnostics) -> JSONNode {
    skipBlanks()
    guard index < scalars.count else { throw failure("the file is empty", hint: "a JSON file starts with {") }
    let root = try value(path: "$", depth: 0)
    skipBlanks()
    guard index == scalars.count else { throw failure("there is more text after the end of the JSON value") }
    return root
  }

  private var position: JSONPosition {
    JSONPosition(line: line, column: index - lineStart + 1)
  }

  private func failure(_ message: String, hint: String? = nil) -> Diagnostics {
    Diagnostics(
      "not valid JSON: \(message)", place: Diagnostic.Place(file: file, text: text, position: position),
      hint: hint)
  }

  private var current: Unicode.Scalar? {
    index < scalars.count ? scalars[index] : nil
  }

  private var found: String {
    guard let current else { return "the end of the file" }
    return "\"\(Character(current))\""
  }

  private mutating func skipBlanks() {
    while let scalar = current {
      switch scalar {
      case "\n":
        index += 1
        line += 1
        lineStart = index
      case " ", "\t", "\r":
        index += 1
      default:
        return
      }
    }
  }

  private mutating func value(path: String, depth: Int) throws(Diagnostics) -> JSONNode {
    guard depth < Self.depthLimit else { throw failure("nested deeper than \(Self.depthLimit) levels") }
    let start = position
    switch current {
    case "{":
      return JSONNode(.object(try members(path: path, depth: depth)), position: start, path: path)
    case "[":
      return JSONNode(.array(try elements(path: path, depth: depth)), position: start, path: path)
    case "\"":
      return JSONNode(.string(try string()), position: start, path: path)
    case "t":
      return try word("true", .boolean(true), path)
    case "f":
      return try word("false", .boolean(false), path)
    case "n":
      return try word("null", .null, path)
    case .some("-"), .some("0"..."9"):
      return try number(path: path)
    case "/":
      throw failure("comments are not part of JSON", hint: "put remarks in \"description\"")
    case "'":
      throw failure("text stands between double quotes, not single ones")
    default:
      throw failure("expected a value, found \(found)")
    }
  }

  private mutating func word(
    _ word: String, _ value: JSONNode.Value, _ path: String
  ) throws(Diagnostics) -> JSONNode {
    let start = position
    for expected in word.unicodeScalars {
      guard current == expected else { throw failure("expected \(word)") }
      index += 1
    }
    return JSONNode(value, position: start, path: path)
  }

  private mutating func members(path: String, depth: Int) throws(Diagnostics) -> [JSONNode.Member] {
    try entries(until: "}") { (parser, count) throws(Diagnostics) in
      guard parser.current == "\"" else {
        let trailing = parser.current == "}" && count > 0
        throw parser.failure(
          "expected a key in double quotes, found \(parser.found)",
          hint: trailing ? "remove the comma before this bracket" : nil)
      }
      let place = parser.position
      let key = try parser.string()
      parser.skipBlanks()
      guard parser.current == ":" else {
        throw parser.failure("expected \":\" after the key \"\(key)\", found \(parser.found)")
      }
      parser.index += 1
      parser.skipBlanks()
      let inner = try parser.value(path: "\(path).\(key)", depth: depth + 1)
      return JSONNode.Member(key: key, keyPlace: place, value: inner)
    }
  }

  private mutating func elements(path: String, depth: Int) throws(Diagnostics) -> [JSONNode] {
    try entries(until: "]") { (parser, count) throws(Diagnostics) in
      if parser.current == "]", count > 0 {
        throw parser.failure("expected a value, found \"]\"", hint: "remove the comma before this bracket")
      }
      return try parser.value(path: "\(path)[\(count)]", depth: depth + 1)
    }
  }

  /// Parses comma-separated entries between two brackets.
  ///
  /// - Parameter entry: parses one entry, given the number of entries before it.
  private mutating func entries<Entry>(
    until close: Unicode.Scalar, _ entry: (inout Self, Int) throws(Diagnostics) -> Entry
  ) throws(Diagnostics) -> [Entry] {
    index += 1
    var entries: [Entry] = []
    skipBlanks()
    if current == close {
      index += 1
      return entries
    }
    while true {
      skipBlanks()
      entries.append(try entry(&self, entries.count))
      skipBlanks()
      guard current == "," || current == close else {
        throw failure("expected \",\" or \"\(close)\", found \(found)")
      }
      index += 1
      if scalars[index - 1] == close { return entries }
    }
  }

  private mutating func string() throws(Diagnostics) -> String {
    index += 1
    var result = String.UnicodeScalarView()
    while let scalar = current {
      switch scalar {
      case "\"":
        index += 1
        return String(result)
      case "\\":
        index += 1
        result.append(try escaped())
      case let control where control.value < 0x20:
        throw failure("a text must end on its line", hint: "close it with a double quote, or write \\n")
      default:
        result.append(scalar)
        index += 1
      }
    }
    throw failure("a text is never closed", hint: "a double quote is missing")
  }

  private mutating func escaped() throws(Diagnostics) -> Unicode.Scalar {
    guard let scalar = current else { throw failure("the file ends inside a text") }
    index += 1
    switch scalar {
    case "\"", "\\", "/": return scalar
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      let high = try hexadecimal()
      if (0xD800..<0xDC00).contains(high) {
        guard current == "\\", index + 1 < scalars.count, scalars[index + 1] == "u" else {
          throw failure("half of a surrogate pair stands alone")
        }
        index += 2
        let low = try hexadecimal()
        guard (0xDC00..<0xE000).contains(low),
          let joined = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        else { throw failure("half of a surrogate pair stands alone") }
        return joined
      }
      guard let single = Unicode.Scalar(high) else { throw failure("half of a surrogate pair stands alone") }
      return single
    default:
      index -= 1
      throw failure("\\\(Character(scalar)) is not an escape of JSON", hint: "a backslash is written \\\\")
    }
  }

  private mutating func hexadecimal() throws(Diagnostics) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let scalar = current, let digit = Character(scalar).hexDigitValue, scalar.isASCII else {
        throw failure("\\u takes four hexadecimal digits")
      }
      value = value << 4 + UInt32(clamping: digit)
      index += 1
    }
    return value
  }

  private mutating func number(path: String) throws(Diagnostics) -> JSONNode {
    let start = position
    let first = index
    func isDigit(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { ("0"..."9").contains($0) } ?? false }
    if current == "-" { index += 1 }
    guard isDigit(current) else { throw failure("expected a digit, found \(found)") }
    if current == "0" {
      index += 1
      if isDigit(current) { throw failure("a number does not start with 0") }
    } else {
      while isDigit(current) { index += 1 }
    }
    if current == "." {
      index += 1
      guard isDigit(current) else { throw failure("expected a digit after the point, found \(found)") }
      while isDigit(current) { index += 1 }
    }
    if current == "e" || current == "E" {
      index += 1
      if current == "+" || current == "-" { index += 1 }
      guard isDigit(current) else { throw failure("expected a digit in the exponent, found \(found)") }
      while isDigit(current) { index += 1 }
    }
    guard index - first <= Self.longestNumber else {
      throw failure("a number of \(index - first) characters, expected at most \(Self.longestNumber)")
    }
    let text = String(String.UnicodeScalarView(scalars[first..<index]))
    guard let number = Double(text), number.isFinite else { throw failure("the number \(text) is too large") }
    return JSONNode(.number(number, text: text), position: start, path: path)
  }
}
