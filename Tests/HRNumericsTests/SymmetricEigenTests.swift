import Testing
import HRNumerics

@Suite struct SymmetricEigenTests {
  @Test func turnsAMatrixIntoItsEigenvectors() {
    // Orthogonal rows of rational numbers, so that values and vectors are known.
    let vectors: [[Double]] = [[2, 3, 6], [3, -6, 2], [6, 2, -3]].map { row in row.map { $0 / 7 } }
    let values: [Double] = [7, 0.5, -3]
    var matrix: [[Double]] = Array(repeating: [0, 0, 0], count: 3)
    for (value, vector) in zip(values, vectors) {
      for i in 0..<3 { for j in 0..<3 { matrix[i][j] += value * vector[i] * vector[j] } }
    }
    let eigen = SymmetricEigen(matrix)
    // The largest component is positive.
    let signs: [Double] = [1, -1, 1]
    for k in 0..<3 {
      #expect(abs(eigen.values[k] - values[k]) < 1e-14)
      for i in 0..<3 { #expect(abs(eigen.vectors[k][i] - signs[k] * vectors[k][i]) < 1e-14) }
    }
  }

  @Test func smallValuesKeepTheirDigits() {
    // Nearly one direction only, as in raw colours; the determinant, and so the product of the values, is 100.
    let values = SymmetricEigen([[1e6, 1e3], [1e3, 1.0001]]).values
    #expect(abs(values[0] * values[1] - 100) < 1e-3)
  }

  @Test func diagonalEmptyAndZero() {
    #expect(SymmetricEigen([]).values.isEmpty)
    #expect(SymmetricEigen([[0, 0], [0, 0]]).vectors == [[1, 0], [0, 1]])
    #expect(
      SymmetricEigen([[1, 0, 0], [0, 3, 0], [0, 0, 3]]).vectors == [[0, 1, 0], [0, 0, 1], [1, 0, 0]])
  }

  @Test func productMeansAreNotCentred() {
    #expect(productMeans([[1, 2, 3], [1, 1, 1]]) == [[14.0 / 3, 2], [2, 1]])
  }
}
