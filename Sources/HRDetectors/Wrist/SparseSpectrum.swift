internal import HRNumerics
internal import RealModule

/// Sparse spectra by FOCUSS: rows of samples as few as possible sinusoids of a fine grid, several rows on one support.
///
/// With Φ the sinusoids of the grid (0.4–5 Hz, bins of 1/512 of the sample rate: 1.46 per minute at 12.5 Hz) the
/// coefficients are X = W·Φᴴ·(Φ·W·Φᴴ + λ·I)⁻¹·Y, over and over: W starts at 1 and becomes the rows' summed |X|² to the
/// power 1 − p/2, p = 0.8, over the largest; five rounds. Bins below 10⁻⁹ are dropped. λ is a share of the matrix'
/// diagonal, 0.1. Frequencies come in pairs ±f, which makes the matrix real and Toeplitz, so each round is solved by N.
/// Levinson's recursion (1947) in n².
///
/// I. F. Gorodnitsky and B. D. Rao, IEEE Transactions on Signal Processing 45(3):600-616, 1997 (FOCUSS); S. F. Cotter
/// et al., 53(7):2477-2488, 2005 (M-FOCUSS).
struct SparseSpectrum {
  static let sampleRate = 12.5
  static let binHz = sampleRate / 512
  static let binBPM = 60 * binHz
  static let bins = 17...204
  private static let rounds = 5
  private static let sparsity = 0.8
  private static let noiseShare = 0.1

  private let count: Int
  /// cos and sin of 2π·bin·k / 512, bin after bin.
  private let cosines: [Double]
  private let sines: [Double]

  /// - Parameter count: samples of a row.
  init(count: Int) {
    self.count = count
    var (cosines, sines) = ([Double](), [Double]())
    for bin in Self.bins {
      for k in 0..<count {
        let angle = 2 * Double.pi * Double(bin * k % 512) / 512
        cosines.append(Double.cos(angle))
        sines.append(Double.sin(angle))
      }
    }
    (self.cosines, self.sines) = (cosines, sines)
  }

  /// Amplitude of each bin, for each row.
  ///
  /// - Returns: zeros for rows of zeros.
  func amplitudes(of rows: [[Double]]) -> [[Double]] {
    let binCount = Self.bins.count
    var weights = Array(repeating: 1.0, count: binCount)
    var amplitudes = rows.map { _ in Array(repeating: 0.0, count: binCount) }
    guard rows.contains(where: { $0.contains { $0 != 0 } }) else { return amplitudes }
    for _ in 0..<Self.rounds {
      let solved = solve(weights, rows)
      var power = Array(repeating: 0.0, count: binCount)
      for (row, z) in solved.enumerated() {
        for bin in 0..<binCount {
          guard weights[bin] > 1e-9 else {
            amplitudes[row][bin] = 0
            continue
          }
          let (c, s) = product(bin, z)
          let amplitude = weights[bin] * (c * c + s * s).squareRoot()
          amplitudes[row][bin] = amplitude
          power[bin] += amplitude * amplitude
        }
      }
      let largest = power.max() ?? 0
      guard largest > 0, largest.isFinite else { break }
      weights = power.map { $0 > 0 ? Double.pow($0 / largest, 1 - Self.sparsity / 2) : 0 }
    }
    return amplitudes
  }

  private func product(_ bin: Int, _ z: [Double]) -> (Double, Double) {
    let base = bin * count
    return cosines.withUnsafeBufferPointer { c in
      sines.withUnsafeBufferPointer { s in
        z.withUnsafeBufferPointer { z in
          let (left, right, value) = (
            UnsafeRawBufferPointer(c), UnsafeRawBufferPointer(s), UnsafeRawBufferPointer(z)
          )
          var (real, imaginary) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
          var k = 0
          while k + 4 <= z.count {
            let four = value.loadUnaligned(fromByteOffset: 8 * k, as: SIMD4<Double>.self)
            real += four * left.loadUnaligned(fromByteOffset: 8 * (base + k), as: SIMD4<Double>.self)
            imaginary += four * right.loadUnaligned(fromByteOffset: 8 * (base + k), as: SIMD4<Double>.self)
            k += 4
          }
          var (a, b) = (real.sum(), imaginary.sum())
          while k < z.count {
            a += z[k] * c[base + k]
            b += z[k] * s[base + k]
            k += 1
          }
          return (a, b)
        }
      }
    }
  }

  /// (Φ·W·Φᴴ + λ·I)⁻¹ of each row.
  private func solve(_ weights: [Double], _ rows: [[Double]]) -> [[Double]] {
    var first = Array(repeating: 0.0, count: count)
    first.withUnsafeMutableBufferPointer { first in
      cosines.withUnsafeBufferPointer { c in
        // A negligible weight would cost as much time as one that counts.
        for bin in weights.indices where weights[bin] > 1e-9 {
          let (base, weight) = (bin * count, 2 * weights[bin])
          for k in 0..<count { first[k] += weight * c[base + k] }
        }
      }
    }
    first[0] *= 1 + Self.noiseShare
    return solveToeplitz(first, rows)
  }
}

/// The peaks of a sparse spectrum (``SparseSpectrum``), in beats per minute.
struct SparsePeaks {
  struct Peak {
    let bpm: Double
    let height: Double
  }

  /// Ascending.
  let all: [Peak]

  /// - Parameter amplitudes: of ``SparseSpectrum/bins``. A peak is placed at the mean of its bin and both neighbours,
  ///   weighed with their amplitudes.
  init(_ amplitudes: [Double]) {
    var peaks: [Peak] = []
    let first = SparseSpectrum.bins.lowerBound
    for k in amplitudes.indices {
      let before = k > 0 ? amplitudes[k - 1] : 0
      let after = k + 1 < amplitudes.count ? amplitudes[k + 1] : 0
      guard amplitudes[k] > before, amplitudes[k] >= after else { continue }
      let offset = (after - before) / (before + amplitudes[k] + after)
      peaks.append(
        Peak(bpm: (Double(first + k) + offset) * SparseSpectrum.binBPM, height: amplitudes[k]))
    }
    all = peaks
  }

  /// The highest of a range (of equal ones the lowest); `nil` without any.
  ///
  /// - Parameter scale: divisor of the heights, by rate.
  func highest(in range: ClosedRange<Double>, over scale: (Double) -> Double = { _ in 1 }) -> Peak? {
    var (best, height) = (Peak?.none, 0.0)
    for peak in all where range.contains(peak.bpm) && peak.height / scale(peak.bpm) > height {
      (best, height) = (peak, peak.height / scale(peak.bpm))
    }
    return best
  }

  /// The highest peaks of a range, at most three, that have at least 0.3 of its highest one's height, the highest
  /// first.
  func candidates(in range: ClosedRange<Double>) -> [Peak] {
    let inside = all.filter { range.contains($0.bpm) }.sorted { $0.height > $1.height }
    let least = 0.3 * (inside.first?.height ?? 0)
    return Array(inside.prefix(3).filter { $0.height >= least })
  }
}
