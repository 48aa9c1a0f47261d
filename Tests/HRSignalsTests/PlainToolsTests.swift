import Testing

@testable import HRSignals
@testable import HRNumerics

@Suite struct PlainToolsTests {
  private func close(_ a: [Double], _ b: [Double]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) < 1e-12 }
  }

  @Test func meanIsRemoved() {
    #expect(removingMean([1, 2, 6]) == [-2, -1, 3])
    #expect(removingMean([4]) == [0])
    #expect(removingMean([]) == [])
  }

  @Test func lineIsRemoved() {
    #expect(close(removingLine([3, 5, 7, 9]), [0, 0, 0, 0]))
    #expect(removingLine([4]) == [0])
    #expect(removingLine([]) == [])
  }

  @Test func hannWindows() {
    #expect(close(periodicHann(count: 4), [0, 0.5, 1, 0.5]))
    #expect(close(symmetricHann(count: 5), [0, 0.5, 1, 0.5, 0]))
    #expect(close(symmetricHann(count: 2), [0, 0]))
    #expect(periodicHann(count: 1) == [1] && symmetricHann(count: 1) == [1])
    #expect(periodicHann(count: 0) == [] && symmetricHann(count: 0) == [])
    // Shifted by half their length, periodic windows add up to 1, as overlapping spectra require.
    let window = periodicHann(count: 30)
    #expect(close((0..<15).map { window[$0] + window[$0 + 15] }, Array(repeating: 1, count: 15)))
  }

  @Test func trailingAverageLooksBackOnly() {
    #expect(trailingAverage([2, 4, 6, 8], window: 2) == [2, 3, 5, 7])
    #expect(trailingAverage([2, 4, 6, 8], window: 9) == [2, 3, 4, 5])
    #expect(trailingAverage([], window: 2) == [])
  }

  @Test func movingAverageShrinksAtTheEnds() {
    let x: [Double] = [1, 2, 4, 8, 16]
    #expect(close(movingAverage(x, window: 3), [1.5, 7 / 3.0, 14 / 3.0, 28 / 3.0, 12]))
    // Even: x[i − 1] and x[i].
    #expect(close(movingAverage(x, window: 2), [1, 1.5, 3, 6, 12]))
    #expect(close(movingAverage(x, window: 4), [1.5, 7 / 3.0, 3.75, 7.5, 28 / 3.0]))
    #expect(movingAverage(x, window: 1) == x)
    #expect(close(movingAverage(x, window: 100), Array(repeating: 6.2, count: 5)))
    #expect(movingAverage([], window: 3) == [])
  }

  @Test func movingAverageKeepsDigitsUnderAnOffset() {
    let x = (0..<1000).map { 1e9 + Double($0 % 2) }
    #expect(movingAverage(x, window: 2).dropFirst().allSatisfy { $0 == 1e9 + 0.5 })
  }

  @Test func localMaximaAreStrict() {
    #expect(localMaxima([0, 1, 0, 2, 2, 0, 3, 1]) == [1, 6])
    #expect(localMaxima([3, 2, 1]) == [] && localMaxima([1, 2, 3]) == [])
    #expect(localMaxima([1, 2]) == [] && localMaxima([]) == [])
  }

  @Test func plateausCountOnceAtTheirMiddle() {
    #expect(plateauMaxima([0, 1, 1, 0, 2, 2, 2, 0]) == [1, 5])
    #expect(plateauMaxima([1, 1, 0, 1, 1]) == [])
    #expect(plateauMaxima([0, 1, 1, 2, 0]) == [3])
    #expect(plateauMaxima([]) == [] && plateauMaxima([1]) == [])
  }

  @Test func apexOfAParabola() throws {
    // y = 7 − 2(x − 0.25)²
    let apex = try #require(parabolicApex(3.875, 6.875, 5.875))
    #expect(abs(apex.offset - 0.25) < 1e-12 && abs(apex.height - 7) < 1e-12)
    #expect(parabolicApex(1, 3, 1).map { $0.offset == 0 && $0.height == 3 } == true)
    #expect(parabolicApex(1, 2, 3) == nil)
    #expect(parabolicApex(2, 2, 2) == nil)
  }

  @Test func orderStatistics() {
    var x: [Double] = [5, 1, 4, 1, 3]
    #expect(kthSmallest(&x, 0) == 1)
    #expect(kthSmallest(&x, 1) == 1 && kthSmallest(&x, 2) == 3 && kthSmallest(&x, 4) == 5)
    #expect(kthSmallest(&x, 5) == nil && kthSmallest(&x, -1) == nil)
    #expect(percentile([1, 2], 50) == 1.5 && percentile([7], 90) == 7)
    #expect(percentile([], 50) == nil && percentile([1], -1) == nil && percentile([1], 101) == nil)
  }

  @Test func aMedianBySelectionIsThatOfTheSorted() {
    var none: [Double] = []
    #expect(medianBySelection(&none) == nil)
    var stream = RandomStream(seed: 3, ["medians"])
    for count in 1...60 {
      // Many of them equal.
      let values = (0..<count).map { _ in (8 * stream.uniform()).rounded() }
      var scratch = values
      let sorted = values.sorted()
      let middle = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
      #expect(medianBySelection(&scratch) == middle && median(values) == middle, "\(values)")
      #expect(scratch.sorted() == values.sorted())
    }
  }

  @Test func smoothCountsAreEvenAndFiveSmooth() {
    let expected = [
      (0, 2), (1, 2), (2, 2), (3, 4), (7, 8), (11, 12), (13, 16), (14, 16), (17, 18), (31, 32), (97, 100),
    ]
    for (n, count) in expected { #expect(RealFFT.smoothCount(atLeast: n) == count) }
    #expect(RealFFT.smoothCount(atLeast: 4097) == 4320)
  }

  @Test func impossibleFiltersAreNil() {
    func filter(_ order: Int, _ band: FilterBand, _ sampleRate: Double = 100) -> SecondOrderSections? {
      SecondOrderSections.butterworth(order: order, band: band, sampleRate: sampleRate)
    }
    #expect(filter(1, .lowPass(49.9)) != nil)
    #expect(filter(0, .lowPass(5)) == nil)
    #expect(
      filter(2, .lowPass(50)) == nil && filter(2, .highPass(0)) == nil && filter(2, .lowPass(-1)) == nil)
    #expect(filter(2, .bandPass(5, 5)) == nil && filter(2, .bandPass(6, 5)) == nil)
    #expect(filter(2, .bandPass(0, 5)) == nil && filter(2, .bandPass(5, 50)) == nil)
    #expect(filter(2, .lowPass(.nan)) == nil && filter(2, .lowPass(5), 0) == nil)
  }

  @Test func filtersTakeShortSignals() throws {
    let filter = try #require(SecondOrderSections.butterworth(order: 3, band: .lowPass(5), sampleRate: 100))
    #expect(filter.zeroPhase([]) == [] && filter.filtered([]) == [])
    #expect(close(filter.zeroPhase([4]), [4]))
    #expect(close(filter.zeroPhase([4, 4, 4]), [4, 4, 4]))
    #expect(close(filter.filtered([2, 2], startingAtSteadyState: true), [2, 2]))
  }

  @Test func decimatorLeavesThriceTheHighestFrequency() {
    #expect(Decimator.factor(sampleRate: 1000, for: 15) == 22)
    #expect(Decimator.factor(sampleRate: 90, for: 15) == 2)
    #expect(Decimator.factor(sampleRate: 30, for: 15) == 1)
    let decimator = Decimator(sampleRate: 100, passHz: 5, stopHz: 10, factor: 3)
    let constant = decimator.apply(Signal(samples: Array(repeating: 3, count: 10), sampleRate: 100))
    #expect(close(constant.samples, [3, 3, 3, 3]))
    #expect(decimator.apply(Signal(samples: [], sampleRate: 100)).samples == [])
  }
}
