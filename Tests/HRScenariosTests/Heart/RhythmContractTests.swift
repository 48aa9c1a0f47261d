import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios
@testable import HRNumerics

/// Tests of every scenario that moves beats, for each row of the catalog.
@Suite struct RhythmContractTests {
  static let rates = [45.0, 75, 130, 200]

  @Test func everyScenarioHasPromises() {
    let moving = Catalog<ScenarioEntry>.builtIn.entries.filter(\.movesBeats)
    #expect(RhythmPromise.heart.map(\.name) == moving.map(\.info.name))
  }

  @Test(arguments: RhythmPromise.heart) func sameRandomSourceSameBits(_ promise: RhythmPromise) throws {
    let beats = PulseTrain.beats(bpm: 75, seconds: 120)
    let values = promise.tried.first ?? []
    let first = try SampleChannels.moved(beats, by: promise.name, values)
    let other = try SampleChannels.moved(beats, by: promise.name, values, seed: 2)
    #expect(first == (try SampleChannels.moved(beats, by: promise.name, values)))
    #expect((first != other) == promise.usesChance)
    #expect(first != MovedBeats(times: beats))
  }

  @Test(arguments: RhythmPromise.heart) func beatsStayInOrderAndApart(_ promise: RhythmPromise) throws {
    for bpm in Self.rates {
      for values in promise.all {
        for seed in UInt64(1)...3 {
          let beats = PulseTrain.beats(bpm: bpm, seconds: 300)
          let moved = try SampleChannels.moved(beats, by: promise.name, values, seed: seed)
          #expect(moved.times.count == beats.count)
          #expect(moved.pulseShares.count == beats.count)
          #expect(moved.times[0] == beats[0])
          let shortest = try #require(intervals(beats).min())
          // A nanosecond for the rounding of sums.
          #expect(intervals(moved.times).allSatisfy { $0 >= min(0.27, shortest) - 1e-9 })
          #expect(moved.pulseShares.allSatisfy { (0...1.5).contains($0) })
        }
      }
    }
  }

  @Test(arguments: RhythmPromise.heart) func noSeverityIsCleanBitForBit(_ promise: RhythmPromise) throws {
    let beats = PulseTrain.beats(bpm: 75, seconds: 60)
    let moved = try SampleChannels.moved(
      beats, by: promise.name, [(promise.harmless.parameter, .number(promise.harmless.value))])
    #expect(moved == MovedBeats(times: beats))
    let channels = PulseTrain.channels(beats: beats, seconds: 60)
    let warp = BeatWarp(beats, to: moved)
    #expect(warp.moved(channels) == channels)
    #expect(warp.moved(.beats(beats)) == .beats(beats))
  }

  /// Two beats, gaps in the reference, and beats as close as a gap: no interval, and no failure.
  @Test(arguments: RhythmPromise.heart) func sparseReferencesAreSurvived(_ promise: RhythmPromise) throws {
    let train = (0..<30).map { 0.8 * Double($0) }
    for beats in [[1, 1.8], [1, 1.8, 2.6], train + [23.3] + train.map { $0 + 60 }] {
      for values in promise.all {
        let moved = try SampleChannels.moved(beats, by: promise.name, values)
        #expect(moved.times.count == beats.count)
        #expect(intervals(moved.times).allSatisfy { $0 > 0 })
      }
    }
  }

  /// Draws for a given time do not depend on later beats; the last episode or beat may.
  @Test(arguments: RhythmPromise.heart) func theBeginningDoesNotDependOnTheLength(_ promise: RhythmPromise)
    throws
  {
    guard promise.usesChance, let values = promise.tried.first else { return }
    let beats = PulseTrain.beats(bpm: 75, seconds: 300)
    let whole = try SampleChannels.moved(beats, by: promise.name, values)
    let part = try SampleChannels.moved(Array(beats.prefix(200)), by: promise.name, values)
    let kept = 200 - 15
    #expect(whole.times.prefix(kept) == part.times.prefix(kept))
    #expect(whole.pulseShares.prefix(kept) == part.pulseShares.prefix(kept))
  }

  /// No sample is lost if later beats stay in place, even if the last beat's pulse has not begun when the channel ends:
  /// a sample less can be a window less.
  @Test(arguments: [
    ("ectopicBeats", "percent", 30.0), ("bigeminy", "episodeShare", 1),
    ("atrialFibrillation", "variation", 0.3),
  ])
  func recordingsKeepTheirLength(_ name: String, _ parameter: String, _ value: Double) throws {
    let beats = PulseTrain.beats(bpm: 75, seconds: 20)
    for count in [beats.count, beats.count - 1] {
      let kept = Array(beats.prefix(count))
      let end = try #require(kept.last) + 0.05
      let channels = PulseTrain.channels(beats: kept, seconds: end)
      for seed in UInt64(1)...20 {
        let moved = try SampleChannels.moved(kept, by: name, [(parameter, .number(value))], seed: seed)
        let warped = BeatWarp(kept, to: moved).moved(channels)
        for kind in channels.kinds { #expect(warped[kind]?.timeRange == channels[kind]?.timeRange) }
        #expect(warped[.ppg] != channels[.ppg])
      }
    }
  }

  /// The main property: a true statement about the beats stays true of the channels.
  ///
  /// Within the rigid zones tops keep their distance from the beat. The cubic between samples 8 ms (4 ms) apart and the
  /// parabola through three of them err by less than 1 ms; frames 33 ms apart by 5 ms, and by 10 ms where intervals
  /// near 0.27 s leave zones narrower than the parabola.
  @Test(arguments: RhythmPromise.heart) func peaksLieAtMovedBeats(_ promise: RhythmPromise) throws {
    for bpm in [55.0, 75, 110] {
      let beats = PulseTrain.beats(bpm: bpm, seconds: 60)
      let channels = PulseTrain.channels(beats: beats, seconds: 60)
      for values in promise.all {
        let moved = try SampleChannels.moved(beats, by: promise.name, values)
        let warp = BeatWarp(beats, to: moved)
        let warped = warp.moved(channels)
        guard case .beats(let reference) = warp.moved(.beats(beats)) else {
          Issue.record("beats stay beats")
          return
        }
        #expect(reference == moved.times)
        #expect(warped[.respiration] == channels[.respiration])
        #expect(warped[.accelerometerX] == channels[.accelerometerX])
        var found = 0
        for (kind, delay, tolerance, sign) in [
          (ChannelKind.ppg, PulseTrain.peakDelaySeconds, 1e-3, 1.0),
          (.green, PulseTrain.peakDelaySeconds, 1e-2, -1), (.ecg, 0, 1e-3, 1),
        ] {
          let channel = try #require(warped[kind])
          let end = try #require(channel.timeRange?.end)
          for (index, beat) in reference.enumerated() where beat + delay < end - 0.1 {
            // A pulse that is almost gone has no top of its own.
            guard kind == .ecg || moved.pulseShares[index] > 0.2 else { continue }
            let peak = try #require(
              PulseTrain.peak(of: channel, near: beat + delay, reach: 0.08, sign: sign))
            #expect(abs(peak.time - beat - delay) < tolerance, "\(kind), beat \(index), \(bpm), \(values)")
            found += 1
          }
        }
        #expect(found > 80)
      }
    }
  }
}
