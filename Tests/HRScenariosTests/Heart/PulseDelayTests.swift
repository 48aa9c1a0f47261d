import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios
@testable import HRNumerics

/// The upstroke of the pulse is found at its place, in either polarity.
@Suite struct PulseDelayTests {
  static let beats = PulseTrain.beats(bpm: 75, seconds: 60)

  /// A pulse that rises fast and falls slowly: bells of 0.045 and 0.15 s about a top 0.12 s after the given delay.
  static func pulses(after beats: [Double], delay: Double, rate: Double, height: Double) -> Channel {
    let times = (0..<Int(60 * rate)).map { Double($0) / rate }
    var values = times.map { _ in 100.0 }
    for beat in beats {
      for index in times.indices {
        let since: Double = times[index] - beat - delay - 0.12
        guard abs(since) < 1.2 else { continue }
        let width: Double = since < 0 ? 0.045 : 0.15
        values[index] += height * exp(-0.5 * since * since / (width * width))
      }
    }
    return .uniform(Signal(samples: values, sampleRate: rate))
  }

  /// A bell is steepest one width from its top: 0.075 s after the delay. Within 0.02 s, for a step of 0.01 s,
  /// frames 0.033 s apart and the filter.
  @Test(arguments: [0.1, 0.2, 0.35, 0.5], [(125.0, 1.0), (30, -4), (30, 4)]) func delayMet(
    _ delay: Double, _ way: (rate: Double, height: Double)
  ) throws {
    let channel = Self.pulses(after: Self.beats, delay: delay, rate: way.rate, height: way.height)
    let band = try #require(PulsatileBand(channel))
    let found = try #require(PulseDelay.seconds(in: channel, pulse: band, beats: Self.beats))
    #expect(abs(found - delay - 0.075) < 0.02)
  }

  /// A monitor that shows pulses half a second late: tops still keep their distance from the moved beats.
  @Test(arguments: [0.1, 0.3, 0.5]) func topsKeepTheirDistance(_ delay: Double) throws {
    let channel = Self.pulses(after: Self.beats, delay: delay, rate: 125, height: 1)
    for name in ["ectopicBeats", "atrialFibrillation", "rateStep"] {
      let moved = MovedBeats(times: try SampleChannels.moved(Self.beats, by: name).times)
      let warp = BeatWarp(Self.beats, to: moved)
      let warped = try #require(warp.moved(Channels([.ppg: channel]))[.ppg])
      let end = try #require(warped.timeRange?.end)
      for (index, beat) in moved.times.enumerated() where beat + delay + 0.3 < end {
        let top = beat + delay + 0.12
        // As recorded, before the beat was moved: tails of neighbours move tops a little.
        let was = try #require(
          PulseTrain.peak(of: channel, near: Self.beats[index] + delay + 0.12, reach: 0.06))
        let peak = try #require(PulseTrain.peak(of: warped, near: top, reach: 0.06))
        let shift: Double = (peak.time - beat) - (was.time - Self.beats[index])
        #expect(abs(shift) < 3e-3, "\(name) \(index)")
      }
    }
  }

  @Test func whereNoBeatsAreSeenThereIsNoDelay() throws {
    let wave = (0..<7500).map { index -> Double in sin(2 * .pi * 1.9 * Double(index) / 125) }
    let other: Channel = .uniform(Signal(samples: wave, sampleRate: 125))
    let regular = (0..<70).map { 1 + 0.8 * Double($0) }
    let band = try #require(PulsatileBand(other))
    #expect(PulseDelay.seconds(in: other, pulse: band, beats: regular) == nil)
    let channel = Self.pulses(after: Self.beats, delay: 0.2, rate: 125, height: 1)
    let seen = try #require(PulsatileBand(channel))
    #expect(PulseDelay.seconds(in: channel, pulse: seen, beats: Array(Self.beats.prefix(4))) == nil)
    #expect(PulseDelay.seconds(in: channel, pulse: seen, beats: Self.beats.map { $0 + 100 }) == nil)
    let flat: Channel = .uniform(Signal(samples: Array(repeating: 5, count: 7500), sampleRate: 125))
    let none = try #require(PulsatileBand(flat))
    #expect(PulseDelay.seconds(in: flat, pulse: none, beats: Self.beats) == nil)
  }
}
