/// Sum of the upward steps among the samples before each sample (W. Zong's slope sum function).
///
/// With a window of W the value of sample i is the sum of max(0, x[k − 1] − x[k − 2]) over k = i − W + 1 … i: one
/// sample late, as in `wabp`. Outside the wave there are no steps, so after its end the sum dies away within W samples.
struct SlopeSum: Sendable {
  private let sums: [Double]

  init(_ wave: [Double], window: Int) {
    let count = wave.count
    sums = [Double](unsafeUninitializedCapacity: count + window) { sums, used in
      wave.withUnsafeBufferPointer { x in
        func step(_ k: Int) -> Double { k >= 2 && k < count ? max(0, x[k - 1] - x[k - 2]) : 0 }
        var sum = 0.0
        for index in 0..<(count + window) {
          let gone = step(index - window)
          // The sum is exactly zero again once no step in the window rises.
          sum = max(0, sum + step(index) - gone)
          sums[index] = sum
        }
      }
      used = count + window
    }
  }

  /// 0 where no step is within reach.
  subscript(index: Int) -> Double { sums.indices.contains(index) ? sums[index] : 0 }

  func mean(ofFirst count: Int) -> Double {
    sums[..<count].reduce(0, +) / Double(count)
  }
}
