/// Swift source with comments and the insides of string literals left out, line by line.
///
/// What stands in an interpolation is left out with its literal.
func codeOnly(_ source: String) -> [String] {
  var reader = CodeReader(source)
  return reader.read().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}

private struct CodeReader {
  private let characters: [UInt8]
  private var index = 0
  private var code: [UInt8] = []

  private static let lineFeed = UInt8(ascii: "\n")
  private static let hash = UInt8(ascii: "#")
  private static let quotationMark = UInt8(ascii: "\"")

  init(_ source: String) {
    characters = Array(source.utf8)
  }

  mutating func read() -> String {
    while index < characters.count {
      let here = characters[index]
      if here != UInt8(ascii: "/"), here != Self.hash, here != Self.quotationMark {
        code.append(here)
        index += 1
      } else if starts("//") {
        while index < characters.count, characters[index] != Self.lineFeed { index += 1 }
      } else if starts("/*") {
        skipBlockComment()
      } else if let hashes = literalHashes() {
        skipLiteral(hashes: hashes)
      } else {
        code.append(here)
        index += 1
      }
    }
    return String(decoding: code, as: UTF8.self)
  }

  private func starts(_ text: String) -> Bool {
    characters[index...].starts(with: text.utf8)
  }

  /// The number of `#` before the quotation mark of a literal that starts here.
  private func literalHashes() -> Int? {
    let hashes = characters[index...].prefix { $0 == Self.hash }.count
    let quote = index + hashes
    return quote < characters.count && characters[quote] == Self.quotationMark ? hashes : nil
  }

  private mutating func skip(_ count: Int) {
    for character in characters[index...].prefix(count) where character == Self.lineFeed {
      code.append(character)
    }
    index += count
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if starts("/*") {
        depth += 1
        skip(2)
      } else if starts("*/") {
        depth -= 1
        skip(2)
      } else {
        skip(1)
      }
    } while depth > 0 && index < characters.count
  }

  private mutating func skipLiteral(hashes: Int) {
    let fence = String(repeating: "#", count: hashes)
    index += hashes
    let quotes = starts("\"\"\"") ? "\"\"\"" : "\""
    index += quotes.count
    while index < characters.count, !starts(quotes + fence) {
      skip(starts("\\" + fence) ? 2 + hashes : 1)
    }
    index += quotes.count + hashes
    code += "\"\"".utf8
  }
}
