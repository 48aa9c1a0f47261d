import Foundation
import HRSignals
import Testing

@testable import HRDetectors

/// The arithmetic under the sparse and the singular spectra.
@Suite struct WristSpectraTests {
  /// The 2nd-difference matrix of n points has the eigenvalues 2 − 2·cos(πk / (n + 1)).
  @Test(arguments: [1, 2, 3, 8, 40]) func eigenvaluesOfAKnownMatrix(_ n: Int) throws {
    var matrix = Array(repeating: 0.0, count: n * n)
    for i in 0..<n {
      matrix[i * n + i] = 2
      if i > 0 { (matrix[i * n + i - 1], matrix[(i - 1) * n + i]) = (-1, -1) }
    }
    let found = try #require(SymmetricEigenvectors(matrix, count: n))
    for (index, value) in found.values.enumerated() {
      let expected: Double = 2 - 2 * cos(Double.pi * Double(n - index) / Double(n + 1))
      #expect(abs(value - expected) < 1e-12)
    }
  }

  /// A·v = λ·v, and the vectors stand at right angles, for a full matrix with equal eigenvalues among others.
  @Test func eigenvectorsOfAFullMatrix() throws {
    let n = 12
    var random = RandomStream(seed: 4, ["matrix"])
    let rows = (0..<5).map { _ in (0..<n).map { _ in random.normal() } }
    var matrix = Array(repeating: 0.0, count: n * n)
    for i in 0..<n {
      for j in 0..<n {
        matrix[i * n + j] = i == j ? 3 : 0
        for row in rows { matrix[i * n + j] += row[i] * row[j] }
      }
    }
    let found = try #require(SymmetricEigenvectors(matrix, count: n))
    for (value, vector) in zip(found.values, found.vectors) {
      for i in 0..<n {
        var image = 0.0
        for j in 0..<n { image += matrix[i * n + j] * vector[j] }
        #expect(abs(image - value * vector[i]) < 1e-11)
      }
    }
    for a in 0..<n {
      for b in 0..<n {
        let dot = zip(found.vectors[a], found.vectors[b]).reduce(0) { $0 + $1.0 * $1.1 }
        #expect(abs(dot - (a == b ? 1 : 0)) < 1e-12)
      }
    }
    #expect(found.values.suffix(7).allSatisfy { abs($0 - 3) < 1e-11 })
  }

  @Test func refusesWhatIsNotANumber() {
    #expect(SymmetricEigenvectors([.nan], count: 1) == nil)
  }

  /// All components together are the row; two of them a sine that was added to it.
  @Test func singularSpectrumTakesARowApart() throws {
    func strongTone(_ k: Int) -> Double { 5 * sin(2 * Double.pi * 0.16 * Double(k) + 0.3) }
    let row: [Double] = (0..<100).map { k in strongTone(k) + cos(2 * Double.pi * 0.31 * Double(k)) }
    let parts = try #require(SingularSpectrum(row, length: 40))
    for (found, expected) in zip(parts.row(of: Array(0..<40)), row) { #expect(abs(found - expected) < 1e-10) }
    let strong = parts.row(of: [0, 1])
    for k in row.indices {
      #expect(abs(strong[k] - strongTone(k)) < 0.35)
    }
    #expect(SingularSpectrum(row, length: 51) == nil)
  }

  @Test func toeplitzSystemsAreSolved() {
    let n = 30
    var column: [Double] = (0..<n).map { k in exp(-0.1 * Double(k)) * cos(0.9 * Double(k)) }
    column[0] += 0.2
    let wanted: [[Double]] = [2, 3].map { step in (0..<n).map { sin(Double($0 * step)) } }
    let rows: [[Double]] = wanted.map { x in
      (0..<n).map { i in
        var sum = 0.0
        for j in 0..<n { sum += column[abs(i - j)] * x[j] }
        return sum
      }
    }
    for (found, expected) in zip(solveToeplitz(column, rows), wanted) {
      for (a, b) in zip(found, expected) { #expect(abs(a - b) < 1e-9) }
    }
  }

  /// Two tones 8 bpm apart in 8 s, which no window of a Fourier transform parts.
  @Test func sparseSpectrumPartsNeighbours() throws {
    let rates = [100.0, 108]
    let samples: [Double] = (0..<100).map { k in
      var sum = 0.0
      for rate in rates { sum += cos(2 * Double.pi * rate / 60 * Double(k) / 12.5 + rate) }
      return sum
    }
    let amplitudes = try #require(SparseSpectrum(count: 100).amplitudes(of: [samples]).first)
    let peaks = SparsePeaks(amplitudes).candidates(in: 60...150).map(\.bpm).sorted()
    #expect(peaks.count == 2)
    for (peak, rate) in zip(peaks, rates) { #expect(abs(peak - rate) < 1.5) }
    let most = amplitudes.max() ?? 0
    // Of 188 bins.
    #expect(amplitudes.filter { $0 > 0.01 * most }.count <= 16)
  }

  /// Rows with different tones come out on one support: each has both tones' bins and no others.
  @Test func sparseSpectraShareTheirSupport() throws {
    func row(_ a: Double, _ b: Double) -> [Double] {
      (0..<100).map { k in
        let t = 2 * Double.pi * Double(k) / 12.5
        return a * cos(1.2 * t) + b * sin(2.6 * t)
      }
    }
    let both = SparseSpectrum(count: 100).amplitudes(of: [row(1, 0.1), row(0.1, 1)])
    for amplitudes in both {
      let most = amplitudes.max() ?? 0
      let rates = SparsePeaks(amplitudes).all.filter { $0.height > 0.03 * most }.map { $0.bpm / 60 }
      #expect(rates.count == 2)
      for (rate, expected) in zip(rates, [1.2, 2.6]) { #expect(abs(rate - expected) < 0.03) }
    }
  }
}
