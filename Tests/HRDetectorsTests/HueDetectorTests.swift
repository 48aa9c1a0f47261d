import HRPlugins
import HRSignals
import Foundation
import Testing

@testable import HRDetectors
@testable import HRNumerics

@Suite struct HueDetectorTests {
  private func estimate(
    _ detector: HueDetector, sampleRate: Double, bpm: Double, contact: (Double) -> Double = { _ in 1 }
  ) -> Estimate {
    var detector = detector
    detector.begin(sampleRate: sampleRate)
    let times = (0..<Int(20 * sampleRate)).map { Double($0) / sampleRate }
    let columns = [
      times.map { 10 + 3 * sin(2 * Double.pi * bpm / 60 * $0) }, times.map(contact),
    ]
    for index in times.indices { detector.push(Frame(time: times[index], columns: columns, index: index)) }
    return detector.reading(at: 20)
  }

  @Test(arguments: [10.0, 25, 30, 60], [55.0, 75, 110]) func readsAtAnyFrameRate(
    _ sampleRate: Double, _ bpm: Double
  ) throws {
    let found = try #require(estimate(HueDetector(parameters: .init()), sampleRate: sampleRate, bpm: bpm).bpm)
    // Periods are multiples of a frame; averaged over ten seconds they come out within a frame of the truth.
    #expect(abs(found - bpm) < bpm / sampleRate / 4 + 1)
  }

  @Test func saysNothingWithoutContact() {
    let never = estimate(HueDetector(parameters: .init()), sampleRate: 30, bpm: 70) { _ in 0 }
    let lifted = estimate(HueDetector(parameters: .init()), sampleRate: 30, bpm: 70) {
      $0 < 18.5 || $0 > 18.6 ? 1 : 0
    }
    #expect(never.outcome == .abstained(.noReading))
    #expect(lifted.outcome == .abstained(.noReading), "not settled again")
  }

  @Test func aFilterOfTheExperimentMayTakeThePlace() throws {
    var parameters = HueDetector.Parameters()
    parameters.bandPass = .none
    let offset = estimate(HueDetector(parameters: parameters), sampleRate: 30, bpm: 70)
    #expect(offset.bpm == nil, "unfiltered, the hue never falls below zero")

    var detector = HueDetector(parameters: parameters)
    detector.begin(sampleRate: 30)
    let hue = Signal(
      samples: (0..<600).map { 10 + 3 * sin(2 * Double.pi * 70 / 60 * Double($0) / 30) },
      sampleRate: 30)
    let columns = [
      ButterworthFilter(parameters: .init()).apply(to: hue).samples, Array(repeating: 1, count: 600),
    ]
    for index in 0..<600 {
      detector.push(Frame(time: Double(index) / 30, columns: columns, index: index))
    }
    let bpm = try #require(detector.reading(at: 20).bpm)
    #expect(abs(bpm - 70) < 1.5)
  }

  /// A red fingertip whose levels fall with each pulse, green's the most, with its camera's uneven moments if asked.
  private func finger(_ train: PulseTrain, level: Double = 1, jitterSeconds: Double = 0) -> Channels {
    var random = RandomStream(seed: 3, ["finger"])
    let times = (0..<Int(train.seconds * train.sampleRate)).map { index in
      Double(index) / train.sampleRate + jitterSeconds * (2 * random.uniform() - 1)
    }
    func channel(_ base: Double, _ depth: Double) -> Channel {
      .irregular(
        TimeSeries(times: times, values: times.map { level * base * (1 - depth * train.value(at: $0)) }))
    }
    return Channels([.red: channel(220, 0.01), .green: channel(30, 0.04), .blue: channel(24, 0.02)])
  }

  private func estimate(_ channels: Channels) throws -> Estimate {
    let entry = try #require(Catalog<DetectorEntry>.builtIn["hue"])
    return try entry.estimate(HueExtractor(parameters: .init()).extract(from: channels))
  }

  @Test(arguments: [15.0, 30, 60], [55.0, 75, 110, 150]) func readsACleanFinger(
    _ sampleRate: Double, _ bpm: Double
  ) throws {
    let train = PulseTrain(bpm: bpm, sampleRate: sampleRate)
    for level in [1, 0.25] {
      let found = try #require(try estimate(finger(train, level: level)).bpm)
      #expect(abs(found - bpm) < 2, "level \(level): \(found)")
    }
  }

  /// Uneven frames are read at their times: frames up to a third of an interval early or late cost nothing.
  @Test(arguments: [55.0, 75, 110]) func readsUnevenFrames(_ bpm: Double) throws {
    let train = PulseTrain(bpm: bpm, sampleRate: 30)
    let found = try #require(try estimate(finger(train, jitterSeconds: 0.011)).bpm)
    #expect(abs(found - bpm) < 2, "\(found)")
  }

  @Test func saysThatUnevenPulsesAreNone() throws {
    // Pulses half a second and a second apart in turn: neither is a heart rate's period.
    let times = (0..<900).map { Double($0) / 30 }
    let wave = times.map { time in
      let phase = time.truncatingRemainder(dividingBy: 1.5)
      let bump = { (centre: Double) in exp(-0.5 * ((phase - centre) / 0.08) * ((phase - centre) / 0.08)) }
      return 10 + bump(0.3) + bump(0.8)
    }
    func estimate(_ parameters: HueDetector.Parameters) -> Estimate {
      var detector = HueDetector(parameters: parameters)
      detector.begin(sampleRate: 30)
      let columns = [wave, Array(repeating: 1, count: wave.count)]
      for index in times.indices {
        detector.push(Frame(time: times[index], columns: columns, index: index))
      }
      return detector.reading(at: 30)
    }
    #expect(estimate(.init()).outcome == .abstained(.lowQuality))
    var tolerant = HueDetector.Parameters()
    tolerant.maximumUnevenness = 2
    #expect(estimate(tolerant).bpm != nil)
  }

  @Test func aGapIsALossOfContact() throws {
    func reading(gapAt gap: Double, seconds: Double) -> Estimate {
      var detector = HueDetector(parameters: .init())
      detector.begin(sampleRate: 30)
      let times = (0..<600).map { Double($0) / 30 }.map { $0 < gap ? $0 : $0 + seconds }
      let columns = [times.map { 10 + 3 * sin(2 * Double.pi * $0) }, times.map { _ in 1 }]
      for index in times.indices {
        detector.push(Frame(time: times[index], columns: columns, index: index))
      }
      return detector.reading(at: 20 + seconds)
    }
    #expect(reading(gapAt: 18, seconds: 1.5).outcome == .abstained(.noReading))
    let bridged = try #require(reading(gapAt: 18, seconds: 0.4).bpm)
    #expect(abs(bridged - 60) < 1)
  }
}
