import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// The measured severity equals the given one: atrial fibrillation.
@Suite struct FibrillationTests {
  private func moments(_ values: [Double]) -> (mean: Double, deviation: Double) {
    let mean = values.reduce(0, +) / Double(values.count)
    return (mean, meanSquare(values.map { $0 - mean }).squareRoot())
  }

  /// The variation is met at 75 bpm, in one episode of 600 s at a time: 750 intervals, which lowers the variation by
  /// 0.07 %. The standard error over 12,000 log-normal intervals is below 1 % (kurtosis below 3.7 at 0.2, 5.6 at 0.35);
  /// 0.5 would meet the shortest interval and the tail, and is left to ``theShortestIntervalHolds()``.
  @Test(arguments: [0.1, 0.2, 0.35]) func variationMet(_ variation: Double) throws {
    let beats = (0..<12_000).map { 0.8 * Double($0) }
    let moved = try SampleChannels.moved(
      beats, by: "atrialFibrillation",
      [("variation", .number(variation)), ("episodeSeconds", .number(600))])
    let drawn = intervals(moved.times).dropLast()
    let (mean, deviation) = moments(Array(drawn))
    #expect(abs(mean / 0.8 - 1) < 1e-3)
    // At 0.35 and 0.8 s the floor of 0.27 s is met by one interval in 1400.
    #expect(abs(deviation / mean / variation - 1) < 0.04)
    // Log-normal: the logarithms are normal, so their skewness vanishes (standard error √(6 / 12,000) = 0.022).
    let logs = drawn.map { log($0) }
    let (centre, spread) = moments(logs)
    let skewness = logs.map { pow(($0 - centre) / spread, 3) }.reduce(0, +) / Double(logs.count)
    #expect(abs(skewness) < 0.1)
    #expect(abs(spread / log(1 + variation * variation).squareRoot() - 1) < 0.04)
    // Independent: neighbours are uncorrelated (standard error 1 / √12,000 = 0.009).
    let products = zip(logs, logs.dropFirst()).map { ($0 - centre) * ($1 - centre) }
    #expect(abs(products.reduce(0, +) / Double(products.count) / (spread * spread)) < 0.037)
  }

  /// Each episode keeps beginning, end and number of beats, so the rate follows the recorded one.
  @Test func theMeanRateStays() throws {
    let beats = PulseTrain.beats(bpm: 70, seconds: 600, variation: 0.1)
    let moved = try SampleChannels.moved(beats, by: "atrialFibrillation")
    let anchors = beats.indices.filter { moved.times[$0] == beats[$0] }
    // Slots of 30 s begin every 30 s, at the first beat not before.
    for slot in 1..<20 {
      let anchor = try #require(beats.firstIndex { $0 >= 30 * Double(slot) })
      #expect(anchors.contains(anchor))
    }
    #expect(anchors.count < 40)
    #expect(moved.times.last == beats.last)
  }

  @Test(arguments: [0.2, 0.5]) func episodeShareMet(_ share: Double) throws {
    let beats = (0..<25_000).map { 0.8 * Double($0) }
    let moved = try SampleChannels.moved(beats, by: "atrialFibrillation", [("episodeShare", .number(share))])
    let changed = intervals(moved.times).filter { abs($0 - 0.8) > 1e-6 }.count
    #expect(abs(Double(changed) / 25_000 / share - 1) < 0.03)
  }

  /// 180 bpm: a third of a second on average, and a variation of one half wants much shorter ones.
  @Test func theShortestIntervalHolds() throws {
    let beats = (0..<3000).map { Double($0) / 3 }
    let moved = try SampleChannels.moved(beats, by: "atrialFibrillation", [("variation", .number(0.5))])
    let drawn = intervals(moved.times)
    #expect(drawn.allSatisfy { $0 > 0.27 - 1e-9 })
    #expect(drawn.filter { $0 < 0.2701 }.count > 300)
    #expect(abs(drawn.reduce(0, +) - 2999.0 / 3) < 1e-9)
  }

  @Test func intervalsAreFittedInProportion() {
    let fitted = AtrialFibrillationScenario.fitted([1, 2, 0.1, 0.3], to: 2)
    // Floors for the short ones; 1 and 2 share what is left.
    let expected = [1.46 / 3, 2.92 / 3, 0.27, 0.27]
    for (a, b) in zip(fitted, expected) { #expect(abs(a - b) < 1e-12) }
    // Where the mean itself is that short, all are the mean.
    for interval in AtrialFibrillationScenario.fitted([1, 5, 3], to: 0.6) {
      #expect(abs(interval - 0.2) < 1e-12)
    }
  }

  /// Heights by the rule of the doc comment, from the moved beats alone.
  @Test func pulsesFollowTheRatioOfIntervals() throws {
    let beats = PulseTrain.beats(bpm: 75, seconds: 300)
    let moved = try SampleChannels.moved(beats, by: "atrialFibrillation", [("episodeSeconds", .number(600))])
    for index in 2..<(beats.count - 2) {
      let ratio: Double =
        (moved.times[index] - moved.times[index - 1]) / (moved.times[index - 1] - moved.times[index - 2])
      #expect(abs(moved.pulseShares[index] - min(1.5, max(0.3, 0.5 + 0.5 * ratio))) < 1e-9)
    }
    #expect(Set(moved.pulseShares).count > 200)
    #expect(moved.pulseShares[0] == 1 && moved.pulseShares[1] == 1)
  }

  @Test func gapsStayWhereTheyAre() throws {
    let train = (0..<40).map { 0.8 * Double($0) }
    let beats = train + train.map { $0 + 40 }
    let moved = try SampleChannels.moved(beats, by: "atrialFibrillation", [("episodeSeconds", .number(600))])
    #expect(moved.times[39] == beats[39] && moved.times[40] == beats[40])
    #expect(intervals(moved.times).filter { abs($0 - 0.8) > 1e-3 }.count > 70)
  }
}
