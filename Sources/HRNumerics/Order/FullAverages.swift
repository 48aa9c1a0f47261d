/// The means of all full windows: element k is the mean of `x[k..<(k + window)]`, so there are
/// `x.count − window + 1`; none where the window does not fit.
///
/// ``movingAverage(_:window:)`` lets its window shrink at the ends; other rules extend the signal first, in ways of
/// their own, and take the full windows of that.
public func fullAverages(_ x: [Double], window: Int) -> [Double] {
  precondition(window > 0, "a window holds at least one sample")
  let count = x.count - window + 1
  guard count > 0 else { return [] }
  // Sums run over deviations from the first value, so that a large offset costs no digits.
  let origin = x[0]
  let scale = 1 / Double(window)
  return x.withUnsafeBufferPointer { x in
    [Double](unsafeUninitializedCapacity: count) { out, used in
      // Four stretches at a time: a running sum by itself waits for each addition in turn.
      let stretch = count / 4
      var sums = SIMD4<Double>.zero
      for lane in 0..<4 {
        for index in 0..<window { sums[lane] += x[lane * stretch + index] - origin }
      }
      for index in 0..<stretch {
        let (b, c, d) = (index + stretch, index + 2 * stretch, index + 3 * stretch)
        let means = origin + sums * scale
        out[index] = means[0]
        out[b] = means[1]
        out[c] = means[2]
        out[d] = means[3]
        // The last stretch may end where the signal does.
        let last = d + window < x.count ? x[d + window] : origin
        sums +=
          SIMD4(x[index + window], x[b + window], x[c + window], last) - SIMD4(x[index], x[b], x[c], x[d])
      }
      var sum = 0.0
      for index in (4 * stretch)..<count {
        if index == 4 * stretch {
          for k in 0..<window { sum += x[index + k] - origin }
        } else {
          sum += x[index + window - 1] - x[index - 1]
        }
        out[index] = origin + sum * scale
      }
      used = count
    }
  }
}

extension [Double] {
  /// The values with the first and the last one repeated outwards.
  public func holdingEnds(before: Int, after: Int) -> [Double] {
    guard let first, let last else { return [] }
    return [Double](unsafeUninitializedCapacity: count + before + after) { out, used in
      for index in 0..<before { out[index] = first }
      for index in 0..<count { out[before + index] = self[index] }
      for index in 0..<after { out[before + count + index] = last }
      used = count + before + after
    }
  }

  /// The values with a point reflection about the first and the last one put on, so that slopes go on; at most
  /// `count − 1` of them.
  public func reflectedAboutEnds(by wanted: Int) -> [Double] {
    guard let first, let last else { return [] }
    let reach = Swift.min(wanted, count - 1)
    return [Double](unsafeUninitializedCapacity: count + 2 * reach) { out, used in
      for index in 0..<reach { out[index] = 2 * first - self[reach - index] }
      for index in 0..<count { out[reach + index] = self[index] }
      for index in 0..<reach { out[reach + count + index] = 2 * last - self[count - 2 - index] }
      used = count + 2 * reach
    }
  }
}
