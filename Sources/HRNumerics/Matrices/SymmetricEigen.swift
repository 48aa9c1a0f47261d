internal import RealModule

/// Eigenvalues and eigenvectors of a small symmetric matrix, by cyclic Jacobi rotations.
///
/// For matrices of a few rows: slower than ``SymmetricEigenvectors``, but small eigenvalues beside large ones keep
/// their digits, a diagonal matrix comes out exact, and the sign is settled.
public struct SymmetricEigen: Equatable, Sendable {
  /// Eigenvalues, descending.
  public let values: [Double]
  /// Eigenvectors of unit length, in the order of the values; the largest component (the first of equals) is positive.
  public let vectors: [[Double]]

  /// - Parameter matrix: rows; only entries on and above the diagonal count.
  public init(_ matrix: [[Double]]) {
    let n = matrix.count
    precondition(matrix.allSatisfy { $0.count == n }, "a symmetric matrix has as many columns as rows")
    var a = matrix
    for i in 0..<n { for j in 0..<i { a[i][j] = a[j][i] } }
    // Row k becomes the k-th eigenvector.
    var v = (0..<n).map { i in (0..<n).map { $0 == i ? 1.0 : 0 } }
    for _ in 0..<60 {
      var turned = false
      for p in 0..<n {
        for q in (p + 1)..<max(n, p + 1) where a[p][q] != 0 {
          let scale = Double.sqrt(a[p][p].magnitude) * Double.sqrt(a[q][q].magnitude)
          guard a[p][q].magnitude > 1e-17 * scale else { continue }
          let theta = (a[q][q] - a[p][p]) / (2 * a[p][q])
          let t = (theta < 0 ? -1 : 1) / (theta.magnitude + Double.hypot(theta, 1))
          let c = 1 / Double.hypot(t, 1)
          let s = t * c
          guard s != 0 else { continue }
          turned = true
          for k in 0..<n {
            let (x, y) = (a[k][p], a[k][q])
            (a[k][p], a[k][q]) = (c * x - s * y, s * x + c * y)
          }
          for k in 0..<n {
            let (x, y) = (a[p][k], a[q][k])
            (a[p][k], a[q][k]) = (c * x - s * y, s * x + c * y)
            let (f, g) = (v[p][k], v[q][k])
            (v[p][k], v[q][k]) = (c * f - s * g, s * f + c * g)
          }
          (a[p][q], a[q][p]) = (0, 0)
        }
      }
      if !turned { break }
    }
    // Equal values keep the order of their rows.
    let diagonal = (0..<n).map { a[$0][$0] }
    let order = descendingOrder(diagonal)
    values = order.map { diagonal[$0] }
    vectors = order.map { row in
      let largest = v[row].map(\.magnitude).max() ?? 0
      let leader = v[row].first { $0.magnitude == largest } ?? 0
      return leader < 0 ? v[row].map { -$0 } : v[row]
    }
  }
}

/// Indices by falling value; equal values keep their order.
func descendingOrder(_ values: [Double]) -> [Int] {
  values.indices.sorted { (i: Int, j: Int) -> Bool in
    values[i] == values[j] ? i < j : values[i] > values[j]
  }
}

/// Means of the products of rows: Σ xᵢ[t]·xⱼ[t] / n, as a symmetric matrix. Rows are not centred first.
public func productMeans(_ rows: [[Double]]) -> [[Double]] {
  let count = rows.map(\.count).min() ?? 0
  var result = rows.map { _ in rows.map { _ in 0.0 } }
  for i in rows.indices {
    for j in i..<rows.count {
      var sum = 0.0
      for t in 0..<count { sum += rows[i][t] * rows[j][t] }
      result[i][j] = sum / Double(max(1, count))
      result[j][i] = result[i][j]
    }
  }
  return result
}
