import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors
@testable import HRNumerics

/// Colours of a finger camera with key frames, noise and a red that may be saturated.
struct KeyedFrames {
  var camera = CameraFrames()
  /// Brightness of every 30th frame, in pulse heights of its colour.
  var size = 0.0
  /// Standard deviation of white noise, in pulse heights.
  var noise = 0.05
  var isRedSaturated = false

  /// Pulse heights of the colours.
  private var heights: [Double] { zip([180.0, 95, 60], camera.strength).map { $0 * $1 } }

  var colours: [[Double]] {
    zip(camera.colours, heights).enumerated().map { number, colour in
      var random = RandomStream(seed: 6, ["frames", "\(number)"])
      return colour.0.enumerated().map { index, level in
        if number == 0, isRedSaturated { return 255 }
        return level + colour.1 * (noise * random.normal() + (index % 30 == 7 ? size : 0))
      }
    }
  }

  /// Channels as an experiment passes them by default: the pulse wave is the red channel.
  var channels: Channels {
    var channels = CameraFrames.channels(colours, sampleRate: camera.sampleRate)
    channels[.ppg] = channels[.red]
    return channels
  }
}

/// `fusion` on all colours of a camera, with and without an accelerometer.
@Suite struct FusionColoursTests {
  private let detector = FusionDetector(parameters: .init())

  private func estimate(_ channels: Channels, from start: Double = 0, to end: Double = 30) -> Estimate {
    detector.estimate(in: TimeRange(start: start, end: end), of: detector.prepare(channels))
  }

  /// The strongest lines of such recordings are at 60, 120 and 180 per minute.
  @Test(arguments: [0.0, 1, 3, 10, 30, 100]) func readsThroughKeyFrames(_ size: Double) throws {
    for bpm in [72.0, 101] {
      let frames = KeyedFrames(camera: CameraFrames(bpm: bpm), size: size)
      let found = estimate(frames.channels)
      #expect(abs(try #require(found.bpm) - bpm) < 0.5, "\(bpm) bpm, \(size) heights")
    }
  }

  /// A single wave of a camera's rate is rid of its key frames too, by `fusion` and by `fusion.stream`.
  @Test(arguments: ["fusion", "fusion.stream"]) func readsASingleWaveThroughKeyFrames(_ name: String) throws {
    let entry = try #require(Catalog<DetectorEntry>.builtIn[name])
    for size in [3.0, 100] {
      let red = KeyedFrames(size: size).channels[.red]
      let found = try entry.estimate(Channels([.ppg: try #require(red)]))
      #expect(abs(try #require(found.bpm) - 72) < 0.5, "\(size) heights")
    }
  }

  /// Peaks that are but one or two frames wide lose height as key frames do, and stay beats.
  @Test(arguments: [120.0, 150, 180, 200]) func readsFastPulses(_ bpm: Double) throws {
    for noise in [0, 0.05] {
      let found = estimate(KeyedFrames(camera: CameraFrames(bpm: bpm), noise: noise).channels)
      #expect(abs(try #require(found.bpm) - bpm) < 0.5, "noise \(noise)")
    }
  }

  @Test func readsGreenWhereRedIsSaturated() throws {
    let found = estimate(KeyedFrames(isRedSaturated: true).channels)
    #expect(abs(try #require(found.bpm) - 72) < 0.5)
    #expect(try #require(found.confidence) > 0.9)
  }

  @Test func allColoursStandingStillAreFlat() {
    let still = [255.0, 2, 1].map { Array(repeating: $0, count: 900) }
    var channels = CameraFrames.channels(still, sampleRate: 30)
    channels[.ppg] = channels[.red]
    #expect(estimate(channels).outcome == .abstained(.flatSignal))
  }

  /// A pulse wave that is not the red channel is read alone, whatever the colours.
  @Test func aPulseWaveOfItsOwnIsReadAlone() throws {
    var channels = KeyedFrames().channels
    let own = PulseTrain(bpm: 95, sampleRate: 30)
    channels[.ppg] = .uniform(own.signal)
    let found = estimate(channels)
    #expect(found == estimate(own.channels))
    #expect(abs(try #require(found.bpm) - 95) < 0.5)
  }

  /// An accelerometer at rest takes nothing off the confidence; a shaken one does, and the rate is unchanged.
  @Test func believesLightLessWhereTheArmMoves() throws {
    let still = try #require(estimate(KeyedFrames().channels).confidence)
    let resting = Self.moved(KeyedFrames().channels, by: 0.01)
    #expect(try #require(estimate(resting).confidence) == still)
    let swung = estimate(Self.moved(KeyedFrames().channels, by: 0.14))
    #expect(try #require(swung.confidence) < still)
    #expect(abs(try #require(swung.bpm) - 72) < 2)
  }

  /// Samples after the window's end change nothing, bit for bit, in colours and accelerometer too.
  @Test(arguments: [0.01, 0.17, 0.6]) func doesNotSeeTheFuture(_ swing: Double) throws {
    let channels = Self.moved(KeyedFrames(camera: CameraFrames(seconds: 40), size: 10).channels, by: swing)
    var changed = channels
    for kind in channels.kinds {
      guard var signal = channels[kind]?.uniform() else { continue }
      for index in signal.indices(in: TimeRange(start: 27, end: 40)) {
        signal.samples[index] = index.isMultiple(of: 3) ? 1e4 : 0
      }
      changed[kind] = .uniform(signal)
    }
    #expect(estimate(channels, from: 7, to: 27) == estimate(changed, from: 7, to: 27))
    #expect(estimate(channels, from: 7, to: 27).bpm != nil)
  }

  /// The channels with an accelerometer of gravity and a swing of a share of it at 1.4 Hz.
  private static func moved(_ channels: Channels, by swing: Double) -> Channels {
    channels.moved(seconds: (channels[.red]?.values.count ?? 0) / 30, sampleRate: 50) { time in
      [swing * sin(2.8 * .pi * time), 0, 1]
    }
  }
}
