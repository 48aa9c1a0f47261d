/// Type of the elements of a NumPy array, as in `descr`: `<f8`, `|b1`.
struct NPYType: Equatable {
  enum Kind: Equatable {
    case boolean, signed, unsigned, float
    /// A type from which no series is read, in words, and advice.
    case other(String, hint: String?)
  }

  let kind: Kind
  let bytes: Int
  let isBig: Bool

  /// - Returns: `nil` for anything that NumPy does not write.
  init?(_ text: String) {
    let letters = Array(text)
    // The unit of dates is part of the type: <M8[ms]
    let digits = letters.dropFirst(2).prefix { $0.isNumber }
    guard letters.count >= 2, "<>|=".contains(letters[0]) else { return nil }
    let rest = String(letters.dropFirst(2 + digits.count))
    let number = digits.isEmpty ? 0 : Int(String(digits), radix: 10)
    guard let number, number <= 1 << 30, rest.isEmpty || "Mm".contains(letters[1]) else { return nil }
    isBig = letters[0] == ">"
    bytes = letters[1] == "U" ? 4 * number : letters[1] == "O" ? 8 : number
    switch (letters[1], bytes) {
    case ("b", 1): kind = .boolean
    case ("i", 1), ("i", 2), ("i", 4), ("i", 8): kind = .signed
    case ("u", 1), ("u", 2), ("u", 4), ("u", 8): kind = .unsigned
    case ("f", 2), ("f", 4), ("f", 8): kind = .float
    case ("f", 10...16):
      kind = .other("floats of \(bytes) bytes", hint: "save them as float64: x.astype('f8')")
    case ("c", 8...32):
      kind = .other("complex numbers", hint: "save their real part, or their magnitude: np.abs(x)")
    case ("M", 8): kind = .other("dates", hint: "save them as numbers: x.astype('M8[us]').astype('i8')")
    case ("m", 8): kind = .other("durations", hint: "save them as numbers: x.astype('m8[us]').astype('i8')")
    case ("S", _), ("a", _), ("U", _): kind = .other("texts", hint: nil)
    case ("V", _): kind = .other("bytes without a meaning", hint: nil)
    case ("O", _): kind = .other("Python objects", hint: Self.pickleHint)
    default: return nil
    }
  }

  static let pickleHint =
    "they are pickled, and reading them could run code: save numbers, np.save(…, allow_pickle=False) says no to anything else"

  /// Returns the number at an offset; 0 for types without numbers.
  func number(_ buffer: UnsafeRawBufferPointer, at place: Int) -> Double {
    var bits: UInt64 = 0
    for index in 0..<min(bytes, 8) {
      let byte = UInt64(truncatingIfNeeded: buffer[place + index])
      if isBig { bits = bits << 8 | byte } else { bits |= byte << (8 * index) }
    }
    switch (kind, bytes) {
    case (.boolean, _): return bits == 0 ? 0 : 1
    case (.signed, 1): return Double(Int8(truncatingIfNeeded: bits))
    case (.signed, 2): return Double(Int16(truncatingIfNeeded: bits))
    case (.signed, 4): return Double(Int32(truncatingIfNeeded: bits))
    case (.signed, _): return Double(Int64(bitPattern: bits))
    case (.unsigned, _): return Double(bits)
    case (.float, 2): return Self.half(UInt16(truncatingIfNeeded: bits))
    case (.float, 4): return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case (.float, _): return Double(bitPattern: bits)
    case (.other, _): return 0
    }
  }

  /// Converts IEEE 754 binary16: a sign, five bits of exponent, ten of fraction.
  private static func half(_ bits: UInt16) -> Double {
    let (exponent, fraction) = (Int(truncatingIfNeeded: bits >> 10 & 31), Double(bits & 1023))
    let size =
      switch exponent {
      case 0: fraction * 0x1p-24
      case 31: fraction == 0 ? Double.infinity : .nan
      default: Double(sign: .plus, exponent: exponent - 15, significand: 1 + fraction / 1024)
      }
    return bits >> 15 == 0 ? size : -size
  }
}
