internal import HRNumerics

/// Counts of numbers between some that are held, and of those equal to one.
struct OrderCounts {
  /// Orders of the held numbers (``Entry/key(of:)``), ascending.
  private let keys: [UInt]
  /// Number of those below each held number and above the one before it; the last counts those above all.
  private(set) var below: [Int]
  /// Number of those equal to each held number; of equal held ones the first counts them.
  private(set) var equal: [Int]

  /// - Parameter keys: ascending.
  init(beside keys: [UInt]) {
    self.keys = keys
    below = [Int](repeating: 0, count: keys.count + 1)
    equal = [Int](repeating: 0, count: keys.count)
  }

  mutating func add(_ number: Double) {
    let key = Entry<Void>.key(of: number)
    let place = keys.firstIndex(notBefore: key)
    if place < keys.count, keys[place] == key { equal[place] += 1 } else { below[place] += 1 }
  }
}
