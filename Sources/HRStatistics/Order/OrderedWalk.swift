/// Iterates over numbers in the order of their size, each with its payload, and holds only some of them at a time.
///
/// The order is cut into parts of at most ``mostHeld`` numbers, and each part is collected in a pass of its own over
/// all of them. Many equal numbers need not be held: they are passed on as they are read.
package struct OrderedWalk {
  /// Most numbers that are held at a time, at 32 bytes each while they are sorted.
  package static let mostHeld = 1 << 19

  private let mostHeld: Int
  /// All of them in order; `nil` where they may not be held.
  private let all: [Entry<Double>]?
  private let source: (_ body: (Double, Double) -> Void) -> Void
  /// Parts, ascending.
  private let parts: [Part]

  /// Numbers whose order is after one and up to another.
  private struct Part {
    /// Lower bound, exclusive; `nil`: from the least.
    let above: UInt?
    /// Upper bound, inclusive; `nil`: to the largest.
    let upTo: UInt?
    /// True if all of them are equal.
    let isOne: Bool

    func contains(_ key: UInt) -> Bool {
      if let above, key <= above { return false }
      guard let upTo else { return true }
      return isOne ? key == upTo : key <= upTo
    }
  }

  /// - Parameters:
  ///   - count: of the numbers.
  ///   - mostHeld: most numbers that are held at a time.
  ///   - source: passes every number and its payload, each time in the same order.
  /// - Precondition: finite or infinite numbers; −0 counts as less than 0.
  package init(
    count: Int, mostHeld: Int = mostHeld, source: @escaping (_ body: (Double, Double) -> Void) -> Void
  ) {
    (self.mostHeld, self.source) = (mostHeld, source)
    guard count > mostHeld else {
      let whole = Part(above: nil, upTo: nil, isOne: false)
      (all, parts) = (Self.sorted(whole, count, source), [whole])
      return
    }
    (all, parts) = (nil, Self.parts(count, mostHeld, source))
  }

  private struct Numbers: Walk {
    let count: Int
    let source: (_ body: (Double, Double) -> Void) -> Void

    func walk(_ body: (Double) -> Void) { source { number, _ in body(number) } }
  }

  private static func parts(
    _ count: Int, _ mostHeld: Int, _ source: @escaping (_ body: (Double, Double) -> Void) -> Void
  ) -> [Part] {
    // Parts end at these places, so between two ends there are fewer than half of the numbers that may be held.
    let places = Array(stride(from: max(1, mostHeld / 2) - 1, to: count, by: max(1, mostHeld / 2)))
    let selected = ExactSelection(places, of: Numbers(count: count, source: source))
    var ends: [UInt] = []
    for place in places {
      guard let end = selected[place].map(Entry<Void>.key(of:)), end != ends.last else { continue }
      ends.append(end)
    }
    var counts = OrderCounts(beside: ends)
    source { number, _ in counts.add(number) }
    return joined(ends, below: counts.below, equal: counts.equal, mostHeld)
  }

  /// Returns as few parts as can be held, each of one or several stretches between ends.
  private static func joined(_ ends: [UInt], below: [Int], equal: [Int], _ mostHeld: Int) -> [Part] {
    var parts: [Part] = []
    var (above, last, held): (UInt?, UInt?, Int) = (nil, nil, 0)
    func close() {
      if let last, held > 0 { parts.append(Part(above: above, upTo: last, isOne: false)) }
      if let last { above = last }
      held = 0
    }
    for (index, end) in ends.enumerated() {
      if held + below[index] + equal[index] > mostHeld { close() }
      if below[index] + equal[index] > mostHeld {
        // The numbers below the end as a part of their own: up to the one before it.
        if below[index] > 0 { parts.append(Part(above: above, upTo: end - 1, isOne: false)) }
        parts.append(Part(above: nil, upTo: end, isOne: true))
        (above, last, held) = (end, end, 0)
        continue
      }
      held += below[index] + equal[index]
      last = end
    }
    let rest = below[ends.count]
    if held + rest > mostHeld { close() }
    if held + rest > 0 { parts.append(Part(above: above, upTo: nil, isOne: false)) }
    return parts
  }

  /// Goes through all numbers in order. Equal numbers come in the order of the source, in both directions.
  ///
  /// - Parameter isDescending: true for the largest first.
  package func walk(isDescending: Bool = false, _ body: (Double, Double) -> Void) {
    for part in isDescending ? parts.reversed() : parts {
      if part.isOne {
        source { number, payload in if part.contains(Entry<Void>.key(of: number)) { body(number, payload) } }
        continue
      }
      let entries = all ?? Self.sorted(part, mostHeld, source)
      guard isDescending else {
        for entry in entries { body(entry.value, entry.payload) }
        continue
      }
      var next = entries.count
      while next > 0 {
        var first = next - 1
        while first > 0, entries[first - 1].key == entries[first].key { first -= 1 }
        for entry in entries[first..<next] { body(entry.value, entry.payload) }
        next = first
      }
    }
  }

  private static func sorted(
    _ part: Part, _ most: Int, _ source: (_ body: (Double, Double) -> Void) -> Void
  ) -> [Entry<Double>] {
    var entries: [Entry<Double>] = []
    entries.reserveCapacity(most)
    source { number, payload in
      let entry = Entry(number, payload)
      if part.contains(entry.key) { entries.append(entry) }
    }
    sortStably(&entries)
    return entries
  }
}
