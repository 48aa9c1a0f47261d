internal import HRSupport

/// Numbers in a text, separated by blanks, tabs, commas, semicolons or line ends; a leading byte order mark is
/// skipped.
enum NumberText {
  static func read(
    _ path: String, budget: ReadingBudget = ReadingBudget()
  ) throws(Diagnostics) -> [Double] {
    let numbers = try numbers(in: bytes(path, budget: budget), file: path)
    try budget.take(numbers: UInt64(clamping: numbers.count), place: .init(file: path))
    return numbers
  }

  /// Returns a whole text, without a byte order mark.
  static func text(_ path: String, budget: ReadingBudget) throws(Diagnostics) -> String {
    let bytes = try bytes(path, budget: budget)
    return String(decoding: bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0), as: UTF8.self)
  }

  /// Returns all bytes of a text, unpacked if gzip has packed it.
  static func bytes(_ path: String, budget: ReadingBudget) throws(Diagnostics) -> [UInt8] {
    let most = min(budget.limits[.tableBytes], budget.left)
    let name: ReadingLimits.Name = most == budget.limits[.tableBytes] ? .tableBytes : .recordingBytes
    let bytes = try TextDocument.bytes(
      path, what: "file", most: most, hint: "the limit \(name.rawValue) says how many; see \"limits\"")
    return try PackedText.unpacked([UInt8](bytes), path, budget: budget)
  }

  static func numbers(in bytes: [UInt8], file: String) throws(Diagnostics) -> [Double] {
    var numbers: [Double] = []
    var line = 1
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while index < bytes.count {
      if separators.contains(bytes[index]) {
        if bytes[index] == UInt8(ascii: "\n") { line += 1 }
        index += 1
        continue
      }
      let start = index
      while index < bytes.count, !separators.contains(bytes[index]) { index += 1 }
      let word = String(decoding: bytes[start..<index], as: UTF8.self)
      guard let number = Double(word), number.isFinite else {
        throw Diagnostics(
          "\"\(word.prefix(40))\" is not a number", place: .init(file: file, line: line),
          hint: "a file of plain numbers has no header and uses decimal points")
      }
      numbers.append(number)
    }
    return numbers
  }

  private static let separators = Array(" \t\r\n,;".utf8)
}
