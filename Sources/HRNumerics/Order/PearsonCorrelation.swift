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
