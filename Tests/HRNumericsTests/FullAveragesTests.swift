import Testing
import HRNumerics

@Suite struct FullAveragesTests {
  @Test(arguments: [1, 2, 3, 5, 8, 21, 40, 41])
  func areTheMeansOfAllFullWindows(_ window: Int) {
    let x = (0..<41).map { 1e6 + Double(($0 * 37) % 29) }
    let means = fullAverages(x, window: window)
    #expect(means.count == 42 - window)
    for (index, mean) in means.enumerated() {
      let expected = x[index..<(index + window)].reduce(0, +) / Double(window)
      #expect(abs(mean - expected) < 1e-8, "window \(window), element \(index)")
    }
  }

  @Test func noneWhereTheWindowDoesNotFit() {
    #expect(fullAverages([1, 2, 3], window: 4).isEmpty)
    #expect(fullAverages([], window: 1).isEmpty)
  }

  @Test func endsAreHeldOrReflected() {
    #expect([1, 2, 4].holdingEnds(before: 2, after: 1) == [1, 1, 1, 2, 4, 4])
    #expect([Double]().holdingEnds(before: 2, after: 1).isEmpty)
    #expect([1, 2, 4].reflectedAboutEnds(by: 2) == [-2, 0, 1, 2, 4, 6, 7])
    #expect([1, 2, 4].reflectedAboutEnds(by: 9) == [1, 2, 4].reflectedAboutEnds(by: 2))
    #expect([5.0].reflectedAboutEnds(by: 3) == [5])
  }

  @Test func gapsAreHeldAndExtremesNeedNumbers() throws {
    let gapped: [Double] = [.nan, 2, .infinity, 3, .nan, .nan, 1, 4, 0, 2]
    #expect(gapped.finiteExtremes == nil)
    let held = try #require(gapped.forwardFilled)
    #expect(held == [2, 2, 2, 3, 3, 3, 1, 4, 0, 2])
    let extremes = try #require(held.finiteExtremes)
    #expect(extremes == (0, 4))
    #expect([Double.nan].forwardFilled == nil)
    #expect([Double]().finiteExtremes == nil)
    #expect((0..<19).map { $0 == 17 ? Double.nan : 1 }.finiteExtremes == nil)
  }
}
