internal import Foundation
internal import HRSupport

/// Arguments that are not text, such as the name of a file whose bytes are not UTF-8.
enum ArgumentText {
  /// Refuses arguments that are not UTF-8. As text they would name other files, which most often do not exist.
  static func refuse() throws(Diagnostics) {
    let arguments = (0..<Int(clamping: CommandLine.argc)).compactMap { index in
      CommandLine.unsafeArgv[index].map { [UInt8](UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
    let problems = problems(of: arguments)
    if !problems.isEmpty { throw Diagnostics(problems) }
  }

  /// - Parameter arguments: their bytes, with the program's name first.
  static func problems(of arguments: [[UInt8]]) -> [Diagnostic] {
    arguments.enumerated().dropFirst().compactMap { index, bytes in
      guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
      return Diagnostic(
        "argument \(index) is not UTF-8 text: \(String(escaping: bytes))",
        hint: "rename the file or folder; bytes that are not UTF-8 are shown as \\x and two digits")
    }
  }
}
