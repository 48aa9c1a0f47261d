import HRTestSupport
import Foundation
import Testing

@testable import HRSynthesis

/// Comparison with SciPy's `Akima1DInterpolator` (Oracles/akima.py).
@Suite struct AkimaTests {
  struct Oracle: Decodable {
    struct Row: Decodable {
      let name: String
      let x: [Double]
      let y: [Double]
      let at: [Double]
      let values: [Double]
    }

    let rows: [Row]
  }

  @Test func matchesSciPy() throws {
    let rows = try OracleFile.decode("akima", as: Oracle.self).rows
    #expect(rows.count == 8)
    for row in rows {
      let curve = try #require(AkimaCurve(x: row.x, y: row.y))
      let worst = zip(curve.values(at: row.at), row.values).map { abs($0 - $1) }.max() ?? .infinity
      let scale = row.y.map(abs).max() ?? 1
      #expect(worst <= 1e-12 * max(1, scale), "\(row.name): \(worst)")
    }
  }

  @Test func holdsItsEndsAndRefusesWhatIsNoCurve() throws {
    let curve = try #require(AkimaCurve(x: [1, 2, 3], y: [5, 6, 4]))
    #expect(curve.values(at: [-10, 1, 3, 99]) == [5, 5, 4, 4])
    #expect(curve.samples(sampleRate: 2, count: 7).count == 7)
    #expect(AkimaCurve(x: [1], y: [1]) == nil)
    #expect(AkimaCurve(x: [1, 1], y: [1, 2]) == nil)
    #expect(AkimaCurve(x: [1, 2], y: [1]) == nil)
  }
}
