/// The monotone (not descending) function nearest to points in the weighted mean square, by pooling adjacent
/// violators.
///
/// Points of equal x are first made one: their weighted mean, with the sum of their weights. Then neighbours whose
/// values do not rise, equal ones included, are pooled into one block with their weighted mean until all do. Every x
/// keeps the value of its block. Between two x the function is on the line between their values, and beyond the ends
/// it is that of the end. M. Ayer et al., Ann. Math. Stat. 26:641-647, 1955; as a map of confidence: B. Zadrozny and
/// C. Elkan, KDD 2002.
public struct IsotonicRegression: Equatable, Sendable {
  /// Ascending and distinct: the first and the last x of each block.
  public let x: [Double]
  /// Values of the function, not descending, one per x.
  public let y: [Double]

  private struct Block {
    let low: Double
    var high: Double
    var weight: Double
    var sum: Double
    var mean: Double { sum / weight }
  }

  /// - Parameters:
  ///   - x: not descending, finite.
  ///   - y: one per x, finite.
  ///   - weight: one per x, positive; a weight of 0 leaves its point out.
  /// - Returns: `nil` without a point of positive weight.
  /// - Precondition: the lists have equal length and x does not descend.
  public init?(x: [Double], y: [Double], weight: [Double]) {
    precondition(x.count == y.count && x.count == weight.count, "a value and a weight for every x")
    precondition(zip(x, x.dropFirst()).allSatisfy { $0 <= $1 }, "x does not descend")
    var pooling = Pooling()
    for index in x.indices { pooling.add(x: x[index], y: y[index], weight: weight[index]) }
    guard let regression = pooling.regression else { return nil }
    self = regression
  }

  private init(x: [Double], y: [Double]) { (self.x, self.y) = (x, y) }

  /// Takes points one by one, and holds only the blocks that they make.
  package struct Pooling {
    private var blocks: [Block] = []

    /// Creates a pooling without points.
    package init() {}

    /// - Parameters:
    ///   - x: finite, not below that of the point before.
    ///   - y: finite.
    ///   - weight: at least 0; a weight of 0 leaves the point out.
    package mutating func add(x: Double, y: Double, weight: Double) {
      guard weight > 0 else { return }
      let block = Block(low: x, high: x, weight: weight, sum: weight * y)
      if let last = blocks.last, last.high == block.low {
        blocks[blocks.count - 1].weight += block.weight
        blocks[blocks.count - 1].sum += block.sum
        return
      }
      // The last block is complete only now, as no further point has its x.
      Self.pool(&blocks)
      blocks.append(block)
    }

    /// The regression of the points so far; `nil` without a point of positive weight.
    package var regression: IsotonicRegression? {
      var whole = blocks
      Self.pool(&whole)
      guard !whole.isEmpty else { return nil }
      var (ends, values): ([Double], [Double]) = ([], [])
      for block in whole {
        ends.append(block.low)
        values.append(block.mean)
        if block.high > block.low {
          ends.append(block.high)
          values.append(block.mean)
        }
      }
      return IsotonicRegression(x: ends, y: values)
    }

    /// Pools the last block with those before it as long as it is not above them.
    private static func pool(_ blocks: inout [Block]) {
      while blocks.count > 1, blocks[blocks.count - 1].mean <= blocks[blocks.count - 2].mean {
        let last = blocks.removeLast()
        blocks[blocks.count - 1].high = last.high
        blocks[blocks.count - 1].weight += last.weight
        blocks[blocks.count - 1].sum += last.sum
      }
    }
  }

  /// Returns the function's value; for an x beyond the ends that of the end.
  public func value(at place: Double) -> Double {
    guard place > x[0] else { return y[0] }
    guard place < x[x.count - 1] else { return y[y.count - 1] }
    var (low, high) = (0, x.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if x[middle] <= place { low = middle } else { high = middle }
    }
    let share = (place - x[low]) / (x[high] - x[low])
    return y[low] + share * (y[high] - y[low])
  }

  /// Returns the least x at which the function reaches a value; `nil` where it never does, −∞ where it does
  /// everywhere.
  public func least(reaching value: Double) -> Double? {
    guard let place = y.firstIndex(where: { $0 >= value }) else { return nil }
    guard place > 0 else { return -.infinity }
    let share = (value - y[place - 1]) / (y[place] - y[place - 1])
    return x[place - 1] + share * (x[place] - x[place - 1])
  }
}
