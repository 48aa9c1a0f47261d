internal import RealModule

/// Solves A·x = b for a symmetric positive definite matrix by Cholesky's factors, in place.
///
/// - Parameters:
///   - matrix: row by row; only the entries on and below the diagonal are read. Holds the factor afterwards.
///   - b: becomes x. As many as the matrix has rows.
///
/// A pivot that rounding has made smaller than 1e-15 of its diagonal is taken to be that.
public func solvePositiveDefinite(_ matrix: inout [Double], _ b: inout [Double]) {
  let n = b.count
  precondition(matrix.count == n * n, "a matrix is square")
  matrix.withUnsafeMutableBufferPointer { m in
    b.withUnsafeMutableBufferPointer { x in
      for i in 0..<n {
        let row = UnsafeBufferPointer(rebasing: m[(i * n)..<(i * n + n)])
        for j in 0..<i {
          let above = UnsafeBufferPointer(rebasing: m[(j * n)..<(j * n + j)])
          m[i * n + j] = (row[j] - weightedSum(row, from: 0, above)) / m[j * n + j]
        }
        let own = UnsafeBufferPointer(rebasing: m[(i * n)..<(i * n + i)])
        let diagonal = row[i]
        m[i * n + i] = Double.sqrt(max(diagonal - weightedSum(row, from: 0, own), 1e-15 * diagonal))
        x[i] = (x[i] - weightedSum(UnsafeBufferPointer(x), from: 0, own)) / m[i * n + i]
      }
      for i in stride(from: n - 1, through: 0, by: -1) {
        x[i] /= m[i * n + i]
        for j in 0..<i { x[j] -= m[i * n + j] * x[i] }
      }
    }
  }
}

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

/// The x without negative values for which |A·x − b|² is least.
///
/// C. L. Lawson and R. J. Hanson, "Solving Least Squares Problems", Prentice-Hall 1974, chapter 23. Columns are brought
/// to the same length first, so units do not matter, and the systems in between are solved by their normal equations.
///
/// - Parameters:
///   - rows: of A, all of the same length.
///   - b: one value for each row.
/// - Returns: one value for each column. Of linearly dependent equal columns the first gets all; one of zeros gets 0.
package func nonnegativeLeastSquares(_ rows: [[Double]], _ b: [Double]) -> [Double] {
  precondition(rows.count == b.count, "a value for each row")
  let n = rows.first?.count ?? 0
  let lengths = (0..<n).map { column in
    rows.reduce(0) { $0 + $1[column] * $1[column] }.squareRoot()
  }
  let scaled = rows.map { row in zip(row, lengths).map { $1 > 0 ? $0 / $1 : 0 } }
  let gram = (0..<n).map { i in (0..<n).map { j in scaled.reduce(0) { $0 + $1[i] * $1[j] } } }
  let right = (0..<n).map { i in zip(scaled, b).reduce(0) { $0 + $1.0[i] * $1.1 } }
  // Rounding error of a slope that is 0.
  let least = 1e-12 * b.reduce(0) { $0 + $1 * $1 }.squareRoot()

  var x = Array(repeating: 0.0, count: n)
  var free: [Int] = []
  func slope(_ i: Int) -> Double { right[i] - (0..<n).reduce(0) { $0 + gram[i][$1] * x[$1] } }
  func best() -> [Double] {
    var matrix = free.flatMap { i in free.map { gram[i][$0] } }
    var values = free.map { right[$0] }
    solvePositiveDefinite(&matrix, &values)
    return values
  }
  // Each set of free columns is better than the one before, so none comes twice; the bound is for rounding.
  for _ in 0..<(3 * n) {
    let slopes = (0..<n).map { free.contains($0) ? 0 : slope($0) }
    guard let next = slopes.indices.max(by: { slopes[$0] < slopes[$1] }), slopes[next] > least else { break }
    free.append(next)
    while true {
      let wanted = best()
      guard zip(free, wanted).contains(where: { $1 <= 0 }) else {
        for (i, value) in zip(free, wanted) { x[i] = value }
        break
      }
      // As far towards it as all stay positive; a value that reaches 0 is free no longer.
      let steps = zip(free, wanted).map { i, value in value > 0 ? 1 : x[i] > 0 ? x[i] / (x[i] - value) : 0 }
      guard let step = steps.min() else { break }
      for (i, value) in zip(free, wanted) { x[i] += step * (value - x[i]) }
      let bound = zip(free, steps).filter { $1 == step }.map(\.0)
      for i in bound { x[i] = 0 }
      free.removeAll(where: bound.contains)
    }
  }
  return zip(x, lengths).map { $1 > 0 ? $0 / $1 : 0 }
}
