import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors
@testable import HRNumerics

/// Tests of the extractor `camera` beyond the contract of all extractors.
@Suite struct CameraExtractorTests {
  private func wave(_ channels: Channels) throws -> Signal {
    try #require(CameraExtractor(parameters: NoParameters()).extract(from: channels)[.ppg]?.uniform())
  }

  /// High-pass of the extractor.
  private func highPassed(_ values: [Double]) throws -> [Double] {
    try #require(SecondOrderSections.butterworth(order: 2, band: .highPass(0.3), sampleRate: 30))
      .filtered(values, startingAtSteadyState: true)
  }

  @Test func followsGreenWhereRedIsSaturated() throws {
    let frames = KeyedFrames(isRedSaturated: true)
    let found = try wave(frames.channels).samples
    let green = try highPassed(frames.colours[1])
    // Blue has its share, and carries the same pulse; the first seconds are the filter's.
    #expect(correlation(found[150...], green[150...]) > 0.95)
  }

  @Test func isTheRedChannelWhereTheOthersAreDark() throws {
    var colours = KeyedFrames().colours
    for dark in 1...2 { colours[dark] = colours[dark].map { 0.03 * $0 } }
    let found = try wave(CameraFrames.channels(colours, sampleRate: 30)).samples
    for (value, red) in zip(found, try highPassed(colours[0])) { #expect(abs(value - red) < 1e-9) }
  }

  @Test func leavesKeyFramesOut() throws {
    let plain = try wave(KeyedFrames(noise: 0).channels).samples
    let keyed = try wave(KeyedFrames(size: 30, noise: 0).channels).samples
    #expect(correlation(plain[150...], keyed[150...]) > 0.99)
  }

  /// Colours on clocks of their own are not combined.
  @Test func isTheRedChannelWhereClocksDiffer() throws {
    var channels = KeyedFrames().channels
    channels[.green] = .uniform(Signal(samples: KeyedFrames().colours[1], sampleRate: 30, startTime: 0.01))
    #expect(try wave(channels) == channels[.red]?.uniform())
  }

  @Test func isTheRedChannelWhereAnotherIsMissing() throws {
    var channels = KeyedFrames().channels
    channels[.blue] = nil
    #expect(try wave(channels) == channels[.red]?.uniform())
  }

  private func correlation(_ a: ArraySlice<Double>, _ b: ArraySlice<Double>) -> Double {
    func sum(_ x: ArraySlice<Double>, _ y: ArraySlice<Double>) -> Double {
      let (meanX, meanY) = (x.reduce(0, +) / Double(x.count), y.reduce(0, +) / Double(y.count))
      return zip(x, y).reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) }
    }
    return sum(a, b) / (sum(a, a) * sum(b, b)).squareRoot()
  }
}
