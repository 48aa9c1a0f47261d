/// Solves T·x = y for a symmetric positive definite Toeplitz matrix in n² (N. Levinson, Journal of Mathematics and
/// Physics 25:261-278, 1947), for several y at once.
///
/// - Parameters:
///   - column: the matrix' first column; at least one value.
///   - rows: one y each, as long as the column.
/// - Returns: one x per row; zeros where the first value is not positive. Where the matrix turns out not to be positive
///   definite the solution stops at the order reached.
public func solveToeplitz(_ column: [Double], _ rows: [[Double]]) -> [[Double]] {
  let n = column.count
  guard let pivot = column.first, pivot > 0 else { return rows.map { _ in Array(repeating: 0, count: n) } }
  // The values by lag, and turned round, so that sums over products with them run forward in both.
  let lags = column.map { $0 / pivot }
  let reversed = Array(lags.reversed())
  var solutions = Array(repeating: 0.0, count: n * rows.count)
  for (row, y) in rows.enumerated() { solutions[row * n] = y[0] / pivot }
  // Predictor of the next sample from those before, oldest first; twice, for the step from one order to the next.
  var predictor = Array(repeating: 0.0, count: n)
  var next = predictor
  reversed.withUnsafeBufferPointer { t in
    solutions.withUnsafeMutableBufferPointer { x in
      var error = 1.0
      for k in 1..<max(n, 1) {
        // t[n − 1 − lag] is the value at a lag.
        predictor.withUnsafeBufferPointer { p in
          next.withUnsafeMutableBufferPointer { q in
            var reflection = lags[k]
            lags.withUnsafeBufferPointer { reflection -= dot(p, 0, $0, 1, count: k - 1) }
            reflection /= error
            q[0] = reflection
            for j in 1..<max(k, 1) { q[j] = p[j - 1] - reflection * p[k - 1 - j] }
            error *= 1 - reflection * reflection
          }
        }
        swap(&predictor, &next)
        guard error > 0 else { break }
        predictor.withUnsafeBufferPointer { p in
          for row in rows.indices {
            let base = row * n
            let rest = rows[row][k] / pivot - dot(UnsafeBufferPointer(x), base, t, n - 1 - k, count: k)
            let value = rest / error
            for j in 0..<k { x[base + j] -= value * p[j] }
            x[base + k] = value
          }
        }
      }
    }
  }
  return rows.indices.map { Array(solutions[($0 * n)..<(($0 + 1) * n)]) }
}

/// Σ a[i + k]·b[j + k] over `count` values, in four sums.
private func dot(
  _ a: UnsafeBufferPointer<Double>, _ i: Int, _ b: UnsafeBufferPointer<Double>, _ j: Int, count: Int
) -> Double {
  let (left, right) = (UnsafeRawBufferPointer(a), UnsafeRawBufferPointer(b))
  var sums = SIMD4<Double>.zero
  var k = 0
  while k + 4 <= count {
    sums +=
      left.loadUnaligned(fromByteOffset: 8 * (i + k), as: SIMD4<Double>.self)
      * right.loadUnaligned(fromByteOffset: 8 * (j + k), as: SIMD4<Double>.self)
    k += 4
  }
  var sum = sums.sum()
  while k < count {
    sum += a[i + k] * b[j + k]
    k += 1
  }
  return sum
}
