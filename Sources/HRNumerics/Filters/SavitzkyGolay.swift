internal import RealModule

/// Replaces each value by that of a polynomial fitted to the values around it by least squares.
///
/// A. Savitzky and M. J. E. Golay, Analytical Chemistry 36(8):1627-1639, 1964. The first and last half window are
/// values of the polynomial of the first and last whole window (SciPy `savgol_filter`, mode `interp`). Discrete
/// orthogonal polynomials carry the fit, so that wide windows lose no digits. Fewer values than the window are fitted
/// all at once.
///
/// - Parameters:
///   - x: evenly spaced values.
///   - window: odd, in samples.
///   - order: of the polynomial; from the window's count less 1 on, the values stay as they are.
public func savitzkyGolay(_ x: [Double], window: Int, order: Int) -> [Double] {
  precondition(window > 0 && window % 2 == 1 && order >= 0, "a window has a middle")
  let count = min(window, x.count)
  guard order < count - 1 else { return x }
  let basis = orthonormalPolynomials(count: count, order: order)
  func fitted(from start: Int) -> [Double] {
    var result = Array(repeating: 0.0, count: count)
    for polynomial in basis {
      var weight = 0.0
      for i in 0..<count { weight += polynomial[i] * x[start + i] }
      for i in 0..<count { result[i] += weight * polynomial[i] }
    }
    return result
  }
  guard count == window, x.count > window else { return fitted(from: 0) }
  let half = window / 2
  let weights = (0..<window).map { i in
    basis.reduce(0) { $0 + $1[i] * $1[half] }
  }
  var result: [Double] = []
  result.reserveCapacity(x.count)
  result += fitted(from: 0)[..<half]
  x.withUnsafeBufferPointer { x in
    weights.withUnsafeBufferPointer { h in
      for i in half..<(x.count - half) { result.append(weightedSum(x, from: i - half, h)) }
    }
  }
  result += fitted(from: x.count - window)[(half + 1)...]
  return result
}

/// Polynomials of order 0, 1, … over 0 ..< count, each of length 1 and at right angles to the others (Gram's, by their
/// three-term recursion about the middle).
private func orthonormalPolynomials(count: Int, order: Int) -> [[Double]] {
  let middle = Double(count - 1) / 2
  var basis: [[Double]] = []
  for degree in 0...order {
    var next = Array(repeating: 1.0, count: count)
    if let last = basis.last {
      for i in 0..<count { next[i] = last[i] * (Double(i) - middle) / max(middle, 1) }
    }
    // Against all lower ones, twice: the recursion alone drifts.
    for _ in 0..<(degree > 0 ? 2 : 0) {
      for lower in basis {
        var share = 0.0
        for i in 0..<count { share += lower[i] * next[i] }
        for i in 0..<count { next[i] -= share * lower[i] }
      }
    }
    let length = Double.sqrt(next.reduce(0) { $0 + $1 * $1 })
    basis.append(next.map { $0 / length })
  }
  return basis
}
