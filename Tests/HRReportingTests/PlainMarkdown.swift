/// The text of one line of Markdown, if it holds nothing but text.
///
/// Removes backslashes as CommonMark does, and reports each part of the line that GitHub would not show unchanged. It
/// knows less than a renderer, so it only passes what is surely text.
struct PlainMarkdown {
  private(set) var text = ""
  /// Parts that are not text, with their surroundings.
  private(set) var markup: [String] = []

  init(_ line: String) {
    let scalars = Array(line.unicodeScalars)
    var result = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      if scalar == "\\", let next, Self.isPunctuation(next) {
        result.append(next)
        index += 2
        continue
      }
      let isInWord = scalar == "_" && Self.isLetter(result.last) && Self.isLetter(next)
      if Self.markup.contains(scalar), !isInWord { note(scalars, index) }
      if scalar == "&" {
        let name = scalars[(index + 1)...].prefix { $0 == "#" || $0.isASCII && Self.isLetter($0) }
        if !name.isEmpty, scalars[(index + 1 + name.count)...].first == ";" { note(scalars, index) }
      }
      result.append(scalar)
      index += 1
    }
    text = String(result)
    if line.hasPrefix(" ") || line.hasSuffix(" ") { markup.append("blanks at an end") }
    if let start = Self.blockStart(line) { markup.append("a block begins: \(start)") }
  }

  private static let markup: [Unicode.Scalar] = [
    "|", "*", "_", "`", "<", ">", "\\", "#", "~", "$", "[", "]", "^", "\n", "\r", "\t",
  ]

  private static func blockStart(_ line: String) -> String? {
    let word = line.prefix { $0 != " " }
    if word == "-" || word == "+" { return line }
    if let first = line.first, "-=".contains(first), line.allSatisfy({ $0 == first || $0 == " " }) {
      return line
    }
    let isNumber = word.dropLast().allSatisfy { $0.isASCII && $0.isNumber }
    return isNumber && word.count > 1 && (word.last == "." || word.last == ")") ? String(word) : nil
  }

  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    (0x21...0x7E).contains(scalar.value) && !isLetter(scalar)
  }

  private static func isLetter(_ scalar: Unicode.Scalar?) -> Bool {
    scalar.map { $0.properties.isAlphabetic || ("0"..."9").contains($0) } ?? false
  }

  private mutating func note(_ scalars: [Unicode.Scalar], _ index: Int) {
    var piece = String.UnicodeScalarView()
    piece.append(contentsOf: scalars[max(0, index - 8)..<min(scalars.count, index + 8)])
    markup.append(String(piece))
  }
}
