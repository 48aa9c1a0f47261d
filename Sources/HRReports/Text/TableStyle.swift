internal import HRDiagnostics

/// How much room a table has, and whether it may be coloured: the one place that says so, for every table that is
/// printed.
package struct TableStyle: Equatable, Sendable {
  package enum Room: Equatable, Sendable {
    /// So many columns of text: what fits of the ten most important columns.
    case width(Int)
    /// No end to a line, as in a file or a pipe: whole lines of the ten most important columns.
    case lines
    /// Every column there is.
    case everything
  }

  /// Of a table that people read, unless they ask for every column.
  package static let mostColumns = 10
  /// Nothing can be read in less.
  private static let leastWidth = 20

  package let room: Room
  /// ANSI bold and dim.
  package let colour: Bool

  package init(_ room: Room, colour: Bool) {
    self.room = room
    self.colour = colour
  }

  /// - Parameters:
  ///   - wide: whether every column is asked for.
  ///   - stated: the variable `COLUMNS`, which goes before the terminal's own width; what is no number says nothing.
  ///   - terminal: columns of the terminal; `nil` where the output is none.
  package init(wide: Bool, stated: String?, terminal: Int?, colour: Bool) {
    let width = stated.flatMap { Int($0, radix: 10) }.flatMap { $0 > 0 ? $0 : nil } ?? terminal
    let room: Room = wide ? .everything : width.map { .width(max($0, Self.leastWidth)) } ?? .lines
    self.init(room, colour: colour)
  }

  /// Columns of text; `nil` without an end.
  var width: Int? {
    switch room {
    case .width(let width): width
    case .lines, .everything: nil
    }
  }

  /// A line cut to the width, with names in it printable.
  func cut(_ line: String) -> String {
    let line = line.printable
    return width.map { line.truncated(to: $0) } ?? line
  }

  func bold(_ text: String) -> String { painted(text, 1) }
  func dim(_ text: String) -> String { painted(text, 2) }

  private func painted(_ text: String, _ code: Int) -> String {
    colour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// A sentence over as many lines as it needs, broken between words; further lines are indented. Names in it are made
  /// printable, so none of them can begin a line.
  func prose(_ text: String, indent: Int = 2) -> String {
    let text = text.printable
    guard let width, text.displayWidth > width else { return text }
    var lines: [String] = []
    var line = String(text.prefix { $0 == " " })
    var isAtStart = true
    for word in text.split(separator: " ") {
      if !isAtStart, line.displayWidth + 1 + String(word).displayWidth > width {
        lines.append(line)
        line = String(repeating: " ", count: indent) + word
      } else {
        line += (isAtStart ? "" : " ") + word
      }
      isAtStart = false
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
