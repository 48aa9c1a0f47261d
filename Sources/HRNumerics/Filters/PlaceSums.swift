/// Sums of values by their place in a period: element k is x[k] + x[k + period] + …, in this order; 0 without a value.
///
/// - Parameter period: in samples; at least 1.
package func sumsByPlace(_ x: ArraySlice<Double>, period: Int) -> [Double] {
  precondition(period > 0, "a period holds at least one sample")
  var sums = [Double](repeating: 0, count: period)
  sums.withUnsafeMutableBufferPointer { sums in
    x.withUnsafeBufferPointer { x in
      for start in stride(from: 0, to: x.count, by: period) {
        for place in 0..<min(period, x.count - start) { sums[place] += x[start + place] }
      }
    }
  }
  return sums
}
