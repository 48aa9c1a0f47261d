internal import RealModule

/// Pearson's correlation of two rows of equal length; 0 where either is flat.
public func pearsonCorrelation(
  _ a: some RandomAccessCollection<Double>, _ b: some RandomAccessCollection<Double>
) -> Double {
  precondition(a.count == b.count, "as many values as partners")
  let n = Double(a.count)
  guard n > 1 else { return 0 }
  let (meanA, meanB) = (a.reduce(0, +) / n, b.reduce(0, +) / n)
  var (product, ownA, ownB) = (0.0, 0.0, 0.0)
  for (x, y) in zip(a, b) {
    product += (x - meanA) * (y - meanB)
    ownA += (x - meanA) * (x - meanA)
    ownB += (y - meanB) * (y - meanB)
  }
  let size = Double.sqrt(ownA) * Double.sqrt(ownB)
  return size > 0 ? product / size : 0
}
