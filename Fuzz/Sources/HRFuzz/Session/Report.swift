internal import Foundation

/// What is said while a session goes on, on standard output, at once.
enum Report {
  static func say(_ text: String) {
    // What a finding quotes may itself be hostile.
    let plain = text.unicodeScalars.map { scalar in
      scalar != "\n" && TextScan.steers(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }.joined()
    FileHandle.standardOutput.write(Data((plain + "\n").utf8))
  }
}
