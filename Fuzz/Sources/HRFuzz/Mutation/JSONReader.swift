/// Reads JSON into a tree, and refuses what RFC 8259 refuses.
struct JSONReader {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0
  /// Limit of nesting depth; no input here is nested deeper.
  private static let deepest = 200

  struct Problem: Error {
    let place: Int
  }

  static func tree(_ bytes: [UInt8]) throws(Problem) -> JSONTree {
    var reader = JSONReader(bytes: bytes)
    let tree = try reader.value()
    reader.skipBlanks()
    guard reader.position == bytes.count else { throw Problem(place: reader.position) }
    return tree
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var here: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte = here, [32, 9, 10, 13].contains(byte) { position += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard here == byte else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ byte: UInt8) throws(Problem) {
    guard take(byte) else { throw Problem(place: position) }
  }

  private mutating func value() throws(Problem) -> JSONTree {
    depth += 1
    defer { depth -= 1 }
    skipBlanks()
    guard let byte = here, depth < Self.deepest else { throw Problem(place: position) }
    switch byte {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try list()
    case UInt8(ascii: "\""): return .text(try string())
    default: return .raw(try token())
    }
  }

  private mutating func object() throws(Problem) -> JSONTree {
    try expect(UInt8(ascii: "{"))
    var members: [JSONTree.Member] = []
    if take(UInt8(ascii: "}")) { return .object([]) }
    repeat {
      skipBlanks()
      let key = try string()
      try expect(UInt8(ascii: ":"))
      members.append(.init(key: key, value: try value()))
    } while take(UInt8(ascii: ","))
    try expect(UInt8(ascii: "}"))
    return .object(members)
  }

  private mutating func list() throws(Problem) -> JSONTree {
    try expect(UInt8(ascii: "["))
    var elements: [JSONTree] = []
    if take(UInt8(ascii: "]")) { return .list([]) }
    repeat { elements.append(try value()) } while take(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"))
    return .list(elements)
  }

  /// `true`, `false`, `null`, or a number of JSON's grammar.
  private mutating func token() throws(Problem) -> String {
    let start = position
    while let byte = here, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || Self.tokenBytes.contains(byte) {
      position += 1
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard ["true", "false", "null"].contains(text) || text.wholeMatch(of: Self.number) != nil else {
      throw Problem(place: start)
    }
    return text
  }

  private static let tokenBytes = Array("+-.eEtrufalsn".utf8)
  private static var number: Regex<Substring> { /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/ }

  private mutating func string() throws(Problem) -> String {
    try expect(UInt8(ascii: "\""))
    var units: [UInt8] = []
    while let byte = here {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: units, as: UTF8.self) else { throw Problem(place: position) }
        return text
      case UInt8(ascii: "\\"): units += try escape()
      case 0..<0x20: throw Problem(place: position - 1)
      default: units.append(byte)
      }
    }
    throw Problem(place: position)
  }

  private mutating func escape() throws(Problem) -> [UInt8] {
    guard let byte = here else { throw Problem(place: position) }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "u"):
      let first = try unit()
      guard first & 0xfc00 == 0xd800 else { return Self.utf8([first]) }
      guard here == UInt8(ascii: "\\"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "u")
      else {
        return Self.utf8([first])
      }
      position += 2
      return Self.utf8([first, try unit()])
    default: throw Problem(place: position - 1)
    }
  }

  private mutating func unit() throws(Problem) -> UInt16 {
    guard position + 4 <= bytes.count,
      let unit = UInt16(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    else { throw Problem(place: position) }
    position += 4
    return unit
  }

  private static func utf8(_ units: [UInt16]) -> [UInt8] {
    Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
