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
