import HRNumerics
import HRTestSupport
import Testing

/// Least squares without negative values, against SciPy and analytic results.
@Suite struct NonnegativeLeastSquaresTests {
  private struct Oracle: Decodable, Sendable {
    struct Case: Decodable, Sendable {
      let rows: [[Double]]
      let b: [Double]
      let x: [Double]
      let residual: Double
    }
    let cases: [Case]
  }

  @Test func agreesWithSciPy() throws {
    let cases = try OracleFile.decode("nonnegative", as: Oracle.self).cases
    #expect(cases.count == 12)
    #expect(cases.contains { $0.x.contains(0) } && cases.contains { !$0.x.contains(0) })
    for (index, known) in cases.enumerated() {
      let found = nonnegativeLeastSquares(known.rows, known.b)
      #expect(found.allSatisfy { $0 >= 0 })
      for (column, (mine, theirs)) in zip(found, known.x).enumerated() {
        // In units of the column's own length.
        let length = known.rows.reduce(0) { $0 + $1[column] * $1[column] }.squareRoot()
        #expect(abs(mine - theirs) * length < 1e-9, "case \(index), column \(column)")
      }
    }
  }

  /// Slopes of free columns are 0, those of all others are not above it: the conditions of the optimum.
  @Test func noColumnWouldMakeItBetter() throws {
    for known in try OracleFile.decode("nonnegative", as: Oracle.self).cases {
      let found = nonnegativeLeastSquares(known.rows, known.b)
      let rest = zip(known.rows, known.b).map { row, b in
        b - zip(row, found).reduce(0) { $0 + $1.0 * $1.1 }
      }
      for column in found.indices {
        let length = known.rows.reduce(0) { $0 + $1[column] * $1[column] }.squareRoot()
        let slope = zip(known.rows, rest).reduce(0) { $0 + $1.0[column] * $1.1 } / length
        #expect(found[column] > 0 ? abs(slope) < 1e-9 : slope < 1e-9)
      }
    }
  }

  @Test func columnsThatSayTheSameLeaveAllToTheFirst() {
    for (rows, b, first, second) in [
      ([[2.0, 1], [2, 1]], [4.0, 4], 2.0, 0.0), ([[0, 1], [0, 3]], [1, 3], 0, 1),
    ] {
      let found = nonnegativeLeastSquares(rows, b)
      #expect(abs(found[0] - first) < 1e-14 && abs(found[1] - second) < 1e-14, "\(found)")
    }
    #expect(nonnegativeLeastSquares([[1], [1]], [-1, -2]) == [0])
    #expect(nonnegativeLeastSquares([], []) == [])
  }
}
