/// The subset of Python's literals that occurs in headers of NPY files.
indirect enum PythonLiteral: Equatable {
  case text(String)
  case number(Int)
  case boolean(Bool)
  case none
  case list([PythonLiteral])
  case tuple([PythonLiteral])
  case dictionary([Pair])

  struct Pair: Equatable {
    let key: PythonLiteral
    let value: PythonLiteral
  }

  /// A syntax error, and its byte in the text.
  struct Fault: Error, Equatable {
    let message: String
    let byte: Int
  }

  /// - Parameter text: one literal, with blanks around it.
  static func parse(_ text: [UInt8]) throws(Fault) -> PythonLiteral {
    var parser = Parser(text: text)
    let literal = try parser.literal(depth: 0)
    parser.skipBlanks()
    guard parser.at == text.count else { throw parser.fault("something follows the header's dictionary") }
    return literal
  }

  private struct Parser {
    let text: [UInt8]
    var at = 0
    private static let mostDepth = 20

    func fault(_ message: String) -> Fault { Fault(message: message, byte: at) }

    mutating func skipBlanks() {
      while at < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[at]) { at += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
      skipBlanks()
      guard at < text.count, text[at] == byte else { return false }
      at += 1
      return true
    }

    private mutating func take(word: String) -> Bool {
      guard text[at...].starts(with: Array(word.utf8)) else { return false }
      at += word.utf8.count
      return true
    }

    mutating func literal(depth: Int) throws(Fault) -> PythonLiteral {
      guard depth < Self.mostDepth else { throw fault("it is nested too deep") }
      skipBlanks()
      guard at < text.count else { throw fault("it ends too early") }
      switch text[at] {
      case UInt8(ascii: "'"), UInt8(ascii: "\""): return .text(try quoted())
      case UInt8(ascii: "["):
        at += 1
        return .list(try items(until: UInt8(ascii: "]"), depth).items)
      case UInt8(ascii: "("):
        at += 1
        let (items, hasComma) = try items(until: UInt8(ascii: ")"), depth)
        // (5) is a number in parentheses.
        if let only = items.first, items.count == 1, !hasComma { return only }
        return .tuple(items)
      case UInt8(ascii: "{"):
        at += 1
        return .dictionary(try pairs(depth))
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digits = text[at...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let word = String(decoding: digits, as: UTF8.self)
        guard let number = Int(word, radix: 10) else {
          throw fault("a number is too large")
        }
        at += digits.count
        // Suffix of Python 2 after long numbers.
        if at < text.count, text[at] == UInt8(ascii: "L") { at += 1 }
        return .number(number)
      default:
        if take(word: "True") { return .boolean(true) }
        if take(word: "False") { return .boolean(false) }
        if take(word: "None") { return .none }
        throw fault("expected a text, a number, True, False, a list, a tuple or a dictionary")
      }
    }

    private mutating func items(
      until end: UInt8, _ depth: Int
    ) throws(Fault) -> (items: [PythonLiteral], hasComma: Bool) {
      var items: [PythonLiteral] = []
      var hasComma = false
      while !take(end) {
        guard items.isEmpty || hasComma else {
          throw fault(at < text.count ? "expected a comma" : "it ends too early")
        }
        items.append(try literal(depth: depth + 1))
        hasComma = take(UInt8(ascii: ","))
      }
      return (items, hasComma)
    }

    private mutating func pairs(_ depth: Int) throws(Fault) -> [Pair] {
      var pairs: [Pair] = []
      var hasComma = true
      while !take(UInt8(ascii: "}")) {
        guard hasComma else { throw fault(at < text.count ? "expected a comma" : "it ends too early") }
        let key = try literal(depth: depth + 1)
        guard take(UInt8(ascii: ":")) else { throw fault("expected a colon") }
        pairs.append(Pair(key: key, value: try literal(depth: depth + 1)))
        hasComma = take(UInt8(ascii: ","))
      }
      return pairs
    }

    private mutating func quoted() throws(Fault) -> String {
      let mark = text[at]
      at += 1
      var bytes: [UInt8] = []
      while at < text.count, text[at] != mark {
        if text[at] == UInt8(ascii: "\\") {
          bytes += try escaped()
        } else {
          bytes.append(text[at])
          at += 1
        }
      }
      guard at < text.count else { throw fault("a text has no end") }
      at += 1
      return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func escaped() throws(Fault) -> [UInt8] {
      at += 1
      guard at < text.count else { throw fault("a text has no end") }
      let letter = text[at]
      at += 1
      switch letter {
      case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""): return [letter]
      case UInt8(ascii: "n"): return [0x0A]
      case UInt8(ascii: "t"): return [0x09]
      case UInt8(ascii: "r"): return [0x0D]
      case UInt8(ascii: "x"), UInt8(ascii: "u"), UInt8(ascii: "U"):
        let count = letter == UInt8(ascii: "x") ? 2 : letter == UInt8(ascii: "u") ? 4 : 8
        let digits = text[at...].prefix(count)
        let word = String(decoding: digits, as: UTF8.self)
        guard digits.count == count, let code = UInt32(word, radix: 16),
          let scalar = Unicode.Scalar(code)
        else { throw fault("an escape in a text cannot be read") }
        at += count
        return Array(String(Character(scalar)).utf8)
      default: throw fault("an escape in a text cannot be read")
      }
    }
  }
}
