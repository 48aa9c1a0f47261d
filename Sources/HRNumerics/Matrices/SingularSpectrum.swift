/// Singular spectrum analysis of a row of samples: its lagged copies' common shapes, and the row without some of them.
///
/// D. S. Broomhead and G. P. King, Physica D 20:217-236, 1986. Every stretch of `length` values is a vector; the shapes
/// are the eigenvectors of the sum of all vectors' products. No mean is taken out.
public struct SingularSpectrum: Sendable {
  /// Rows of the trajectory matrix.
  public let length: Int
  private let samples: [Double]
  /// Orthonormal shapes of `length` samples, the strongest first.
  public let shapes: [[Double]]
  /// The eigenvalue of each shape, descending; in squared units of the samples.
  public let strengths: [Double]

  /// - Returns: `nil` for fewer than two vectors, and if a sample is not finite.
  public init?(_ samples: [Double], length: Int) {
    guard length > 0, samples.count > length else { return nil }
    let columns = samples.count - length + 1
    var covariance = Array(repeating: 0.0, count: length * length)
    for i in 0..<length {
      // The first entry of each diagonal is a sum; the next ones follow from it by one product in and one out.
      var sum = 0.0
      for k in 0..<columns { sum += samples[k] * samples[k + i] }
      covariance[i * length] = sum
      for step in 1..<max(length - i, 1) {
        sum +=
          samples[columns + step - 1] * samples[columns + step - 1 + i]
          - samples[step - 1] * samples[step - 1 + i]
        covariance[(i + step) * length + step] = sum
      }
    }
    guard let eigen = SymmetricEigenvectors(covariance, count: length) else { return nil }
    self.length = length
    self.samples = samples
    shapes = eigen.vectors
    strengths = eigen.values
  }

  /// The row made of some shapes only: the trajectory matrix' projection on them, averaged over its antidiagonals.
  public func row(of kept: [Int]) -> [Double] {
    let columns = samples.count - length + 1
    var sums = Array(repeating: 0.0, count: samples.count)
    for index in kept {
      let shape = shapes[index]
      shape.withUnsafeBufferPointer { v in
        samples.withUnsafeBufferPointer { x in
          sums.withUnsafeMutableBufferPointer { out in
            for k in 0..<columns {
              var score = 0.0
              for i in 0..<length { score += v[i] * x[k + i] }
              for i in 0..<length { out[k + i] += score * v[i] }
            }
          }
        }
      }
    }
    return sums.indices.map { k in
      sums[k] / Double(min(k + 1, length, columns, samples.count - k))
    }
  }
}

/// Reconstructs a signal from a few patterns of a length: singular spectrum analysis, put together from its strongest
/// part.
///
/// R. Vautard, P. Yiou and M. Ghil, Physica D 58:95-126, 1992; as D. S. Broomhead and G. P. King (1986) build it. The
/// mean is taken out and put back. Every stretch of `embedding` values is a vector; the patterns are the eigenvectors
/// of the sum of all vectors' products. Every vector is replaced by its projection on its `components` strongest
/// patterns, and each value by the mean over the vectors that hold it. Away from the ends that is one symmetric row of
/// weights, so the work is count · embedding and a cube of the embedding.
///
/// - Returns: `x` itself where there are no fewer components than values in a vector, fewer than two vectors, or a
///   sample that is not finite.
public func singularSpectrumDenoised(_ x: [Double], embedding: Int, components: Int) -> [Double] {
  let vectors = x.count - embedding + 1
  guard embedding > 1, components > 0, components < embedding, vectors > 1 else { return x }
  let mean = x.reduce(0, +) / Double(x.count)
  let y = x.map { $0 - mean }
  guard let spectrum = SingularSpectrum(y, length: embedding) else { return x }
  var projection = Array(repeating: Array(repeating: 0.0, count: embedding), count: embedding)
  for pattern in spectrum.shapes.prefix(components) {
    for i in 0..<embedding { for j in 0..<embedding { projection[i][j] += pattern[i] * pattern[j] } }
  }
  var weights = Array(repeating: 0.0, count: 2 * embedding - 1)
  for i in 0..<embedding {
    for j in 0..<embedding { weights[j - i + embedding - 1] += projection[i][j] / Double(embedding) }
  }

  /// The mean over the vectors that hold a value near an end.
  func nearEnd(_ i: Int) -> Double {
    let starts = max(0, i - embedding + 1)...min(i, vectors - 1)
    var sum = 0.0
    for start in starts {
      for j in 0..<embedding { sum += projection[i - start][j] * y[start + j] }
    }
    return sum / Double(starts.count)
  }
  let inner = (embedding - 1)..<max(embedding - 1, vectors)
  return y.withUnsafeBufferPointer { values in
    weights.withUnsafeBufferPointer { weights in
      values.indices.map { i in
        mean + (inner.contains(i) ? weightedSum(values, from: i - embedding + 1, weights) : nearEnd(i))
      }
    }
  }
}
