internal import HRDiagnostics
internal import HRSignals

extension String {
  /// The text in lines of at most so many columns, as a reader sees it. A line ends after a space or a mark such as `-`
  /// or `.` where that leaves it at least half full.
  ///
  /// - Parameters:
  ///   - columns: of a line.
  ///   - most: lines; the last one is cut where there is more, marked with `…`.
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
      // A character that is wider than the line stands there all the same.
      let cut = mark > rest.startIndex ? mark : end > rest.startIndex ? end : rest.index(after: end)
      lines.append(String(rest[..<cut]))
      rest = rest[cut...]
    }
    return lines + [String(rest).truncated(to: columns)]
  }

  private static let ends: [Character] = [" ", "-", "_", "/", ".", ",", "+", ")", ":", "|"]
}
