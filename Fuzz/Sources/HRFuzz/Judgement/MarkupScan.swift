/// Checks that SVG and XML are well formed, as far as a hostile name could break them.
enum MarkupScan {
  static func objection(to bytes: [UInt8]) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return "is not UTF-8" }
    var open: [Substring] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      if let problem = entities(in: rest[..<start]) { return problem }
      guard let end = tagEnd(rest[start...]) else { return "a tag is never closed" }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("?") || tag.hasPrefix("!") { continue }
      if tag.hasPrefix("/") {
        guard open.popLast() == tag.dropFirst() else { return "</\(tag.dropFirst())> closes nothing" }
        continue
      }
      if let problem = entities(in: tag) { return problem }
      let name = tag.prefix { $0 != " " && $0 != "\n" && $0 != "/" }
      guard name.wholeMatch(of: /[A-Za-z][A-Za-z0-9:_-]*/) != nil else { return "<\(name)> is no tag" }
      if name.lowercased() == "script", !text.contains("<html") { return "holds a script" }
      if !tag.hasSuffix("/") { open.append(name) }
    }
    if let problem = entities(in: rest) { return problem }
    return open.isEmpty ? nil : "<\(open[open.count - 1])> is never closed"
  }

  /// Finds the `>` that ends a tag, which is the first outside quotes.
  private static func tagEnd(_ text: Substring) -> Substring.Index? {
    var quote: Character?
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == ">" {
        return index
      }
    }
    return nil
  }

  private static func entities(in text: Substring) -> String? {
    var rest = text
    while let start = rest.firstIndex(of: "&") {
      rest = rest[rest.index(after: start)...]
      guard rest.prefixMatch(of: /(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9A-Fa-f]+);/) != nil else {
        return "& stands for no character"
      }
    }
    return nil
  }
}
