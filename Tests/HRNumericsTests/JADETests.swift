import Foundation
import Testing
import HRNumerics

@Suite struct JADETests {
  private let sources: [[Double]] = [
    Self.times.map { sin($0 * 0.21) },
    Self.times.map { ($0 * 0.0137).truncatingRemainder(dividingBy: 1) - 0.5 },
    Self.times.map { ($0 * $0).truncatingRemainder(dividingBy: 997) > 500 ? 1 : -1 },
  ]
  private static let times: [Double] = (0..<1500).map { Double($0) }

  private func mixed(_ weights: [[Double]]) -> [[Double]] {
    weights.map { row in
      var sum = Array(repeating: 5.0, count: 1500)
      for (weight, source) in zip(row, sources) {
        for t in sum.indices { sum[t] += weight * source[t] }
      }
      return sum
    }
  }

  private func correlation(_ a: [Double], _ b: [Double]) -> Double {
    let (x, y) = (removingMean(a), removingMean(b))
    func dot(_ u: [Double], _ v: [Double]) -> Double { zip(u, v).reduce(0) { $0 + $1.0 * $1.1 } }
    return dot(x, y) / (dot(x, x) * dot(y, y)).squareRoot()
  }

  @Test func findsWhatWasMixed() {
    let jade = JADE(mixed([[1, 0.4, 0.2], [0.5, 1, -0.3], [-0.2, 0.6, 0.9]]))
    #expect(jade.components.count == 3)
    for source in sources {
      let correlations = jade.components.map { abs(correlation($0, source)) }
      #expect((correlations.max() ?? 0) > 0.99)
    }
    for component in jade.components {
      let variance = component.reduce(0) { $0 + $1 * $1 } / 1500
      #expect(abs(variance - 1) < 1e-9)
    }
    #expect(jade.weights.allSatisfy { $0[0] >= 0 })
  }

  /// Components depend neither on the scale of the rows nor on their offsets.
  @Test func ignoresGainAndOffset() {
    let rows = mixed([[1, 0.4, 0.2], [0.5, 1, -0.3], [-0.2, 0.6, 0.9]])
    let plain = JADE(rows).components
    let other = JADE([rows[0].map { 1e5 * $0 }, rows[1].map { $0 - 300 }, rows[2].map { 1e-4 * $0 }])
      .components
    for component in plain {
      let correlations = other.map { abs(correlation($0, component)) }
      #expect((correlations.max() ?? 0) > 1 - 1e-9)
    }
  }

  @Test func dependentAndConstantRowsGiveFewer() {
    let rows = mixed([[1, 0.4, 0.2], [0.5, 1, -0.3], [-0.2, 0.6, 0.9]])
    let third = zip(rows[0], rows[1]).map { 2 * $0 - $1 }
    #expect(JADE([rows[0], rows[1], third]).components.count == 2)
    #expect(JADE([rows[0], rows[1], rows[2].map { _ in 0.1 }]).components.count == 2)
    #expect(JADE([rows[0].map { _ in 7 }]).components.isEmpty)
    #expect(JADE([]).components.isEmpty)
    #expect(JADE([[], []]).components.isEmpty)
  }
}
