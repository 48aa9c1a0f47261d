import HRTestSupport
import Foundation
import HRDiagnostics
import HRSignals

@testable import HRExternal

/// A text as a file of recorded output.
enum RecordedFile {
  /// The text as a file of that name, read and removed.
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

  /// What is made of the data as a file of that name, which is then removed.
  static func place<Value>(_ data: Data, as name: String, _ body: (String) throws -> Value) throws -> Value {
    let folder = try TemporaryFolder()
    return try withExtendedLifetime(folder) { try body(folder.write(name, bytes: Array(data))) }
  }

  /// What the reader says of a text it refuses; empty where it does not.
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
