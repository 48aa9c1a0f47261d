import HRTestSupport
import Foundation
import HRSupport
import HRSignals

@testable import HRRunning

/// A text as a file of recorded output.
enum RecordedFile {
  /// Reads the text as a file of that name, and removes the file.
  static func read(
    _ text: String, as name: String = "one.json", of measurand: Measurand = .heartRate
  ) throws -> RecordedEstimates {
    try read(Data(text.utf8), as: name, of: measurand)
  }

  static func read(
    _ data: Data, as name: String, of measurand: Measurand = .heartRate
  ) throws -> RecordedEstimates {
    try place(data, as: name) { try RecordedEstimates(contentsOf: $0, of: measurand) }
  }

  /// Runs a function on a file of that name with the data, and removes the file.
  static func place<Value>(_ data: Data, as name: String, _ body: (String) throws -> Value) throws -> Value {
    let folder = try TemporaryFolder()
    return try withExtendedLifetime(folder) { try body(folder.write(name, bytes: Array(data))) }
  }

  /// Problems that the reader reports for a text; empty if it accepts the text.
  static func problems(
    _ text: String, as name: String = "one.json", of measurand: Measurand = .heartRate
  ) throws -> [Diagnostic] {
    do {
      _ = try read(text, as: name, of: measurand)
    } catch let diagnostics as Diagnostics {
      return diagnostics.list
    }
    return []
  }
}
