internal import HRNumerics
internal import RealModule
internal import Synchronization

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
    guard let block = held else { return RankSums.turn.withLock { _ in RankSums(self).correlation } }
    return Comoments(averageRanks(block.referenceBPM), averageRanks(block.estimateBPM))?.correlation
  }
}

/// The squares and products of average ranks about their mean, over pairs that are not held: 4 bytes of each are.
///
/// All are in halves of a rank, d = 2r − (n + 1), which are whole numbers. Their sums are exact, so their order does
/// not matter.
struct RankSums {
  private(set) var xx: Int128 = 0
  private(set) var yy: Int128 = 0
  private(set) var xy: Int128 = 0

  /// Rows whose ranks are found at the same time would need the memory of both.
  fileprivate static let turn = Mutex(())

  /// - Parameters:
  ///   - pairs: fewer than 2³¹.
  ///   - mostHeld: most numbers that are sorted at a time.
  init(_ pairs: PairedRates, mostHeld: Int = OrderedWalk.mostHeld) {
    let count = pairs.count
    precondition(count < Int32.max, "fewer pairs than 2³¹")
    var deviations = [Int32](repeating: 0, count: count)
    var (before, value, tie) = (0, Double.nan, [Int32]())
    /// Gives the pairs of equal estimates their deviation.
    func close() {
      let deviation = Int32(clamping: 2 * before + tie.count - count)
      for place in tie { deviations[Int(clamping: place)] = deviation }
      yy += Int128(deviation) * Int128(deviation) * Int128(tie.count)
      before += tie.count
      tie.removeAll(keepingCapacity: true)
    }
    Self.order(pairs, mostHeld, by: { $0.estimateBPM }, with: { Double($0) }).walk { estimate, place in
      if estimate != value {
        close()
        value = estimate
      }
      tie.append(Int32(clamping: Int(saturating: place)))
    }
    close()

    (before, value) = (0, .nan)
    // Number of equal references, and the sum of their estimates' deviations.
    var (equal, sum) = (0, Int128(0))
    func closeReferences() {
      let deviation = Int128(2 * before + equal - count)
      xx += deviation * deviation * Int128(equal)
      xy += deviation * sum
      before += equal
      (equal, sum) = (0, 0)
    }
    Self.order(pairs, mostHeld, by: { $0.referenceBPM }, with: { Double(deviations[$0]) }).walk {
      reference, own in
      if reference != value {
        closeReferences()
        value = reference
      }
      equal += 1
      sum += Int128(own)
    }
    closeReferences()
  }

  /// Returns the pairs in the order of one of their rates.
  ///
  /// - Parameter payload: number of the pair at an index.
  private static func order(
    _ pairs: PairedRates, _ mostHeld: Int, by rate: @escaping (Pair) -> Double,
    with payload: @escaping (Int) -> Double
  ) -> OrderedWalk {
    OrderedWalk(count: pairs.count, mostHeld: mostHeld) { body in
      var index = 0
      pairs.forEach { pair in
        // 0 and −0 are the same rate.
        body(rate(pair) + 0, payload(index))
        index += 1
      }
    }
  }

  /// Rank correlation, −1…1; `nil` where reference or estimate does not vary.
  var correlation: Double? {
    guard xx > 0, yy > 0 else { return nil }
    return min(1, max(-1, Double(xy) / (Double.sqrt(Double(xx)) * Double.sqrt(Double(yy)))))
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
