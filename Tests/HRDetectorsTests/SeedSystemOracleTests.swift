import HRDiagnostics
import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

/// The published systems, value for value, against an independent program's output on real recordings.
@Suite(.enabled(if: RecordedData.isPresent, Comment(rawValue: RecordedData.absence)))
struct SeedSystemOracleTests {
  static let names = [
    "seed_welltory_01", "seed_welltory_02", "seed_welltory_03", "seed_welltory_06", "seed_welltory_12",
    "seed_welltory_13", "seed_uw_100001_left",
  ]

  private struct Oracle {
    let root: JSONNode
    let frames: RecordedData.Frames

    init(_ name: String) throws {
      root = try RecordedData.oracle("\(name).json")
      let source = try #require(root["source"]?.string)
      let folder = name.contains("uw") ? "uw-oximetry/data" : "welltory-ppg"
      // The oximetry oracle covers the first 300 s.
      frames = try RecordedData.frames("\(folder)/\(source)").prefix(9000)
    }
  }

  @Test(arguments: names) func windows(_ name: String) throws {
    let oracle = try Oracle(name)
    let red = try #require(oracle.frames.channel(0).uniform(at: 30))
    let channels = Channels([.ppg: .uniform(red)])
    let ranges = TimeRange(start: red.startTime, end: red.endTime).windows(windowSeconds: 20, hopSeconds: 5)
    let rows = try #require(oracle.root["windows"]?.elements)
    #expect(rows.count > 0)
    let peak = PeakSwasthicareDetector(.init())
    let fft = FFTSwasthicareDetector(.init())
    let combined = CombinedSwasthicareDetector(.init())
    for (row, range) in zip(rows, ranges) {
      let window = Window(range, of: channels)
      #expect(row["startSample"]?.integer == red.indices(in: range).lowerBound)
      #expect(window[.ppg].count == row["count"]?.integer)
      #expect(peak.estimate(in: window).bpm == row["peak"]?.number)
      #expect(fft.estimate(in: window).bpm == row["fft"]?.number)
      let both = combined.estimate(in: window)
      #expect(both.bpm == row["combined"]?.number)
      #expect(both.quality?.rawValue == row["quality"]?.string)
      #expect((0...1).contains(both.confidence ?? .nan))
    }
    #expect(ranges.count >= rows.count)
  }

  @Test(arguments: names) func readings(_ name: String) throws {
    let oracle = try Oracle(name)
    let rows = try #require(oracle.root["readings"]?.elements)
    #expect(rows.count > 0)
    try check(HuePulseDetector(.init()), rows, key: "huePulse", frames: oracle.frames)
    try check(HuePubnubDetector(.init()), rows, key: "huePubnub", frames: oracle.frames)
  }

  private func check(
    _ made: some StreamingDetector, _ rows: [JSONNode], key: String, frames: RecordedData.Frames
  ) throws {
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
