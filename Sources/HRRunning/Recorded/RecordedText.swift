internal import HRSupport
import Foundation
internal import HRRecordings

/// The text of a file that another program wrote.
struct RecordedText {
  let text: String
  let file: String

  /// - Returns: `nil` if there is no such file.
  /// - Throws: if it cannot be read, is too large, or is blank.
  init?(contentsOf path: String) throws(Diagnostics) {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    text = try TextDocument.read(path, what: "recorded output").text
    guard text.contains(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) else {
      throw Diagnostics(
        "the recorded output is an empty file", in: path,
        hint: "remove it if the program gave nothing for this recording")
    }
    file = path
  }

  /// True if it is CSV, by the end of its name; else it is JSON.
  var isCSV: Bool { file.lowercased().hasSuffix(".csv") }
}
