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
