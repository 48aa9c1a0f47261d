import HRTestSupport
import Foundation
import HRSupport
import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

/// The published systems, reading for reading, against an independent NumPy program written from their sources' rules
/// (`Oracles/published_systems.py`), on recordings that it made.
@Suite struct PublishedSystemsTests {
  struct Recording: CustomTestStringConvertible, Sendable {
    let node: JSONNode
    let times: [Double]
    /// Red, green and blue.
    let columns: [[Double]]

    init(_ node: JSONNode) throws {
      self.node = node
      times = try Self.numbers(node["times"])
      columns = try ["red", "green", "blue"].map { try Self.numbers(node[$0]) }
    }

    private static func numbers(_ node: JSONNode?) throws -> [Double] {
      try #require(node?.elements).map { try #require($0.number) }
    }

    var red: TimeSeries { TimeSeries(times: times, values: columns[0]) }
    var testDescription: String { node["name"]?.string ?? "" }

    /// Red as input of the guide's detectors.
    func channels(_ timeStamps: FrameTimes) throws -> Channels {
      switch timeStamps {
      case .published: Channels([.ppg: .irregular(red)])
      case .corrected: Channels([.ppg: .uniform(try #require(red.resampled(to: 30)))])
      }
    }
  }

  static let recordings =
    (try? OracleFile.json("published_systems"))?["recordings"]?.elements?.compactMap { try? Recording($0) }
    ?? []

  @Test func allRecordingsAreThere() {
    #expect(Self.recordings.count == 16)
  }

  // MARK: The guide

  private func detectors(_ timeStamps: FrameTimes) -> [(key: String, detector: any WindowDetector)] {
    var peak = PeakSwasthicareDetector.Parameters()
    var spectrum = FFTSwasthicareDetector.Parameters()
    (peak.timeStamps, spectrum.timeStamps) = (timeStamps, timeStamps)
    return [
      ("peak", PeakSwasthicareDetector(parameters: peak)),
      ("fft", FFTSwasthicareDetector(parameters: spectrum)),
      ("combined", CombinedSwasthicareDetector(parameters: spectrum)),
    ]
  }

  /// Outcome of a row. A rate of 0, which the app shows if a spectrum has no power, is no rate here.
  private func outcome(_ key: String, of row: JSONNode) throws -> Estimate.Outcome {
    if let rate = row[key]?.number { return rate > 0 ? .bpm(rate) : .abstained(.flatSignal) }
    switch try #require(row["\(key)Reason"]?.string) {
    case "tooFewFrames": return .abstained(.windowTooShort)
    case "tooFewPeaks": return .abstained(.tooFewBeats)
    default: return .abstained(.noPlausibleInterval)
    }
  }

  @Test(arguments: recordings, FrameTimes.allCases)
  func windows(_ recording: Recording, _ timeStamps: FrameTimes) throws {
    let channels = try recording.channels(timeStamps)
    for row in try #require(recording.node["windows"]?[timeStamps.rawValue]?.elements) {
      let start = try #require(row["start"]?.number)
      let window = Window(TimeRange(start: start, end: start + 20), of: channels)
      #expect(window.channels[.ppg]?.count == row["count"]?.integer)
      for (key, detector) in detectors(timeStamps) {
        let estimate = detector.estimate(in: window)
        let place = Comment(rawValue: "\(key) at \(start) s")
        #expect(estimate.outcome == (try outcome(key, of: row)), place)
        guard estimate.outcome != .abstained(.windowTooShort) else { continue }
        let confidence = try #require(row["\(key)Confidence"]?.number)
        #expect(abs((estimate.confidence ?? .nan) - confidence) < 1e-9, place)
        #expect(estimate.word(.confidence) == row["\(key)Word"]?.string.map(Self.level), place)
        #expect(estimate.quality?.rawValue == row["quality"]?.string, place)
        #expect(estimate.motion == row["motion"]?.boolean, place)
      }
    }
  }

  /// `very low` as a name: `veryLow`
  private static func level(_ word: String) -> String {
    word.lowercased() == "very low" ? "veryLow" : word.lowercased()
  }

  /// Time at which the app first shows a rate: that of the first of the session's readings that gave one.
  @Test(arguments: recordings) func firstReading(_ recording: Recording) throws {
    let start = try #require(recording.times.first)
    let window = Window(
      TimeRange(start: start, end: start + 20), of: Channels([.ppg: .irregular(recording.red)]))
    let every = try #require(recording.node["session"]?["published"]?["every"]?.elements)
    let first = every.firstIndex { $0.number != nil }.map { recording.times[149 + $0] }
    #expect(PeakSwasthicareDetector(parameters: .init()).firstReading(in: window) == first)
  }

  @Test(arguments: recordings, FrameTimes.allCases)
  func sessions(_ recording: Recording, _ timeStamps: FrameTimes) throws {
    let channels = try recording.channels(timeStamps)
    let start = try #require(recording.times.first)
    let window = Window(TimeRange(start: start, end: start + 60), of: channels)
    for (key, readings) in [
      ("session", SessionSwasthicareDetector.Readings.peak), ("sessionCombined", .combined),
    ] {
      var parameters = SessionSwasthicareDetector.Parameters()
      (parameters.readings, parameters.timeStamps) = (readings, timeStamps)
      let estimate = SessionSwasthicareDetector(parameters: parameters).estimate(in: window)
      let row = try #require(recording.node[key]?[timeStamps.rawValue])
      // A mean below 1 is no rate.
      let average = row["average"]?.number.flatMap { $0 > 0 ? $0 : nil }
      #expect(estimate.bpm == average, Comment(rawValue: key))
      guard estimate.outcome != .abstained(.windowTooShort) else { continue }
      let confidence = try #require(row["confidence"]?.number)
      #expect(abs((estimate.confidence ?? .nan) - confidence) < 1e-9, Comment(rawValue: key))
    }
  }

  @Test(arguments: recordings) func everyReadingOfTheSession(_ recording: Recording) throws {
    let start = try #require(recording.times.first)
    let frames = recording.red.cut(to: TimeRange(start: start, end: start + 20)).values
    let expected = try #require(recording.node["session"]?["published"]?["every"]?.elements)
    #expect(expected.count == max(0, frames.count - 149))
    for (number, rate) in expected.enumerated() {
      let found = try? PeakSwasthicareDetector.rate(frames.prefix(150 + number).suffix(600))
      #expect(found == rate.number, "reading \(number)")
    }
  }

  // MARK: The hue method

  @Test(arguments: recordings) func hueReadings(_ recording: Recording) throws {
    var tutorial = HuePulseDetector.Parameters()
    tutorial.gate = .tutorial
    try check(HuePulseDetector(parameters: .init()), "pulse", recording)
    try check(HuePulseDetector(parameters: tutorial), "pulseTutorialGate", recording)
    try check(HuePubnubDetector(parameters: .init()), "pubnub", recording)
  }

  private func check(_ made: some StreamingDetector, _ key: String, _ recording: Recording) throws {
    var detector = made
    detector.begin(sampleRate: 30)
    var next = 0
    for (second, expected) in try #require(recording.node[key]?["readings"]?.elements).enumerated() {
      let time = Double(second + 1)
      while next < recording.times.count, recording.times[next] < time - TimeRange.slack {
        detector.push(Frame(time: recording.times[next], columns: recording.columns, index: next))
        next += 1
      }
      let place = Comment(rawValue: "\(key) at \(time) s")
      let found = detector.reading(at: time)
      if let rate = expected.number {
        #expect(abs((found.bpm ?? .nan) - rate) < 1e-6, place)
      } else {
        #expect(found.outcome == .abstained(.noReading), place)
      }
    }
  }

  @Test(arguments: recordings, [(FingerGate.app, "pulse"), (.tutorial, "pulseTutorialGate")])
  func framesThatPassTheGate(_ recording: Recording, _ gate: (FingerGate, String)) {
    let count = recording.times.indices.count { index in
      let frame = Frame(time: recording.times[index], columns: recording.columns, index: index)
      return gate.0.hueDegrees(of: frame) != nil
    }
    #expect(count == recording.node[gate.1]?["passed"]?.integer)
  }
}

extension Estimate {
  fileprivate func word(_ word: DetectorWord) -> String? {
    word.said(quality: quality, confidence: confidence, motion: motion)
  }
}
