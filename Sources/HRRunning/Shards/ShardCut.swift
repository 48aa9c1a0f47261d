/// Cuts a run's units into shards of about the same cost, and numbers these.
///
/// Units stay in their order, recordings outermost, so that a shard reads as few recordings as possible. With at
/// least as many recordings as shards, no recording is in two of them.
package enum ShardCut {
  /// Returns the places at which units are cut into shards.
  ///
  /// - Parameters:
  ///   - count: number of shards, from 1 to the number of units.
  ///   - costs: of the units.
  /// - Returns: the first unit of each shard, ascending, beginning with 0.
  package static func firstUnits(count: Int, costs: WorkCosts) -> [Int] {
    let areWhole = count <= costs.recordingCount
    let perRecording = costs.unitsPerRecording
    let known = areWhole ? (0..<costs.recordingCount).map(costs.whole) : Self.units(costs)
    // If all costs seem to be 0, each part counts the same.
    let parts = known.contains { $0 > 0 } ? known : known.map { _ in 1 }
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
      firsts.append(place * (areWhole ? perRecording : 1))
    }
    return firsts
  }

  /// Returns the cost of every unit with its part of the reading.
  private static func units(_ costs: WorkCosts) -> [Double] {
    (0..<costs.recordingCount).flatMap { recording in
      let reading = costs.reading(of: recording) / Double(costs.unitsPerRecording)
      let first = recording * costs.unitsPerRecording
      return (first..<(first + costs.unitsPerRecording)).map { reading + costs.work(of: $0) }
    }
  }

  /// Numbers shards so that those that take longest come first.
  ///
  /// A scheduler that takes one after the other, as arrays of jobs do, ends at most a third later than the best order
  /// would (R. L. Graham, SIAM J. Appl. Math. 17:416-429, 1969).
  ///
  /// - Parameter costs: of the shards in the order of their units.
  /// - Returns: which shard comes first, second …; those that differ by less than a hundredth of the mean stay in the
  ///   order of their units.
  package static func longestFirst(_ costs: [Double]) -> [Int] {
    let mean = costs.reduce(0, +) / Double(max(costs.count, 1))
    let steps = costs.map { mean > 0 ? ($0 / mean * 100).rounded() : 0 }
    return costs.indices.sorted { (-steps[$0], $0) < (-steps[$1], $1) }
  }
}
