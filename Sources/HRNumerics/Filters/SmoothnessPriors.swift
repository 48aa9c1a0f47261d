/// Smoothness-priors detrending: x − (I + λ²·D₂ᵀD₂)⁻¹·x, with D₂ the second differences.
///
/// M. P. Tarvainen, P. O. Ranta-aho and P. A. Karjalainen, An advanced detrending method with application to HRV
/// analysis, IEEE Transactions on Biomedical Engineering 49(2):172-175, 2002. The matrix has two diagonals either side
/// of the middle and is positive definite: it is factored as L·D·Lᵀ in one pass and solved in two.
///
/// A high-pass without delay: the gain is λ²c / (1 + λ²c) with c = (2 − 2·cos ω)² at ω radians per sample, one half
/// where λ = 1 / (2 − 2·cos ω). So the same λ cuts at another frequency in hertz when the sample rate is another. A
/// straight line is in the trend whole: it is taken out beforehand, which changes nothing but the rounding.
///
/// - Returns: as many values; zeros for fewer than three, which are a line. A NaN anywhere makes all NaN.
public func smoothnessPriorsDetrended(_ x: [Double], lambda: Double) -> [Double] {
  let n = x.count
  guard n > 2 else { return x.map { _ in 0 } }
  let levelled = removingLine(x)
  let weight = lambda * lambda
  // Row i of D₂ᵀD₂ on the diagonal and right of it; rows and columns near the ends have fewer differences.
  func diagonal(_ i: Int) -> Double {
    let first: Double = i < n - 2 ? 1 : 0
    let middle: Double = i > 0 && i < n - 1 ? 4 : 0
    let last: Double = i > 1 ? 1 : 0
    return 1 + weight * (first + middle + last)
  }
  func beside(_ i: Int) -> Double {
    let first: Double = i < n - 2 ? 2 : 0
    let second: Double = i > 0 && i < n - 1 ? 2 : 0
    return -weight * (first + second)
  }

  var trend = levelled
  // Rows of Lᵀ: one over the pivot, and the two multipliers.
  var factors = Array(repeating: (inverse: 0.0, near: 0.0, far: 0.0), count: n)
  trend.withUnsafeMutableBufferPointer { y in
    factors.withUnsafeMutableBufferPointer { rows in
      // The pivots and multipliers of the two rows above.
      var (pivot1, near1, far1) = (0.0, 0.0, 0.0)
      var (pivot2, far2) = (0.0, 0.0)
      var (y1, y2) = (0.0, 0.0)
      for i in 0..<n {
        let pivot = diagonal(i) - near1 * near1 * pivot1 - far2 * far2 * pivot2
        let inverse = 1 / pivot
        let near = i + 1 < n ? (beside(i) - near1 * far1 * pivot1) * inverse : 0
        let far = i + 2 < n ? weight * inverse : 0
        let value = y[i] - near1 * y1 - far2 * y2
        (y2, y1) = (y1, value)
        y[i] = value
        rows[i] = (inverse, near, far)
        (pivot2, far2) = (pivot1, far1)
        (pivot1, near1, far1) = (pivot, near, far)
      }
      (y1, y2) = (0, 0)
      for i in stride(from: n - 1, through: 0, by: -1) {
        let value = y[i] * rows[i].inverse - rows[i].near * y1 - rows[i].far * y2
        (y2, y1) = (y1, value)
        y[i] = value
      }
    }
  }
  return zip(levelled, trend).map { $0 - $1 }
}
