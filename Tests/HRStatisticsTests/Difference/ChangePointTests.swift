import HRTestSupport
import Foundation
import HRSupport
import Testing

@testable import HRStatistics
@testable import HRNumerics

/// Against the same search by ruptures.
@Suite struct ChangePointTests {
  @Test(arguments: [
    "step", "steps", "spike", "noise", "drift", "quiet", "quietStep", "lastOnly", "far", "two",
  ])
  func meetsRuptures(name: String) throws {
    let set = try #require(try OracleFile.json("ranks")["changePoints"]?[name])
    let changes = ChangePoints(
      try #require(set["values"]?.numbers), leastStep: try #require(set["leastStep"]?.number))
    #expect(changes.starts == set["starts"]?.numbers.map { Int($0) })
    let levels = try #require(set["levels"]?.numbers)
    #expect(changes.levels.count == levels.count)
    for (level, expected) in zip(changes.levels, levels) { expectClose(level, expected, 1e-12, name) }
  }

  @Test func fewValues() {
    #expect(ChangePoints([]).starts.isEmpty && ChangePoints([]).levels.isEmpty)
    #expect(ChangePoints([3]).starts == [0] && ChangePoints([3]).levels == [3])
  }

  @Test func aSeriesThatNeverChanges() {
    let changes = ChangePoints(.init(repeating: 2.3, count: 50))
    #expect(changes.starts == [0])
    #expect(changes.levels == [2.3])
  }

  @Test func stepsBelowTheLeastAreNoise() {
    let values = [Double](repeating: 2, count: 10) + [Double](repeating: 2.1, count: 10)
    #expect(ChangePoints(values).starts == [0, 10])
    #expect(ChangePoints(values, leastStep: 0.2).starts == [0])
  }

  /// No way to cut up to nine values has a lower cost.
  @Test func leastOfAllCuts() {
    var stream = TestNumbers(seed: 8)
    for count in [2, 3, 5, 8, 9] {
      let values = (0..<count).map { index in (index < count / 2 ? 0 : 1.5) + 0.4 * stream.normal() }
      let gaps = zip(values.dropFirst(), values).map { abs($0 - $1) }.sorted()
      let median = (gaps[(gaps.count - 1) / 2] + gaps[gaps.count / 2]) / 2
      let sigma = max(0.01, median / (2.0.squareRoot() * 0.6745))
      func cost(_ starts: [Int]) -> Double {
        zip(starts, starts.dropFirst() + [count]).reduce(0) { sum, stretch in
          sum + squaredDeviations(Array(values[stretch.0..<stretch.1]))
        } + 2 * sigma * sigma * log(Double(count)) * Double(starts.count - 1)
      }
      let all = (0..<(1 << (count - 1))).map { pattern in
        [0] + (1..<count).filter { pattern >> ($0 - 1) & 1 == 1 }
      }
      let least = all.map(cost).min() ?? 0
      expectClose(cost(ChangePoints(values).starts), least, 1e-12)
    }
  }
}
