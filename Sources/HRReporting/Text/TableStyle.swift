internal import HRSupport

/// Width and colours of every table that is printed; no other type decides on them.
package struct TableStyle: Equatable, Sendable {
  package enum Extent: Equatable, Sendable {
    /// A number of columns of text. As many of the ten most important columns are shown as fit.
    case width(Int)
    /// Unlimited lines, as in a file or a pipe: whole lines of the ten most important columns.
    case lines
    /// All columns.
    case everything
  }

  /// Maximum number of columns of a table that people read, unless they ask for every column.
  package static let mostColumns = 10
  /// Minimum width.
  private static let leastWidth = 20

  package let extent: Extent
  /// True for ANSI bold and dim.
  package let colour: Bool

  package init(_ extent: Extent, colour: Bool) {
    self.extent = extent
    self.colour = colour
  }

  /// - Parameters:
  ///   - wide: whether every column is asked for.
  ///   - stated: the variable `COLUMNS`, which takes precedence over the terminal's own width; ignored unless it is a
  ///     positive number.
  ///   - terminal: columns of the terminal; `nil` if the output is none.
  package init(wide: Bool, stated: String?, terminal: Int?, colour: Bool) {
    let width = stated.flatMap { Int($0, radix: 10) }.flatMap { $0 > 0 ? $0 : nil } ?? terminal
    let extent: Extent = wide ? .everything : width.map { .width(max($0, Self.leastWidth)) } ?? .lines
    self.init(extent, colour: colour)
  }

  /// Width in columns of text; `nil` if unlimited.
  var width: Int? {
    switch extent {
    case .width(let width): width
    case .lines, .everything: nil
    }
  }

  /// Returns a line cut to the width, with names in it printable.
  func cut(_ line: String) -> String {
    let line = line.printable
    return width.map { line.truncated(to: $0) } ?? line
  }

  func bold(_ text: String) -> String { painted(text, 1) }
  func dim(_ text: String) -> String { painted(text, 2) }

  private func painted(_ text: String, _ code: Int) -> String {
    colour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// Returns a sentence over as many lines as it needs, broken between words; further lines are indented. Names in it
  /// are made printable, so none of them can begin a line.
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
