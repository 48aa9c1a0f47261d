internal import HRSupport

/// Returns text that a Markdown page shows unchanged: no markup, no link, no table border, no line break.
///
/// The rules are those of GitHub's Markdown. A possible beginning of a block is escaped too, so the text may begin a
/// paragraph, an entry of a list or a heading. A plain web address stays a link to itself. A text that could lead to
/// another address is no link.
package func markdownEscaped(_ text: String) -> String {
  var result = String.UnicodeScalarView()
  var rest = MarkdownRest(text.printable)
  if let length = rest.blockStart {
    result += rest.taken(length)
    result.append("\\")
  }
  while let scalar = rest.scalars.first {
    if let length = rest.plainAddressLength {
      result += rest.taken(length)
      continue
    }
    if rest.isMarkup(after: result) { result.append("\\") }
    result.append(scalar)
    rest.scalars = rest.scalars.dropFirst()
  }
  return String(result)
}

/// Returns text as code in a line of Markdown. Only its own fence can end it.
package func markdownCode(_ text: String) -> String {
  let text = text.printable
  let ticks = text.unicodeScalars.split { $0 != "`" }.map(\.count)
  let fence = String(repeating: "`", count: (ticks.max() ?? 0) + 1)
  let blank = ticks.isEmpty ? "" : " "
  return fence + blank + text + blank + fence
}

/// The text that is not yet escaped, as scalars and not characters: an accent behind a bracket leaves it a bracket.
private struct MarkdownRest {
  var scalars: Substring.UnicodeScalarView
  /// Maximum length of an address: longer ones are not for people, and looking ahead must end.
  private static let longestAddress = 2048

  /// Creates the text without blanks at the ends, which would make code of a paragraph and asterisks of the emphasis
  /// around the text.
  init(_ text: String) {
    scalars = Substring(text).unicodeScalars.drop { $0 == " " }
    while scalars.last == " " { scalars.removeLast() }
  }

  mutating func taken(_ length: Int) -> Substring.UnicodeScalarView {
    defer { scalars = scalars.dropFirst(length) }
    return scalars.prefix(length)
  }

  private func starts(with text: String) -> Bool { scalars.starts(with: text.unicodeScalars) }

  /// Returns true if the scalar here would be markup behind the text before it.
  func isMarkup(after before: String.UnicodeScalarView) -> Bool {
    func follows(_ words: String...) -> Bool {
      let end = String(before.suffix(6)).lowercased()
      return words.contains(where: end.hasSuffix)
    }
    return switch scalars.first {
    // Inside a word it is a letter like any other.
    case "_": !(before.last.isPartOfWord && scalars.dropFirst().first.isPartOfWord)
    case "|", "*", "`", "<", ">", "\\", "#", "~", "$", "[", "]", "^": true
    case "&": beginsEntity
    case ":": starts(with: "://") || follows("mailto", "xmpp")
    case ".": follows("www")
    default: false
    }
  }

  /// Number of scalars before the one that makes this the beginning of a list, a rule or an underline; `nil` if it
  /// begins none. Other blocks begin with scalars that are escaped everywhere.
  var blockStart: Int? {
    guard let first = scalars.first else { return nil }
    let after = scalars.dropFirst()
    if first == "-" || first == "+", after.isEmpty || after.first == " " { return 0 }
    if first == "-" || first == "=", scalars.allSatisfy({ $0 == first || $0 == " " }) { return 0 }
    let digits = scalars.prefix { ("0"..."9").contains($0) }.count
    guard (1...9).contains(digits) else { return nil }
    let rest = scalars.dropFirst(digits)
    guard rest.first == "." || rest.first == ")" else { return nil }
    let behind = rest.dropFirst().first
    return behind == nil || behind == " " ? digits : nil
  }

  /// True if the ampersand here begins a character's name or number.
  private var beginsEntity: Bool {
    // The longest name has 31 letters.
    let name = scalars.dropFirst().prefix(40).prefix { $0 != ";" && $0 != " " }
    return !name.isEmpty && scalars.dropFirst(1 + name.count).first == ";"
  }

  /// The length of the web address that begins here, if it needs no escapes and names no user before its host.
  var plainAddressLength: Int? {
    guard starts(with: "http://") || starts(with: "https://") else { return nil }
    let address = scalars.prefix(Self.longestAddress).prefix { $0 != " " }
    return address.allSatisfy(\.isPlainInAddress) ? address.count : nil
  }
}

extension Unicode.Scalar? {
  fileprivate var isPartOfWord: Bool {
    map { $0.properties.isAlphabetic || ("0"..."9").contains($0) } ?? false
  }
}

extension Unicode.Scalar {
  fileprivate var isPlainInAddress: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "/", "%", "?", "=", "+", ",", ":", ";", "(", ")": true
    default: false
    }
  }
}
