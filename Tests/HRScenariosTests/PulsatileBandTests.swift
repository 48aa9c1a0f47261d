import HRTestSupport
import Foundation
import HRSignals
import Testing

@testable import HRScenarios

struct PulsatileBandOracle: Decodable, Sendable {
  struct Row: Decodable, Sendable {
    let sampleRate: Double
    let seconds: Double
    let power: Double
    let middle: Double
    let first: Double
  }

  let rows: [Row]

  static func load() throws -> PulsatileBandOracle {
    try OracleFile.decode("pulsatile_band")
  }
}

@Suite struct PulsatileBandTests {
  @Test func matchesSciPy() throws {
    let rows = try PulsatileBandOracle.load().rows
    #expect(rows.count == 3)
    for row in rows {
      let samples = (0..<Int(row.sampleRate * row.seconds)).map { index -> Double in
        let t = Double(index) / row.sampleRate
        let slow = 3 + 0.02 * t + 0.4 * sin(2 * .pi * 0.55 * t + 1)
        return slow + sin(2 * .pi * 0.9 * t) + 0.3 * sin(2 * .pi * 3.9 * t)
      }
      let band = try #require(
        PulsatileBand(.uniform(Signal(samples: samples, sampleRate: row.sampleRate))))
      #expect(abs(band.power - row.power) < 1e-9)
      #expect(abs(band.pulse[samples.count / 2] - row.middle) < 1e-9)
      #expect(abs(band.pulse[0] - row.first) < 1e-9)
      #expect(abs(band.amplitude * band.amplitude - 2 * row.power) < 1e-9)
    }
  }

  @Test func hasNoPulseWhereTheRateCarriesNone() {
    #expect(PulsatileBand(.uniform(Signal(samples: [1, 2, 1, 2], sampleRate: 1))) == nil)
    #expect(PulsatileBand(.uniform(Signal(samples: [1, 2], sampleRate: 100))) == nil)
    #expect(PulsatileBand(.uniform(Signal(samples: [.nan, .nan, .nan], sampleRate: 100))) == nil)
  }

  /// The power of such numbers would be infinite, and a sum in proportion to it not a number.
  @Test func hasNoPulseWhereNumbersAreTooLargeToSquare() {
    let huge = SampleChannels.pulse(seconds: 10, rate: 100, level: 0, amplitude: 1e200)
    #expect(PulsatileBand(huge) == nil)
    let large = SampleChannels.pulse(seconds: 10, rate: 100, level: 0, amplitude: 1e150)
    #expect(PulsatileBand(large) != nil)
  }
}
