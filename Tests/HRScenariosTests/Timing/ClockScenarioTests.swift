import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// The measured severity equals the given one: another rate, another clock, another start.
@Suite struct ClockScenarioTests {
  static func resampled(_ channels: Channels, to rate: Double, _ method: ResampledScenario.Method) -> Channels
  {
    var parameters = ResampledScenario.Parameters()
    parameters.framesPerSecond = rate
    parameters.method = method
    return ResampledScenario(parameters: parameters).apply(to: channels, in: SampleChannels.trial())
  }

  @Test(arguments: [5.0, 12.5, 29.97, 60, 250], ResampledScenario.Method.allCases)
  func frameRateIsAsAsked(_ rate: Double, _ method: ResampledScenario.Method) throws {
    let channels = TimingScenarioTests.camera(seconds: 60)
    let damaged = Self.resampled(channels, to: rate, method)
    for kind in channels.kinds {
      let clean = try #require(channels[kind])
      guard case .uniform(let signal)? = damaged[kind] else {
        Issue.record("the output is even")
        return
      }
      #expect(signal.sampleRate == rate)
      #expect(signal.startTime == clean.time(at: 0))
      // Up to the last sample, which is less than one new interval after the last frame.
      let rest = clean.time(at: clean.count - 1) - signal.time(at: signal.count - 1)
      #expect(rest > -1e-6 && rest < 1 / rate)
      #expect(abs(try #require(damaged[kind]).crossingHz(of: kind == .infrared ? 5 : 120) - 1.25) < 0.005)
    }
  }

  /// Aliasing of 4 Hz at 5 frames per second: 1 Hz turned around, sin(8πk/5) = −sin(2πk/5).
  ///
  /// All of it passes `nearest`. The share sin(4π/5) / (25 sin(4π/125)) = 0.587785 / (25 × 0.100362) = 0.234266 passes
  /// `mean`, whose exposures hold 25 samples of 1/125 s.
  @Test func exposureSoftensAliases() throws {
    let tone = SampleChannels.pulse(seconds: 60, rate: 125, level: 0, amplitude: 1, hz: 4)
    for (method, height) in [(ResampledScenario.Method.nearest, 1.0), (.mean, 0.234266)] {
      let damaged = Self.resampled(Channels([.ppg: tone]), to: 5, method)
      let values = try #require(damaged[.ppg]).values
      #expect(values.count == 300)
      // The last exposure reaches past the recording.
      for (index, value) in values.enumerated().dropFirst().dropLast() {
        #expect(abs(value + height * sin(2 * .pi * Double(index) / 5)) < 1e-6)
      }
    }
  }

  @Test func nearestTakesTheEarlierOfTwo() {
    let channels = Channels([.ppg: .uniform(Signal(samples: Array(0..<9).map(Double.init), sampleRate: 4))])
    // Every 0.375 s of samples 0.25 s apart: 0, 1.5, 3, 4.5 …
    #expect(Self.resampled(channels, to: 8 / 3, .nearest)[.ppg]?.values == [0, 1, 3, 4, 6, 7])
  }

  @Test func higherRatesAreStraightLines() {
    let channels = Channels([.ppg: .uniform(Signal(samples: [1, 3, 2, 2], sampleRate: 2, startTime: 4))])
    for method in ResampledScenario.Method.allCases {
      let damaged = Self.resampled(channels, to: 4, method)
      #expect(
        damaged[.ppg] == .uniform(Signal(samples: [1, 2, 3, 2.5, 2, 2, 2], sampleRate: 4, startTime: 4)))
      #expect(Self.resampled(channels, to: 2, method) == channels)
    }
  }

  @Test(arguments: [-5.0, -0.01, 0.3, 2]) func clockIsOffAsAsked(_ percent: Double) throws {
    var channels = TimingScenarioTests.camera(seconds: 300)
    let still = SampleChannels.everything(seconds: 300)
    for kind in [ChannelKind.ecg, .respiration, .accelerometerX] { channels[kind] = still[kind] }
    let damaged = try SampleChannels.make("clockSkew", [("percent", percent)])
      .apply(to: channels, in: SampleChannels.trial())
    for kind in channels.kinds {
      let (clean, met) = (try #require(channels[kind]), try #require(damaged[kind]))
      let isReference = kind == .ecg || kind == .respiration
      let factor = isReference ? 1 : 1 + percent / 100
      #expect(met.values == clean.values)
      #expect(met.time(at: 0) == clean.time(at: 0))
      let span = clean.time(at: clean.count - 1) - clean.time(at: 0)
      #expect(abs(met.time(at: met.count - 1) - met.time(at: 0) - factor * span) < 1e-9)
      #expect((met == clean) == isReference)
    }
    for (kind, level) in [(ChannelKind.green, 120.0), (.infrared, 5)] {
      let hz = try #require(damaged[kind]).crossingHz(of: level)
      #expect(abs(hz * (1 + percent / 100) - 1.25) < 1e-5)
    }
  }

  @Test(arguments: [-12.5, 0.25, 30]) func lagIsAsAsked(_ seconds: Double) throws {
    var channels = TimingScenarioTests.camera(seconds: 60)
    let still = SampleChannels.everything()
    for kind in [ChannelKind.ecg, .respiration, .accelerometerX] { channels[kind] = still[kind] }
    let damaged = try SampleChannels.make("lag", [("seconds", seconds)])
      .apply(to: channels, in: SampleChannels.trial())
    for kind in channels.kinds {
      let (clean, met) = (try #require(channels[kind]), try #require(damaged[kind]))
      let isReference = kind == .ecg || kind == .respiration
      #expect(met.values == clean.values)
      let shift = isReference ? 0 : seconds
      #expect(zip(met.times, clean.times).allSatisfy { abs($0 - $1 - shift) < 1e-9 })
    }
  }
}
