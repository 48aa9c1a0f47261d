internal import HRSupport

extension String {
  /// Number of terminal columns the text takes: two for East Asian wide characters and emoji, none for combining
  /// marks.
  var displayWidth: Int {
    reduce(0) { $0 + $1.displayWidth }
  }

  /// Returns the text in at most `width` terminal columns; a cut is marked with `…`.
  func truncated(to width: Int) -> String {
    guard displayWidth > width else { return self }
    guard width > 0 else { return "" }
    var text = ""
    var used = 0
    for character in self {
      let next = character.displayWidth
      if used + next > width - 1 { break }
      text.append(character)
      used += next
    }
    return text + "…"
  }

  /// Returns the text in at most `width` terminal columns; where the cut is, `…` stands.
  ///
  /// - Parameter end: columns of the text's end that are kept, less than `width`.
  func cutInside(to width: Int, keepingAtEnd end: Int) -> String {
    guard displayWidth > width else { return self }
    var tail = Substring()
    for index in indices.reversed() {
      if String(self[index...]).displayWidth > end { break }
      tail = self[index...]
    }
    return truncated(to: width - String(tail).displayWidth) + tail
  }

  package func padded(to width: Int, _ alignment: Table.Alignment) -> String {
    let space = String(repeating: " ", count: max(0, width - displayWidth))
    switch alignment {
    case .leading: return self + space
    case .trailing: return space + self
    }
  }

  /// Returns the text in lines of at most `columns` columns, as a reader sees it. A line ends after a space or a mark
  /// such as `-` or `.` if that leaves it at least half full.
  ///
  /// - Parameters:
  ///   - columns: maximum width of a line.
  ///   - most: maximum number of lines; if there is more, the last one is cut and marked with `…`.
  func lines(of columns: Int, atMost most: Int) -> [String] {
    let columns = max(1, columns)
    var rest = Substring(printable)
    var lines: [String] = []
    while String(rest).displayWidth > columns, lines.count + 1 < most {
      var (used, end, mark) = (0, rest.startIndex, rest.startIndex)
      while end < rest.endIndex {
        let next = rest.index(after: end)
        used += String(rest[end..<next]).displayWidth
        if used > columns { break }
        // Numbers stay whole.
        let isInNumber = next < rest.endIndex && rest[next].isNumber && rest[end] != " "
        if Self.ends.contains(rest[end]), !isInNumber, used >= columns / 2 { mark = next }
        end = next
      }
      // A character that is wider than the line is kept all the same.
      let cut = mark > rest.startIndex ? mark : end > rest.startIndex ? end : rest.index(after: end)
      lines.append(String(rest[..<cut]))
      rest = rest[cut...]
    }
    return lines + [String(rest).truncated(to: columns)]
  }

  private static let ends: [Character] = [" ", "-", "_", "/", ".", ",", "+", ")", ":", "|"]
}

extension Character {
  fileprivate var displayWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    switch first.value {
    case 0..<0x20, 0x7f..<0xa0: return 0
    case 0x300..<0x370, 0x200b...0x200f, 0xfe00...0xfe0f: return 0
    case 0x1100..<0x1160, 0x2e80..<0xa4d0, 0xac00..<0xd7a4, 0xf900..<0xfb00, 0xfe30..<0xfe70, 0xff00..<0xff61,
      0xffe0..<0xffe7, 0x1f300..<0x1f650, 0x1f900..<0x1fa00, 0x20000..<0x3fffe:
      return 2
    default: return 1
    }
  }
}
