import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// The severity met is the severity asked for.
@Suite struct SeverityTests {
  static func meanSquare(_ values: [Double]) -> Double {
    values.reduce(0) { $0 + $1 * $1 } / Double(values.count)
  }

  static func difference(_ a: Channel?, _ b: Channel?) throws -> [Double] {
    zip(try #require(a).values, try #require(b).values).map { $0 - $1 }
  }

  @Test(arguments: [10.0, 30, 125], [-6.0, 0, 20])
  func signalToNoiseRatio(_ rate: Double, _ snr: Double) throws {
    let channels = Channels([.ppg: SampleChannels.pulse(seconds: 120, rate: rate, level: 1, amplitude: 0.3)])
    let scenario = try SampleChannels.make("whiteNoise", [("snrDecibels", snr)])
    // The pulse is a sinusoid well inside the band: its power is amplitude² / 2, whatever filter measures it.
    let met = try (UInt64(1)...20).map { seed in
      let noisy = scenario.apply(to: channels, random: SampleChannels.random(seed))
      return 10 * log10(0.045 / Self.meanSquare(try Self.difference(noisy[.ppg], channels[.ppg])))
    }
    #expect(abs(met.reduce(0, +) / Double(met.count) - snr) < 0.1)
  }

  @Test func signalToNoiseRatioOfIrregularSamples() throws {
    let times = (0..<4000).map { Double($0) / 30 + 0.008 * sin(Double($0 * $0)) }
    let values = times.map { 100 + 2 * sin(2 * .pi * 1.2 * $0) }
    let channels = Channels([.green: .irregular(TimeSeries(times: times, values: values))])
    let scenario = try SampleChannels.make("whiteNoise", [("snrDecibels", 3)])
    let met = try (UInt64(1)...20).map { seed in
      let noisy = scenario.apply(to: channels, random: SampleChannels.random(seed))
      return 10 * log10(2 / Self.meanSquare(try Self.difference(noisy[.green], channels[.green])))
    }
    #expect(abs(met.reduce(0, +) / Double(met.count) - 3) < 0.15)
  }

  @Test func noiseOfChannelsIsUncorrelated() throws {
    let channels = SampleChannels.everything()
    let noisy = try SampleChannels.make("whiteNoise").apply(to: channels, random: SampleChannels.random())
    let red = try Self.difference(noisy[.red], channels[.red])
    let green = try Self.difference(noisy[.green], channels[.green])
    let product = zip(red, green).map(*).reduce(0, +) / Double(red.count)
    // Standard error of a correlation of 1800 pairs is 0.024.
    let correlation: Double = product / (Self.meanSquare(red) * Self.meanSquare(green)).squareRoot()
    #expect(abs(correlation) < 0.1)
  }

  @Test(arguments: [0.5, 3, 10]) func wanderAmplitude(_ ratio: Double) throws {
    let channels = SampleChannels.everything(seconds: 120)
    let scenario = try SampleChannels.make("baselineWander", [("amplitudeRatio", ratio)])
    let damaged = scenario.apply(to: channels, random: SampleChannels.random())
    for (kind, amplitude) in [(ChannelKind.ppg, 0.2), (.red, 2)] {
      let wander = try Self.difference(damaged[kind], channels[kind])
      let met = (2 * Self.meanSquare(wander)).squareRoot() / amplitude
      #expect(abs(met / ratio - 1) < 0.01)
      // Slow: the mean square of first differences bounds the mean frequency.
      let rate = kind == .ppg ? 125.0 : 30
      let slope = Self.meanSquare(zip(wander.dropFirst(), wander).map { ($0 - $1) * rate })
      let meanHz: Double = (slope / Self.meanSquare(wander)).squareRoot() / (2 * Double.pi)
      #expect(meanHz < 0.5)
    }
  }

  @Test(arguments: [1.0, 3, 6]) func motionBurstRateAndHeight(_ perMinute: Double) throws {
    let channels = Channels([
      .ppg: SampleChannels.pulse(seconds: 600, rate: 50, level: 0, amplitude: 1),
      .accelerometerX: .uniform(Signal(samples: Array(repeating: 0, count: 30_000), sampleRate: 50)),
      .accelerometerY: .uniform(Signal(samples: Array(repeating: 0, count: 30_000), sampleRate: 50)),
      .accelerometerZ: .uniform(Signal(samples: Array(repeating: 0, count: 30_000), sampleRate: 50)),
    ])
    let scenario = try SampleChannels.make(
      "motionBursts",
      [
        ("burstsPerMinute", perMinute), ("amplitudeRatio", 2), ("shortestBurstSeconds", 4),
        ("longestBurstSeconds", 6),
      ])
    let damaged = scenario.apply(to: channels, random: SampleChannels.random())
    let motion = try Self.difference(damaged[.ppg], channels[.ppg])
    let active = motion.indices.filter { motion[$0] != 0 }
    // A pause of a quarter of a second separates bursts; back-to-back slots may touch.
    let bursts = zip(active.dropFirst(), active).filter { $0 - $1 > 12 }.count + 1
    #expect(abs(Double(bursts) - 10 * perMinute) <= max(1, perMinute))
    let activeSeconds = Double(active.count) / 50
    #expect(abs(activeSeconds - 50 * perMinute) < 7.5 * perMinute)
    // Ramps of 0.4 s at both ends take 5 of 8 parts of their power each: (5 − 0.8 · 5/8) / 5 = 0.9.
    let height = (2 * Self.meanSquare(active.map { motion[$0] }) / 0.9).squareRoot()
    #expect(abs(height / 2 - 1) < 0.1)
    // The three axes move as the pulse channel does, along one direction at a time.
    let axes = [ChannelKind.accelerometerX, .accelerometerY, .accelerometerZ].compactMap {
      damaged[$0]?.values
    }
    for index in active {
      let squares: Double = axes.reduce(0.0) { $0 + $1[index] * $1[index] }
      let length = squares.squareRoot()
      #expect(abs(length - 0.15 * abs(motion[index])) < 1e-3)
    }
  }

  @Test func contactLossDefeatsTheFingerGate() throws {
    let channels = SampleChannels.everything(seconds: 120)
    let scenario = try SampleChannels.make(
      "contactLoss", [("eventsPerMinute", 3), ("durationSeconds", 2), ("residual", 0.25)])
    let damaged = scenario.apply(to: channels, random: SampleChannels.random())
    let red = try #require(damaged[.red]).values
    let green = try #require(damaged[.green]).values
    let blue = try #require(damaged[.blue]).values
    let lost = red.indices.filter { index in
      let top = max(red[index], green[index], blue[index])
      let saturation = (top - min(red[index], green[index], blue[index])) / top
      return saturation <= 0.5 && top / 255 <= 0.5
    }
    #expect(lost == red.indices.filter { red[$0] != channels[.red]?.values[$0] })
    // Six events of two seconds; each edge rounds to a frame.
    #expect(abs(lost.count - 6 * 2 * 30) <= 12)
    for (a, b) in zip(lost.dropFirst(), lost) where a == b + 1 {
      let clean = try #require(channels[.red]).values
      let left: Double = red[a] - red[b]
      let pulse: Double = clean[a] - clean[b]
      #expect(abs(left - 0.25 * pulse) < 0.05)
    }
  }

  @Test func contactLossStepsOtherSensors() throws {
    let channels = SampleChannels.everything(seconds: 120)
    let scenario = try SampleChannels.make("contactLoss", [("residual", 0)])
    let damaged = scenario.apply(to: channels, random: SampleChannels.random())
    let changed = try #require(damaged[.ppg]).values.enumerated().filter { $1 != channels[.ppg]?.values[$0] }
    #expect(abs(changed.count - 4 * 3 * 125) < 12)
    // Level 0.5, moved by 2…6 amplitudes of 0.2, without a pulse.
    for (_, value) in changed { #expect((0.38...1.22).contains(abs(value - 0.5))) }
  }

  @Test(arguments: [0.05, 0.3, 0.9]) func droppedShare(_ share: Double) throws {
    let channels = SampleChannels.everything(seconds: 300)
    let scenario = try SampleChannels.make("frameDrop", [("share", share)])
    var kept = 0
    for seed in UInt64(1)...3 {
      let damaged = scenario.apply(to: channels, random: SampleChannels.random(seed))
      guard case .irregular(let red)? = damaged[.red], case .irregular(let green)? = damaged[.green] else {
        Issue.record("dropped frames leave irregular channels")
        return
      }
      kept += red.count
      #expect(red.times == green.times)
      #expect(red.times.first == 0)
      #expect(red.times.last == 8999.0 / 30)
      let clean = try #require(channels[.red])
      for (time, value) in zip(red.times, red.values) {
        #expect(value == clean.values[Int((time * 30).rounded())])
      }
    }
    // Four standard errors of a share of 27,000 frames.
    let standardError: Double = (share * (1 - share) / 27_000).squareRoot()
    let met: Double = 1 - Double(kept) / 27_000
    #expect(abs(met - share) < 4 * standardError)
  }
}
