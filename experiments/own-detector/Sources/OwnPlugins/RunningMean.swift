/// Means over `reach` samples to each side, fewer at the ends.
///
/// Samples that are not finite are left out; if there is no other, the mean is 0.
func runningMean(_ samples: [Double], reach: Int) -> [Double] {
  var sums = [0.0]
  var counts = [0]
  for sample in samples {
    sums.append(sums[sums.count - 1] + (sample.isFinite ? sample : 0))
    counts.append(counts[counts.count - 1] + (sample.isFinite ? 1 : 0))
  }
  return samples.indices.map { index in
    let (low, high) = (max(0, index - reach), min(samples.count, index + reach + 1))
    let count = counts[high] - counts[low]
    return count > 0 ? (sums[high] - sums[low]) / Double(count) : 0
  }
}
