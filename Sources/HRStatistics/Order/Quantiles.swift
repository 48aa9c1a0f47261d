internal import HRNumerics

/// Position of a quantile of ascending values: linear interpolation at (n − 1)p (R. J. Hyndman and Y. Fan, 1996, type
/// 7; NumPy's default).
struct QuantilePlace {
  /// Index of the value at or below it.
  let index: Int
  /// Index of the value at or above it.
  let next: Int
  private let share: Double

  /// - Parameters:
  ///   - p: 0…1.
  ///   - count: of the values.
  /// - Returns: `nil` without a value, and for any other p.
  init?(_ p: Double, of count: Int) {
    guard count > 0, (0...1).contains(p) else { return nil }
    let position = p * Double(count - 1)
    let below = Int(saturating: position.rounded(.down))
    index = min(below, count - 1)
    share = below + 1 < count ? position - Double(below) : 0
    next = share == 0 ? index : index + 1
  }

  /// Returns the quantile, between the values at ``index`` and ``next``.
  func value(_ low: Double, _ high: Double) -> Double {
    if share == 0 { return low }
    let gap = high - low
    // The distance of two numbers may exceed the largest one.
    return gap.isFinite ? low + share * gap : (1 - share) * low + share * high
  }
}

/// Returns the p-quantile of ascending values by ``QuantilePlace``; `nil` without a value.
///
/// - Parameter p: 0…1; `nil` for any other.
func quantile(_ p: Double, ofSorted sorted: [Double]) -> Double? {
  QuantilePlace(p, of: sorted.count).map { $0.value(sorted[$0.index], sorted[$0.next]) }
}

/// Returns the p-quantile of numbers in any order; many are read in several passes and not held.
///
/// - Parameter p: 0…1; `nil` for any other.
func quantile(_ p: Double, of numbers: some Walk) -> Double? {
  ExactSelection.quantiles([p], of: numbers)[p]
}

/// Returns the interval between two quantiles by ``quantile(_:ofSorted:)``; `nil` where one of them does not exist.
func quantiles(_ low: Double, _ high: Double, ofSorted sorted: [Double]) -> Interval? {
  Interval(ifAny: quantile(low, ofSorted: sorted), quantile(high, ofSorted: sorted))
}

/// Numbers at some places of the ascending order of a sequence that is iterated and not held.
///
/// Numbers are counted by the leading 16 bits of their order, then those near a wanted place by the next 16, until few
/// enough are left to be sorted, or all 64 bits are known: two to five passes, and the values are exact.
struct ExactSelection {
  private let values: [Int: Double]

  /// Numbers near wanted places.
  private struct Group {
    /// Their leading bits, as many as are known.
    var prefix: UInt
    var count: Int
    /// Wanted places, each with the number of the group's numbers before it.
    var wanted: [(place: Int, before: Int)]
  }

  /// - Parameters:
  ///   - places: of the ascending order, from 0.
  ///   - numbers: finite or infinite; −0 counts as less than 0.
  ///   - mostHeld: most numbers that may be held.
  /// - Precondition: every place is below the count of the numbers.
  init(_ places: some Sequence<Int>, of numbers: some Walk, mostHeld: Int = 1 << 18) {
    let wanted = Set(places).sorted()
    var groups =
      wanted.isEmpty
      ? [] : [Group(prefix: 0, count: numbers.count, wanted: wanted.map { ($0, $0) })]
    var known: UInt = 0
    while known < 64, groups.reduce(0, { $0 + $1.count }) > mostHeld {
      groups = Self.narrowed(groups, known: known, numbers)
      known += 16
    }
    values = known == 64 ? Self.ofWholeBits(groups) : Self.sorted(groups, known: known, numbers)
  }

  /// Returns the number at a place that was asked for.
  subscript(place: Int) -> Double? { values[place] }

  /// Returns the quantiles at some shares, by share: between the numbers given by ``QuantilePlace``.
  ///
  /// - Parameter shares: 0…1; other shares have no quantile, nor has any share without numbers.
  static func quantiles(_ shares: [Double], of numbers: some Walk) -> [Double: Double] {
    let places = shares.compactMap { share in
      QuantilePlace(share, of: numbers.count).map { (share: share, place: $0) }
    }
    let selection = ExactSelection(places.flatMap { [$0.place.index, $0.place.next] }, of: numbers)
    var found: [Double: Double] = [:]
    for (share, place) in places {
      guard let low = selection[place.index], let high = selection[place.next] else { continue }
      found[share] = place.value(low, high)
    }
    return found
  }

  private static func narrowed(_ groups: [Group], known: UInt, _ numbers: some Walk) -> [Group] {
    let prefixes = groups.map(\.prefix)
    var counts = [Int](repeating: 0, count: groups.count << 16)
    numbers.walk { number in
      let key = Entry<Void>.key(of: number)
      guard let group = find(key, prefixes, known: known) else { return }
      counts[group << 16 | Int(bitPattern: (key &>> (48 - known)) & 0xffff)] += 1
    }
    var narrower: [Group] = []
    for (index, group) in groups.enumerated() {
      var (before, left) = (0, group.wanted[...])
      for digit in 0..<(1 << 16) where !left.isEmpty {
        let count = counts[index << 16 | digit]
        let own = left.prefix { $0.before < before + count }
        if !own.isEmpty {
          narrower.append(
            Group(
              prefix: group.prefix << 16 | UInt(bitPattern: digit), count: count,
              wanted: own.map { ($0.place, $0.before - before) }))
          left = left.dropFirst(own.count)
        }
        before += count
      }
    }
    return narrower
  }

  private static func sorted(_ groups: [Group], known: UInt, _ numbers: some Walk) -> [Int: Double] {
    let prefixes = groups.map(\.prefix)
    var held = groups.map { _ in [UInt]() }
    numbers.walk { number in
      let key = Entry<Void>.key(of: number)
      if let group = find(key, prefixes, known: known) { held[group].append(key) }
    }
    var values: [Int: Double] = [:]
    for (group, keys) in zip(groups, held) {
      let ascending = keys.sorted()
      for (place, before) in group.wanted { values[place] = Entry<Void>.value(of: ascending[before]) }
    }
    return values
  }

  private static func ofWholeBits(_ groups: [Group]) -> [Int: Double] {
    var values: [Int: Double] = [:]
    for group in groups {
      for (place, _) in group.wanted { values[place] = Entry<Void>.value(of: group.prefix) }
    }
    return values
  }

  /// Returns the group whose leading bits a key has; prefixes ascend.
  private static func find(_ key: UInt, _ prefixes: [UInt], known: UInt) -> Int? {
    if known == 0 { return prefixes.isEmpty ? nil : 0 }
    let own = key &>> (64 - known)
    let place = prefixes.firstIndex(notBefore: own)
    return place < prefixes.count && prefixes[place] == own ? place : nil
  }
}
