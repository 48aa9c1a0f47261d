internal import HRNumerics
internal import RealModule

/// Returns ranks from 1; ties share the average of their ranks.
package func averageRanks(_ values: [Double]) -> [Double] {
  let order = AscendingOrder(values)
  var ranks = [Double](repeating: 0, count: values.count)
  var first = 0
  while first < values.count {
    var next = first + 1
    while next < values.count, order.values[next] == order.values[first] { next += 1 }
    let rank = Double(first + 1 + next) / 2
    for place in first..<next { ranks[Int(clamping: order.indices[place])] = rank }
    first = next
  }
  return ranks
}

extension PairedRates {
  /// Pearson's correlation of the average ranks of reference and estimate (C. Spearman, 1904), −1…1; `nil` where either
  /// does not vary.
  var rankCorrelation: Double? {
    guard let block = held else { return RankSums(self).correlation }
    return Comoments(averageRanks(block.referenceBPM), averageRanks(block.estimateBPM))?.correlation
  }
}

/// The squares and products of average ranks about their mean, in passes over pairs that are not held.
///
/// All are in halves of a rank, d = 2r − (n + 1), which are whole numbers. Their sums are exact, so their order does
/// not matter.
struct RankSums {
  /// Most references that are ranked at a time, with one pass over all estimates that counts those before theirs.
  private static let mostHeld = 1 << 18

  private let pairs: PairedRates
  private(set) var xx: Int128 = 0
  private(set) var yy: Int128 = 0
  private(set) var xy: Int128 = 0

  init(_ pairs: PairedRates, mostHeld: Int = mostHeld) {
    self.pairs = pairs
    var ascending: [(reference: Double, estimate: Double)] = []
    ascending.reserveCapacity(min(mostHeld, pairs.count))
    var tie = Tie()
    // 0 and −0 are the same rate.
    let order = OrderedWalk(count: pairs.count, mostHeld: mostHeld) { body in
      pairs.forEach { body($0.referenceBPM + 0, $0.estimateBPM + 0) }
    }
    order.walk { reference, estimate in
      ascending.append((reference, estimate))
      if ascending.count == mostHeld {
        add(ascending, to: &tie)
        ascending.removeAll(keepingCapacity: true)
      }
    }
    add(ascending, to: &tie)
    close(&tie)
  }

  /// Rank correlation, −1…1; `nil` where reference or estimate does not vary.
  var correlation: Double? {
    guard xx > 0, yy > 0 else { return nil }
    return min(1, max(-1, Double(xy) / (Double.sqrt(Double(xx)) * Double.sqrt(Double(yy)))))
  }

  /// References that are equal, so far.
  private struct Tie {
    var reference = Double.nan
    /// Number of references before it.
    var before = 0
    var count = 0
    /// Sum of the estimates' deviations.
    var deviations: Int128 = 0
  }

  private mutating func add(_ ascending: [(reference: Double, estimate: Double)], to tie: inout Tie) {
    let deviations = estimateDeviations(ascending.map(\.estimate))
    for (pair, deviation) in zip(ascending, deviations) {
      if pair.reference != tie.reference {
        close(&tie)
        tie = Tie(reference: pair.reference, before: tie.before + tie.count)
      }
      tie.count += 1
      tie.deviations += Int128(deviation)
      yy += Int128(deviation) * Int128(deviation)
    }
  }

  private mutating func close(_ tie: inout Tie) {
    let deviation = Int128(deviation(before: tie.before, equal: tie.count))
    xx += deviation * deviation * Int128(tie.count)
    xy += deviation * tie.deviations
  }

  /// Returns the average rank of equal numbers, doubled, minus the doubled mean rank.
  private func deviation(before: Int, equal: Int) -> Int { 2 * before + equal - pairs.count }

  /// Returns the deviations of some of the estimates among all of them.
  private func estimateDeviations(_ some: [Double]) -> [Int] {
    var ascending = some.enumerated().map { Entry($1, Int32(clamping: $0)) }
    sortStably(&ascending)
    var counts = OrderCounts(beside: ascending.map(\.key))
    pairs.forEach { counts.add($0.estimateBPM + 0) }
    var deviations = [Int](repeating: 0, count: some.count)
    var (before, first) = (0, 0)
    while first < ascending.count {
      var next = first + 1
      while next < ascending.count, ascending[next].key == ascending[first].key { next += 1 }
      before += counts.below[first]
      let own = deviation(before: before, equal: counts.equal[first])
      for place in first..<next { deviations[Int(clamping: ascending[place].payload)] = own }
      before += counts.equal[first]
      first = next
    }
    return deviations
  }
}

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
