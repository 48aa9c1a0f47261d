/// Autocorrelation r(k) = Σ x[i]·x[i + k] / (n − k), unbiased, divided by r(0); the mean is not taken off.
///
/// Lag by lag: with few lags this is less work than two Fourier transforms.
///
/// - Parameters:
///   - x: n samples.
///   - lags: inside 0 ..< n.
/// - Returns: one value per lag; zeros where r(0) is 0.
public func autocorrelation(of x: [Double], lags: ClosedRange<Int>) -> [Double] {
  precondition(lags.lowerBound >= 0 && lags.upperBound < x.count, "a lag leaves at least one product")
  let n = x.count
  return x.withUnsafeBufferPointer { x in
    let bytes = UnsafeRawBufferPointer(x)
    func product(_ lag: Int) -> Double {
      let count = n - lag
      var (a, b) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
      var i = 0
      while i + 8 <= count {
        a +=
          bytes.loadUnaligned(fromByteOffset: 8 &* i, as: SIMD4<Double>.self)
          * bytes.loadUnaligned(fromByteOffset: 8 &* (i &+ lag), as: SIMD4<Double>.self)
        b +=
          bytes.loadUnaligned(fromByteOffset: 8 &* i &+ 32, as: SIMD4<Double>.self)
          * bytes.loadUnaligned(fromByteOffset: 8 &* (i &+ lag) &+ 32, as: SIMD4<Double>.self)
        i &+= 8
      }
      var sum = (a + b).sum()
      while i < count {
        sum += x[i] * x[i + lag]
        i &+= 1
      }
      return sum / Double(count)
    }
    let power = product(0)
    return lags.map { power > 0 ? product($0) / power : 0 }
  }
}
