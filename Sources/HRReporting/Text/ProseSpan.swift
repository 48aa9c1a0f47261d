/// A part of a line with its marks interpreted.
indirect enum ProseSpan: Equatable {
  case text(String)
  case code(String)
  case strong([ProseSpan])
  case emphasis([ProseSpan])
  case link([ProseSpan], target: String)

  /// The words alone.
  var text: String {
    switch self {
    case .text(let text), .code(let text): text
    case .strong(let spans), .emphasis(let spans), .link(let spans, _): spans.map(\.text).joined()
    }
  }
}

extension Prose {
  /// The words alone, without marks.
  var text: String { spans.map(\.text).joined() }

  /// Spans of the line. A mark without its other half is text.
  var spans: [ProseSpan] {
    var reader = MarkReader(pieces)
    return reader.spans(until: nil) ?? []
  }
}

/// Reader of the pieces of a line, in which only our own words have marks.
private struct MarkReader {
  private enum Token: Equatable {
    /// A character of ours, which may be a mark.
    case own(Character)
    case whole(ProseSpan)
  }

  private let tokens: [Token]
  private var place = 0

  init(_ pieces: [Prose.Piece]) {
    tokens = pieces.flatMap { piece -> [Token] in
      switch piece {
      case .plain(let text): [.whole(.text(text))]
      case .code(let text): [.whole(.code(text))]
      case .link(let text, let target): [.whole(.link([.text(text)], target: target))]
      case .marked(let text): Self.tokens(text)
      }
    }
  }

  private static func tokens(_ text: String) -> [Token] {
    var tokens: [Token] = []
    var isEscaped = false
    for character in text {
      if isEscaped {
        tokens.append(.whole(.text(String(character))))
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        tokens.append(.own(character))
      }
    }
    return tokens
  }

  private func stands(_ mark: String) -> Bool {
    var place = place
    for character in mark {
      guard place < tokens.count, tokens[place] == .own(character) else { return false }
      place += 1
    }
    return true
  }

  /// Reads up to a mark, which is consumed; `nil` if it does not come, and then nothing is read.
  mutating func spans(until end: String?) -> [ProseSpan]? {
    let start = place
    var found: [ProseSpan] = []
    var text = ""
    func endText() {
      if !text.isEmpty { found.append(.text(text)) }
      text = ""
    }
    while place < tokens.count {
      if let end, stands(end) {
        place += end.count
        endText()
        return found
      }
      if let span = marked() {
        endText()
        found.append(span)
        continue
      }
      switch tokens[place] {
      case .own(let character): text.append(character)
      case .whole(.text(let more)): text += more
      case .whole(let span):
        endText()
        found.append(span)
      }
      place += 1
    }
    guard end != nil else {
      endText()
      return found
    }
    place = start
    return nil
  }

  /// Reads all that a mark here begins; `nil` if there is no mark.
  private mutating func marked() -> ProseSpan? {
    guard case .own(let first) = tokens[place], first == "*" || first == "`" || first == "[" else {
      return nil
    }
    let start = place
    func between(_ mark: String, _ reader: inout MarkReader) -> [ProseSpan]? {
      guard reader.stands(mark) else { return nil }
      reader.place += mark.count
      if let spans = reader.spans(until: mark), !spans.isEmpty { return spans }
      reader.place = start
      return nil
    }
    if let spans = between("**", &self) { return .strong(spans) }
    if !stands("**"), let spans = between("*", &self) { return .emphasis(spans) }
    if let spans = between("`", &self) { return .code(spans.map(\.text).joined()) }
    return link()
  }

  private mutating func link() -> ProseSpan? {
    guard stands("[") else { return nil }
    let start = place
    place += 1
    if let words = spans(until: "]("), !words.contains(where: { $0.text.contains("]") }),
      let target = spans(until: ")")
    {
      return .link(words, target: target.map(\.text).joined())
    }
    place = start
    return nil
  }
}
