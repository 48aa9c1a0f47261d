extension String {
  /// Returns true if this name sorts before another when runs of digits count as numbers: `rec_2` before `rec_10`.
  ///
  /// Other characters compare by Unicode scalar. Names that differ only in leading zeros (`1`, `01`) compare as plain
  /// text, so that the order is total and the same on every machine.
  package func precedesNaturally(_ other: String) -> Bool {
    var a = Array(utf8)[...]
    var b = Array(other.utf8)[...]
    while let x = a.first, let y = b.first {
      if x.isDigit, y.isDigit {
        let first = a.takeNumber()
        let second = b.takeNumber()
        if first.count != second.count { return first.count < second.count }
        if !first.elementsEqual(second) { return first.lexicographicallyPrecedes(second) }
      } else {
        if x != y { return x < y }
        a.removeFirst()
        b.removeFirst()
      }
    }
    if a.isEmpty != b.isEmpty { return a.isEmpty }
    return utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// Returns true if a pattern matches the whole text: `*` matches any run of characters (none included), `?` one.
  package func fits(wildcards pattern: String) -> Bool {
    let text = Array(self)
    let pattern = Array(pattern)
    var t = 0
    var p = 0
    // Position from which to continue when the text of the last star must be longer.
    var retry: (pattern: Int, text: Int)?
    while t < text.count {
      if p < pattern.count, pattern[p] == "*" {
        retry = (p + 1, t)
        p += 1
      } else if p < pattern.count, pattern[p] == "?" || pattern[p] == text[t] {
        p += 1
        t += 1
      } else if let last = retry {
        retry = (last.pattern, last.text + 1)
        p = last.pattern
        t = last.text + 1
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == "*" }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

extension ArraySlice<UInt8> {
  /// Removes the leading run of digits and returns it without leading zeros.
  fileprivate mutating func takeNumber() -> ArraySlice<UInt8> {
    let digits = prefix { $0.isDigit }
    removeFirst(digits.count)
    return digits.drop { $0 == UInt8(ascii: "0") }
  }
}
