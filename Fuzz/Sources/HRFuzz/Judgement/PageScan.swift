/// Checks that no name became markup on a Markdown page.
enum PageScan {
  static func objection(to bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      // Text between backticks is no markup.
      let plain = line.replacing(/`[^`]*`/, with: "")
      if let found = hostile.first(where: { plain.contains($0) }), !isEscaped(found, in: plain) {
        return "line \(index + 1) holds \(found)"
      }
    }
    return nil
  }

  /// Texts that only hostile names contain; the program's own pages contain none of them.
  private static let hostile = ["](javascript:", "](http://127.0.0.1", "<script", "<img src"]

  private static func isEscaped(_ text: String, in line: some StringProtocol) -> Bool {
    var rest = String(line)[...]
    while let range = rest.firstRange(of: text) {
      guard rest[..<range.lowerBound].last == "\\" else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}
