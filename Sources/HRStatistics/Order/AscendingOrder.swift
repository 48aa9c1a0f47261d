/// Values in ascending order with their previous indices; equal values keep their order.
struct AscendingOrder {
  let values: [Double]
  /// The index that each value had before.
  let indices: [Int32]

  /// - Precondition: finite values; −0 counts as less than 0.
  init(_ unsorted: [Double]) {
    var entries = unsorted.enumerated().map { Entry($1, Int32(clamping: $0)) }
    if entries.count < 512 {
      entries.sort { $0.key == $1.key ? $0.payload < $1.payload : $0.key < $1.key }
    } else {
      sortStably(&entries)
    }
    values = entries.map(\.value)
    indices = entries.map(\.payload)
  }
}

/// A number in the form that is sorted, and its payload.
struct Entry<Payload> {
  /// Unsigned numbers in the order of the values: negative ones with all bits inverted, others with the sign bit set.
  let key: UInt
  let payload: Payload

  /// - Parameter value: finite or infinite; −0 counts as less than 0.
  init(_ value: Double, _ payload: Payload) {
    self.key = Self.key(of: value)
    self.payload = payload
  }

  var value: Double { Self.value(of: key) }

  static func key(of value: Double) -> UInt {
    let bits = UInt(truncatingIfNeeded: value.bitPattern)
    return bits &>> 63 == 1 ? ~bits : bits | 1 << 63
  }

  static func value(of key: UInt) -> Double {
    Double(bitPattern: UInt64(truncatingIfNeeded: key &>> 63 == 1 ? key & ~(1 << 63) : ~key))
  }
}

/// Sorts by the values, ascending; equal values keep their order.
///
/// A radix sort by digits of 11 bits of the values' bit patterns, least significant first (H. H. Seward, 1954): a
/// score ranks thousands of rates three times, and comparing them took most of its time.
func sortStably<Payload>(_ entries: inout [Entry<Payload>]) {
  var other = entries
  for shift in stride(from: 0 as UInt, to: 64, by: 11) {
    if distribute(entries, into: &other, by: shift) { swap(&entries, &other) }
  }
}

/// Sorts by the digit at a shift, in one stable pass; returns false without a change where all have the same digit.
private func distribute<Payload>(
  _ entries: [Entry<Payload>], into other: inout [Entry<Payload>], by shift: UInt
) -> Bool {
  var starts = [Int](repeating: 0, count: 2048)
  for entry in entries { starts[Int(bitPattern: (entry.key &>> shift) & 2047)] += 1 }
  var next = 0
  for digit in starts.indices {
    let count = starts[digit]
    if count == entries.count { return false }
    starts[digit] = next
    next += count
  }
  for entry in entries {
    let digit = Int(bitPattern: (entry.key &>> shift) & 2047)
    other[starts[digit]] = entry
    starts[digit] += 1
  }
  return true
}
