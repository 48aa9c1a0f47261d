/// A problem of an input, or a remark about it, with its place and a hint.
///
/// The code that finds a problem writes the message; the caller that knows the place adds it. Messages quote input,
/// so message, details and hint are made printable when they are set: no name in them can forge a line or send a
/// command to a terminal. The place keeps its path unchanged, since callers compare it; it is made printable when it
/// is shown.
package struct Diagnostic: Codable, Equatable, Sendable {
  package enum Severity: String, Codable, Sendable {
    case error, warning
  }

  /// Place in an input. Lines and columns count from 1; columns count characters.
  package struct Place: Codable, Equatable, Sendable {
    package var file: String
    package var line: Int?
    package var column: Int?
    /// A JSON path (`$.windows.hopSeconds`), an HDF5 object path, or a column name.
    package var path: String?
    /// The source line itself, shown under the message.
    package var excerpt: String?

    package init(
      file: String, line: Int? = nil, column: Int? = nil, path: String? = nil,
      excerpt: String? = nil
    ) {
      self.file = file
      self.line = line
      self.column = column
      self.path = path
      self.excerpt = excerpt
    }
  }

  package var severity: Severity
  /// Message of one line.
  package var message: String {
    didSet { message = message.told }
  }
  /// Further lines of the message.
  package private(set) var details: [String]
  package var place: Place?
  package var hint: String? {
    didSet { hint = hint?.told }
  }

  package init(
    _ message: String, details: [String] = [], severity: Severity = .error, place: Place? = nil,
    hint: String? = nil
  ) {
    self.message = message.told
    self.details = details.map(\.told)
    self.severity = severity
    self.place = place
    self.hint = hint?.told
  }

  package init(_ message: String, in file: String, at path: String? = nil, hint: String? = nil) {
    self.init(message, place: Place(file: file, path: path), hint: hint)
  }

  /// Message and place in one line without decoration, for a table cell or a reason.
  package var summary: String {
    var text = message
    if let place {
      var spot = place.file
      if let line = place.line { spot += ":\(line)" }
      if let column = place.column { spot += ":\(column)" }
      if let path = place.path { spot += spot.isEmpty ? path : " \(path)" }
      if !spot.isEmpty { text += " (\(spot))" }
    }
    return text.printable
  }

  /// Returns the summary with paths inside a folder made relative to it, so that it does not depend on the folder's
  /// place.
  package func summary(within folder: String) -> String {
    var told = self
    let inside = folder.hasSuffix("/") ? folder : folder + "/"
    if let file = place?.file {
      if file.hasPrefix(inside) { told.place?.file = String(file.dropFirst(inside.count)) }
      if file == folder || file == inside { told.place?.file = "" }
    }
    return told.summary
  }

  /// Message for a terminal: severity and message, place, source line, hint.
  package var rendered: String {
    var lines = ["\(severity.rawValue): \(message)"] + details.map { "  \($0)" }
    var gutter = ""
    if let place {
      var spot = place.file
      if let line = place.line { spot += ":\(line)" }
      if let column = place.column { spot += ":\(column)" }
      if let path = place.path { spot += "  \(path)" }
      lines.append("  --> \(spot.printable)")
      if let line = place.line, let excerpt = place.excerpt {
        let number = String(line)
        gutter = String(repeating: " ", count: number.count)
        lines.append("\(gutter) |")
        let shown = Excerpt(excerpt, around: place.column ?? 1)
        lines.append("\(number) | \(shown.text)")
        if place.column != nil {
          lines.append("\(gutter) | \(String(repeating: " ", count: shown.caret))^")
        }
      }
    }
    if let hint {
      lines.append("\(gutter) = hint: \(hint)")
    }
    return lines.joined(separator: "\n")
  }
}

extension String {
  /// Text in the form in which it is stored: printable, and cut off after about 4000 characters.
  fileprivate var told: String {
    let most = 4000
    return (utf8.count <= most ? self : prefix(most - 1) + "…").printable
  }
}

extension [Diagnostic] {
  package mutating func add(_ message: String, place: Diagnostic.Place? = nil, hint: String? = nil) {
    append(Diagnostic(message, place: place, hint: hint))
  }

  package mutating func add(_ message: String, in file: String, at path: String? = nil, hint: String? = nil) {
    append(Diagnostic(message, in: file, at: path, hint: hint))
  }

  /// Diagnostics by line and column; those of one place keep their order.
  package var inOrderOfText: [Diagnostic] {
    enumerated().sorted { a, b in
      let left = (a.element.place?.line ?? 0, a.element.place?.column ?? 0, a.offset)
      let right = (b.element.place?.line ?? 0, b.element.place?.column ?? 0, b.offset)
      return left < right
    }.map(\.element)
  }
}

/// Error with all problems of an input.
package struct Diagnostics: Error, Equatable, Sendable {
  /// Problems, never empty.
  package let list: [Diagnostic]

  package init(_ list: [Diagnostic]) {
    self.list = list.isEmpty ? [Diagnostic("refused without a reason: this is a mistake in hreval")] : list
  }

  package init(_ one: Diagnostic) {
    list = [one]
  }

  package init(_ message: String, place: Diagnostic.Place? = nil, hint: String? = nil) {
    list = [Diagnostic(message, place: place, hint: hint)]
  }

  package init(_ message: String, in file: String, at path: String? = nil, hint: String? = nil) {
    list = [Diagnostic(message, in: file, at: path, hint: hint)]
  }

  package var first: Diagnostic { list[0] }
}

/// The part of a source line that fits on a terminal, and the position of the caret in it.
private struct Excerpt {
  let text: String
  let caret: Int

  init(_ line: String, around column: Int) {
    let limit = 100
    // A line may be a whole file: only the part that can be shown is processed.
    let skipped = max(0, column - 1 - limit)
    let rest = line.dropFirst(skipped)
    let near = rest.prefix(2 * limit + 1)
    // A tab would move the text but not the caret; other control characters take the width of their escapes.
    let characters = near.map { $0 == "\t" ? " " : String($0).printable }
    let position = max(0, column - 1 - skipped)
    var shown = 0..<characters.count
    if characters.count > limit {
      let first = max(0, min(position - limit / 2, characters.count - limit))
      shown = first..<min(characters.count, first + limit)
    }
    let head = skipped > 0 || shown.lowerBound > 0 ? "…" : ""
    let isCut = near.endIndex < line.endIndex || shown.upperBound < characters.count
    text = head + characters[shown].joined() + (isCut ? "…" : "")
    let before = characters[shown].prefix(max(0, position - shown.lowerBound))
    caret = before.reduce(head.count) { $0 + $1.count }
  }
}
