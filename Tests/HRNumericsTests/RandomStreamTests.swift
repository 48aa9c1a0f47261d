import Foundation
import Testing

@testable import HRNumerics

@Suite struct RandomStreamTests {
  private func numbers(_ seed: UInt64, _ names: [String], _ count: Int = 8) -> [Double] {
    var stream = RandomStream(seed: seed, names)
    return (0..<count).map { _ in stream.uniform() }
  }

  @Test func theNameAndSeedDecideTheNumbers() {
    #expect(numbers(7, ["white", "r1"]) == numbers(7, ["white", "r1"]))
    let streams = [
      numbers(7, ["white", "r1"]), numbers(8, ["white", "r1"]), numbers(7, ["r1", "white"]),
      numbers(7, ["white"]),
      numbers(7, ["whiter1"]), numbers(7, ["white", "r1", ""]), numbers(7, ["white", "r2"]), numbers(7, []),
      numbers(1 << 63 | 7, ["white", "r1"]),
    ]
    for (i, a) in streams.enumerated() {
      for b in streams.dropFirst(i + 1) { #expect(Set(a).isDisjoint(with: b)) }
    }
  }

  @Test func neighbouringNamesAreUncorrelated() {
    let count = 20_000
    let a = numbers(1, ["noise", "recording 1"], count)
    for other in [numbers(1, ["noise", "recording 2"], count), numbers(2, ["noise", "recording 1"], count)] {
      let covariance = zip(a, other).map { ($0 - 0.5) * ($1 - 0.5) }.reduce(0, +) / Double(count)
      // The correlation's standard error is 1/√n = 0.007.
      #expect(abs(covariance * 12) < 0.03)
    }
  }

  @Test func uniformHasItsMoments() {
    let x = numbers(3, ["uniform"], 50_000)
    #expect(x.allSatisfy { (0..<1).contains($0) && ($0 * 0x1p53).rounded() == $0 * 0x1p53 })
    let mean = x.reduce(0, +) / 50_000
    let variance = x.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / 50_000
    #expect(abs(mean - 0.5) < 0.006 && abs(variance - 1.0 / 12) < 0.002)
    var stream = RandomStream(seed: 3, ["uniform"])
    #expect((0..<1000).allSatisfy { _ in (-2.0 ... -1).contains(stream.uniform(in: -2 ... -1)) })
  }

  @Test func normalHasItsMoments() {
    var stream = RandomStream(seed: 4, ["normal"])
    let x = (0..<50_000).map { _ in stream.normal() }
    func moment(_ k: Double) -> Double { x.map { pow($0, k) }.reduce(0, +) / Double(x.count) }
    #expect(abs(moment(1)) < 0.02)
    #expect(abs(moment(2) - 1) < 0.03)
    #expect(abs(moment(3)) < 0.06)
    #expect(abs(moment(4) - 3) < 0.2)
    let lagged = zip(x, x.dropFirst()).map { $0 * $1 }.reduce(0, +) / Double(x.count)
    #expect(abs(lagged) < 0.02)
  }

  @Test func exponentialHasItsMean() {
    var stream = RandomStream(seed: 5, ["exponential"])
    let x = (0..<50_000).map { _ in stream.exponential(mean: 4) }
    #expect(x.allSatisfy { $0 >= 0 && $0.isFinite })
    #expect(abs(x.reduce(0, +) / 50_000 - 4) < 0.08)
    // Half of them are below the median, 4·ln 2.
    #expect(abs(Double(x.filter { $0 < 4 * log(2) }.count) / 50_000 - 0.5) < 0.01)
  }

  @Test func indexReachesEachValueEquallyOften() {
    var stream = RandomStream(seed: 6, ["index"])
    var counts = [0, 0, 0, 0, 0]
    for _ in 0..<20_000 { counts[stream.index(below: 5)] += 1 }
    // The standard deviation of a count is 57.
    #expect(counts.allSatisfy { abs($0 - 4000) < 250 })
    #expect((0..<100).allSatisfy { _ in stream.index(below: 1) == 0 })
  }
}
