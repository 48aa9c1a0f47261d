/// How names of HDF5 objects compare and numbers of attributes print.
enum HDF5Order {
  /// Natural order: runs of digits compare as numbers.
  static func precedes(_ a: String, _ b: String) -> Bool {
    let left = pieces(a)
    let right = pieces(b)
    for (x, y) in zip(left, right) where x != y {
      if let m = UInt64(x), let n = UInt64(y), m != n { return m < n }
      return x < y
    }
    return left.count < right.count
  }

  private static func pieces(_ text: String) -> [String] {
    var pieces: [String] = []
    var digits: Bool?
    for character in text {
      let digit = character.isASCII && character.isNumber
      if digit == digits {
        pieces[pieces.count - 1].append(character)
      } else {
        pieces.append(String(character))
        digits = digit
      }
    }
    return pieces
  }

  /// Whether a name fits a pattern in which `*` stands for any run of characters.
  static func fits(_ name: String, _ pattern: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, parts.count > 1 else { return name == pattern }
    guard name.hasPrefix(first), name.count >= first.count + last.count, name.hasSuffix(last) else {
      return false
    }
    var rest = name.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }

  /// The shortest text that reads back the same; whole numbers without `.0`.
  static func shortest(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
