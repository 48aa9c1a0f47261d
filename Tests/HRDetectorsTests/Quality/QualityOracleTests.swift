import HRTestSupport
import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

/// Quality indices against SciPy and NumPy (Oracles/quality_oracle.py).
@Suite struct QualityOracleTests {
  private struct Oracle: Decodable {
    struct Row: Decodable {
      /// Sample rate, seconds, beats per minute, range of the noise.
      let wave: [Double]
      let values: [String: Double]
    }
    let rows: [Row]

    static func load() throws -> Oracle { try OracleFile.decode("quality") }
  }

  private func wave(_ numbers: [Double]) -> Signal {
    var train = PulseTrain(bpm: numbers[2], sampleRate: numbers[0], seconds: numbers[1], gain: 4, offset: 90)
      .signal
    for i in train.samples.indices {
      let drift = 2 * sin(2 * Double.pi * 0.2 * Double(i) / numbers[0])
      train.samples[i] += drift + numbers[3] * (Double((31 * i * i + 17 * i) % 101) / 101 - 0.5)
    }
    return train
  }

  @Test func indicesAgreeWithSciPy() throws {
    for row in try Oracle.load().rows {
      let wave = wave(row.wave)
      for (name, expected) in row.values.sorted(by: { $0.key < $1.key }) where name != "meanCorrelation" {
        let index = try #require(Catalog<QualityEntry>.builtIn[name]).make()
        let value = try #require(index.value(of: wave))
        #expect(abs(value - expected) < 1e-6 * max(1, abs(expected)), "\(name) of \(row.wave)")
      }
    }
  }

  @Test func correlationWithTheMeanBeatAgreesWithNumPy() throws {
    for row in try Oracle.load().rows {
      let wave = wave(row.wave)
      let clean = try #require(PulseBand.cleaned(wave))
      let interval = 60 / row.wave[2]
      let beats = Array(stride(from: 0.25, to: row.wave[1] - 1e-9, by: interval))
      let value = try #require(
        TemplateMatchingIndex.meanCorrelation(of: clean, beats: beats, widthSeconds: interval))
      #expect(abs(value - (row.values["meanCorrelation"] ?? 0)) < 1e-9)
    }
  }
}
