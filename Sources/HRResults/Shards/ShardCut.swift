/// Where a run's units are cut into shards of about the same cost.
///
/// Units stay in their order, recordings outermost, so that a shard reads as few recordings as possible: where there
/// are as many recordings as shards, none is in two of them.
package enum ShardCut {
  /// - Parameters:
  ///   - count: how many shards, from 1 to the number of units.
  ///   - costs: of each recording, in any unit, for all of its units together; not negative.
  ///   - unitsPerRecording: how many units each recording has, at least 1.
  /// - Returns: the first unit of each shard, ascending, beginning with 0.
  package static func firstUnits(count: Int, costs: [Double], unitsPerRecording: Int) -> [Int] {
    let areWhole = count <= costs.count
    let steps = areWhole ? 1 : unitsPerRecording
    // Something is better than nothing where sizes are not known.
    let known = costs.contains { $0 > 0 } ? costs : costs.map { _ in 1 }
    let parts = known.flatMap { Array(repeating: $0, count: steps) }
    let total = parts.reduce(0, +)
    var firsts = [0]
    var (place, sum) = (0, 0.0)
    for shard in 1..<max(count, 1) {
      let share = total * Double(shard) / Double(count)
      // Each shard before has a part, and one is left for each that follows.
      repeat {
        sum += parts[place]
        place += 1
      } while place < parts.count - (count - shard) && sum + parts[place] / 2 <= share
      firsts.append(place * (areWhole ? unitsPerRecording : 1))
    }
    return firsts
  }
}
