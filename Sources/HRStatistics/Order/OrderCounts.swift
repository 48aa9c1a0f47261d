internal import HRNumerics

/// How many of any numbers lie between some that are held, and how many are equal to one.
struct OrderCounts {
  /// Orders of the held numbers (``Entry/key(of:)``), ascending.
  private let keys: [UInt]
  /// Of each held number those below it and above the one before it; at the end those above all.
  private(set) var below: [Int]
  /// Of each held number those equal to it; of equal ones the first has them.
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
