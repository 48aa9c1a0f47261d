import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors
@testable import HRNumerics

/// Pulse waves of which every second pulse is small, as on a bicycle.
struct AlternatePulses {
  /// Shapes of one pulse.
  enum Shape: CaseIterable {
    /// A bell as wide as a sixth of the interval.
    case bell
    /// A bell with a second, lower one that follows it by 0.42 of the interval.
    case twoWaves
    /// A steep rise and a slow fall.
    case steep
  }

  var bpm = 110.0
  /// Height of every second pulse relative to that before it.
  var ratio = 0.3
  var shape = Shape.bell
  var sampleRate = 50.0
  var seconds = 40.0
  var seed: UInt64 = 1

  /// Beats and wave; intervals and heights vary by some hundredths, noise is a twentieth of the wave's deviation.
  var made: (beats: [Double], signal: Signal) {
    var random = RandomStream(seed: seed, ["alternate"])
    var beats = [0.2]
    while let last = beats.last, last < seconds {
      beats.append(last + 60 / bpm * (1 + 0.02 * random.normal()))
    }
    let heights = beats.indices.map { ($0 % 2 == 0 ? 1 : ratio) * (1 + 0.08 * random.normal()) }
    var samples = (0..<Int(seconds * sampleRate)).map { index -> Double in
      let time = Double(index) / sampleRate
      return zip(beats, heights).reduce(0) { sum, beat in
        abs(time - beat.0) < 3 ? sum + beat.1 * value(at: time - beat.0) : sum
      }
    }
    let mean = samples.reduce(0, +) / Double(samples.count)
    let deviation = (samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(samples.count))
      .squareRoot()
    for index in samples.indices { samples[index] += 0.05 * deviation * random.normal() }
    return (beats, Signal(samples: samples, sampleRate: sampleRate))
  }

  private func value(at time: Double) -> Double {
    let interval = 60 / bpm
    switch shape {
    case .bell: return exp(-0.5 * pow((time - 0.15) / (0.16 * interval), 2))
    case .twoWaves:
      return exp(-0.5 * pow((time - 0.12) / 0.06, 2))
        + 0.35 * exp(-0.5 * pow((time - 0.12 - 0.42 * interval) / 0.08, 2))
    case .steep:
      let after = time - 0.1
      return after > 0 ? (1 - exp(-after / 0.04)) * exp(-after / (0.35 * interval)) : 0
    }
  }
}

/// `fusion` and `fusion.wrist` where every second pulse is small.
@Suite struct SmallBeatsTests {
  /// At least 95 in 100 windows are read within 2 bpm.
  @Test(arguments: ["fusion", "fusion.wrist"]) func smallPulsesAreBeats(_ name: String) throws {
    let entry = try #require(Catalog<DetectorEntry>.builtIn[name])
    var (windows, missed) = (0, [String]())
    for bpm in [80.0, 95, 110, 130, 150] {
      for ratio in [0.2, 0.3, 0.45, 0.6] {
        for shape in AlternatePulses.Shape.allCases {
          let made = AlternatePulses(bpm: bpm, ratio: ratio, shape: shape, seed: UInt64(bpm)).made
          for (start, seconds) in [(10.0, 8.0), (24, 8), (12, 20)] {
            let inside = made.beats.filter { (start..<(start + seconds)).contains($0) }
            let truth = 60 * Double(inside.count - 1) / (try #require(inside.last) - inside[0])
            let found = try entry.estimate(
              Channels([.ppg: .uniform(made.signal)]), in: TimeRange(start: start, end: start + seconds))
            windows += 1
            if abs((found.bpm ?? 0) - truth) >= 2 { missed.append("\(bpm) bpm, 1 : \(ratio), \(shape)") }
          }
        }
      }
    }
    #expect(Double(missed.count) <= 0.05 * Double(windows), "\(missed)")
  }

  /// The second wave of a slow pulse follows it by 0.3 to 0.4 s, which is no half of its interval.
  @Test(arguments: [45.0, 55, 65, 75], [0.2, 0.4, 0.6]) func aSecondWaveIsNoBeat(
    _ bpm: Double, _ height: Double
  ) throws {
    var random = RandomStream(seed: UInt64(bpm), ["second"])
    var beats = [0.3]
    while let last = beats.last, last < 31 { beats.append(last + 60 / bpm * (1 + 0.03 * random.normal())) }
    let samples = (0..<1500).map { index in
      beats.reduce(0) { sum, beat in
        let time = Double(index) / 50 - beat
        return sum + exp(-0.5 * pow(time / 0.08, 2)) + height * exp(-0.5 * pow((time - 0.34) / 0.1, 2))
      }
    }
    for name in ["fusion", "fusion.wrist"] {
      let entry = try #require(Catalog<DetectorEntry>.builtIn[name])
      let found = try entry.estimate(Channels([.ppg: .uniform(Signal(samples: samples, sampleRate: 50))]))
      #expect(abs((found.bpm ?? 0) - bpm) < 3, "\(name), \(bpm) bpm, \(height)")
    }
  }

  // MARK: Nothing to read

  /// A finger that comes after 6 s, over zeros or over dark counts: the first seconds make no rate.
  @Test(arguments: [0.0, 2], ["fusion", "fusion.stream", "fusion.wrist"])
  func aLateFingerIsWaitedFor(_ dark: Double, _ name: String) throws {
    var random = RandomStream(seed: 3, ["late"])
    var signal = PulseTrain(bpm: 72, sampleRate: 50, seconds: 60, gain: 1000, offset: 50_000).signal
    for index in signal.samples.indices where index < 300 {
      signal.samples[index] = 200 * (dark > 0 ? 1 : 0) + dark * random.normal()
    }
    let entry = try #require(Catalog<DetectorEntry>.builtIn[name])
    let channels = Channels([.ppg: .uniform(signal)])
    for start in stride(from: 0.0, to: 30, by: 5) {
      let found = try entry.estimate(channels, in: TimeRange(start: start, end: start + 10))
      guard let bpm = found.bpm, found.confidence ?? 0 >= 0.1 else { continue }
      #expect(abs(bpm - 72) < 2, "\(name) from \(start) s, dark \(dark): \(bpm) at \(found.confidence ?? 0)")
    }
    #expect(abs(try #require(entry.estimate(channels, in: TimeRange(start: 20, end: 30)).bpm) - 72) < 1)
  }

  /// Dark colours hold an encoder's steps, every 30th frame, and no pulse.
  @Test(arguments: ["fusion", "fusion.stream", "fusion.wrist"]) func darkColoursSayNothing(_ name: String)
    throws
  {
    var random = RandomStream(seed: 5, ["dark"])
    let colours = [1.0, 0.6, 0.3].map { level in
      (0..<1800).map { level + level * Double($0 % 30) / 60 + 0.02 * random.normal() }
    }
    let entry = try #require(Catalog<DetectorEntry>.builtIn[name])
    var channels = CameraFrames.channels(colours, sampleRate: 30)
    channels[.ppg] = name == "fusion" ? channels[.red] : CameraExtractor().extract(from: channels)[.ppg]
    for start in [10.0, 25, 40] {
      let found = try entry.estimate(channels, in: TimeRange(start: start, end: start + 20))
      #expect(found.bpm == nil, "\(found)")
    }
  }

  /// A lit red beside such colours is read alone.
  @Test func darkColoursHaveNoVote() throws {
    var frames = KeyedFrames()
    frames.noise = 0.3
    var colours = frames.colours
    for colour in 1...2 { colours[colour] = (0..<900).map { 0.5 + Double($0 % 30) / 40 } }
    var channels = CameraFrames.channels(colours, sampleRate: 30)
    channels[.ppg] = channels[.red]
    let found = try #require(Catalog<DetectorEntry>.builtIn["fusion"]).estimate(channels)
    #expect(abs(try #require(found.bpm) - 72) < 1)
  }

  /// Steps and ramps of a lit scene that an encoder makes at every so many frames pass for a pulse, and not surely.
  @Test(arguments: ["fusion", "fusion.stream", "fusion.wrist"], [12, 15, 24, 30])
  func stepsOfKeyFramesAreNotBelieved(_ name: String, period: Int) throws {
    let entry = try #require(Catalog<DetectorEntry>.builtIn[name])
    for seed: UInt64 in 1...4 {
      var random = RandomStream(seed: seed, ["steps"])
      var level = 80.0
      let wave = (0..<1800).map { index -> Double in
        if index % period == 0, seed > 2 {
          level += (random.uniform() < 0.5 ? -1 : 1) * (0.1 + 0.5 * random.uniform())
        }
        let ramp = seed > 2 ? 0 : 0.75 * Double(index % period) / Double(period)
        return level + ramp + 0.05 * random.normal()
      }
      let colours = [1, 0.9, 0.75].map { share in wave.map { share * $0 + 0.02 * random.normal() } }
      var channels = CameraFrames.channels(colours, sampleRate: 30)
      channels[.ppg] = name == "fusion" ? channels[.red] : CameraExtractor().extract(from: channels)[.ppg]
      for start in [10.0, 25, 40] {
        for seconds in [10.0, 20] {
          let found = try entry.estimate(channels, in: TimeRange(start: start, end: start + seconds))
          #expect(found.bpm == nil || found.confidence ?? 1 < 0.9, "\(seed), \(start) s: \(found)")
        }
      }
    }
  }

  @Test func stepsAtOneFrameOfEachPeriodAreKnown() {
    var random = RandomStream(seed: 8, ["steps"])
    let noise = (0..<600).map { _ in 0.05 * random.normal() }
    func ramp(_ period: Int) -> [Double] {
      noise.indices.map { Double($0 % period) / Double(period) + noise[$0] }
    }
    func areSteps(_ frames: [Double], frameRate: Double = 30, perMinute: Double = 60) -> Bool {
      KeyFrameSteps.are(in: frames[...], frameRate: frameRate, perMinute: perMinute)
    }
    #expect(areSteps(ramp(30)) && areSteps(ramp(24), perMinute: 74.4), "of a beat")
    #expect(areSteps(ramp(48), perMinute: 75.5), "of two beats")
    #expect(!areSteps(ramp(23), perMinute: 100), "another period than the reading's")
    #expect(areSteps(ramp(60), frameRate: 60))
    #expect(!areSteps(ramp(50), frameRate: 50), "no camera's rate")
    #expect(!areSteps(Array(ramp(30).prefix(110))), "too short")
    #expect(!areSteps(noise) && !areSteps(noise.map { _ in 3 }))
    var level = 0.0
    let walk = noise.indices.map { index -> Double in
      if index % 30 == 0 { level += random.uniform() < 0.5 ? -0.6 : 0.6 }
      return level + noise[index]
    }
    #expect(areSteps(walk, perMinute: 48), "of a second, up or down")
    #expect(!areSteps(noise.indices.map { noise[$0] + ($0 > 300 ? 50 : 0) }), "one jolt")
    for decay in [2.0, 8] {
      let jumps = noise.indices.map { exp(-Double($0 % 30) / decay) + noise[$0] }
      #expect(areSteps(jumps), "jumps that fade within \(decay) frames")
    }
    #expect(!areSteps(noise.indices.map { sin(2 * .pi * Double($0) / 3) + noise[$0] }), "a lamp's flicker")
    for bpm in [45.0, 60, 75, 100, 120] {
      let pulse = PulseTrain(bpm: bpm, sampleRate: 30, seconds: 20).signal.samples
      #expect(!areSteps(pulse, perMinute: bpm), "a pulse of \(bpm)")
    }
  }
}
