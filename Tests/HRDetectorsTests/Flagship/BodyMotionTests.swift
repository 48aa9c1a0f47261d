import Foundation
import HRSignals
import Testing

@testable import HRDetectors
@testable import HRNumerics

/// How much an accelerometer says that somebody moves.
@Suite struct BodyMotionTests {
  private func channels(
    seconds: Int = 30, unit: Double = 1, startTime: Double = 0, _ axes: (Double) -> [Double]
  ) -> Channels {
    let rows = (0..<(50 * seconds)).map { axes(Double($0) / 50) }
    var channels = Channels()
    for (number, kind) in Cadence.axes.enumerated() {
      channels[kind] = .uniform(
        Signal(samples: rows.map { unit * $0[number] }, sampleRate: 50, startTime: startTime))
    }
    return channels
  }

  private func size(_ channels: Channels, in range: TimeRange = TimeRange(start: 0, end: 30)) throws -> Double
  {
    try #require(BodyMotion(channels)).size(in: range)
  }

  @Test func atRestLightIsBelieved() throws {
    let noise = FlagshipOracle.noise(4500, seed: 51)
    let rest = channels { time in
      let index = Int((50 * time).rounded())
      return [0.02 * noise[index], 0.02 * noise[1500 + index], 1 + 0.02 * noise[3000 + index]]
    }
    let size = try size(rest)
    #expect(size > 0.005 && size < 0.02)
    #expect(BodyMotion.faith(atSize: size) == 1)
    #expect(BodyMotion.weightOfLight(atSize: size) == 1)
    #expect(try !#require(BodyMotion(rest)).isEverThere)
  }

  /// Half of gravity to and fro twice a second: a variance of 1/8 beside gravity, whatever the unit.
  @Test(arguments: [1.0, 9.81, 16384]) func shakenLightIsNotBelieved(_ unit: Double) throws {
    let shaken = channels(unit: unit) { [0.5 * sin(4 * .pi * $0), 0, 1] }
    let size = try size(shaken)
    #expect(abs(size - (0.125 / 1.125).squareRoot()) < 1e-9)
    #expect(abs(BodyMotion.faith(atSize: size) - 0.25) < 1e-12)
    #expect(BodyMotion.weightOfLight(atSize: size) == 0)
    #expect(try #require(BodyMotion(shaken)).isEverThere)
  }

  /// A quarter turn in half a minute is no movement.
  @Test func turnedSlowlyIsAtRest() throws {
    let turned = channels { [sin(.pi / 60 * $0), 0, cos(.pi / 60 * $0)] }
    #expect(try size(turned) < 0.02)
    #expect(try !#require(BodyMotion(turned)).isEverThere)
  }

  /// Ten seconds of shaking count in the windows that hold them, by their share.
  @Test func windowsCountTheirOwnSeconds() throws {
    let part = channels(startTime: 100) { [$0 < 10 ? 0.5 * sin(4 * .pi * $0) : 0, 0, 1] }
    let whole = try size(part, in: TimeRange(start: 100, end: 110))
    #expect(try size(part, in: TimeRange(start: 110, end: 130)) == 0)
    #expect(abs(try size(part, in: TimeRange(start: 100, end: 120)) - whole / 2.0.squareRoot()) < 1e-9)
    #expect(try size(part, in: TimeRange(start: 100.5, end: 101.4)) == 0, "no whole second")
  }

  /// A burst is nothing to the size of what lasts; movement throughout has one size.
  @Test func burstsDoNotLast() throws {
    let range = TimeRange(start: 0, end: 30)
    let burst = try #require(BodyMotion(channels { [$0 < 10 ? 0.5 * sin(4 * .pi * $0) : 0, 0, 1] }))
    #expect(burst.size(in: range) > 0.1)
    #expect(burst.lastingSize(in: range) == 0)
    let steady = try #require(BodyMotion(channels { [0.1 * sin(4 * .pi * $0), 0, 1] }))
    #expect(abs(steady.lastingSize(in: range) - (0.005 / 1.005).squareRoot()) < 1e-9)
    #expect(abs(steady.size(in: range) - steady.lastingSize(in: range)) < 1e-9)
    #expect(steady.isEverThere)
    #expect(steady.lastingSize(in: TimeRange(start: 100, end: 110)) == 0)
  }

  @Test func lightWeighsLessInWhatLasts() {
    #expect(BodyMotion.weightOfLight(atLastingSize: 0.03) == 1)
    #expect(abs(BodyMotion.weightOfLight(atLastingSize: 0.036) - 0.8) < 1e-12)
    #expect(BodyMotion.weightOfLight(atLastingSize: 0.3) == 0.5)
  }

  /// What is left of a pulse at the rate of the steps are its overtones.
  @Test(arguments: [(120.0, true), (180, true), (125, true), (60, false), (90, false), (150, false)])
  func knowsOvertones(_ rate: Double, _ expected: Bool) {
    #expect(FusionDetector.isOvertone(rate, of: 60) == expected)
    #expect(!FusionDetector.isOvertone(nil, of: 60) && !FusionDetector.isOvertone(rate, of: nil))
  }

  @Test func faithFallsEvenly() {
    #expect(abs(BodyMotion.faith(atSize: 0.065) - 0.625) < 1e-12)
    #expect(abs(BodyMotion.weightOfLight(atSize: 0.15) - 0.5) < 1e-12)
    #expect(BodyMotion.faith(atSize: 0) == 1 && BodyMotion.weightOfLight(atSize: 0.1) == 1)
  }

  @Test func takesThreeAxesOnOneClock() {
    var two = channels { _ in [0, 0, 1] }
    two[.accelerometerY] = nil
    #expect(BodyMotion(two) == nil)
    var late = channels { _ in [0, 0, 1] }
    late[.accelerometerZ] = .uniform(Signal(samples: [1, 1, 1], sampleRate: 50, startTime: 1))
    #expect(BodyMotion(late) == nil)
  }
}
