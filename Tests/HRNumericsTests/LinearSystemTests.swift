import Foundation
import Testing
import HRNumerics

/// Eigenvectors and Toeplitz systems against analytic results.
@Suite struct LinearSystemTests {
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

  /// A·v = λ·v with orthogonal vectors, for a full matrix with equal eigenvalues among others.
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

  @Test func lanesAreFilteredAsEachByItself() throws {
    let filter = try #require(
      SecondOrderSections.butterworth(order: 3, band: .bandPass(0.5, 4), sampleRate: 30))
    var random = RandomStream(seed: 2, ["lanes"])
    let columns = (0..<8).map { _ in (0..<50).map { _ in random.normal() } }
    var lanes = (0..<50).map { k in SIMD8(columns.map { $0[k] }) }
    filter.filter(&lanes)
    for (lane, column) in columns.enumerated() {
      for (found, expected) in zip(lanes, filter.filtered(column)) {
        #expect(abs(found[lane] - expected) < 1e-12)
      }
    }
  }
}
