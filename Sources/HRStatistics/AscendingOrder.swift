/// Values in ascending order and where each stood; equal values keep their order.
///
/// A radix sort by digits of 11 bits of the values' bit patterns, least significant first (H. H. Seward, 1954): a
/// score ranks thousands of rates three times, and comparing them took most of its time.
struct AscendingOrder {
  let values: [Double]
  /// The index each value had.
  let indices: [Int32]

  private struct Entry {
    var key: UInt
    var index: Int32
  }

  /// - Precondition: finite values; −0 counts as less than 0.
  init(_ unsorted: [Double]) {
    var entries = unsorted.enumerated().map { Entry(key: Self.key(of: $1), index: Int32(clamping: $0)) }
    if entries.count < 512 {
      entries.sort { $0.key == $1.key ? $0.index < $1.index : $0.key < $1.key }
    } else {
      var other = entries
      for shift in stride(from: 0 as UInt, to: 64, by: 11) {
        if Self.distribute(entries, into: &other, by: shift) { swap(&entries, &other) }
      }
    }
    values = entries.map { Self.value(of: $0.key) }
    indices = entries.map(\.index)
  }

  /// One stable pass by the digit at a shift; does nothing and says so where all have the same digit.
  private static func distribute(_ entries: [Entry], into other: inout [Entry], by shift: UInt) -> Bool {
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

  /// Unsigned numbers in the order of the values: negative ones with all bits turned, others with the sign bit set.
  private static func key(of value: Double) -> UInt {
    let bits = UInt(truncatingIfNeeded: value.bitPattern)
    return bits &>> 63 == 1 ? ~bits : bits | 1 << 63
  }

  private static func value(of key: UInt) -> Double {
    Double(bitPattern: UInt64(truncatingIfNeeded: key &>> 63 == 1 ? key & ~(1 << 63) : ~key))
  }
}
