import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors
@testable import HRNumerics

/// Tests of `fusion.stream` beyond the contract of all detectors.
@Suite struct FusionStreamDetectorTests {
  private func pushed(
    _ signal: Signal, until end: Double = .infinity,
    into detector: FusionStreamDetector = .init(parameters: .init())
  ) -> FusionStreamDetector {
    var detector = detector
    detector.begin(sampleRate: signal.sampleRate)
    let columns = [signal.samples]
    for index in 0..<signal.count where signal.time(at: index) < end {
      detector.push(Frame(time: signal.time(at: index), columns: columns, index: index))
    }
    return detector
  }

  @Test func readsWhatFusionReads() throws {
    let signal = DisturbedPulse(bpm: 91, sampleRate: 30, seconds: 40, noise: 0.2).signal
    let windowed = FusionDetector(parameters: .init())
    let expected = try #require(
      windowed.estimate(
        in: TimeRange(start: 10, end: 40), of: windowed.prepare(Channels([.ppg: .uniform(signal)]))
      ).bpm)
    #expect(abs(try #require(pushed(signal).reading(at: 40).bpm) - expected) < 0.3)
  }

  /// More than half of the window is motion. Alone it is taken for the pulse; the half minute before it is remembered,
  /// by `fusion` on the whole recording too.
  @Test func remembersTheRateThroughMotion() throws {
    let signal = DisturbedPulse(seconds: 60, burst: 31...47).signal
    let windowed = FusionDetector(parameters: .init())
    func read(_ signal: Signal) throws -> Double {
      let prepared = windowed.prepare(Channels([.ppg: .uniform(signal)]))
      return try #require(windowed.estimate(in: TimeRange(start: 30, end: 60), of: prepared).bpm)
    }
    let alone = Signal(samples: Array(signal.samples[1500...]), sampleRate: 50, startTime: 30)
    #expect(abs(try read(alone) - 72) > 10)
    #expect(abs(try read(signal) - 72) < 3)
    #expect(abs(try #require(pushed(signal).reading(at: 60).bpm) - 72) < 3)
  }

  /// A finger pressed better makes the wave ten times as high for good; that is no motion.
  @Test func believesAWaveThatHasGrown() throws {
    let low = PulseTrain(bpm: 72, sampleRate: 30, seconds: 40).signal
    let high = PulseTrain(bpm: 90, sampleRate: 30, seconds: 40, gain: 10).signal
    let both = Signal(samples: low.samples + high.samples, sampleRate: 30)
    let found = pushed(both).reading(at: 80)
    #expect(abs(try #require(found.bpm) - 90) < 1)
    #expect(try #require(found.confidence) > 0.9)
  }

  /// From 60 to 100 a minute within 30 s: a reading of the last 30 s is far from the present rate.
  @Test func isLessSureWhileTheRateChanges() throws {
    let rate = 30.0
    var beats = 0.0
    let signal = Signal(
      samples: (0..<Int(120 * rate)).map { index in
        let time = Double(index) / rate
        beats += (60 + 40 * min(max((time - 30) / 30, 0), 1)) / 60 / rate
        let wave = (1 + cos(2 * .pi * beats)) / 2
        return -wave * wave * wave
      }, sampleRate: rate)
    func confidence(at time: Double) throws -> Double {
      try #require(pushed(signal, until: time).reading(at: time).confidence)
    }
    #expect(try confidence(at: 30) > 0.9)
    #expect(try confidence(at: 50) < 0.6)
    #expect(try confidence(at: 110) > 0.9)
  }

  @Test func beginForgets() throws {
    let fast = pushed(DisturbedPulse(bpm: 150).signal)
    let signal = DisturbedPulse(bpm: 60).signal
    #expect(pushed(signal, into: fast).reading(at: 30) == pushed(signal).reading(at: 30))
  }

  @Test func isSilentBeforeAndLongAfterItsFrames() {
    var fresh = FusionStreamDetector(parameters: .init())
    fresh.begin(sampleRate: 30)
    #expect(fresh.reading(at: 0).outcome == .abstained(.noReading))
    let past = pushed(DisturbedPulse(sampleRate: 30).signal)
    #expect(past.reading(at: 31).bpm != nil)
    #expect(past.reading(at: 50).outcome == .abstained(.noReading))
  }

  // MARK: An accelerometer

  /// An accelerometer of 32 a second that is at rest, and swings from a given time on.
  private func moved(_ detector: FusionStreamDetector, swing: Double, from start: Double = 0)
    -> FusionStreamDetector
  {
    var detector = detector
    for index in 0..<(32 * 40) {
      let time = Double(index) / 32
      let sway = time < start ? 0 : swing * 2.0.squareRoot() * sin(2 * .pi * 1.7 * time)
      for (kind, value) in zip(Cadence.axes, [sway, 0, 1]) { detector.push(value, of: kind, at: time) }
    }
    return detector
  }

  /// Light alone may have taken the swing for the pulse. Its rate is unchanged.
  @Test func isLessSureInMovement() throws {
    let alone = pushed(DisturbedPulse(sampleRate: 30, seconds: 40).signal)
    let still = alone.reading(at: 40)
    let confidence = try #require(still.confidence)
    #expect(confidence > 0.9)
    #expect(moved(alone, swing: 0).reading(at: 40) == still)
    #expect(moved(alone, swing: 0.02).reading(at: 40) == still, "a hand is never quite still")
    let moving = moved(alone, swing: 0.3).reading(at: 40)
    #expect(moving.bpm == still.bpm && moving.beats == still.beats)
    #expect(abs(try #require(moving.confidence) - confidence / 4) < 1e-12)
    let little = try #require(moved(alone, swing: 0.05).reading(at: 40).confidence)
    #expect(little < 0.9 && little > confidence / 2)
    var strict = FusionStreamDetector.Parameters()
    strict.minimumConfidence = 0.9
    let given = pushed(
      DisturbedPulse(sampleRate: 30, seconds: 40).signal, into: FusionStreamDetector(parameters: strict))
    #expect(moved(given, swing: 0.3).reading(at: 40) == moving, "light alone decides what is given")
  }

  /// Movement over half of the window counts, in whole seconds of the recording; a burst does not.
  @Test func movementThatLastsCounts() throws {
    let signal = DisturbedPulse(sampleRate: 30, seconds: 40).signal
    let alone = pushed(signal)
    let share = try #require(moved(alone, swing: 0.05, from: 20.5).reading(at: 40).confidence)
    let channels = Channels([.ppg: .uniform(signal)]).moved(seconds: 40, sampleRate: 32) { time in
      [time < 20.5 ? 0 : 0.05 * 2.0.squareRoot() * sin(2 * .pi * 1.7 * time), 0, 1]
    }
    let size = try #require(BodyMotion(channels)).lastingSize(in: TimeRange(start: 10, end: 40))
    #expect(BodyMotion.faith(atLastingSize: size) < 1)
    #expect(moved(alone, swing: 0.3, from: 26).reading(at: 40) == alone.reading(at: 40), "a burst")
    #expect(share == BodyMotion.faith(atLastingSize: size) * (try #require(alone.reading(at: 40).confidence)))
  }

  /// A detector that begins anew forgets movement, too.
  @Test func beginForgetsMovement() {
    let signal = DisturbedPulse(sampleRate: 30, seconds: 40).signal
    let shaken = moved(pushed(signal), swing: 0.3)
    #expect(pushed(signal, into: shaken).reading(at: 40) == pushed(signal).reading(at: 40))
  }

  /// Camera frames come at uneven times.
  @Test func takesUnevenFrames() throws {
    var random = RandomStream(seed: 2, ["frames"])
    let train = PulseTrain(bpm: 66, sampleRate: 30, seconds: 40)
    var detector = FusionStreamDetector(parameters: .init())
    detector.begin(sampleRate: 30)
    for index in 0..<1200 {
      let time = (Double(index) + 0.3 * (random.uniform() - 0.5)) / 30
      detector.push(Frame(time: time, columns: [[-train.value(at: time)]], index: 0))
    }
    #expect(abs(try #require(detector.reading(at: 40).bpm) - 66) < 0.5)
  }
}
