import Testing

@testable import HRStatistics

/// Numbers that are read in several passes in place of being held.
private struct Many {
  /// Returns numbers with ties, both signs, both zeros, and some huge and tiny ones.
  static func numbers(_ count: Int, seed: UInt64 = 4) -> [Double] {
    var stream = TestNumbers(seed: seed)
    return (0..<count).map { index in
      let value = (20 * stream.normal()).rounded() + (index % 3 == 0 ? stream.normal() : 0)
      return index % 29 == 0
        ? -0.0 : index % 7 == 0 ? value * 1e-300 : index % 11 == 0 ? value * 1e300 : value
    }
  }
}

@Suite struct ExactSelectionTests {
  @Test(arguments: [0, 1, 10, 10_000]) func isWhatSortingGives(mostHeld: Int) {
    let numbers = Many.numbers(2000)
    let sorted = AscendingOrder(numbers).values
    let places = [0, 1, 49, 50, 999, 1000, 1001, 1500, 1998, 1999]
    let found = ExactSelection(places + places, of: numbers, mostHeld: mostHeld)
    for place in places { #expect(found[place]?.bitPattern == sorted[place].bitPattern, "\(place)") }
    #expect(found[2] == nil)
    #expect(ExactSelection([], of: numbers)[0] == nil)
  }
}

@Suite struct OrderedWalkTests {
  private func walked(
    _ numbers: [Double], mostHeld: Int, isDescending: Bool = false
  ) -> [(number: Double, place: Double)] {
    var found: [(number: Double, place: Double)] = []
    OrderedWalk(count: numbers.count, mostHeld: mostHeld) { body in
      for (place, number) in numbers.enumerated() { body(number, Double(place)) }
    }.walk(isDescending: isDescending) { found.append(($0, $1)) }
    return found
  }

  /// For any number that may be held, equal numbers keep their order, also where there are more of them than may be
  /// held.
  @Test(arguments: [1, 2, 3, 20, 500, 999, 1000, 1001], [false, true])
  func isTheStableOrder(mostHeld: Int, hasManyEqual: Bool) {
    var numbers = Many.numbers(1000)
    if hasManyEqual { for place in 200..<900 { numbers[place] = 7 } }
    let order = AscendingOrder(numbers)
    let found = walked(numbers, mostHeld: mostHeld)
    #expect(found.map(\.number.bitPattern) == order.values.map(\.bitPattern))
    #expect(found.map(\.place) == order.indices.map { Double($0) })
    let down = walked(numbers, mostHeld: mostHeld, isDescending: true)
    // In the reverse direction the order of equal numbers stays.
    let turned = AscendingOrder(numbers.map { -$0 })
    #expect(down.map(\.number.bitPattern) == turned.values.map { (-$0).bitPattern })
    #expect(down.map(\.place) == turned.indices.map { Double($0) })
  }

  @Test func nothing() { #expect(walked([], mostHeld: 5).isEmpty) }
}

@Suite struct PairPassesTests {
  /// Returns pairs of clusters of different size, some rates equal, in blocks of different length.
  private func pairs(_ count: Int, isRounded: Bool) -> (held: PairedRates, made: PairedRates) {
    var stream = TestNumbers(seed: isRounded ? 2 : 3)
    var blocks: [PairBlock] = []
    var whole = PairBlock()
    for number in 0..<count {
      let cluster = min(number / 50, 8)
      let reference = 75 + 10 * stream.normal()
      let estimate = reference + Double(cluster) + 3 * stream.normal()
      let pair = Pair(
        referenceBPM: isRounded ? reference.rounded() : reference,
        estimateBPM: isRounded ? estimate.rounded() : estimate, cluster: cluster, isNext: number % 50 > 0)
      if number % 37 == 0 { blocks.append(PairBlock()) }
      blocks[blocks.count - 1].append(pair)
      whole.append(pair)
    }
    blocks.insert(PairBlock(), at: 3)
    let held = PairedRates(whole, clusterCount: 9, unansweredCounts: [0, 4, 0, 0, 0, 0, 0, 0, 0, 2])
    let made = PairedRates(
      counts: held.counts.map { Int($0) }, unansweredCounts: held.unansweredCounts, blockCount: blocks.count
    ) { [blocks] in blocks[$0] }
    return (held, made)
  }

  /// Every figure, to the last bit; the rank correlation, whose sums are in another order, but for rounding.
  @Test(arguments: [false, true]) func aScoreInPassesIsThatOfHeldPairs(isRounded: Bool) {
    let (held, made) = pairs(1500, isRounded: isRounded)
    let (first, second) = (
      Score(held, windowCount: 1600, seed: 5), Score(made, windowCount: 1600, seed: 5)
    )
    for metric in Metric.columns {
      let (one, other) = (metric.value(first), metric.value(second))
      if metric.name == "spearman" {
        expectClose(one, other, 1e-14)
      } else {
        #expect(one == other, "\(metric.name)")
      }
    }
    #expect(first.spread == second.spread && first.exact == second.exact && first.exact == nil)
    #expect(made.errorsBPM == held.errorsBPM && made.errorsPerCluster == held.errorsPerCluster)
  }

  @Test(arguments: [1, 2, 64, 1499, 1500]) func ranksInParts(mostHeld: Int) {
    for isRounded in [false, true] {
      let (held, made) = pairs(1500, isRounded: isRounded)
      expectClose(RankSums(made, mostHeld: mostHeld).correlation, held.rankCorrelation, 1e-14)
    }
  }

  /// Stretches of windows give the pairs of a list, and whether each follows the one before.
  @Test func stretchesOfWindowsAreTheirPairs() {
    let none = Double.nan
    let (reference, estimate) = ([60, 61, none, 63, 64, 65, 66], [70, 71, 72, 73, none, 75, 76.0])
    let places = [0, 1, 3, 5, 6]
    let listed = PairedRates(
      referenceBPM: places.map { reference[$0] }, estimateBPM: places.map { estimate[$0] },
      cluster: places.map { _ in 0 }, place: places)
    for length in 1...7 {
      let starts = Array(stride(from: 0, to: 7, by: length))
      let read = PairedRates(counts: [5], unansweredCounts: [1], stretchCount: starts.count + 1) { number in
        guard number < starts.count else { return nil }
        let first = starts[number] > 0 ? 1 : 0
        let windows = (starts[number] - first)..<min(starts[number] + length, 7)
        return PairWindows(
          referenceBPM: Array(reference[windows]), estimateBPM: Array(estimate[windows]), cluster: 0,
          first: first)
      }
      var (mine, theirs) = (PairBlock(), PairBlock())
      listed.forEach { mine.append($0) }
      read.forEach { theirs.append($0) }
      #expect(mine == theirs, "\(length)")
    }
  }

  @Test func ranksOfWhatDoesNotVary() {
    let pairs = PairedRates(referenceBPM: [0, -0.0, 0], estimateBPM: [1, 2, 3], cluster: [0, 0, 0])
    #expect(RankSums(pairs, mostHeld: 2).correlation == nil)
  }
}
