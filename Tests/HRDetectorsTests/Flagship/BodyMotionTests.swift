import Foundation
import HRSignals
import Testing

@testable import HRDetectors
@testable import HRNumerics

/// Tests of the size of movement from an accelerometer.
@Suite struct BodyMotionTests {
  private func channels(
    seconds: Int = 30, startTime: Double = 0, offset: [Double] = [0, 0, 0], _ axes: (Double) -> [Double]
  ) -> Channels {
    Channels().moved(seconds: seconds, sampleRate: 50, startTime: startTime) { time in
      zip(axes(time), offset).map { $0 + $1 }
    }
  }

  private func size(_ channels: Channels, in range: TimeRange = TimeRange(start: 0, end: 30)) throws -> Double
  {
    try #require(BodyMotion(channels)?.size(in: range))
  }

  @Test func atRestLightIsBelieved() throws {
    let noise = FlagshipOracle.noise(4500, seed: 51)
    let rest = channels { time in
      let index = Int((50 * time).rounded())
      return [0.02 * noise[index], 0.02 * noise[1500 + index], 1 + 0.02 * noise[3000 + index]]
    }
    let size = try size(rest)
    #expect(size > 0.005 && size < 0.02)
    #expect(BodyMotion.faith(atLastingSize: size) == 1)
    #expect(BodyMotion.weightOfLight(atSize: size) == 1)
    #expect(try !#require(BodyMotion(rest)).isEverThere)
  }

  /// Half of gravity to and fro twice a second: a variance of 1/8, whatever the level of the axes.
  @Test(arguments: [[0.0, 0, 0], [1.7, -0.4, 9], [32_768, 32_768, 32_768]])
  func shakenLightIsNotBelieved(_ offset: [Double]) throws {
    let shaken = channels(offset: offset) { [0.5 * sin(4 * .pi * $0), 0, 1] }
    let size = try size(shaken)
    #expect(abs(size - 0.125.squareRoot()) < 1e-9)
    #expect(abs(BodyMotion.faith(atLastingSize: size) - 0.25) < 1e-12)
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

  /// A burst has no effect on the size of lasting movement; movement throughout has one size.
  @Test func burstsDoNotLast() throws {
    let range = TimeRange(start: 0, end: 30)
    let burst = try #require(BodyMotion(channels { [$0 < 10 ? 0.5 * sin(4 * .pi * $0) : 0, 0, 1] }))
    #expect(try #require(burst.size(in: range)) > 0.1)
    #expect(burst.lastingSize(in: range) == 0)
    let steady = try #require(BodyMotion(channels { [0.1 * sin(4 * .pi * $0), 0, 1] }))
    let lasting = try #require(steady.lastingSize(in: range))
    #expect(abs(lasting - 0.005.squareRoot()) < 1e-9)
    #expect(abs(try #require(steady.size(in: range)) - lasting) < 1e-9)
    #expect(!steady.isStill(in: range) && burst.isStill(in: range))
    #expect(steady.isEverThere)
    #expect(steady.lastingSize(in: TimeRange(start: 100, end: 110)) == 0)
  }

  /// In an unknown unit a size is not known, but that of no change.
  @Test func sizesInAnUnknownUnitAreNotKnown() throws {
    var shaken = channels { [$0 < 10 ? 0.5 * sin(4 * .pi * $0) : 0, 0, 1] }
    shaken.accelerationIsInG = false
    let motion = try #require(BodyMotion(shaken))
    #expect(motion.isEverThere)
    #expect(motion.size(in: TimeRange(start: 0, end: 8)) == nil)
    #expect(motion.lastingSize(in: TimeRange(start: 0, end: 8)) == nil)
    #expect(!motion.isStill(in: TimeRange(start: 0, end: 8)))
    #expect(motion.lastingSize(in: TimeRange(start: 10, end: 30)) == 0)
    #expect(motion.isStill(in: TimeRange(start: 10, end: 30)))
    #expect(abs(BodyMotion.faith(atLastingSize: nil) - 0.25) < 1e-12)
    #expect(BodyMotion.weightOfLight(atSize: nil) == 1 && BodyMotion.weightOfLight(atLastingSize: nil) == 0.5)
  }

  @Test func lightWeighsLessInWhatLasts() {
    #expect(BodyMotion.weightOfLight(atLastingSize: 0.03) == 1)
    #expect(abs(BodyMotion.weightOfLight(atLastingSize: 0.036) - 0.8) < 1e-12)
    #expect(BodyMotion.weightOfLight(atLastingSize: 0.3) == 0.5)
  }

  /// The remainder of a pulse at the rate of the steps is its overtones.
  @Test(arguments: [(120.0, true), (180, true), (125, true), (60, false), (90, false), (150, false)])
  func knowsOvertones(_ rate: Double, _ expected: Bool) {
    #expect(FusionDetector.isOvertone(rate, of: 60) == expected)
    #expect(!FusionDetector.isOvertone(nil, of: 60) && !FusionDetector.isOvertone(rate, of: nil))
  }

  @Test func faithFallsEvenly() {
    #expect(abs(BodyMotion.faith(atLastingSize: 0.065) - 0.625) < 1e-12)
    #expect(abs(BodyMotion.weightOfLight(atSize: 0.15) - 0.5) < 1e-12)
    #expect(BodyMotion.faith(atLastingSize: 0) == 1 && BodyMotion.weightOfLight(atSize: 0.1) == 1)
  }

  // MARK: A stream

  /// The samples of a recording, as they come: of those before the end.
  private func streamed(_ channels: Channels, until end: Double = .infinity) -> BodyMotion {
    var motion = BodyMotion()
    let count = channels[.accelerometerX]?.count ?? 0
    for index in 0..<count {
      for kind in Cadence.axes {
        guard let channel = channels[kind], channel.time(at: index) < end - TimeRange.slack else { continue }
        motion.push(channel.values[index], of: kind, at: channel.time(at: index))
      }
    }
    return motion
  }

  /// Rates that no second is a multiple of, too; a sample at a window's end is not known yet.
  @Test(arguments: [(50.0, 0.0), (32, 100), (33.3, 3600.1), (51.2, -2.5), (7, 0.3)])
  func aStreamSaysWhatTheRecordingSays(_ rate: Double, _ startTime: Double) throws {
    let noise = FlagshipOracle.noise(3 * 4000, seed: 52)
    var channels = Channels()
    for (number, kind) in Cadence.axes.enumerated() {
      let samples = (0..<Int(60 * rate)).map {
        Double(number) + noise[number * 4000 + $0] * Double($0) / rate
      }
      channels[kind] = .uniform(Signal(samples: samples, sampleRate: rate, startTime: startTime))
    }
    let whole = try #require(BodyMotion(channels))
    for end in [8.0, 8.5, 20, 31.02, 59, 60] {
      let range = TimeRange(start: startTime + end - 8, end: startTime + end)
      let soFar = streamed(channels, until: range.end)
      #expect(soFar.size(in: range) == whole.size(in: range), "at \(end) s")
      #expect(soFar.lastingSize(in: range) == whole.lastingSize(in: range), "at \(end) s")
      #expect(try #require(soFar.size(in: range)) > 0.1)
    }
  }

  @Test func aStreamOfUnevenTimesIsMeasured() throws {
    var motion = BodyMotion()
    for index in 0..<1000 {
      let time = (Double(index) + (index % 3 == 0 ? 0.2 : 0)) / 50
      motion.push(0.5 * sin(4 * .pi * time), of: .accelerometerX, at: time)
      motion.push(0, of: .accelerometerY, at: time)
      motion.push(1, of: .accelerometerZ, at: time)
    }
    let size = try #require(motion.size(in: TimeRange(start: 5, end: 15)))
    #expect(abs(size - 0.125.squareRoot()) < 0.01)
  }

  /// Missing values are held, a pause is no movement, and after a minute the state is unknown.
  @Test func aStreamWithGapsIsMeasured() {
    let shaken = channels { [0.5 * sin(4 * .pi * $0), 0, 1] }
    var motion = streamed(shaken)
    let before = motion.size(in: TimeRange(start: 20, end: 30))
    func push(_ value: Double, at time: Double) {
      for kind in Cadence.axes { motion.push(value, of: kind, at: time) }
    }
    push(1, at: 40)
    #expect(motion.size(in: TimeRange(start: 20, end: 30)) == before)
    #expect(motion.size(in: TimeRange(start: 30, end: 40)) == 0)
    for index in 1...200 { push(index % 2 == 0 ? .nan : 1, at: 40 + Double(index) / 50) }
    #expect(motion.size(in: TimeRange(start: 40, end: 44)) == 0)
    push(1, at: 40)
    #expect(motion.size(in: TimeRange(start: 40, end: 44)) == 0, "what is not later is left out")
    push(1, at: 1e9)
    #expect(motion.size(in: TimeRange(start: 20, end: 30)) == 0)
  }

  @Test func aStreamNeedsThreeAxesOnOneClock() throws {
    var shaken = channels { [0.5 * sin(4 * .pi * $0), 0, 1] }
    let range = TimeRange(start: 0, end: 30)
    #expect(try #require(streamed(shaken).size(in: range)) > 0.3)
    shaken[.accelerometerY] = nil
    #expect(streamed(shaken).size(in: range) == 0)
    shaken[.accelerometerY] = .uniform(
      Signal(samples: Array(repeating: 0, count: 1500), sampleRate: 50, startTime: 0.01))
    #expect(streamed(shaken).size(in: range) == 0)
    #expect(BodyMotion().size(in: range) == 0 && BodyMotion().lastingSize(in: range) == 0)
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
