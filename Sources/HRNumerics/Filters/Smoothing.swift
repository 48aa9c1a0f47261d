internal import RealModule

/// The values minus their arithmetic mean; empty for none.
public func removingMean(_ x: [Double]) -> [Double] {
  guard !x.isEmpty else { return [] }
  let mean = x.reduce(0, +) / Double(x.count)
  return x.map { $0 - mean }
}

/// The values minus their least-squares line over the index; one value gives 0.
public func removingLine(_ x: [Double]) -> [Double] {
  guard x.count > 1 else { return x.map { _ in 0 } }
  let n = Double(x.count)
  let middle = (n - 1) / 2
  let mean = x.reduce(0, +) / n
  var product = 0.0
  for i in x.indices { product += (Double(i) - middle) * (x[i] - mean) }
  let slope = product / (n * (n * n - 1) / 12)
  return x.indices.map { x[$0] - mean - slope * (Double($0) - middle) }
}

/// Hann window ½ − ½·cos(2πk/n): the first n of n + 1 symmetric points, for spectra.
public func periodicHann(count n: Int) -> [Double] {
  (0..<n).map { n == 1 ? 1 : 0.5 - 0.5 * Double.cos(2 * Double.pi * Double($0) / Double(n)) }
}

/// Hann window ½ − ½·cos(2πk/(n − 1)): zero at both ends; 1 for one point.
public func symmetricHann(count n: Int) -> [Double] {
  (0..<n).map { n == 1 ? 1 : 0.5 - 0.5 * Double.cos(2 * Double.pi * Double($0) / Double(n - 1)) }
}

/// Centred moving average over `window` samples.
///
/// An even window reaches one sample further back than forward. At the ends it shrinks to the samples that exist.
public func movingAverage(_ x: [Double], window: Int) -> [Double] {
  precondition(window > 0, "a window holds at least one sample")
  // Sums run over deviations from the first value, so that a large offset costs no digits.
  let origin = x.first ?? 0
  let (back, ahead) = (window / 2, window - window / 2)
  return withUnsafeTemporaryAllocation(of: Double.self, capacity: x.count + 1) { sums in
    var sum = 0.0
    sums[0] = sum
    x.withUnsafeBufferPointer { x in
      for i in 0..<x.count {
        sum += x[i] - origin
        sums[i + 1] = sum
      }
    }
    return [Double](unsafeUninitializedCapacity: x.count) { result, used in
      used = x.count
      let inside = min(back, x.count)..<max(min(back, x.count), x.count - ahead + 1)
      func shrunk(_ i: Int) -> Double {
        let (low, high) = (max(0, i - back), min(x.count, i + ahead))
        return origin + (sums[high] - sums[low]) / Double(high - low)
      }
      for i in 0..<inside.lowerBound { result[i] = shrunk(i) }
      let divisor = Double(window)
      for i in inside { result[i] = origin + (sums[i + ahead] - sums[i - back]) / divisor }
      for i in inside.upperBound..<x.count { result[i] = shrunk(i) }
    }
  }
}

/// Mean of each value and those before it, `window` of them in all; at the start, of those that exist.
public func trailingAverage(_ x: [Double], window: Int) -> [Double] {
  precondition(window > 0, "a window holds at least one sample")
  let origin = x.first ?? 0
  var sum = 0.0
  return x.withUnsafeBufferPointer { x in
    [Double](unsafeUninitializedCapacity: x.count) { result, used in
      for i in 0..<x.count {
        sum += x[i] - origin
        if i >= window { sum -= x[i - window] - origin }
        result[i] = origin + sum / Double(min(i + 1, window))
      }
      used = x.count
    }
  }
}

/// Values minus their least-squares line, under a periodic Hann window: ``removingLine(_:)`` times
/// ``periodicHann(count:)`` in one go, for spectra of many short windows.
///
/// The cosine is turned on from value to value, four at a time, which adds a rounding error of about 1e-16 each.
public func taperedWithoutLine(_ x: ArraySlice<Double>) -> [Double] {
  let count = x.count
  guard count > 1, let origin = x.first else { return x.map { _ in 0 } }
  let n = Double(count)
  let middle = (n - 1) / 2
  return x.withUnsafeBytes { bytes in
    // Four at a time, with zeros beyond the end.
    func values(at index: Int) -> SIMD4<Double> {
      if index + 4 <= count {
        return bytes.loadUnaligned(fromByteOffset: 8 * index, as: SIMD4<Double>.self) - origin
      }
      var rest = SIMD4<Double>.zero
      for lane in 0..<(count - index) {
        rest[lane] =
          bytes.loadUnaligned(fromByteOffset: 8 * (index + lane), as: Double.self) - origin
      }
      return rest
    }
    let lanes = SIMD4<Double>(0, 1, 2, 3)
    var sums = SIMD4<Double>.zero
    var products = SIMD4<Double>.zero
    for index in stride(from: 0, to: count, by: 4) {
      let value = values(at: index)
      sums += value
      products += value * (lanes + (Double(index) - middle))
    }
    let mean = sums.sum() / n
    let slope = products.sum() / (n * (n * n - 1) / 12)

    let angle = 2 * Double.pi / n
    let (stepReal, stepImaginary) = (Double.cos(4 * angle), Double.sin(4 * angle))
    var cosines = SIMD4(1, Double.cos(angle), Double.cos(2 * angle), Double.cos(3 * angle))
    var sines = SIMD4(0, Double.sin(angle), Double.sin(2 * angle), Double.sin(3 * angle))
    return [Double](unsafeUninitializedCapacity: count) { buffer, used in
      let out = UnsafeMutableRawBufferPointer(buffer)
      for index in stride(from: 0, to: count, by: 4) {
        let line = (lanes + (Double(index) - middle)) * slope + mean
        let tapered = (values(at: index) - line) * (0.5 - 0.5 * cosines)
        if index + 4 <= count {
          out.storeBytes(of: tapered, toByteOffset: 8 * index, as: SIMD4<Double>.self)
        } else {
          for lane in 0..<(count - index) { buffer[index + lane] = tapered[lane] }
        }
        (cosines, sines) = (
          cosines * stepReal - sines * stepImaginary, cosines * stepImaginary + sines * stepReal
        )
      }
      used = count
    }
  }
}
