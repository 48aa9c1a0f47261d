import HRTestSupport
import HRSupport
import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

/// The published systems, value for value, against independent programs' output on real recordings.
///
/// `published_*` holds what was published; `seed_*` frames put on an even grid by their times, and the tutorial's gate.
@Suite(.enabled(if: RealData.has("../oracles"), Comment(rawValue: RealData.absence)))
struct SeedSystemOracleTests {
  static let names = [
    "welltory_01", "welltory_02", "welltory_03", "welltory_06", "welltory_12", "welltory_13",
    "uw_100001_left",
  ]

  private struct Oracle {
    let root: JSONNode
    let frames: RecordedData.Frames

    init(_ name: String) throws {
      root = try OracleFile.json(RealData.oracles.appending(path: "\(name).json"))
      let source = try #require(root["source"]?.string)
      let folder = name.contains("uw") ? "uw-oximetry/data" : "welltory-ppg"
      // The oximetry oracles cover the first 300 s.
      frames = try RecordedData.frames("\(folder)/\(source)").prefix(9000)
    }
  }

  private struct Guide {
    let peak: PeakSwasthicareDetector
    let fft: FFTSwasthicareDetector
    let combined: CombinedSwasthicareDetector

    init(_ timeStamps: FrameTimes) {
      var peak = PeakSwasthicareDetector.Parameters()
      var fft = FFTSwasthicareDetector.Parameters()
      (peak.timeStamps, fft.timeStamps) = (timeStamps, timeStamps)
      self.peak = .init(parameters: peak)
      self.fft = .init(parameters: fft)
      combined = .init(parameters: fft)
    }

    /// - Returns: the estimate from the peaks.
    @discardableResult func check(_ row: JSONNode, in window: Window) -> Estimate {
      #expect(window.channels[.ppg]?.count == row["count"]?.integer)
      let beats = peak.estimate(in: window)
      #expect(beats.bpm == row["peak"]?.number)
      #expect(fft.estimate(in: window).bpm == row["fft"]?.number)
      let both = combined.estimate(in: window)
      #expect(both.bpm == row["combined"]?.number)
      #expect(both.quality?.rawValue == row["quality"]?.string)
      #expect((0...1).contains(both.confidence ?? .nan))
      return beats
    }
  }

  @Test(arguments: names) func windowsByTheirTimes(_ name: String) throws {
    let oracle = try Oracle("seed_\(name)")
    let red = try #require(oracle.frames.channel(0).uniform(at: 30))
    let channels = Channels([.ppg: .uniform(red)])
    let ranges = TimeRange(start: red.startTime, end: red.endTime).windows(windowSeconds: 20, hopSeconds: 5)
    let rows = try #require(oracle.root["windows"]?.elements)
    #expect(rows.count > 0)
    let guide = Guide(.corrected)
    for (row, range) in zip(rows, ranges) {
      #expect(row["startSample"]?.integer == red.indices(in: range).lowerBound)
      guide.check(row, in: Window(range, of: channels))
    }
    #expect(ranges.count >= rows.count)
  }

  @Test(arguments: names) func windowsAsPublished(_ name: String) throws {
    let oracle = try Oracle("published_\(name)")
    let red = oracle.frames.channel(0)
    let channels = Channels([.ppg: red])
    let rows = try #require(oracle.root["windows"]?.elements)
    #expect(rows.count > 0)
    let guide = Guide(.published)
    for row in rows {
      let start = try #require(row["startSeconds"]?.number) + red.time(at: 0)
      let window = Window(TimeRange(start: start, end: start + 20), of: channels)
      #expect(guide.check(row, in: window).motion == row["motion"]?.boolean)
    }
  }

  @Test(arguments: names) func sessionAsPublished(_ name: String) throws {
    let oracle = try Oracle("published_\(name)")
    let expected = try #require(oracle.root["session"])
    let red = oracle.frames.channel(0)
    // A window longer than the measurement: this stops at 20 s by itself.
    let window = Window(
      TimeRange(start: red.time(at: 0), end: red.time(at: 0) + 30), of: Channels([.ppg: red]))
    let estimate = SessionSwasthicareDetector(parameters: .init()).estimate(in: window)
    #expect(estimate.bpm == expected["average"]?.number)
    let confidence = try #require(expected["confidence"]?.number)
    #expect(abs((estimate.confidence ?? .nan) - confidence) < 1e-12)
  }

  @Test(arguments: names) func readings(_ name: String) throws {
    let published = try Oracle("published_\(name)")
    try check(HuePulseDetector(parameters: .init()), published, key: "huePulse")
    let seed = try Oracle("seed_\(name)")
    var strict = HuePulseDetector.Parameters()
    strict.gate = .tutorial
    try check(HuePulseDetector(parameters: strict), seed, key: "huePulse")
    try check(HuePubnubDetector(parameters: .init()), seed, key: "huePubnub")
  }

  private func check(_ made: some StreamingDetector, _ oracle: Oracle, key: String) throws {
    let (frames, rows) = (oracle.frames, try #require(oracle.root["readings"]?.elements))
    #expect(rows.count > 0)
    var detector = made
    detector.begin(sampleRate: 30)
    var index = 0
    for row in rows {
      let time = try #require(row["time"]?.number)
      while index < frames.times.count, frames.times[index] < time - 1e-6 {
        detector.push(Frame(time: frames.times[index], columns: frames.columns, index: index))
        index += 1
      }
      let estimate = detector.reading(at: time)
      if let expected = row[key]?.number {
        let rate = try #require(estimate.bpm)
        #expect(abs(rate - expected) < 1e-6, "\(key) at \(time) s")
      } else {
        #expect(estimate.outcome == .abstained(.noReading), "\(key) at \(time) s")
      }
    }
  }
}
