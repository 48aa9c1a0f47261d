internal import Foundation

/// Messages during a session, written to standard output at once.
enum Report {
  static func say(_ text: String) {
    // Text that a finding quotes may itself be hostile.
    let plain = text.unicodeScalars.map { scalar in
      scalar != "\n" && TextScan.steers(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }.joined()
    FileHandle.standardOutput.write(Data((plain + "\n").utf8))
  }
}
