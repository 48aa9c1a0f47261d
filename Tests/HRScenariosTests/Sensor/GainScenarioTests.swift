import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios
@testable import HRNumerics

/// The measured severity equals the given one: exposure, white balance and gain.
@Suite struct GainScenarioTests {
  /// The gain at each frame of a camera.
  static func gain(
    _ name: String = "autoExposure", of kind: ChannelKind = .green, seconds: Double, rate: Double,
    start: Double = 0, seed: UInt64 = 1, _ values: [(String, Double)]
  ) throws -> [Double] {
    let clean = SampleChannels.even(
      Array(repeating: 100, count: Int(seconds * rate)), rate: rate, start: start)
    let damaged = try SampleChannels.make(name, values)
      .apply(to: Channels([kind: clean]), in: SampleChannels.trial(seed))
    return try ratio(damaged[kind], clean)
  }

  /// Frames at which the gain leaves its course: a first-order loop shrinks each difference by the same factor.
  static func eventFrames(_ gain: [Double], rate: Double, timeConstant: Double) -> [Int] {
    let factor = exp(-1 / (rate * timeConstant))
    func leaves(_ index: Int) -> Bool {
      let expected: Double = factor * (gain[index] - gain[index - 1])
      return abs(gain[index + 1] - gain[index] - expected) > 1e-9
    }
    // An event between two frames shows in their difference and in the next one.
    return (2..<(gain.count - 1)).filter { leaves($0) && !leaves($0 - 1) }
  }

  @Test(arguments: [1.0, 2, 6], [10.0, 30, 120]) func eventsPerMinute(_ perMinute: Double, _ rate: Double)
    throws
  {
    let gain = try Self.gain(
      seconds: 600, rate: rate, [("perMinute", perMinute), ("timeConstantSeconds", 0.5)])
    // One in each slot; an event at the very edge of the recording can be missed.
    let events = Self.eventFrames(gain, rate: rate, timeConstant: 0.5)
    #expect(abs(Double(events.count) - 10 * perMinute) <= 1)
  }

  /// Uniform within ±s: root mean square s / √3, with a standard error of √(4/45) · 3 / (2√n) of it.
  @Test(arguments: [2.0, 10, 50]) func targetsFillTheStep(_ percent: Double) throws {
    var targets: [Double] = []
    for seed in UInt64(1)...10 {
      let gain = try Self.gain(
        seconds: 600, rate: 30, seed: seed,
        [("perMinute", 6), ("stepPercent", percent), ("timeConstantSeconds", 0.05)])
      // 0.5 s are ten time constants: before an event the gain has arrived.
      let events = Self.eventFrames(gain, rate: 30, timeConstant: 0.05)
      targets += zip(events, events.dropFirst()).filter { $1 - $0 > 15 }.map { 100 * (gain[$1] - 1) }
    }
    #expect(targets.count > 500)
    #expect(targets.allSatisfy { abs($0) <= percent })
    #expect(targets.contains { $0 > 0.9 * percent } && targets.contains { $0 < -0.9 * percent })
    let standardError: Double = (4.0 / 45).squareRoot() * 1.5 / Double(targets.count).squareRoot()
    let met: Double = meanSquare(targets).squareRoot() / (percent / 3.0.squareRoot())
    #expect(abs(met - 1) < 4 * standardError)
  }

  @Test(arguments: [0.05, 0.3, 2], [10.0, 30, 120]) func timeConstant(_ seconds: Double, _ rate: Double)
    throws
  {
    let gain = try Self.gain(
      seconds: 120, rate: rate, [("perMinute", 2), ("timeConstantSeconds", seconds)])
    // Frame differences of one way shrink by exp(−1 / (rate · time constant)), whatever target and height.
    let logarithms = (2..<gain.count).compactMap { index -> Double? in
      let (now, before) = (gain[index] - gain[index - 1], gain[index - 1] - gain[index - 2])
      return abs(before) > 1e-6 && abs(now) > 1e-6 && now / before > 0 ? log(now / before) : nil
    }
    #expect(logarithms.count >= 3)
    let typical = try #require(median(logarithms))
    #expect(abs(-1 / (rate * typical) / seconds - 1) < 1e-3)
  }

  @Test func exposureKeepsTheRatiosOfColoursAndWhiteBalanceDoesNot() throws {
    let channels = SampleChannels.everything(seconds: 300)
    let exposed = try SampleChannels.make("autoExposure").apply(to: channels, in: SampleChannels.trial())
    let (red, green, blue) = (
      try ratio(exposed[.red], channels[.red]), try ratio(exposed[.green], channels[.green]),
      try ratio(exposed[.blue], channels[.blue])
    )
    for (index, gain) in green.enumerated() {
      #expect(abs(blue[index] - gain) < 1e-12)
      // Red is at 222 of 255 and clips above 1.15.
      #expect(abs(red[index] - gain) < 1e-12)
    }
    let balanced = try SampleChannels.make("whiteBalance").apply(to: channels, in: SampleChannels.trial())
    #expect(balanced[.green] == channels[.green])
    let (warm, cold) = (
      try ratio(balanced[.red], channels[.red]), try ratio(balanced[.blue], channels[.blue])
    )
    #expect(zip(warm, cold).map { abs($0 - $1) }.reduce(0, max) > 0.05)
    #expect((warm + cold).allSatisfy { abs($0 - 1) <= 0.1 })
    // Both move at the same times.
    let events = Self.eventFrames(warm, rate: 30, timeConstant: 0.5)
    #expect(events.count >= 9 && events == Self.eventFrames(cold, rate: 30, timeConstant: 0.5))
  }

  @Test(arguments: ["autoExposure", "whiteBalance"]) func gainsClipAtTheTop(_ name: String) throws {
    let values = [("stepPercent", 30.0), ("perMinute", 6)]
    for kind in [ChannelKind.red, .blue] {
      let gain = try Self.gain(name, of: kind, seconds: 120, rate: 30, values)
      let bright = Channels([kind: SampleChannels.even(Array(repeating: 240, count: 3600))])
      let damaged = try SampleChannels.make(name, values).apply(to: bright, in: SampleChannels.trial())
      let met = try #require(damaged[kind]).values
      for (level, gain) in zip(met, gain) { #expect(abs(level - min(240 * gain, 255)) < 1e-9) }
      #expect(met.contains(255) && met.contains { $0 < 240 })
    }
  }

  @Test(arguments: [2.0, 10, 50]) func whiteBalanceTargetsFillTheStep(_ percent: Double) throws {
    for kind in [ChannelKind.red, .blue] {
      var squares: [Double] = []
      for seed in UInt64(1)...10 {
        let gain = try Self.gain(
          "whiteBalance", of: kind, seconds: 600, rate: 30, seed: seed,
          [("perMinute", 6), ("stepPercent", percent), ("timeConstantSeconds", 0.05)])
        #expect(gain.allSatisfy { abs($0 - 1) <= percent / 100 + 1e-12 })
        squares += gain.map { 1e4 * ($0 - 1) * ($0 - 1) }
      }
      // Slots differ in length, and 600 of them count: see `targetsFillTheStep`; times 1.3 for unequal weights.
      let met: Double =
        (squares.reduce(0, +) / Double(squares.count)).squareRoot() / (percent / 3.0.squareRoot())
      #expect(abs(met - 1) < 4 * 1.3 * (4.0 / 45).squareRoot() * 1.5 / 600.0.squareRoot())
    }
  }

  /// The camera has run before: the gain does not depend on the recording's start.
  @Test(arguments: [0.05, 0.5, 5]) func theLoopHasNoBeginning(_ timeConstant: Double) throws {
    let values = [("perMinute", 4), ("timeConstantSeconds", timeConstant)]
    let all = try Self.gain(seconds: 300, rate: 30, values)
    let later = try Self.gain(seconds: 100, rate: 30, start: 200, values)
    for (a, b) in zip(all.suffix(3000), later) { #expect(abs(a - b) < 1e-12) }
    let longAgo = try Self.gain(seconds: 30, rate: 30, start: 1.6e9, values)
    #expect(longAgo.allSatisfy { abs($0 - 1) <= 0.1 } && longAgo.contains { $0 != 1 })
  }

  @Test(arguments: [0.1, 0.5, 3, 10], [0.25, 0.7]) func gainStepOfContactSensors(
    _ factor: Double, _ share: Double
  )
    throws
  {
    let channels = Channels([
      .ppg: SampleChannels.pulse(seconds: 80, rate: 125, level: 3, amplitude: 0.2)
    ])
    let damaged = try SampleChannels.make("gainStep", [("factor", factor), ("atShare", share)])
      .apply(to: channels, in: SampleChannels.trial())
    let (after, before) = (
      try #require(damaged[.ppg]).values.map { $0 - 3 }, try #require(channels[.ppg]).values.map { $0 - 3 }
    )
    let step = Int(80 * share * 125)
    #expect(Array(after[..<step]) == Array(before[..<step]))
    // Whole pulses on both sides; the median of a sine of whole periods is its level.
    let met: Double = (meanSquare(Array(after[step...])) / meanSquare(Array(before[step...]))).squareRoot()
    #expect(abs(met / factor - 1) < 1e-6)
    #expect(abs(after[step...].reduce(0, +) / Double(after.count - step)) < 1e-6)
  }

  @Test func gainStepOfCamerasMovesTheLevel() throws {
    let channels = SampleChannels.everything()
    let damaged = try SampleChannels.make("gainStep", [("factor", 1.5)])
      .apply(to: channels, in: SampleChannels.trial())
    let green = try ratio(damaged[.green], channels[.green])
    #expect(green[..<900].allSatisfy { $0 == 1 } && green[900...].allSatisfy { abs($0 - 1.5) < 1e-12 })
    #expect(try #require(damaged[.red]).values[900...].allSatisfy { $0 == 255 })
  }
}
