/// Eigenvalues and orthonormal eigenvectors of a real symmetric matrix.
///
/// Householder's reduction to three diagonals, then QL steps with implicit shifts (R. S. Martin, C. Reinsch and J. H.
/// Wilkinson, Numerische Mathematik 11:181-195, 1968; A. Dubrulle, R. S. Martin and J. H. Wilkinson, 12:377-383, 1968).
public struct SymmetricEigenvectors: Sendable {
  /// Eigenvalues, descending.
  public let values: [Double]
  /// Eigenvectors in the order of the values; each of length 1, its sign arbitrary.
  public let vectors: [[Double]]

  /// - Parameters:
  ///   - matrix: rows one after the other; only the lower triangle is read.
  ///   - n: number of rows.
  /// - Returns: `nil` where the steps do not converge (values that are not finite).
  public init?(_ matrix: [Double], count n: Int) {
    precondition(matrix.count == n * n, "a matrix is square")
    guard matrix.allSatisfy(\.isFinite) else { return nil }
    var work = Tridiagonal(matrix, n)
    work.reduce()
    guard work.iterate() else { return nil }
    let order = (0..<n).sorted { work.diagonal[$0] > work.diagonal[$1] }
    values = order.map { work.diagonal[$0] }
    // The accumulated transformation keeps one vector per row.
    vectors = order.map { Array(work.z[($0 * n)..<(($0 + 1) * n)]) }
  }
}

private struct Tridiagonal {
  let n: Int
  var z: [Double]
  var diagonal: [Double]
  var side: [Double]

  init(_ matrix: [Double], _ n: Int) {
    self.n = n
    z = matrix
    diagonal = Array(repeating: 0, count: n)
    side = diagonal
    for row in 0..<n { for column in 0..<row { z[column * n + row] = z[row * n + column] } }
  }

  /// A = Q·T·Qᵀ by n − 2 reflections; afterwards row k of `z` is column k of Q.
  mutating func reduce() {
    var a = z
    var q = Array(repeating: 0.0, count: n * n)
    for k in 0..<n { q[k * n + k] = 1 }
    var v = Array(repeating: 0.0, count: n)
    var p = v
    for k in 0..<max(n - 2, 0) {
      var norm = 0.0
      for i in (k + 1)..<n { norm += a[i * n + k] * a[i * n + k] }
      norm = norm.squareRoot()
      guard norm > 0 else { continue }
      let alpha = a[(k + 1) * n + k] > 0 ? -norm : norm
      var length = 0.0
      for i in (k + 1)..<n {
        v[i] = a[i * n + k] - (i == k + 1 ? alpha : 0)
        length += v[i] * v[i]
      }
      guard length > 0 else { continue }
      let scale = 2 / length
      // A ← H·A·H with H = 1 − scale·v·vᵀ.
      var dot = 0.0
      for i in k..<n {
        var sum = 0.0
        for j in (k + 1)..<n { sum += a[i * n + j] * v[j] }
        p[i] = scale * sum
      }
      for i in (k + 1)..<n { dot += p[i] * v[i] }
      for i in (k + 1)..<n { p[i] -= 0.5 * scale * dot * v[i] }
      a.withUnsafeMutableBufferPointer { a in
        p.withUnsafeBufferPointer { p in
          v.withUnsafeBufferPointer { v in
            for i in (k + 1)..<n {
              let (vi, pi, base) = (v[i], p[i], i * n)
              for j in (k + 1)..<n { a[base + j] -= vi * p[j] + pi * v[j] }
            }
          }
        }
      }
      a[(k + 1) * n + k] = alpha
      a[k * n + k + 1] = alpha
      for i in (k + 2)..<n {
        a[i * n + k] = 0
        a[k * n + i] = 0
      }
      // Rows of Qᵀ.
      q.withUnsafeMutableBufferPointer { q in
        p.withUnsafeMutableBufferPointer { p in
          for j in 0..<n { p[j] = 0 }
          for i in (k + 1)..<n {
            let (vi, base) = (v[i], i * n)
            for j in 0..<n { p[j] += vi * q[base + j] }
          }
          for i in (k + 1)..<n {
            let (factor, base) = (scale * v[i], i * n)
            for j in 0..<n { q[base + j] -= factor * p[j] }
          }
        }
      }
    }
    for k in 0..<n { diagonal[k] = a[k * n + k] }
    for k in 0..<max(n - 1, 0) { side[k] = a[(k + 1) * n + k] }
    z = q
  }

  /// Turns `side` to zero; `diagonal` then holds the values and row k of `z` their vectors.
  mutating func iterate() -> Bool {
    for l in 0..<n {
      var rounds = 0
      while true {
        var m = l
        while m < n - 1 {
          let size = abs(diagonal[m]) + abs(diagonal[m + 1])
          if abs(side[m]) <= Double.ulpOfOne * size { break }
          m += 1
        }
        if m == l { break }
        rounds += 1
        guard rounds <= 60 else { return false }
        var g = (diagonal[l + 1] - diagonal[l]) / (2 * side[l])
        var r = (g * g + 1).squareRoot()
        g = diagonal[m] - diagonal[l] + side[l] / (g + (g >= 0 ? r : -r))
        var (s, c, p) = (1.0, 1.0, 0.0)
        var stopped = false
        for i in stride(from: m - 1, through: l, by: -1) {
          let f = s * side[i]
          let b = c * side[i]
          r = (f * f + g * g).squareRoot()
          side[i + 1] = r
          if r == 0 {
            diagonal[i + 1] -= p
            side[m] = 0
            stopped = true
            break
          }
          s = f / r
          c = g / r
          g = diagonal[i + 1] - p
          r = (diagonal[i] - g) * s + 2 * c * b
          p = s * r
          diagonal[i + 1] = g + p
          g = c * r - b
          rotate(i, s, c)
        }
        if stopped { continue }
        diagonal[l] -= p
        side[l] = g
        side[m] = 0
      }
    }
    return true
  }

  private mutating func rotate(_ i: Int, _ s: Double, _ c: Double) {
    let n = n
    z.withUnsafeMutableBufferPointer { z in
      let (low, high) = (i * n, (i + 1) * n)
      for k in 0..<n {
        let f = z[high + k]
        z[high + k] = s * z[low + k] + c * f
        z[low + k] = c * z[low + k] - s * f
      }
    }
  }
}
