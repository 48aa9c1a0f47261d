import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// The measured severity equals the given one: raw counts.
@Suite struct RawCountsTests {
  private static let wave = SampleChannels.pulse(seconds: 100, rate: 64, level: -0.3, amplitude: 0.02)

  private func counts(
    _ values: [(String, Double)] = [], of channels: Channels = Channels([.ppg: wave]), seed: UInt64 = 1
  ) throws -> Channels {
    try SampleChannels.make("rawCounts", values).apply(to: channels, in: SampleChannels.trial(seed))
  }

  private func spread(_ values: [Double]) -> (mean: Double, deviation: Double) {
    let mean = values.reduce(0, +) / Double(values.count)
    return (mean, meanSquare(values.map { $0 - mean }).squareRoot())
  }

  @Test(arguments: [(40_000.0, 3_000.0), (0, 10), (-500, 1e6), (8_000_000, 1)])
  func meanAndDeviation(_ mean: Double, _ deviation: Double) throws {
    let asked = [("meanCounts", mean), ("deviationCounts", deviation)]
    for kind in [ChannelKind.ppg, .infrared] {
      let met = try #require(try counts(asked, of: Channels([kind: Self.wave]))[kind]).values
      #expect(met.allSatisfy { $0 == $0.rounded() })
      let (metMean, metDeviation) = spread(met)
      #expect(abs(metMean - mean) <= 0.5)
      #expect(abs(metDeviation - deviation) <= 0.5)
      // The wave is the same, to half a count.
      let clean = spread(Self.wave.values)
      for (count, value) in zip(met, Self.wave.values) {
        let exact: Double = mean + deviation * (value - clean.mean) / clean.deviation
        #expect(abs(count - exact) <= 0.5 + 1e-6)
      }
    }
  }

  @Test func defaultsAreThoseOfTheSensorThatWasMet() throws {
    let (mean, deviation) = spread(try #require(try counts()[.ppg]).values)
    #expect(abs(mean - 40_000) < 0.5 && abs(deviation - 3_000) < 0.5)
  }

  @Test func driftIsASlowSineOnTop() throws {
    let drift = [("driftCounts", 20_000.0), ("driftSeconds", 50)]
    let still = try counts()
    let one = try difference(try counts(drift)[.ppg], still[.ppg])
    let two = try difference(try counts(drift, seed: 2)[.ppg], still[.ppg])
    #expect(one != two)
    // Two whole periods, each sample rounded twice.
    for samples in [one, two] {
      let (mean, deviation) = spread(samples)
      let asked: Double = 20_000 / 2.0.squareRoot()
      #expect(abs(mean) < 1 && abs(deviation / asked - 1) < 1e-4)
      for index in 0..<3200 { #expect(abs(samples[index] - samples[index + 3200]) <= 2) }
    }
  }

  @Test func axesShareOneScale() throws {
    let clean = SampleChannels.everything(seconds: 10)
    let raw = try counts(
      [("countsPerAcceleration", 4096), ("accelerationOffsetCounts", 2048), ("deviationCounts", 0)], of: clean
    )
    for kind in Cadence.axes {
      for (count, value) in zip(try #require(raw[kind]).values, try #require(clean[kind]).values) {
        #expect(count == (2048 + 4096 * value).rounded())
      }
    }
    for kind in clean.kinds where !Cadence.axes.contains(kind) { #expect(raw[kind] == clean[kind]) }
    #expect(clean.accelerationIsInG && !raw.accelerationIsInG)
    #expect(try counts(of: clean).accelerationIsInG)
  }

  @Test func whatIsAskedForIsTouched() throws {
    #expect(try SampleChannels.make("rawCounts").touchedKinds == [.ppg, .ppg2, .infrared])
    let axes = try SampleChannels.make("rawCounts", [("countsPerAcceleration", 1), ("deviationCounts", 0)])
    #expect(axes.touchedKinds == Cadence.axes)
  }

  @Test func gapsAndFlatChannels() throws {
    let gaps = Channels([.ppg: SampleChannels.even([1, .nan, 3])])
    let met = try #require(try counts(of: gaps)[.ppg]).values
    #expect(met[0] == 37_000 && met[1].isNaN && met[2] == 43_000)
    let flat = Channels([.ppg: SampleChannels.even([7, 7, 7])])
    #expect(try counts(of: flat)[.ppg]?.values == [40_000, 40_000, 40_000])
    let none = Channels([.ppg: SampleChannels.even([.nan, .nan])])
    #expect(try counts(of: none)[.ppg]?.values.allSatisfy(\.isNaN) == true)
    let huge = Channels([.ppg: SampleChannels.even([1e200, -1e200])])
    #expect(try counts(of: huge) == huge)
  }
}
