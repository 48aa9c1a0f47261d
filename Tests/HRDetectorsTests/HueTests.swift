import HRPlugins
import HRSignals
import Foundation
import Testing

@testable import HRDetectors

@Suite struct HueTests {
  @Test(
    arguments: [
      (1.0, 0.0, 0.0, 0.0), (1, 0.5, 0, 30), (0, 1, 0, 120), (0, 0.5, 1, 210), (1, 0, 0.5, 330),
      (0.5, 0.5, 0.5, 0),
    ] as [(Double, Double, Double, Double)])
  func hueOfKnownColours(_ red: Double, _ green: Double, _ blue: Double, _ degrees: Double) {
    #expect(abs(HueColour(red: red, green: green, blue: blue).hueDegrees - degrees) < 1e-12)
  }

  @Test func theTutorialsGateAsksForSaturationAndValue() {
    #expect(HueColour(red255: 200, green255: 20, blue255: 10).showsFinger)
    #expect(!HueColour(red255: 120, green255: 2, blue255: 1).showsFinger)
    #expect(!HueColour(red255: 200, green255: 110, blue255: 105).showsFinger)
    #expect(!HueColour(red255: 0, green255: 0, blue255: 0).showsFinger)
  }

  /// Saturation by the least level, of whole levels; any light has value enough.
  @Test(
    arguments: [
      ([120, 2, 1], true), ([200, 110, 105], true), ([15.6, 10.4, 10.4], true), ([15.4, 10.4, 10.4], false),
      ([15, 11, 10], false), ([1, 0, 0], true), ([0.5, 0, 0], true), ([0.4, 0, 0], false),
      ([0, 0, 0], false),
      ([200, 200, 200], false), ([300, 110, -5], true), ([.nan, 20, 10], false),
      ([200, .infinity, 10], false),
    ] as [([Double], Bool)])
  func theAppsGateDividesByTheLeastLevel(_ levels: [Double], _ isFinger: Bool) {
    let frame = Frame(time: 0, columns: levels.map { [$0] }, index: 0)
    #expect((FingerGate.app.hueDegrees(of: frame) != nil) == isFinger)
  }

  @Test func theAppsHueIsThatOfWholeLevels() throws {
    let frame = Frame(time: 0, columns: [[200.4], [19.6], [10.5]], index: 0)
    #expect(FingerGate.app.hueDegrees(of: frame) == 540.0 / 189)
    let exact = try #require(FingerGate.tutorial.hueDegrees(of: frame))
    #expect(abs(exact - 60 * (19.6 - 10.5) / (200.4 - 10.5)) < 1e-12)
  }

  private func pulses(_ period: Double, count: Int, from start: Double = 0) -> [(Double, Double)] {
    (0..<count).flatMap { beat in
      let time = start + Double(beat) * period
      return [(time, -1.0), (time + period / 2, 1.0)]
    }
  }

  @Test func readsTheMeanPeriod() throws {
    var detector = PulseDetector()
    for (time, value) in pulses(0.8, count: 10) { detector.push(value, at: time) }
    let rate = try #require(detector.rate(at: 8))
    #expect(abs(rate - 75) < 1e-9)
    #expect(detector.rate(at: 19) == nil, "periods older than 10 s do not count")
  }

  /// 30 periods of 0.8 s, then 30 of 1 s: the last 10 s have the latter alone, a minute both and the 1.1 s between.
  @Test func aMinuteIsAveragedWhereThatIsAsked() throws {
    let train = pulses(0.8, count: 31) + pulses(1, count: 30, from: 25)
    func rate(_ seconds: Double) throws -> Double {
      var detector = PulseDetector(.published(averagedSeconds: seconds))
      for (time, value) in train { detector.push(value, at: time) }
      return try #require(detector.rate(at: 55))
    }
    #expect(PulseDetector.Settings.published(averagedSeconds: 10) == .published)
    #expect(abs(try rate(10) - 60) < 1e-9)
    #expect(abs(try rate(60) - 60 * 60 / (30 * 0.8 + 1.1 + 29)) < 1e-9)
  }

  @Test func saysNothingBelowThreePeriods() {
    var detector = PulseDetector()
    for (time, value) in pulses(0.8, count: 3) { detector.push(value, at: time) }
    #expect(detector.rate(at: 3) == nil)
    for (time, value) in pulses(0.8, count: 1, from: 2.4) { detector.push(value, at: time) }
    #expect(detector.rate(at: 3.3) != nil)
  }

  @Test func resetForgetsPeriodsButNotTheLastPulse() {
    var detector = PulseDetector()
    for (time, value) in pulses(0.8, count: 6) { detector.push(value, at: time) }
    detector.reset()
    #expect(detector.rate(at: 5) == nil)
    for (time, value) in pulses(0.8, count: 3, from: 4.8) { detector.push(value, at: time) }
    #expect(detector.recentPeriods(at: 7).count == 3, "the first period reaches back before the reset")
  }

  @Test func theFirstPulseStartsNoPeriod() {
    var detector = PulseDetector()
    for (time, value) in pulses(0.8, count: 1) { detector.push(value, at: time) }
    #expect(detector.recentPeriods(at: 1).isEmpty)
  }

  /// Unit impulse through the published coefficients; the first outputs follow from the difference equation by hand.
  @Test func thePublishedFilterAnswersAnImpulse() {
    var filter = PublishedHueFilter()
    let gain = 18.94427025
    let first = filter.push(gain)
    let second = filter.push(0)
    let third = filter.push(0)
    #expect(abs(first - 1) < 1e-12)
    #expect(abs(second - 3.2101976096) < 1e-12)
    #expect(abs(third - (3.2101976096 * 3.2101976096 - 4.3832594900 - 5)) < 1e-9)
  }

  @Test func unwrapsTheHueAcrossTheTurn() throws {
    // Red with a trace of blue, then of green: 354.1°, then 5.9°.
    let channels = Channels([
      .red: .uniform(Signal(samples: [250, 250, 250, 10, 250], sampleRate: 30)),
      .green: .uniform(Signal(samples: [0, 24.6, 0, 10, 24.6], sampleRate: 30)),
      .blue: .uniform(Signal(samples: [24.6, 0, 24.6, 10, 0], sampleRate: 30)),
    ])
    let made = HueExtractor(parameters: .init()).extract(from: channels)
    let hue = try #require(made[.ppg]).values
    #expect(made[.contact]?.values == [1, 1, 1, 0, 1])
    let step = 2 * 60 * 24.6 / 250
    #expect(abs(hue[1] - hue[0] - step) < 1e-9)
    #expect(abs(hue[2] - hue[0]) < 1e-9)
    #expect(hue[3] == hue[2], "no finger, no news")
    #expect(abs(hue[4] - hue[1]) < 1e-9)
  }

  /// Green goes up and down alone; the hue's rhythm is another colour's.
  @Test func theFilterCanReadOneColour() throws {
    func reading(_ colour: ReadColour) throws -> Double {
      var parameters = HuePubnubDetector.Parameters()
      parameters.colour = colour
      var detector = HuePubnubDetector(parameters: parameters)
      detector.begin(sampleRate: 10)
      let times = (0..<300).map { Double($0) / 10 }
      let columns = [
        times.map { 220 + 4 * sin(2 * Double.pi * 1.0 * $0) },
        times.map { 30 + 3 * sin(2 * Double.pi * 1.5 * $0) },
        times.map { _ in 20 },
      ]
      for index in times.indices {
        detector.push(Frame(time: times[index], columns: columns, index: index))
      }
      return try #require(detector.reading(at: 30).bpm)
    }
    #expect(abs(try reading(.red) - 60) < 1)
    #expect(abs(try reading(.green) - 90) < 1)
  }

  @Test func aCameraWithoutAFingerHasNoHue() {
    let dark = Channel.uniform(Signal(samples: [1, 2, 3], sampleRate: 30))
    let made = HueExtractor(parameters: .init()).extract(
      from: Channels([.red: dark, .green: dark, .blue: dark]))
    #expect(made[.ppg]?.values == [0, 0, 0])
    #expect(made[.contact]?.values == [0, 0, 0])
  }

  @Test func aFingerIsSettledAfterSoManyFrames() {
    func firstReading(_ frames: Double?) -> Int? {
      var parameters = HuePulseDetector.Parameters()
      if let frames { parameters.settledAfter = frames }
      var detector = HuePulseDetector(parameters: parameters)
      detector.begin(sampleRate: 30)
      return (0..<600).first { index in
        let time = Double(index) / 30
        let pulse = sin(4 * Double.pi * time)
        detector.push(Frame(time: time, columns: [[200], [30 + 3 * pulse], [10]], index: 0))
        return detector.reading(at: time).bpm != nil
      }
    }
    let usual = firstReading(nil)
    #expect(usual != nil && usual == firstReading(60))
    #expect((firstReading(0) ?? 0) < (usual ?? 0) && (usual ?? 0) < (firstReading(150) ?? 0))
  }

  @Test func theGateCanBeThePublishedOne() {
    // A dimly exposed finger: saturation 0.25, value 0.22.
    let channels = Channels([
      .red: .uniform(Signal(samples: [56, 56], sampleRate: 30)),
      .green: .uniform(Signal(samples: [45, 45], sampleRate: 30)),
      .blue: .uniform(Signal(samples: [42, 42], sampleRate: 30)),
    ])
    var published = HueExtractor.Parameters()
    published.minimumSaturation = 0.5
    published.minimumBrightness = 0.5
    #expect(HueExtractor(parameters: .init()).extract(from: channels)[.contact]?.values == [1, 1])
    #expect(HueExtractor(parameters: published).extract(from: channels)[.contact]?.values == [0, 0])
  }

  @Test func aMissingLevelIsGoneWithTheNextFrame() throws {
    let level = { (value: Double) in
      Channel.uniform(Signal(samples: [value, .nan, value], sampleRate: 30))
    }
    let made = HueExtractor(parameters: .init()).extract(
      from: Channels([.red: level(200), .green: level(20), .blue: level(10)]))
    #expect(made[.contact]?.values == [1, 0, 1])
    let hue = try #require(made[.ppg]).values
    #expect(hue[1] == hue[0] && hue[2] == hue[0])
  }

  @Test func placesPulsesWhereTheLineCrosses() throws {
    var settings = PulseDetector.Settings.published
    settings.placesPulsesBetweenFrames = true
    var detector = PulseDetector(settings)
    // −1, then 1: half of the positive average, 0.5, is crossed three quarters of the way.
    for (time, value) in pulses(0.8, count: 4) { detector.push(value, at: time) }
    let expected = [0.3, 1.1, 1.9, 2.7]
    let found = detector.recentPulses(at: 3)
    #expect(found.count == 4)
    for (one, other) in zip(found, expected) { #expect(abs(one - other) < 1e-12) }
    var plain = PulseDetector()
    for (time, value) in pulses(0.8, count: 4) { plain.push(value, at: time) }
    #expect(abs((plain.recentPulses(at: 3).first ?? 0) - 0.4) < 1e-12, "published: the frame's own time")
  }

  /// Periods by hand: median 1, quartiles 1 and 1.2; in turn 0.6 and 0.9: median 0.6, quartiles 0.6 and 0.9.
  @Test func periodsSayHowUnevenTheyAre() throws {
    let periods = try #require(PulsePeriods([1, 0.9, 1.5, 1, 1.2]))
    #expect(abs(periods.bpm - 60) < 1e-12)
    #expect(abs(periods.unevenness - 0.2 / 1.349) < 1e-12)
    let turns = try #require(PulsePeriods([0.6, 0.9, 0.6, 0.9, 0.6]))
    #expect(abs(turns.unevenness - 0.5 / 1.349) < 1e-12)
    #expect(PulsePeriods([0.8, 0.8, 0.8])?.unevenness == 0)
    #expect(PulsePeriods([0.8, 0.8]) == nil)
  }

  @Test func evenFramesPassUnevenOnesAreInterpolated() {
    var grid = EvenFrames(interval: 0.1)
    var points: [(value: Double, time: Double)] = []
    for time in [5.0, 5.1, 5.2, 5.45, 5.46] { points += grid.push(2 * time, at: time) }
    #expect(points.count == 5)
    for (index, point) in points.enumerated() {
      #expect(abs(point.time - (5 + 0.1 * Double(index))) < 1e-9)
      #expect(abs(point.value - 2 * point.time) < 1e-9)
    }
    grid.restart()
    #expect(grid.push(7, at: 9.03).map(\.time) == [9.03], "a new grid begins at its first value")
  }
}
