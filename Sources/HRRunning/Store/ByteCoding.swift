internal import HRSignals

/// Appends plain values to bytes.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func write(_ integer: Int) { write(UInt64(bitPattern: Int64(clamping: integer))) }

  package mutating func write(_ bits: UInt64) { append(bits) }

  /// Replaces an integer that was written before.
  mutating func replace(at position: Int, with integer: Int) {
    for (index, byte) in withUnsafeBytes(of: Int64(clamping: integer).littleEndian, Array.init).enumerated() {
      bytes[position + index] = byte
    }
  }

  package mutating func write(_ number: Double) { write(number.bitPattern) }

  package mutating func write(_ text: String) {
    write(text.utf8.count)
    append(text.utf8)
  }

  package mutating func write(_ byte: UInt8) { bytes.append(byte) }

  package mutating func write(_ texts: [String]) {
    write(texts.count)
    for text in texts { write(text) }
  }

  mutating func write(_ text: String?) {
    write(text == nil ? 0 : 1)
    write(text ?? "")
  }

  mutating func write(_ numbers: [Double]) {
    write(numbers.count)
    append(numbers)
  }

  mutating func write(_ numbers: [Double?]) {
    write(numbers.count)
    for number in numbers { write(finite: number) }
  }

  /// Writes NaN for `nil` and for numbers that are not finite.
  mutating func write(finite number: Double?) { write(number.finiteOrNaN) }

  /// Writes four bytes per number.
  mutating func write(_ numbers: [Float]) {
    write(numbers.count)
    for number in numbers { append(number.bitPattern) }
  }

  mutating func write(_ ranges: [TimeRange]) {
    write(ranges.count)
    for range in ranges {
      write(range.start)
      write(range.end)
    }
  }

  // MARK: Without their counts

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// Writes one of ``NumberLists``.
  mutating func write(list numbers: [Double]) {
    for sum in NumberLists.checksums(of: numbers) { write(sum) }
    append(numbers)
  }

  mutating func append(_ codes: [UInt16]) {
    for code in codes { append(code) }
  }

  mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ numbers: [Double]) {
    #if _endian(little)
      numbers.withUnsafeBytes { bytes.append(contentsOf: $0) }
    #else
      for number in numbers { write(number) }
    #endif
  }
}

/// Reads what a ``ByteWriter`` wrote; every read checks its bounds.
package struct ByteReader {
  package struct Damaged: Error {
    package init() {}
  }

  private let bytes: [UInt8]
  var position = 0

  package init(_ bytes: some Collection<UInt8>) { self.bytes = Array(bytes) }

  package var isAtEnd: Bool { position == bytes.count }

  /// Skips `count` elements of equal size.
  mutating func pass(_ count: Int, each bytes: Int) throws(Damaged) {
    guard count >= 0, count <= (self.bytes.count - position) / bytes else { throw Damaged() }
    position += count * bytes
  }

  /// Skips a list of numbers.
  mutating func passNumbers() throws(Damaged) { try pass(try integer(), each: 8) }

  /// Skips a list of spans of time.
  mutating func passRanges() throws(Damaged) { try pass(try integer(), each: 16) }

  package mutating func bits() throws(Damaged) -> UInt64 {
    guard bytes.count - position >= 8 else { throw Damaged() }
    let value = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: UInt64.self) }
    position += 8
    return UInt64(littleEndian: value)
  }

  package mutating func integer() throws(Damaged) -> Int { Int(clamping: Int64(bitPattern: try bits())) }

  /// Reads a count of elements that take at least a byte each.
  package mutating func count() throws(Damaged) -> Int {
    let value = try integer()
    guard value >= 0, value <= bytes.count - position else { throw Damaged() }
    return value
  }

  package mutating func number() throws(Damaged) -> Double { Double(bitPattern: try bits()) }

  package mutating func byte() throws(Damaged) -> UInt8 {
    guard position < bytes.count else { throw Damaged() }
    position += 1
    return bytes[position - 1]
  }

  package mutating func string() throws(Damaged) -> String {
    let length = try count()
    defer { position += length }
    return String(decoding: bytes[position..<position + length], as: UTF8.self)
  }

  mutating func optionalString() throws(Damaged) -> String? {
    let isThere = try flag()
    let text = try string()
    return isThere ? text : nil
  }

  package mutating func strings() throws(Damaged) -> [String] {
    var texts: [String] = []
    for _ in 0..<(try count()) { texts.append(try string()) }
    return texts
  }

  package mutating func flag() throws(Damaged) -> Bool {
    switch try integer() {
    case 0: return false
    case 1: return true
    default: throw Damaged()
    }
  }

  mutating func numbers() throws(Damaged) -> [Double] {
    let count = try count()
    var numbers: [Double] = []
    numbers.reserveCapacity(count)
    for _ in 0..<count { numbers.append(try finiteOrNaN()) }
    return numbers
  }

  /// Returns all remaining numbers.
  mutating func rest() throws(Damaged) -> [Double] {
    guard (bytes.count - position) % 8 == 0 else { throw Damaged() }
    var numbers: [Double] = []
    numbers.reserveCapacity((bytes.count - position) / 8)
    while !isAtEnd { numbers.append(try number()) }
    return numbers
  }

  /// Reads values of as many bytes as `Bits` has, without their count.
  private mutating func values<Bits: FixedWidthInteger, Value>(
    _ count: Int, _ value: (Bits) -> Value
  ) throws(Damaged) -> [Value] {
    let (start, size) = (position, MemoryLayout<Bits>.size)
    try pass(count, each: size)
    return bytes.withUnsafeBytes { bytes in
      [Value](unsafeUninitializedCapacity: count) { values, used in
        for index in 0..<count {
          let bits = bytes.loadUnaligned(fromByteOffset: start + size * index, as: Bits.self)
          values.initializeElement(at: index, to: value(Bits(littleEndian: bits)))
        }
        used = count
      }
    }
  }

  /// Reads numbers without a count.
  mutating func plainNumbers(_ count: Int) throws(Damaged) -> [Double] {
    try values(count) { (bits: UInt64) in Double(bitPattern: bits) }
  }

  /// Reads codes of two bytes without a count.
  mutating func codes(_ count: Int) throws(Damaged) -> [UInt16] {
    try values(count) { (code: UInt16) in code }
  }

  /// Reads bytes without a count.
  mutating func plainBytes(_ count: Int) throws(Damaged) -> [UInt8] {
    try values(count) { (byte: UInt8) in byte }
  }

  /// Reads one of ``NumberLists``.
  mutating func list(_ count: Int) throws(Damaged) -> [Double] {
    guard count >= 0, count <= (bytes.count - position) / 8 else { throw Damaged() }
    try pass(NumberLists.partCount(of: count), each: 8)
    return try plainNumbers(count)
  }

  /// Skips such lists.
  mutating func passLists(_ number: Int, _ count: Int) throws(Damaged) {
    guard count >= 0, count <= bytes.count / 8 else { throw Damaged() }
    try pass(number, each: NumberLists.bytes(of: count))
  }

  mutating func finiteNumbers() throws(Damaged) -> [Double] {
    let numbers = try numbers()
    guard numbers.allSatisfy(\.isFinite) else { throw Damaged() }
    return numbers
  }

  /// Reads four bytes per number. NaN is allowed among them, infinity is not.
  mutating func floats() throws(Damaged) -> [Float] {
    let numbers = try values(try integer()) { (bits: UInt32) in Float(bitPattern: bits) }
    guard numbers.allSatisfy({ !$0.isInfinite }) else { throw Damaged() }
    return numbers
  }

  /// Reads a finite number: statistics take no other, and a damaged store may hold any bits.
  mutating func finite() throws(Damaged) -> Double {
    let number = try number()
    guard number.isFinite else { throw Damaged() }
    return number
  }

  /// Reads a number that may be NaN, which means "there is none".
  mutating func finiteOrNaN() throws(Damaged) -> Double {
    let number = try number()
    guard !number.isInfinite else { throw Damaged() }
    return number
  }

  mutating func ranges() throws(Damaged) -> [TimeRange] {
    let count = try count()
    var ranges: [TimeRange] = []
    ranges.reserveCapacity(count)
    for _ in 0..<count { ranges.append(TimeRange(start: try finite(), end: try finite())) }
    return ranges
  }
}

extension Double? {
  /// The number, or NaN for none and for one that is not finite.
  var finiteOrNaN: Double { flatMap { $0.isFinite ? $0 : nil } ?? .nan }
}
