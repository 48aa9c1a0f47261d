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
