/// Checks for characters and words that no output may contain.
enum TextScan {
  /// Describes the first character of a text that could control a terminal or a reader; `nil` if there is none.
  static func objection(to bytes: [UInt8]) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return "is not UTF-8" }
    var line = 1
    for scalar in text.unicodeScalars {
      if scalar == "\n" {
        line += 1
      } else if steers(scalar) {
        return "line \(line) holds U+" + String(scalar.value, radix: 16, uppercase: true)
      }
    }
    return nil
  }

  /// Returns a text without an incomplete character at its end: a limit of the system cuts between any two bytes.
  static func withoutCutCharacter(_ bytes: [UInt8]) -> [UInt8] {
    guard let first = bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return bytes }
    // The first byte of a character of two to four bytes begins with as many ones.
    let length = (~bytes[first]).leadingZeroBitCount
    return (2...4).contains(length) && bytes.count - first < length ? Array(bytes[..<first]) : bytes
  }

  static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f..<0xa0: true
    // Direction marks, embeddings and isolates; separators of lines; a mark of byte order.
    case 0x061c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069, 0xfeff: true
    // Noncharacters, and invisible characters that carry text.
    case 0xfffe, 0xffff, 0xe0000...0xe007f: true
    default: false
    }
  }

  /// Describes words of the Swift runtime or of a sanitizer about a crash, or an address; the program must not end
  /// like that. `nil` if there are none.
  static func traces(of bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    if let word = runtimeWords.first(where: { text.contains($0) }) { return "says \"\(word)\"" }
    // An excerpt quotes the input, as `12 | "0xdeadbeef"`.
    let own = text.split(separator: "\n").filter { $0.prefixMatch(of: #/ *[0-9]* \| /#) == nil }
      .joined(separator: "\n")
    guard let match = own.firstMatch(of: /0x[0-9a-f]{8,16}/) else { return nil }
    return "shows the address \(match.output)"
  }

  private static let runtimeWords = [
    "Fatal error:", "Swift runtime failure", "Stack dump", "Program crashed", "Current stack trace",
    "Illegal instruction",
    "Segmentation fault", "core dumped", "terminate called", "free(): ", "malloc(): ", "malloc_consolidate",
    "double free",
    "corrupted size", "AddressSanitizer", "runtime error:",
  ]

  /// Reports a worker that died of a signal of its own code, which are Swift's traps. A damaged file may crash
  /// libhdf5 by other signals.
  static func trappedWorker(_ text: String) -> String? {
    text.firstMatch(of: /worker [a-z ]* crashed \(signal (4|5)\)/).map { "a \(String($0.output.0))" }
  }

  /// Returns true if a text reports a worker that was given up for its time.
  static func tellsOfSilence(_ bytes: [UInt8]?) -> Bool {
    String(decoding: bytes ?? [], as: UTF8.self).contains(/was silent for|did not come back/)
  }

  /// Counts the workers that a text reports as dead or given up.
  static func deadWorkers(_ text: String) -> Int {
    text.matches(
      of: /worker [a-z ]*(crashed|ended \(code|was silent)|library \([0-9.]+\) (crashed|did not come back)/
    )
    .count
  }
}
