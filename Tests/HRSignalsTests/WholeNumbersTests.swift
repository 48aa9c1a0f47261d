import HRSignals
import Testing
import HRNumerics

@Suite struct WholeNumbersTests {
  private static let limit = 1 << 53

  @Test(arguments: [
    (0.0, 0), (-0.0, 0), (2.9, 2), (-2.9, -2), (.nan, 0), (.infinity, limit), (-.infinity, -limit),
    (1e300, limit),
    (-1e300, -limit), (9_007_199_254_740_991, limit - 1), (9_007_199_254_740_992, limit),
    (-9_223_372_036_854_775_808, -limit), (Double.leastNonzeroMagnitude, 0),
  ])
  func saturate(number: Double, whole: Int) {
    #expect(Int(saturating: number) == whole)
  }

  /// The limits of a smaller type apply first, and an unsigned type begins at 0.
  @Test func inOtherTypes() {
    #expect(UInt16(saturating: 1e9) == .max && UInt16(saturating: -1) == 0)
    #expect(Int32(saturating: -1e300) == .min)
    #expect(UInt64(saturating: 1e300) == 1 << 53)
  }

  /// A series with a long gap is not resampled, and an even one is not resampled without limit.
  @Test func resamplingIsBounded() {
    let series = TimeSeries(times: [0, 0.001, 0.002, 2_592_000], values: [1, 2, 3, 4])
    #expect(Channel.irregular(series).uniform() == nil)
    #expect(series.resampled(to: .infinity) == nil)
    #expect(series.resampled(to: 0.001)?.count == 2593)
    let even = Channel.uniform(Signal(samples: [1, 2, 3], sampleRate: 1e-6))
    #expect(even.uniform(at: 1000) == nil)
  }

  /// The median of the lowest and the highest number is 0, not infinity.
  @Test func percentilesBetweenExtremes() {
    let most = Double.greatestFiniteMagnitude
    #expect(percentile([-most, most], 50) == 0)
    #expect(percentile([-most, most], 0) == -most)
    #expect(percentile([1e308, 1.5e308, -1.5e308], 75) == 1.25e308)
  }
}
