/// A line of text of a page: our own words with marks in them, and foreign words, which are kept unchanged.
///
/// In a literal `**`, `*`, backticks and `[text](#anchor)` are marks, as in Markdown. A backslash removes a mark's
/// meaning. Interpolated text has no marks: a name cannot begin a link. Another prose is inserted with its marks.
package struct Prose: Equatable, Sendable {
  enum Piece: Equatable, Sendable {
    /// Our own words with their marks.
    case marked(String)
    /// Foreign words, or figures.
    case plain(String)
    /// Foreign words as code.
    case code(String)
    /// Foreign words that link to another file of the same folder.
    case link(String, target: String)
  }

  private(set) var pieces: [Piece]

  /// A sentence made elsewhere, without marks.
  package init(plain text: String) {
    pieces = [.plain(text)]
  }

  /// A foreign text in which words between backticks are code, as experiments and descriptors write names; there are
  /// no other marks.
  init(description text: String) {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    // A backtick without a second one is itself.
    guard parts.count % 2 == 1 else {
      pieces = [.plain(text)]
      return
    }
    pieces = parts.enumerated().flatMap { place, part -> [Piece] in
      if place % 2 == 1 { return [.code(part)] }
      // Blanks at the ends of foreign words would be lost.
      let words = part.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
      return (part.hasPrefix(" ") ? [.marked(" ")] : []) + (words.isEmpty ? [] : [.plain(words)])
        + (part.hasSuffix(" ") && !words.isEmpty ? [.marked(" ")] : [])
    }
  }

  var markdown: String {
    pieces.map { piece in
      switch piece {
      case .marked(let text): text
      case .plain(let text): markdownEscaped(text)
      case .code(let text): markdownCode(text)
      case .link(let text, let target): "[\(markdownEscaped(text))](\(target))"
      }
    }.joined()
  }

  static func + (first: Prose, second: Prose) -> Prose {
    var sum = first
    sum.pieces += second.pieces
    return sum
  }

  static func += (first: inout Prose, second: Prose) {
    first.pieces += second.pieces
  }
}

extension Prose: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) {
    pieces = [.marked(text)]
  }

  package init(stringInterpolation: StringInterpolation) {
    pieces = stringInterpolation.pieces
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    var pieces: [Piece] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { pieces.append(.marked(literal)) }
    }

    package mutating func appendInterpolation(_ text: String) { pieces.append(.plain(text)) }
    package mutating func appendInterpolation(_ number: some BinaryInteger) {
      pieces.append(.plain(String(number)))
    }
    package mutating func appendInterpolation(_ prose: Prose) { pieces += prose.pieces }
    /// Appends words of our own that are chosen in place; without the label they would count as foreign.
    package mutating func appendInterpolation(own prose: Prose) { pieces += prose.pieces }
    package mutating func appendInterpolation(code text: String) { pieces.append(.code(text)) }

    /// Foreign words that link to another file of the same folder.
    ///
    /// - Parameters:
    ///   - text: the words.
    ///   - target: path of the file, without a scheme.
    package mutating func appendInterpolation(link text: String, to target: String) {
      pieces.append(.link(text, target: target))
    }
  }
}

extension Sequence<Prose> {
  func joined(separator: Prose) -> Prose {
    var whole: Prose = ""
    for (index, prose) in enumerated() { whole += index == 0 ? prose : separator + prose }
    return whole
  }
}
