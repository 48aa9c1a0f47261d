import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

/// Tests of all extractors that read three colours.
@Suite struct ColourExtractorTests {
  static let names = Catalog<ExtractorEntry>.builtIn.entries
    .filter { $0.inputs == [.red, .green, .blue] && $0.info.name != "hue" }.map(\.info.name)

  /// Names of those that make nothing if a colour is missing; `camera` passes the red channel on.
  static let strict = names.filter { $0 != "camera" }

  private func extractor(_ name: String) throws -> any Extractor {
    try #require(Catalog<ExtractorEntry>.builtIn[name]).make()
  }

  private func wave(_ name: String, _ channels: Channels) throws -> Signal {
    try #require(try extractor(name).extract(from: channels)[.ppg]?.uniform())
  }

  @Test func areAllHere() {
    #expect(
      Self.names == [
        "camera", "chrom", "chrom.rppgToolbox", "chrom.pyvhr", "pos", "pos.rppgToolbox", "pos.pyvhr", "pbv",
        "lgi",
        "omit",
        "pca", "ica",
      ])
  }

  private func rate(_ name: String, _ frames: CameraFrames) throws -> Double {
    let range = TimeRange(start: 4, end: 26)
    let window = Window(range, of: Channels([.ppg: .uniform(try wave(name, frames.channels))]))
    return try #require(FFTDetector(parameters: .init()).estimate(in: window).bpm)
  }

  @Test(arguments: names, [20.0, 30, 60]) func carriesThePulse(_ name: String, _ sampleRate: Double) throws {
    for bpm in [72.0, 140] {
      let found = try rate(name, CameraFrames(bpm: bpm, sampleRate: sampleRate))
      #expect(abs(found - bpm) < 1.5, "\(bpm) bpm: \(found)")
    }
  }

  /// The filters of rPPG-Toolbox's two weaken 0.9 Hz so much that the second harmonic of this wave is the strongest.
  @Test(arguments: names) func slowPulse(_ name: String) throws {
    let found = try rate(name, CameraFrames(bpm: 54))
    #expect(abs(found - (name.hasSuffix("rppgToolbox") ? 108 : 54)) < 1.5)
  }

  @Test(arguments: names) func hasOneSamplePerFrame(_ name: String) throws {
    for count in [0, 1, 2, 3, 10, 47, 48, 49, 300] {
      let colours = CameraFrames().colours.map { Array($0.prefix(count)) }
      let made = try wave(name, CameraFrames.channels(colours, sampleRate: 30, startTime: 4))
      #expect(made.count == count && made.sampleRate == 30 && made.startTime == 4)
      #expect(!made.samples.contains { !$0.isFinite })
    }
  }

  @Test(arguments: names) func constantColoursGiveZeros(_ name: String) throws {
    for level in [[0.0, 0, 0], [255, 0, 0], [0.1, 0.3, 0.7], [200.3, 77.7, 13.1]] {
      let made = try wave(
        name, CameraFrames.channels(level.map { Array(repeating: $0, count: 200) }, sampleRate: 30))
      #expect(made.samples == Array(repeating: 0, count: 200), "\(level)")
    }
  }

  /// Some phones clip channels of a lit finger: the output must be finite, with or without meaning.
  @Test(arguments: names) func clippedChannelsGiveNumbers(_ name: String) throws {
    for clipped in [[0], [1], [2], [0, 1], [1, 2], [0, 2]] {
      for level in [0.0, 255] {
        var colours = CameraFrames(seconds: 8).colours
        for channel in clipped { colours[channel] = colours[channel].map { _ in level } }
        let made = try wave(name, CameraFrames.channels(colours, sampleRate: 30))
        #expect(!made.samples.contains { !$0.isFinite || $0.magnitude > 1e6 }, "\(clipped) at \(level)")
      }
    }
  }

  @Test(arguments: strict) func missingValuesGiveNumbers(_ name: String) throws {
    var colours = CameraFrames(seconds: 8).colours
    colours[0][0] = .nan
    colours[1][100] = .infinity
    colours[2] = colours[2].map { _ in .nan }
    let made = try wave(name, CameraFrames.channels(colours, sampleRate: 30))
    #expect(!made.samples.contains { !$0.isFinite })
  }

  /// Later frames change nothing that is further back than the declared look-ahead.
  @Test(arguments: names) func looksNoFurtherAheadThanItSays(_ name: String) throws {
    guard case .lookAhead(let seconds) = try extractor(name).causality, seconds.isFinite else { return }
    let length = 2 * seconds + 8
    let colours = CameraFrames(sampleRate: 20, seconds: length).colours
    let split = Int((length - 2) * 20)
    let changed = colours.map { row in
      row.enumerated().map { $0.offset < split ? $0.element : 30 + Double($0.offset % 7) }
    }
    let kept = split - Int((seconds * 20).rounded(.up))
    let before = try wave(name, CameraFrames.channels(colours, sampleRate: 20)).samples.prefix(kept)
    let after = try wave(name, CameraFrames.channels(changed, sampleRate: 20)).samples.prefix(kept)
    #expect(kept > 0 && before == after)
  }

  /// Irregular frames are put on an even grid at their nominal rate first.
  @Test(arguments: names) func irregularFramesAreMadeEven(_ name: String) throws {
    let even = CameraFrames(seconds: 10).channels
    var irregular = Channels()
    for kind in even.kinds {
      let signal = try #require(even[kind]?.uniform())
      // Every tenth frame was dropped.
      let kept = (0..<signal.count).filter { $0 % 10 != 5 }
      irregular[kind] = .irregular(
        TimeSeries(times: kept.map { Double($0) / 30 }, values: kept.map { signal.samples[$0] }))
    }
    let made = try wave(name, irregular)
    #expect(abs(made.sampleRate - 30) < 1e-9 && made.count == 300)
  }

  @Test(arguments: names) func isAPureFunction(_ name: String) throws {
    let channels = CameraFrames(seconds: 8).channels
    #expect(try wave(name, channels) == wave(name, channels))
  }

  @Test(arguments: strict) func makesNothingOfAMissingChannel(_ name: String) throws {
    var channels = CameraFrames(seconds: 2).channels
    channels[.blue] = nil
    #expect(try extractor(name).extract(from: channels)[.ppg] == nil)
  }

  /// Green decides the sign, so neighbouring windows do not cancel and a wave has the same polarity every time.
  @Test(arguments: ["pca", "ica"]) func fallsWithGreen(_ name: String) throws {
    let frames = CameraFrames(seconds: 20)
    let made = try wave(name, frames.channels)
    let green = frames.colours[1]
    let mean = green.reduce(0, +) / Double(green.count)
    let covariance = zip(made.samples, green).reduce(0) { $0 + $1.0 * ($1.1 - mean) }
    #expect(covariance > 0)
  }
}
