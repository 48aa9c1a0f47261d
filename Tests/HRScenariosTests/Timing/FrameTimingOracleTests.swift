import HRTestSupport
import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// Results of NumPy and SciPy for the same channels; missing samples are null.
struct FrameTimingOracle: Decodable, Sendable {
  struct Samples: Decodable, Sendable {
    let name: String
    let rate: Double?
    let times: [Double]
    let values: [Double?]
  }

  struct Resampled: Decodable, Sendable {
    let channel: String
    let rate: Double
    let mean: [Double?]
    let nearest: [Double?]
  }

  struct Slowed: Decodable, Sendable {
    let channel: String
    let share: Double
    let stretches: [[Double]]
    let times: [Double]
    let values: [Double?]
  }

  struct Cubic: Decodable, Sendable {
    let channel: String
    let index: Int
    let moment: Double
    let value: Double
  }

  let channels: [Samples]
  let resampled: [Resampled]
  let slowed: [Slowed]
  let cubics: [Cubic]

  static func load() throws -> FrameTimingOracle {
    try OracleFile.decode("frame_timing")
  }

  func channel(_ name: String) throws -> Channel {
    let found = try #require(channels.first { $0.name == name })
    let values = found.values.map { $0 ?? .nan }
    if let rate = found.rate {
      return .uniform(Signal(samples: values, sampleRate: rate, startTime: found.times[0]))
    }
    return .irregular(TimeSeries(times: found.times, values: values))
  }
}

@Suite struct FrameTimingOracleTests {
  @Test func lowerRatesMatchNumPy() throws {
    let oracle = try FrameTimingOracle.load()
    #expect(oracle.resampled.count == 6)
    for row in oracle.resampled {
      let channels = Channels([.red: try oracle.channel(row.channel)])
      for (method, expected) in [
        (ResampledScenario.Method.mean, row.mean), (ResampledScenario.Method.nearest, row.nearest),
      ] {
        var parameters = ResampledScenario.Parameters()
        parameters.framesPerSecond = row.rate
        parameters.method = method
        let damaged = ResampledScenario(parameters: parameters).apply(
          to: channels, in: SampleChannels.trial())
        let met = try #require(damaged[.red])
        #expect(met.nominalRate == row.rate)
        #expect(met.time(at: 0) == channels[.red]?.time(at: 0))
        try expectClose(met.values, expected, "\(row.channel) at \(row.rate) \(method)")
        #expect(expected.contains(nil) || row.rate < 5)
      }
    }
  }

  @Test func dimStretchesMatchNumPy() throws {
    let oracle = try FrameTimingOracle.load()
    #expect(oracle.slowed.count == 6)
    for row in oracle.slowed {
      var parameters = VariableFrameRateScenario.Parameters()
      parameters.lowestShare = row.share
      let frames = try #require(FrameSequence(try oracle.channel(row.channel)))
      let met = VariableFrameRateScenario(parameters: parameters).slowed(
        frames, in: row.stretches.map { TimeRange(start: $0[0], end: $0[1]) })
      try expectClose(met.times, row.times, "times of \(row.channel) at \(row.share)")
      try expectClose(met.values, row.values, "values of \(row.channel) at \(row.share)")
      #expect(met.count < frames.count)
    }
  }

  @Test func cubicsMatchSciPy() throws {
    let oracle = try FrameTimingOracle.load()
    #expect(oracle.cubics.count == 14)
    for row in oracle.cubics {
      let frames = try #require(FrameSequence(try oracle.channel(row.channel)))
      #expect(abs(frames.value(at: row.moment, near: row.index) - row.value) < 1e-9, "\(row)")
    }
  }

  private func expectClose(_ met: [Double], _ expected: [Double?], _ what: Comment) throws {
    try #require(met.count == expected.count, what)
    for (value, other) in zip(met, expected) {
      if let other {
        #expect(abs(value - other) < 1e-9, what)
      } else {
        #expect(value.isNaN, what)
      }
    }
  }
}
