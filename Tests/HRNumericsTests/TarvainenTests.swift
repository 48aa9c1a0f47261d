import HRTestSupport
import Foundation
import Testing

@testable import HRNumerics

private struct Oracle: Decodable {
  struct Row: Decodable {
    let lambda: Double
    let x, y: [Double]
  }
  let rows: [Row]

  static func load() throws -> Oracle {
    try OracleFile.decode("tarvainen")
  }
}

@Suite struct TarvainenTests {
  @Test func agreesWithSciPysSparseSolution() throws {
    for row in try Oracle.load().rows {
      let y = smoothnessPriorsDetrended(row.x, lambda: row.lambda)
      #expect(y.count == row.y.count)
      let error = zip(y, row.y).map { abs($0 - $1) }.max() ?? .infinity
      // The condition of the matrix grows with λ²: the rounding of SciPy, which does not remove the line, is the
      // larger one.
      #expect(error < 1e-13 * max(1, row.lambda * row.lambda), "λ \(row.lambda), \(row.x.count) samples")
    }
  }

  @Test func fewerThanThreeSamplesAreALine() {
    #expect(smoothnessPriorsDetrended([], lambda: 100).isEmpty)
    #expect(smoothnessPriorsDetrended([3, 7], lambda: 100) == [0, 0])
  }

  @Test func aStraightLineIsTrend() {
    let line = (0..<500).map { 1e6 - 3 * Double($0) }
    #expect(smoothnessPriorsDetrended(line, lambda: 100).allSatisfy { abs($0) < 1e-8 })
  }

  /// λ = 100 at 30 Hz: half gain at 2 − 2·cos ω = 1/100.
  @Test func halvesASineWhereTheDocumentationSays() {
    let angle = acos(1 - 0.5 / 100)
    let wave = (0..<2000).map { sin(angle * Double($0)) }
    let out = smoothnessPriorsDetrended(wave, lambda: 100)
    #expect((500..<1500).allSatisfy { abs(out[$0] - 0.5 * wave[$0]) < 1e-3 })
  }
}
