internal import HRSupport

/// A path relative to a data set's root in which `*` and `{name}` match parts of file or folder names.
///
/// `*` matches any run of characters without `/` (none included). `{name}` matches at least one character without `/`
/// and captures it. It takes as few characters as possible, and a name that occurs twice has the same text both
/// times. Names that begin with a dot are only found by patterns with that dot.
struct PathPattern: Equatable, Sendable {
  enum Piece: Equatable, Sendable {
    case text(String)
    case star
    case capture(String)
  }

  /// Text of each capture, in the order of the pattern.
  typealias Captures = [Recorded]

  struct Recorded: Equatable, Sendable {
    let name: String
    let value: String
  }

  struct Malformed: Error, Equatable {
    let message: String
    var hint: String?
  }

  let text: String
  private var components: [[Piece]]

  init(_ text: String) throws(Malformed) {
    guard !text.isEmpty else { throw Malformed(message: "a path is empty") }
    guard !text.hasPrefix("/") else {
      throw Malformed(
        message: "the path \"\(text)\" must be relative to the data set's root", hint: Self.rootHint)
    }
    guard !ReadingScope.leaves(text) else {
      throw Malformed(message: "the path \"\(text)\" leaves the data set's root", hint: Self.rootHint)
    }
    self.text = text
    var components: [[Piece]] = []
    for component in text.split(separator: "/") where component != "." {
      let pieces = try Self.pieces(of: String(component), in: text)
      guard PathSearch.isQuick(pieces) else {
        throw Malformed(
          message:
            "in \"\(component)\" a name stands twice among more than \(PathSearch.mostOpen) parts that may be anything: too many ways to fit"
        )
      }
      components.append(pieces)
    }
    self.components = components
  }

  /// Hint for a path that must stay below the root.
  static let rootHint =
    "paths begin at the data set's root and stay below it; to read files elsewhere, give \"root\" in the experiment's entry of the data set"

  private static func pieces(of component: String, in text: String) throws(Malformed) -> [Piece] {
    var pieces: [Piece] = []
    var plain = ""
    var rest = component[...]
    while let character = rest.popFirst() {
      switch character {
      case "*":
        if !plain.isEmpty { pieces.append(.text(plain)) }
        plain = ""
        if pieces.last != .star { pieces.append(.star) }
      case "{":
        guard let close = rest.firstIndex(of: "}") else {
          throw Malformed(message: "\"{\" is never closed in \"\(text)\"")
        }
        let name = String(rest[..<close])
        guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
          throw Malformed(message: "\"{\(name)}\" in \"\(text)\" is not a name made of letters and digits")
        }
        if !plain.isEmpty { pieces.append(.text(plain)) }
        plain = ""
        pieces.append(.capture(name))
        rest = rest[rest.index(after: close)...]
      case "}":
        throw Malformed(message: "\"}\" without \"{\" in \"\(text)\"")
      default:
        plain.append(character)
      }
    }
    if !plain.isEmpty { pieces.append(.text(plain)) }
    return pieces
  }

  /// Names in braces without repetition, in the order of the pattern.
  var captureNames: [String] {
    components.joined().compactMap { if case .capture(let name) = $0 { name } else { nil } }.distinct
  }

  /// Returns the pattern with known captures replaced by their texts.
  func substituting(_ captures: Captures) -> PathPattern {
    var pattern = self
    pattern.components = components.map { component in
      component.map { piece in
        guard case .capture(let name) = piece, let known = captures.first(where: { $0.name == name }) else {
          return piece
        }
        return .text(known.value)
      }
    }
    return pattern
  }

  /// Returns true if a path relative to the root matches.
  func matches(_ path: String) -> Bool { captures(of: path) != nil }

  /// - Returns: the captures of a path relative to the root; `nil` if it does not match.
  func captures(of path: String) -> Captures? {
    let names = path.split(separator: "/").map(String.init)
    guard names.count == components.count else { return nil }
    var known: Captures = []
    for (component, name) in zip(components, names) {
      guard let more = Self.match(component, name, known) else { return nil }
      known = more
    }
    return known
  }

  /// A file or folder that matches.
  struct Found: Equatable, Sendable {
    /// Path relative to the root.
    let path: String
    let captures: Captures
    /// True if the path can be opened. Otherwise it ends in a name that is not UTF-8, and nothing below it was
    /// searched.
    var isText = true
  }

  /// Finds every file or folder below a root that matches, in natural order of path, with its captures.
  func find(in directory: DirectoryListing) -> [Found] {
    var found = [Found(path: "", captures: [])]
    for component in components {
      var next: [Found] = found.filter { !$0.isText }
      for outer in found where outer.isText {
        let (path, captures) = (outer.path, outer.captures)
        let prefix = path.isEmpty ? "" : path + "/"
        if let plain = Self.plainText(component) {
          if directory.exists(prefix + plain) { next.append(Found(path: prefix + plain, captures: captures)) }
          continue
        }
        let showsHidden = if case .text(let head) = component.first { head.hasPrefix(".") } else { false }
        for entry in directory.entries(in: path) where showsHidden || !entry.name.hasPrefix(".") {
          if let more = Self.match(component, entry.name, captures) {
            next.append(Found(path: prefix + entry.name, captures: more, isText: entry.isText))
          }
        }
      }
      found = next
    }
    return found.sorted { $0.path.precedesNaturally($1.path) }
  }

  private static func plainText(_ component: [Piece]) -> String? {
    var text = ""
    for piece in component {
      guard case .text(let part) = piece else { return nil }
      text += part
    }
    return text
  }

  private static func match(_ pieces: [Piece], _ name: String, _ known: Captures) -> Captures? {
    var search = PathSearch(pieces, in: name)
    return search.captures(beside: known)
  }
}

/// A text with `{name}` parts that are filled from captures.
struct CaptureTemplate: Equatable, Sendable {
  let text: String
  let names: [String]

  init(_ text: String) throws(PathPattern.Malformed) {
    // A template has the grammar of a path pattern, except that slashes and stars are plain text.
    let flattened = text.replacing("/", with: "_").replacing("*", with: "_")
    names = try PathPattern(flattened).captureNames
    self.text = text
  }

  /// Returns a pattern's text with the known names filled in, for messages.
  static func fill(_ text: String, from captures: PathPattern.Captures) -> String {
    captures.reduce(text) { $0.replacing("{\($1.name)}", with: $1.value) }
  }

  /// - Returns: the text with all captures filled in; `nil` if a name has no value.
  func filled(from captures: PathPattern.Captures) -> String? {
    var filled = text
    for name in names {
      guard let value = captures.first(where: { $0.name == name })?.value else { return nil }
      filled = filled.replacing("{\(name)}", with: value)
    }
    return filled
  }
}
