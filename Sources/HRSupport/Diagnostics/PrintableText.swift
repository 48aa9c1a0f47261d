extension String {
  /// Text in which every character that could control its reader is visible, as `\u{1b}`.
  ///
  /// For text from other sources: names of files and recordings, texts inside files, messages of a library. Line
  /// breaks, tabs and other control characters, marks of the writing direction, and characters without width are
  /// written as escapes. Letters of every script stay as they are, and so do the joiners that some scripts and emoji
  /// need. Printable text stays the same, so a second application changes nothing. A name that holds the escape
  /// itself has the same printable text as one that holds the character: it is text for people, never a key.
  package var printable: String { printable { _ in nil } }

  /// Text that is safe for a terminal: line feeds and hreval's own colour codes stay, every other control character
  /// is made visible.
  ///
  /// Text that was composed carefully passes unchanged. This is the last filter, for omissions in the layers above.
  package var terminalSafe: String {
    printable { rest in
      if rest.first == "\n" { return 1 }
      return Self.colourCodes.contains { rest.starts(with: $0) } ? Self.colourCodeLength : nil
    }
  }

  /// ANSI codes for plain, bold and dim.
  private static let colourCodes = ["0", "1", "2"].map { Array("\u{1B}[\($0)m".unicodeScalars) }
  private static let colourCodeLength = 4

  /// - Parameter kept: number of scalars at the beginning of the rest that stay although the first is a control
  ///   character.
  private func printable(keeping kept: (Substring.UnicodeScalarView) -> Int?) -> String {
    // Most text has no other characters than these.
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
    var result = ""
    // Unchanged text is copied in long pieces, since whole pages pass through this function.
    var (piece, here) = (startIndex, startIndex)
    while let next = unicodeScalars[here...].firstIndex(where: { $0.steersReaders }) {
      let length = kept(unicodeScalars[next...])
      here = unicodeScalars.index(next, offsetBy: length ?? 1)
      if length == nil {
        result += self[piece..<next] + "\\u{\(String(unicodeScalars[next].value, radix: 16))}"
        piece = here
      }
    }
    return piece == startIndex ? self : result + self[piece...]
  }
}

extension Unicode.Scalar {
  /// True if the character affects the text around it instead of being visible: a control character, a mark of
  /// direction, one without width, a tag, or a code without a character.
  package var steersReaders: Bool {
    switch value {
    case 0x20..<0x7F: false
    case 0..<0x20, 0x7F..<0xA0: true
    // Marks, embeddings, overrides and isolates of the direction.
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x206F: true
    // Line and paragraph separators.
    case 0x2028, 0x2029: true
    // Characters without width. The joiners U+200C and U+200D belong to words and emoji.
    case 0x200B, 0x2060...0x2065, 0xFEFF: true
    case 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    case 0xFDD0...0xFDEF: true
    default: value & 0xFFFE == 0xFFFE
    }
  }
}

extension String {
  /// Creates text from bytes; bytes that are not UTF-8 are written as `\xff`.
  package init(escaping bytes: [UInt8]) {
    self = ""
    var start = 0
    while start < bytes.count {
      let ends = (1...4).lazy.map { start + $0 }.filter { $0 <= bytes.count }
      if let end = ends.first(where: { String(validating: bytes[start..<$0], as: UTF8.self) != nil }) {
        self += String(decoding: bytes[start..<end], as: UTF8.self)
        start = end
      } else {
        self += "\\x" + String(bytes[start], radix: 16).zeroPadded(to: 2)
        start += 1
      }
    }
  }
}

extension String {
  /// The text as one word of a shell's command.
  package var shellQuoted: String { "'" + replacing("'", with: "'\\''") + "'" }

  /// Returns a number's digits with zeros before them.
  package func zeroPadded(to length: Int) -> String {
    String(repeating: "0", count: max(0, length - count)) + self
  }
}
