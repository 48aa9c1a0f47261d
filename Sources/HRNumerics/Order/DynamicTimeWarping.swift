/// A row put onto another's clock: for each place of `template`, the mean of the values of `x` that are matched with it
/// on the cheapest path.
///
/// H. Sakoe and S. Chiba, IEEE Transactions on Acoustics, Speech, and Signal Processing 26(1):43-49, 1978: a path runs
/// from the two first values to the two last, by one step in either row or in both (which is preferred among equals,
/// then one in the template), and costs the sum of the distances |template − x| on it. No limit on the warp.
///
/// - Returns: as many values as the template has; empty for an empty row.
public func warped(_ x: [Double], onto template: [Double]) -> [Double] {
  let (rows, columns) = (template.count, x.count)
  guard rows > 0, columns > 0 else { return [] }
  // Costs of the row before and of this one, and the origin of each cell: 0 both, 1 template, 2 x.
  var above = Array(repeating: Double.infinity, count: columns)
  let origin = [UInt8](unsafeUninitializedCapacity: rows * columns) { origin, used in
    used = rows * columns
    above.withUnsafeMutableBufferPointer { above in
      x.withUnsafeBufferPointer { x in
        for i in 0..<rows {
          let target = template[i]
          var (left, corner) = (Double.infinity, i == 0 ? 0 : Double.infinity)
          for j in 0..<columns {
            let up = above[j]
            let (least, from): (Double, UInt8) =
              corner <= up && corner <= left ? (corner, 0) : up <= left ? (up, 1) : (left, 2)
            let cost = least + abs(target - x[j])
            origin[i * columns + j] = from
            above[j] = cost
            (left, corner) = (cost, up)
          }
        }
      }
    }
  }
  var (sums, counts) = (Array(repeating: 0.0, count: rows), Array(repeating: 0.0, count: rows))
  var (i, j) = (rows - 1, columns - 1)
  while i >= 0, j >= 0 {
    sums[i] += x[j]
    counts[i] += 1
    switch origin[i * columns + j] {
    case 0: (i, j) = (i - 1, j - 1)
    case 1: i -= 1
    default: j -= 1
    }
  }
  return zip(sums, counts).map { $1 > 0 ? $0 / $1 : 0 }
}

/// Pearson's correlation of two rows of equal length; 0 where either is flat.
public func pearsonCorrelation(_ a: ArraySlice<Double>, _ b: ArraySlice<Double>) -> Double {
  precondition(a.count == b.count, "as many values as partners")
  let n = Double(a.count)
  guard n > 1 else { return 0 }
  return a.withUnsafeBufferPointer { a in
    b.withUnsafeBufferPointer { b in
      let (meanA, meanB) = (a.reduce(0, +) / n, b.reduce(0, +) / n)
      var (product, ownA, ownB) = (0.0, 0.0, 0.0)
      for i in a.indices {
        let (x, y) = (a[i] - meanA, b[i] - meanB)
        product += x * y
        ownA += x * x
        ownB += y * y
      }
      let size = ownA.squareRoot() * ownB.squareRoot()
      return size > 0 ? product / size : 0
    }
  }
}
