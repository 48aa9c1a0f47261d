import HRNumerics
import Testing

@testable import HRRunning

@Suite struct ShardCutTests {
  private func bySize(_ sizes: [Double], unitsPerRecording: Int) -> WorkCosts {
    WorkCosts(
      sizes: sizes.map { RecordingSize(dataset: 0, size: $0) }, unitsPerRecording: unitsPerRecording)
  }

  /// Every unit is in one shard, no shard is empty, and recordings are not divided if there are enough of them.
  @Test(arguments: [1, 2, 3, 7, 10, 16, 40]) func everyUnitIsInOneShard(count: Int) {
    let costs = bySize([5, 1, 1, 0, 9, 1, 2, 2, 30, 1], unitsPerRecording: 4)
    let firsts = ShardCut.firstUnits(count: count, costs: costs)
    #expect(firsts.count == count)
    #expect(firsts.first == 0)
    #expect(zip(firsts, firsts.dropFirst()).allSatisfy { $0 < $1 })
    #expect((firsts.last ?? 40) < 40)
    if count <= 10 { #expect(firsts.allSatisfy { $0 % 4 == 0 }) }
  }

  @Test func costsAreShared() {
    let long = bySize(Array(repeating: 1, count: 1000) + [1000, 1000, 1000], unitsPerRecording: 1)
    #expect(ShardCut.firstUnits(count: 4, costs: long) == [0, 1000, 1001, 1002])
    // If all costs are 0, units are divided by number.
    let none = bySize(Array(repeating: 0, count: 8), unitsPerRecording: 3)
    #expect(ShardCut.firstUnits(count: 4, costs: none) == [0, 6, 12, 18])
  }

  /// Two data sets of equal bytes, one of which costs three times as much per byte: the shards have equal costs.
  @Test func measuredCostsAreShared() {
    let sizes = (0..<80).map { RecordingSize(dataset: $0 / 40, size: 1) }
    let model = CostModel(
      timedSeconds: 1, timedUnits: 1, timedRecordings: 1, untimed: 0,
      datasets: [1.0, 3].map {
        .init(
          name: "", perRecording: 0, readingPerMegabyte: 0, examPerMegabyte: 0, perUnit: 0,
          scenariosPerMegabyte: [$0, $0])
      })
    let costs = model.costs(of: sizes, repeats: [1, 2])
    #expect(costs.unitsPerRecording == 3)
    func spread(_ firsts: [Int]) -> Double {
      let each = zip(firsts, firsts.dropFirst() + [240]).map { costs.cost(of: $0..<$1) }
      return (each.max() ?? 0) / (each.min() ?? 1)
    }
    #expect(spread(ShardCut.firstUnits(count: 8, costs: costs)) < 1.25)
    #expect(spread(ShardCut.firstUnits(count: 8, costs: WorkCosts(sizes: sizes, unitsPerRecording: 3))) > 2.5)
  }

  /// A recording in two shards is read by both, but examined once.
  @Test func readingCountsInEachShard() {
    let model = CostModel(
      timedSeconds: 1, timedUnits: 1, timedRecordings: 1, untimed: 0,
      datasets: [
        .init(
          name: "", perRecording: 1, readingPerMegabyte: 2, examPerMegabyte: 0.5, perUnit: 0.25,
          scenariosPerMegabyte: [3, 4])
      ])
    let costs = model.costs(of: [10, 20].map { RecordingSize(dataset: 0, size: $0) }, repeats: [1, 2])
    #expect(costs.reading(of: 0) == 21)
    #expect((0..<3).map(costs.work) == [35.25, 40.25, 40.25])
    #expect(costs.whole(0) == 136.75)
    #expect(costs.cost(of: 0..<3) == 136.75)
    #expect(costs.cost(of: 0..<6) == 136.75 + costs.whole(1))
    #expect(costs.cost(of: 1..<2) == 61.25)
    #expect(costs.cost(of: 0..<1) + costs.cost(of: 1..<3) == 136.75 + 21)
    #expect(costs.cost(of: 2..<4) == 61.25 + 41 + 70.25)
  }

  // MARK: Longest first

  /// Returns the time at which the last machine is done, if each takes the next piece when it is free.
  private func makespan(_ pieces: [Double], machines: Int) -> Double {
    var free = Array(repeating: 0.0, count: machines)
    for piece in pieces {
      guard let next = free.indices.min(by: { free[$0] < free[$1] }) else { continue }
      free[next] += piece
    }
    return free.max() ?? 0
  }

  /// Pieces that fill every machine for exactly one hour in the best order, in random order.
  @Test(arguments: [2, 3, 8, 50]) func longestFirstKeepsGrahamsBound(machines: Int) {
    let bound = 4.0 / 3 - 1 / (3 * Double(machines))
    var (first, planned) = (0.0, 0.0)
    for seed in 0..<20 as Range<UInt64> {
      var random = RandomStream(seed: seed, ["pieces"])
      var pieces: [Double] = []
      for _ in 0..<machines {
        let cuts = ([0, 1] + (0..<(1 + random.index(below: 6))).map { _ in random.uniform() }).sorted()
        pieces += zip(cuts, cuts.dropFirst()).map { $1 - $0 }
      }
      pieces = pieces.map { ($0, random.uniform()) }.sorted { $0.1 < $1.1 }.map(\.0)
      let ordered = ShardCut.longestFirst(pieces).map { pieces[$0] }
      #expect(ordered.sorted() == pieces.sorted())
      let span = makespan(ordered, machines: machines)
      // Pieces that differ by a hundredth of the mean count as equal.
      #expect(span <= bound + 0.02, "\(machines) machines, seed \(seed)")
      first += span
      planned += makespan(pieces, machines: machines)
    }
    #expect(first < 0.93 * planned, "\(first / 20) of \(planned / 20)")
  }

  /// With one long piece at the end, the order of the plan exceeds that bound.
  @Test func aLongLastPieceCostsTheOrderOfThePlanAlmostTwice() {
    let pieces = Array(repeating: 1.0, count: 20) + [5]
    #expect(makespan(pieces, machines: 5) == 9)
    #expect(makespan(ShardCut.longestFirst(pieces).map { pieces[$0] }, machines: 5) == 5)
  }

  @Test func equalOnesStayInTheirOrder() {
    #expect(ShardCut.longestFirst([1, 1.001, 0.999, 2, 1]) == [3, 0, 1, 2, 4])
    #expect(ShardCut.longestFirst([0, 0]) == [0, 1])
    #expect(ShardCut.longestFirst([]) == [])
  }
}
