internal import RealModule

/// A symmetric row of weights, odd in number: it delays every frequency by half its length.
public struct LinearPhaseFIR: Equatable, Sendable {
  /// The weights, from the first to the last.
  public let taps: [Double]

  /// A filter with these weights.
  ///
  /// - Precondition: an odd number of them.
  public init(taps: [Double]) {
    precondition(taps.count % 2 == 1, "a centred row of weights is odd in number")
    self.taps = taps
  }

  /// Samples from the middle to either end.
  public var half: Int { taps.count / 2 }

  /// Band-pass or high-pass by the Kaiser window (SciPy `firwin`): the ideal response's taps, faded, then scaled to
  /// gain 1 in the middle of the band (a high-pass: at half the rate). The gain is one half at the edges.
  ///
  /// - Parameters:
  ///   - half: samples from the middle to either end; at least 0.
  ///   - attenuationDecibels: attenuation of the stop band.
  ///   - band: edges strictly increasing inside 0…Nyquist.
  ///   - sampleRate: in hertz.
  public static func kaiser(
    half: Int, attenuationDecibels: Double, band: FilterBand, sampleRate: Double
  ) -> LinearPhaseFIR {
    let (low, high) = turns(band, sampleRate)
    let beta = kaiserBeta(attenuationDecibels: attenuationDecibels)
    var taps: [Double] = []
    taps.reserveCapacity(2 * half + 1)
    for k in -half...half {
      let x = Double(k)
      let ideal = sinc(2 * high, x) - sinc(2 * low, x)
      let ratio = x / Double(max(half, 1))
      taps.append(ideal * modifiedBesselI0(beta * Double.sqrt(max(0, 1 - ratio * ratio))))
    }
    let centre: Double =
      switch band {
      case .lowPass: 0
      case .highPass: 0.5
      case .bandPass: (low + high) / 2
      }
    var gain = 0.0
    for k in -half...half {
      gain += taps[k + half] * Double.cos(2 * Double.pi * centre * Double(k))
    }
    return LinearPhaseFIR(taps: taps.map { $0 / gain })
  }

  /// The taps whose gain differs least, in the mean of squares, from 1 in the band and 0 beyond a transition either
  /// side; the gain in the transitions does not count (SciPy `firls`, weights 1).
  ///
  /// The normal equations are solved by Cholesky's factors, with 1e-13 of the diagonal added to it: where the
  /// transitions are wide for the length, many rows of taps are equally good, and the smallest is taken.
  public static func leastSquares(
    half: Int, transitionHz: Double, band: FilterBand, sampleRate: Double
  ) -> LinearPhaseFIR {
    let (low, high) = turns(band, sampleRate)
    let transition = transitionHz / sampleRate
    let (stopLow, stopHigh) = (max(low - transition, 0), min(high + transition, 0.5))
    // Integrals over the bands of cos(2π f n), scaled.
    let counted = (0...2 * half).map { n in
      let x = Double(n)
      return sinc(2 * stopLow, x) + sinc(2 * high, x) - sinc(2 * low, x) + sinc(1, x)
        - sinc(2 * stopHigh, x)
    }
    let size = half + 1
    var matrix = Array(repeating: 0.0, count: size * size)
    for row in 0..<size {
      for column in 0...row {
        matrix[row * size + column] = counted[row - column] + counted[row + column]
      }
      matrix[row * size + row] *= 1 + 1e-13
    }
    var weights = (0..<size).map { sinc(2 * high, Double($0)) - sinc(2 * low, Double($0)) }
    solvePositiveDefinite(&matrix, &weights)
    return LinearPhaseFIR(
      taps: weights.dropFirst().reversed() + [2 * weights[0]] + weights.dropFirst())
  }

  /// Band edges as parts of the sample rate, from 0 to a half.
  private static func turns(_ band: FilterBand, _ sampleRate: Double) -> (Double, Double) {
    switch band {
    case .lowPass(let edge): (0, edge / sampleRate)
    case .highPass(let edge): (edge / sampleRate, 0.5)
    case .bandPass(let low, let high): (low / sampleRate, high / sampleRate)
    }
  }

  /// width · sin(π·width·x) / (π·width·x).
  private static func sinc(_ width: Double, _ x: Double) -> Double {
    x == 0 ? width : Double.sin(Double.pi * width * x) / (Double.pi * x)
  }

  /// The centred output: sample k is the weighted sum of those within half the length of it. Beyond its ends the
  /// signal is taken to stay at its first and last value.
  public func centred(_ x: [Double]) -> [Double] {
    sums(x.holdingEnds(before: half, after: half))
  }

  /// The causal output, late by half the length; before its start the signal is taken to be constant at its first
  /// value.
  public func delayed(_ x: [Double]) -> [Double] {
    sums(x.holdingEnds(before: 2 * half, after: 0))
  }

  private func sums(_ padded: [Double]) -> [Double] {
    padded.withUnsafeBufferPointer { x in
      taps.withUnsafeBufferPointer { h in
        (0..<max(0, x.count - h.count + 1)).map { weightedSum(x, from: $0, h) }
      }
    }
  }
}

/// Σ h[j] · x[start + j].
@inline(__always)
func weightedSum(
  _ x: UnsafeBufferPointer<Double>, from start: Int, _ h: UnsafeBufferPointer<Double>
) -> Double {
  let (samples, weights) = (UnsafeRawBufferPointer(x), UnsafeRawBufferPointer(h))
  // Four sums, because one would wait for each addition in turn.
  var sums = SIMD4<Double>.zero
  var j = 0
  while j + 3 < h.count {
    sums +=
      samples.loadUnaligned(fromByteOffset: 8 * (start + j), as: SIMD4<Double>.self)
      * weights.loadUnaligned(fromByteOffset: 8 * j, as: SIMD4<Double>.self)
    j += 4
  }
  while j < h.count {
    sums[0] += x[start + j] * h[j]
    j += 1
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3])
}

/// The Kaiser window's shape for ripples of an attenuation (J. F. Kaiser, 1974; SciPy `kaiser_beta`).
public func kaiserBeta(attenuationDecibels a: Double) -> Double {
  a > 50 ? 0.1102 * (a - 8.7) : a > 21 ? 0.5842 * Double.pow(a - 21, 0.4) + 0.07886 * (a - 21) : 0
}

/// Modified Bessel function I₀ by its power series.
func modifiedBesselI0(_ x: Double) -> Double {
  var (sum, term, k) = (1.0, 1.0, 1.0)
  while term > 1e-17 * sum {
    term *= (x / (2 * k)) * (x / (2 * k))
    sum += term
    k += 1
  }
  return sum
}
