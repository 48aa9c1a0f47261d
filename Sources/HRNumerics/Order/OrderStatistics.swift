/// Middle of the sorted values; mean of the middle two for an even number.
///
/// It is selected rather than sorted for, but where there is a NaN, whose place in the order is that of `sorted()`.
/// - Returns: `nil` for no values.
public func median(_ values: [Double]) -> Double? {
  guard values.contains(where: \.isNaN) else {
    var scratch = values
    return medianBySelection(&scratch)
  }
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

extension Array where Element: Comparable {
  /// Index of the first element that is at least `value` in an ascending array; `count` when none is.
  @inlinable
  public func firstIndex(notBefore value: Element) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The value at index `k` of the ascending order (quickselect, C. A. R. Hoare, 1961), without NaN among the values.
///
/// - Parameters:
///   - scratch: the values; reordered.
///   - k: from 0.
/// - Returns: `nil` when `k` is not an index.
public func kthSmallest(_ scratch: inout [Double], _ k: Int) -> Double? {
  guard scratch.indices.contains(k) else { return nil }
  return scratch.withUnsafeMutableBufferPointer { $0.kthSmallest(k) }
}

extension UnsafeMutableBufferPointer<Double> {
  /// The value at index `k`, which there must be, of the ascending order; the elements are reordered.
  func kthSmallest(_ k: Int) -> Double {
    var (low, high) = (0, count - 1)
    while low < high {
      let pivot = self[(low + high) / 2]
      var (i, j) = (low, high)
      while i <= j {
        while self[i] < pivot { i += 1 }
        while self[j] > pivot { j -= 1 }
        if i <= j {
          (self[i], self[j]) = (self[j], self[i])
          i += 1
          j -= 1
        }
      }
      if k <= j { high = j } else if k >= i { low = i } else { break }
    }
    return self[k]
  }
}

/// Middle of the ascending order without sorting; mean of the middle two for an even number. Without NaN among the
/// values.
///
/// - Parameter scratch: the values; reordered.
/// - Returns: `nil` for no values.
package func medianBySelection(_ scratch: inout [Double]) -> Double? {
  let middle = scratch.count / 2
  guard let upper = kthSmallest(&scratch, middle) else { return nil }
  guard scratch.count % 2 == 0 else { return upper }
  // Selection leaves nothing larger before the place.
  guard let lower = scratch[..<middle].max() else { return upper }
  return (lower + upper) / 2
}

/// Percentile 0…100 by linear interpolation between order statistics at (n − 1)·p/100 (NumPy's default).
///
/// - Returns: `nil` for no values or a percentage outside 0…100.
public func percentile(_ values: [Double], _ percent: Double) -> Double? {
  guard !values.isEmpty, (0...100).contains(percent) else { return nil }
  let position = Double(values.count - 1) * percent / 100
  let index = Int(saturating: position)
  let low = values.element(atRank: index, in: values.indices)
  guard index + 1 < values.count else { return low }
  let high = values.element(atRank: index + 1, in: values.indices)
  return interpolated(low, high, share: position - Double(index))
}

/// Value at a share 0…1 of the way between two numbers; at 0 exactly the first, even where the second is infinite.
func interpolated(_ low: Double, _ high: Double, share: Double) -> Double {
  if share == 0 { return low }
  let gap = high - low
  // Two numbers may be further apart than the largest one.
  return gap.isFinite ? low + share * gap : (1 - share) * low + share * high
}

/// Indices of values strictly above both neighbours; never the first or last.
public func localMaxima(_ x: [Double]) -> [Int] {
  guard x.count > 2 else { return [] }
  return (1..<(x.count - 1)).filter { x[$0] > x[$0 - 1] && x[$0] > x[$0 + 1] }
}

/// Local maxima including plateaus, each at its middle rounded down (SciPy `find_peaks`); none that touch an end.
public func plateauMaxima(_ x: [Double]) -> [Int] {
  var result: [Int] = []
  x.withUnsafeBufferPointer { x in
    var i = 1
    while i < x.count - 1 {
      var end = i + 1
      if x[i] > x[i - 1] {
        while end < x.count - 1, x[end] == x[i] { end += 1 }
        if x[end] < x[i] { result.append((i + end - 1) / 2) }
      }
      i = end
    }
  }
  return result
}

/// Apex of the parabola through three equally spaced values about a maximum.
///
/// - Returns: offset from the middle in samples, ½(a − c)/(a − 2b + c), and height; `nil` on a straight line.
public func parabolicApex(_ a: Double, _ b: Double, _ c: Double) -> (
  offset: Double, height: Double
)? {
  let curvature = a - 2 * b + c
  guard curvature != 0 else { return nil }
  let offset = 0.5 * (a - c) / curvature
  return (offset, b - 0.25 * (a - c) * offset)
}
