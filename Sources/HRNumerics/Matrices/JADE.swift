internal import RealModule

/// Independent components of a few mixed signals: joint approximate diagonalisation of eigenmatrices, in its form for
/// real signals.
///
/// J.-F. Cardoso, High-order contrasts for independent component analysis, Neural Computation 11(1):157-192, 1999. The
/// rows are centred and whitened by the eigenvectors of their covariance; the m(m + 1)/2 matrices of fourth-order
/// cumulants (those off the diagonal counting √2) are made as diagonal as one rotation can, by Jacobi rotations until
/// none turns by more than 1e-6 / √n, at most 100 rounds. There is no randomness in it.
///
/// Components come in descending order of the energy they have in the rows, with unit variance; the sign makes the
/// first row's weight not negative. Where rows are linearly dependent (eigenvalues of the covariance, each row first
/// scaled to unit variance, below 1e-10 of the largest), there are fewer components than rows.
public struct JADE: Equatable, Sendable {
  /// Components, one value per sample each.
  public let components: [[Double]]
  /// Weights of the rows, minus their means: one row of weights per component.
  public let weights: [[Double]]

  /// - Parameter rows: signals of one length. Constant ones take no part.
  public init(_ rows: [[Double]]) {
    let count = rows.map(\.count).min() ?? 0
    let centred = rows.map { removingMean(Array($0.prefix(count))) }
    // Rows of very different size are first brought to one.
    let gains = zip(rows, centred).map { row, values -> Double in
      let largest = row.map(\.magnitude).max() ?? 0
      let sigma = Double.sqrt(values.reduce(0) { $0 + $1 * $1 } / Double(max(1, count)))
      return sigma > 1e-12 * largest ? 1 / sigma : 0
    }
    let scaled = zip(centred, gains).map { row, gain in row.map { $0 * gain } }
    let eigen = SymmetricEigen(productMeans(scaled))
    let kept = eigen.values.indices.filter { eigen.values[$0] > 1e-10 * (eigen.values.first ?? 0) }
    let whitening = kept.map { k in eigen.vectors[k].map { $0 / Double.sqrt(eigen.values[k]) } }
    let white = Self.combine(whitening, scaled)
    var rotation = JointDiagonalisation(
      Self.cumulants(of: white), threshold: 1e-6 / Double.sqrt(Double(max(1, count))))
    rotation.run()
    var unmixing = Self.combine(rotation.rows, whitening)
    for row in unmixing.indices { unmixing[row] = zip(unmixing[row], gains).map { $0 * $1 } }
    var sources = Self.combine(unmixing, centred)
    // A component's energy in the rows: the squares of its covariances with them, as its variance is one.
    let energies = sources.map { source in
      centred.reduce(0) { sum, row in
        var product = 0.0
        for t in 0..<count { product += source[t] * row[t] }
        return sum + product * product
      }
    }
    let order = descendingOrder(energies)
    for row in unmixing.indices where (unmixing[row].first { $0 != 0 } ?? 0) < 0 {
      unmixing[row] = unmixing[row].map { -$0 }
      sources[row] = sources[row].map { -$0 }
    }
    weights = order.map { unmixing[$0] }
    components = order.map { sources[$0] }
  }

  private static func combine(_ weights: [[Double]], _ rows: [[Double]]) -> [[Double]] {
    let count = rows.first?.count ?? 0
    return weights.map { weights in
      var sum = Array(repeating: 0.0, count: count)
      for (weight, row) in zip(weights, rows) where weight != 0 {
        for t in 0..<count { sum[t] += weight * row[t] }
      }
      return sum
    }
  }

  private static func cumulants(of white: [[Double]]) -> [[[Double]]] {
    let m = white.count
    var result: [[[Double]]] = []
    for i in 0..<m {
      for j in 0...i {
        let product = zip(white[i], white[j]).map { $0 * $1 }
        let weight = i == j ? 1 : Double.sqrt(2)
        var matrix = white.map { _ in white.map { _ in 0.0 } }
        for k in 0..<m {
          for l in k..<m {
            var sum = 0.0
            for t in product.indices { sum += product[t] * white[k][t] * white[l][t] }
            var cumulant = sum / Double(product.count)
            // White rows have the covariance one.
            if i == j, k == l { cumulant -= 1 }
            if i == k, j == l { cumulant -= 1 }
            if i == l, j == k { cumulant -= 1 }
            matrix[k][l] = weight * cumulant
            matrix[l][k] = weight * cumulant
          }
        }
        result.append(matrix)
      }
    }
    return result
  }
}

/// The rotation that makes several symmetric matrices as diagonal as possible.
private struct JointDiagonalisation {
  private(set) var rows: [[Double]]
  private var matrices: [[[Double]]]
  private let threshold: Double

  init(_ matrices: [[[Double]]], threshold: Double) {
    self.matrices = matrices
    self.threshold = threshold
    let n = matrices.first?.count ?? 0
    rows = (0..<n).map { i in (0..<n).map { $0 == i ? 1.0 : 0 } }
  }

  mutating func run() {
    for _ in 0..<100 {
      var turned = false
      for p in rows.indices {
        for q in rows.indices where q > p {
          if turn(p, q) { turned = true }
        }
      }
      if !turned { return }
    }
  }

  /// - Returns: true if the angle was large enough for a rotation.
  private mutating func turn(_ p: Int, _ q: Int) -> Bool {
    var (on, off) = (0.0, 0.0)
    for matrix in matrices {
      let (difference, twice) = (matrix[p][p] - matrix[q][q], 2 * matrix[p][q])
      on += difference * difference - twice * twice
      off += 2 * difference * twice
    }
    let angle = 0.5 * Double.atan2(y: off, x: on + Double.hypot(on, off))
    guard angle.magnitude > threshold else { return false }
    let (c, s) = (Double.cos(angle), Double.sin(angle))
    for k in rows.indices {
      let (x, y) = (rows[p][k], rows[q][k])
      (rows[p][k], rows[q][k]) = (c * x + s * y, c * y - s * x)
    }
    for index in matrices.indices {
      for k in rows.indices {
        let (x, y) = (matrices[index][k][p], matrices[index][k][q])
        (matrices[index][k][p], matrices[index][k][q]) = (c * x + s * y, c * y - s * x)
      }
      for k in rows.indices {
        let (x, y) = (matrices[index][p][k], matrices[index][q][k])
        (matrices[index][p][k], matrices[index][q][k]) = (c * x + s * y, c * y - s * x)
      }
    }
    return true
  }
}
