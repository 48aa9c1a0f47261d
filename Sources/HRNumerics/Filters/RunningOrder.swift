/// The values inside a window that moves along a row, kept in order.
///
/// Finding a place takes log₂(window) comparisons; moving the rest one place over is a fast copy in memory.
public struct RunningOrder: Sendable {
  private var sorted: [Double] = []

  /// An empty window.
  public init() {}

  /// - Parameter value: not NaN.
  public mutating func insert(_ value: Double) {
    sorted.insert(value, at: sorted.firstIndex(notBefore: value))
  }

  /// - Parameter value: one that was inserted.
  public mutating func remove(_ value: Double) {
    let index = sorted.firstIndex(notBefore: value)
    if index < sorted.count { sorted.remove(at: index) }
  }

  /// The middle value; the mean of the middle two for an even number; 0 for none.
  public var median: Double {
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The middle one of the values and one more; the upper one of the middle two for an even number.
  package func upperMedian(with value: Double) -> Double {
    let middle = (sorted.count + 1) / 2
    if middle > 0, value < sorted[middle - 1] { return sorted[middle - 1] }
    return middle < sorted.count ? min(value, sorted[middle]) : value
  }

  /// Percentile 0…100 as the function ``percentile(_:_:)`` has it; 0 for none.
  package func percentile(_ percent: Double) -> Double {
    guard let last = sorted.indices.last else { return 0 }
    let position = Double(last) * percent / 100
    let low = min(Int(saturating: position), last)
    return interpolated(sorted[low], sorted[min(low + 1, last)], share: position - Double(low))
  }

  /// Median of the distances from a point; the mean of the middle two for an even number; 0 for none.
  public func medianDistance(from point: Double) -> Double {
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    let upper = distance(from: point, rank: middle)
    return sorted.count % 2 == 1 ? upper : (distance(from: point, rank: middle - 1) + upper) / 2
  }

  /// The distance that `rank` others do not exceed: the nearest `rank` + 1 values are contiguous.
  private func distance(from point: Double, rank: Int) -> Double {
    // The first run of rank + 1 whose right end is at least as far away as its left end; the best is it or the one
    // before.
    var (low, high) = (0, sorted.count - 1 - rank)
    while low < high {
      let start = (low + high) / 2
      if sorted[start + rank] - point < point - sorted[start] {
        low = start + 1
      } else {
        high = start
      }
    }
    func reach(_ start: Int) -> Double { max(sorted[start + rank] - point, point - sorted[start]) }
    return low > 0 ? min(reach(low), reach(low - 1)) : reach(low)
  }
}

/// Calls back with each index and the ordered values no further than `half` from it, fewer at the ends.
///
/// - Parameters:
///   - x: without NaN.
///   - half: in samples; at least 0.
///   - body: called with 0, 1, … in order.
public func forEachCentredOrder(_ x: [Double], half: Int, _ body: (Int, RunningOrder) -> Void) {
  var order = RunningOrder()
  for value in x.prefix(half) { order.insert(value) }
  for i in x.indices {
    if i + half < x.count { order.insert(x[i + half]) }
    if i - half - 1 >= 0 { order.remove(x[i - half - 1]) }
    body(i, order)
  }
}
