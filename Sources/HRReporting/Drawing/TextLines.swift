internal import HRSupport
internal import HRSignals

extension String {
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
