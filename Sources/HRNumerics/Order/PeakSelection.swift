/// Prominence of a maximum: its height above the higher of the lowest values on its two sides, each side reaching to
/// the next higher value or the end (SciPy's `peak_prominences`).
public func prominence(of peak: Int, in x: [Double]) -> Double {
  x.withUnsafeBufferPointer { x in
    let height = x[peak]
    var (left, right) = (height, height)
    var place = peak - 1
    while place >= 0, x[place] <= height {
      if x[place] < left { left = x[place] }
      place -= 1
    }
    place = peak + 1
    while place < x.count, x[place] <= height {
      if x[place] < right { right = x[place] }
      place += 1
    }
    return height - max(left, right)
  }
}

/// The peaks that are left when, from the highest to the lowest, each one still there takes those out that are nearer
/// to it than a distance (SciPy's `find_peaks` with `distance`). Of equal heights the later peak comes first.
///
/// - Parameters:
///   - peaks: ascending indices of samples.
///   - x: the samples.
///   - distance: in samples, rounded up; below 1 all stay.
public func separatedPeaks(_ peaks: [Int], of x: [Double], by distance: Double) -> [Int] {
  let least = Int(saturating: distance.rounded(.up))
  guard least > 1 else { return peaks }
  var isKept = Array(repeating: true, count: peaks.count)
  let order = peaks.indices.sorted { (x[peaks[$0]], $0) > (x[peaks[$1]], $1) }
  for number in order where isKept[number] {
    var other = number - 1
    while other >= 0, peaks[number] - peaks[other] < least {
      isKept[other] = false
      other -= 1
    }
    other = number + 1
    while other < peaks.count, peaks[other] - peaks[number] < least {
      isKept[other] = false
      other += 1
    }
  }
  return peaks.indices.filter { isKept[$0] }.map { peaks[$0] }
}

/// The peaks that are left if, from the first on, a peak less than a distance after the last one kept replaces it when
/// it is higher and is left out when not.
package func highestPeaks(_ peaks: [Int], of x: [Double], apart distance: Double) -> [Int] {
  var result: [Int] = []
  for peak in peaks {
    guard let last = result.last, Double(peak - last) < distance else {
      result.append(peak)
      continue
    }
    if x[peak] > x[last] { result[result.count - 1] = peak }
  }
  return result
}
