internal import Foundation

/// One call of the program: arguments, working folder, and limits of the system.
struct Invocation {
  var arguments: [String]
  /// Working directory.
  var folder: String
  /// Redirections as the shell writes them, after those to the two files that are judged.
  var redirections = ""
  /// Destination of its standard output instead, such as `| true`.
  var pipe = ""
  /// Commands of the shell that come first, such as `ulimit -n 20`.
  var preparation = ""
  var environment: [String] = []
  /// Time limit in seconds, after which the whole process group is ended; reaching it is a finding.
  var mostSeconds = 60.0
  /// Memory of one process at which the group is ended immediately.
  static let fatalMegabytes = 4096.0

  /// Returns the command line as a person would type it to reproduce the call.
  func typed(program: String) -> String {
    let words = ([program] + arguments).map(Self.quoted).joined(separator: " ")
    let limits = preparation.isEmpty ? "" : preparation + " && "
    return
      "cd \(Self.quoted(folder)) && \(limits)\(words)\(redirections.isEmpty ? "" : " \(redirections)")\(pipe.isEmpty ? "" : " \(pipe)")"
  }

  /// Returns a word quoted for the shell.
  static func quoted(_ word: String) -> String {
    let plain = word.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || ("+"..."9").contains(scalar)
          || "=_".unicodeScalars.contains(scalar))
    }
    if plain, !word.isEmpty, !word.contains(";") { return word }
    if word.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f }) {
      return "'" + word.replacing("'", with: "'\\''") + "'"
    }
    return "$'"
      + word.utf8.map { byte in
        (0x20..<0x7f).contains(byte) && byte != UInt8(ascii: "'") && byte != UInt8(ascii: "\\")
          ? String(UnicodeScalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined() + "'"
  }
}

/// Result of a call.
struct Outcome {
  enum Ending: Equatable {
    case exited(Int32)
    case signalled(Int32)
    case endedLate
    /// It had used several times the allowed memory, and was ended before it used all of the machine's.
    case endedLarge
  }

  let invocation: Invocation
  let ending: Ending
  let output: [UInt8]
  let errors: [UInt8]
  let seconds: Double
  /// Peak memory of the largest single process, including its workers.
  let peakMegabytes: Double
  /// True if processes of its group still existed a while after its end.
  let leftBehind: Bool

  var code: Int32? {
    guard case .exited(let code) = ending else { return nil }
    return code
  }

  var outputText: String { String(decoding: output, as: UTF8.self) }
  var errorText: String { String(decoding: errors, as: UTF8.self) }
}
