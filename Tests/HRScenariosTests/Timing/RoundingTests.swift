import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// Tests of the effect of rounding on times and values.
@Suite struct RoundingTests {
  static let meaning = [("resampled", "framesPerSecond", 7.0), ("variableFrameRate", "lowestShare", 0.3)]

  /// Frames of uneven lengths: their weights do not add up to a round number.
  @Test(arguments: meaning) func meansOfClippedFramesStayOnTheScale(
    _ name: String, _ parameter: String, _ value: Double
  ) throws {
    var times: [Double] = [0.1]
    for index in 1..<900 { times.append(times[index - 1] + 0.001 * Double(20 + (index * 7919) % 23)) }
    let values = times.map { _ in 255.0 }
    let channels = Channels([.red: .irregular(TimeSeries(times: times, values: values))])
    let damaged = try SampleChannels.make(name, [(parameter, value)])
      .apply(to: channels, in: SampleChannels.trial())
    let means = try #require(damaged[.red]).values
    #expect(means.count < 900)
    #expect(means.allSatisfy { $0 == 255 })
  }

  /// Doubles at 1.7 · 10⁹ s, 55 years after the epoch, are a quarter of a microsecond apart.
  @Test func jitteredFramesStayInOrderAtAnyTimeOfDay() throws {
    let times = (0..<2000).map { 1.7e9 + 4e-6 * Double($0) }
    let values = (0..<2000).map { Double($0 % 9) }
    let channels = Channels([.ppg: .irregular(TimeSeries(times: times, values: values))])
    let damaged = try SampleChannels.make("frameJitter", [("deviationShare", 0.6)])
      .apply(to: channels, in: SampleChannels.trial())
    let jittered = try #require(damaged[.ppg])
    #expect(jittered != channels[.ppg])
    #expect((1..<2000).allSatisfy { jittered.time(at: $0 - 1) < jittered.time(at: $0) })
  }
}
