internal import RealModule

/// Arithmetic mean; `nil` of nothing.
func mean(_ values: [Double]) -> Double? {
  guard !values.isEmpty else { return nil }
  return values.reduce(0, +) / Double(values.count)
}

/// Sum of squared deviations from the mean (two passes: Chan, Golub and LeVeque 1983, with their correction term).
func squaredDeviations(_ values: [Double]) -> Double {
  guard let center = mean(values) else { return 0 }
  var squares = 0.0
  var rest = 0.0
  for value in values {
    squares += (value - center) * (value - center)
    rest += value - center
  }
  return max(0, squares - rest * rest / Double(values.count))
}

/// Sample variance (divisor n − 1); `nil` for fewer than two values.
func variance(_ values: [Double]) -> Double? {
  guard values.count >= 2 else { return nil }
  return squaredDeviations(values) / Double(values.count - 1)
}

/// Squared deviations of both lists and their products about the means.
///
/// Lists whose values are all the same have exactly zero, whatever rounding the mean suffers.
struct Comoments {
  let meanX: Double
  let meanY: Double
  let xx: Double
  let yy: Double
  let xy: Double

  /// - Returns: `nil` for no values.
  init?(_ x: [Double], _ y: [Double]) {
    guard let meanX = mean(x), let meanY = mean(y) else { return nil }
    var (xx, yy, xy) = (0.0, 0.0, 0.0)
    var (variesX, variesY) = (false, false)
    for index in x.indices {
      let (a, b) = (x[index] - meanX, y[index] - meanY)
      xx += a * a
      yy += b * b
      xy += a * b
      variesX = variesX || x[index] != x[0]
      variesY = variesY || y[index] != y[0]
    }
    self.meanX = meanX
    self.meanY = meanY
    self.xx = variesX ? xx : 0
    self.yy = variesY ? yy : 0
    self.xy = variesX && variesY ? xy : 0
  }

  /// Product-moment correlation (K. Pearson, 1895), −1…1; `nil` where a list does not vary.
  var correlation: Double? {
    guard xx > 0, yy > 0 else { return nil }
    return min(1, max(-1, xy / (Double.sqrt(xx) * Double.sqrt(yy))))
  }

  /// Least-squares slope of y on x; `nil` where x does not vary.
  var slope: Double? {
    xx > 0 ? xy / xx : nil
  }
}

/// The p-quantile of ascending values by linear interpolation at (n − 1)p (R. J. Hyndman and Y. Fan, 1996, type
/// 7; NumPy's default); `nil` of nothing.
///
/// - Parameter p: 0…1; `nil` for any other.
func quantile(_ p: Double, ofSorted sorted: [Double]) -> Double? {
  guard let last = sorted.last, (0...1).contains(p) else { return nil }
  let position = p * Double(sorted.count - 1)
  let index = Int(saturating: position.rounded(.down))
  guard index + 1 < sorted.count else { return last }
  let share = position - Double(index)
  if share == 0 { return sorted[index] }
  let gap = sorted[index + 1] - sorted[index]
  // Two numbers may be further apart than the largest one.
  return gap.isFinite
    ? sorted[index] + share * gap : (1 - share) * sorted[index] + share * sorted[index + 1]
}

/// Between two quantiles as ``quantile(_:ofSorted:)`` gives them; `nil` where one of them does not exist.
func quantiles(_ low: Double, _ high: Double, ofSorted sorted: [Double]) -> Interval? {
  Interval(ifAny: quantile(low, ofSorted: sorted), quantile(high, ofSorted: sorted))
}

/// Ranks from 1; ties share the average of their ranks.
package func averageRanks(_ values: [Double]) -> [Double] {
  let order = AscendingOrder(values)
  var ranks = [Double](repeating: 0, count: values.count)
  var first = 0
  while first < values.count {
    var next = first + 1
    while next < values.count, order.values[next] == order.values[first] { next += 1 }
    let rank = Double(first + 1 + next) / 2
    for place in first..<next { ranks[Int(clamping: order.indices[place])] = rank }
    first = next
  }
  return ranks
}

/// The errors in ascending order, and the absolute errors in ascending order for the price of a merge.
struct SortedErrors {
  let signed: [Double]
  let absolute: [Double]

  init(_ errors: [Double]) {
    signed = AscendingOrder(errors).values
    var right = signed.firstIndex { $0 >= 0 } ?? signed.count
    var left = right - 1
    var merged: [Double] = []
    merged.reserveCapacity(signed.count)
    while left >= 0 || right < signed.count {
      if right == signed.count || (left >= 0 && -signed[left] < signed[right]) {
        merged.append(-signed[left])
        left -= 1
      } else {
        merged.append(signed[right])
        right += 1
      }
    }
    absolute = merged
  }
}
