internal import Foundation
internal import HRDiagnostics

/// Numbers in a text, parted by blanks, tabs, commas, semicolons or line ends; a leading byte order mark is skipped.
enum NumberText {
  static func read(_ path: String) throws(Diagnostic) -> [Double] {
    guard !DirectoryListing.isDirectory(path) else {
      throw Diagnostic("expected a file, found a folder", place: .init(file: path))
    }
    guard let contents = FileManager.default.contents(atPath: path) else {
      throw Diagnostic("the file cannot be read", place: .init(file: path))
    }
    return try numbers(in: [UInt8](contents), file: path)
  }

  static func numbers(in bytes: [UInt8], file: String) throws(Diagnostic) -> [Double] {
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
        throw Diagnostic(
          "\"\(word.prefix(40))\" is not a number", place: .init(file: file, line: line),
          hint: "a file of plain numbers has no header and uses decimal points")
      }
      numbers.append(number)
    }
    return numbers
  }

  private static let separators = Array(" \t\r\n,;".utf8)
}
