import Foundation
import HRSupport
import HRPlugins
import HRRecordings
import HRSignals
import HRTestSupport
import Testing

@testable import HRRunning

/// Readings of a recording that is read in blocks equal those of the whole recording to the last bit.
@Suite struct BlockRunnerTests {
  private static let seconds = 90

  private struct Study {
    let folder: String

    private static let plugins = Plugins(
      detectors: Plugins.builtIn.detectors + Catalog([DetectorEntry(OrderDetector.self)]),
      filters: .builtIn, extractors: .builtIn, scenarios: .builtIn, qualities: .builtIn)

    /// - Parameter detector: as written in the experiment.
    func experiment(_ detector: String, _ change: (String) -> String = { $0 }, hop: Double = 5) throws
      -> Experiment
    {
      let text = change(
        """
        {"schemaVersion": 1, "name": "detect", "datasets": ["long"],
         "windows": {"windowSeconds": 20, "hopSeconds": \(hop)}, "detectors": [\(detector)]}
        """)
      let path = "\(folder)/trial.json"
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      return try Experiment(
        ExperimentFile(path: path), plugins: Self.plugins,
        environment: DataEnvironment(near: ["\(folder)/datasets"], dataDirectory: nil), needsReference: false)
    }
  }

  /// Makes a pulse of 66 to 90 bpm in a packed wave from 3.7 s on; a camera's colours as a matrix, also transposed;
  /// and an accelerometer that ends later.
  private func with(
    channels: String? = nil, wave change: (inout [Double]) -> Void = { _ in }, _ body: (Study) throws -> Void
  ) throws {
    try withTemporaryFolder { folder in
      let directory = "\(folder)/datasets/long"
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      let declared =
        channels ?? """
          "ppg": {"object": "/ppg", "scale": 0.25, "offset": 3},
          "red": {"object": "/camera", "column": 0, "sampleRate": 30},
          "green": {"object": "/camera", "column": 1, "sampleRate": 30},
          "blue": {"object": "/turned", "row": 2, "sampleRate": 30},
          "accelerometerX": {"object": "/x", "sampleRate": 10, "optional": true}
          """
      let descriptor = """
        {"schemaVersion": 1, "name": "long",
         "files": [{"path": "{recording}.h5", "sampleRate": {"attribute": "rate"}, "startTime": 3.7,
                    "time": {"object": "{object}_time", "optional": true}}],
         "channels": {\(declared)}}
        """
      try Data(descriptor.utf8).write(to: URL(fileURLWithPath: directory + "/dataset.json"))
      func pulse(_ time: Double) -> Double {
        let phase = 2 * Double.pi * (1.1 * time + 0.002 * time * time)
        return sin(phase) + 0.4 * sin(2 * phase + 1) + 0.2 * sin(37 * time) + 0.1 * sin(711 * time * time)
      }
      let file = try HDF5Writer(directory + "/r.h5")
      var wave = (0..<(Self.seconds * 50)).map { pulse(Double($0) / 50) }
      change(&wave)
      try file.write(wave, chunk: 700, gzip: 4, to: "/ppg")
      try file.attribute("rate", 50, of: "/ppg")
      let frames = (0..<(Self.seconds * 30)).map { frame -> [Double] in
        let value = pulse(Double(frame) / 30)
        return [190 - 2 * value, 40 - value, 25 + 0.3 * value]
      }
      try file.write(frames.flatMap(\.self), dimensions: [frames.count, 3], chunk: 100, to: "/camera")
      try file.write(
        (0..<3).flatMap { colour in frames.map { $0[colour] } }, dimensions: [3, frames.count], to: "/turned")
      try file.write((0..<(Self.seconds + 7) * 10).map { sin(Double($0)) }, to: "/x")
      try file.finish()
      try body(Study(folder: folder))
    }
  }

  private func table(_ result: UnitResult?) throws -> WindowTable {
    guard case .windows(let table)? = result?.outcome else { throw Diagnostics("no windows") }
    return table
  }

  private static let pulse = #"{"detector": "fusion.stream"}"#

  @Test(arguments: [
    BlockRunnerTests.pulse, #"{"detector": "fusion.stream", "extractor": "red"}"#,
    #"{"detector": "fusion.stream", "extractor": "redMinusGreen", "parameters": {"windowSeconds": 12}}"#,
    #"{"detector": "fusion.stream", "extractor": "green.inverted"}"#, #"{"detector": "hue.pulse"}"#,
    #"{"detector": "hue.pubnub"}"#, #"{"detector": "test.order"}"#,
  ])
  func theReadingsAreThoseOfTheWhole(_ detector: String) throws {
    try with { study in
      for hop in [5, 0.7] {
        let experiment = try study.experiment(detector, hop: hop)
        let unit = try #require(experiment.units.first)
        var runner = UnitRunner(experiment)
        let whole = try table(runner.result(of: unit))
        for rows in [1, 7, 100, 1024, 1 << 18] where rows > 1 || hop == 5 {
          var begun = 0
          let result = BlockRunner(experiment, rows: rows).result(of: unit) { begun += 1 }
          let table = try table(result)
          #expect(begun == 1)
          #expect(table.ranges == whole.ranges)
          #expect(table.references == whole.references)
          #expect(table.estimates == whole.estimates, "\(detector) in blocks of \(rows)")
        }
        #expect(whole.estimates[0]?.cells.contains { $0.hasValue } == true, "\(detector)")
      }
    }
  }

  /// A detector is told that the unit of the accelerometer is not known, read in blocks or as a whole.
  @Test(arguments: [(#", "unit": "g""#, true), (#", "unit": "counts""#, false), ("", false)])
  func theUnitOfTheAccelerometerIsTold(_ unit: String, _ isInG: Bool) throws {
    let axis = #""ppg": "/ppg", "accelerometerX": {"object": "/x", "sampleRate": 10"# + unit + "}"
    try with(channels: axis) { study in
      let experiment = try study.experiment(#"{"detector": "test.order"}"#)
      let unit = try #require(experiment.units.first)
      var runner = UnitRunner(experiment)
      let whole = try table(runner.result(of: unit)).estimates[0]
      #expect(try table(BlockRunner(experiment, rows: 100).result(of: unit)).estimates[0] == whole)
      let first = try #require(whole?.cells.first?.bpm)
      #expect((first < OrderDetector.anyUnit / 2) == isInG, "\(first)")
    }
  }

  private func isReadInBlocks(_ experiment: Experiment) throws -> Bool {
    BlockRunner(experiment, rows: 500).result(of: try #require(experiment.units.first)) != nil
  }

  /// Detectors and stages that need the whole recording, or look ahead, get it.
  @Test(arguments: [
    #"{"detector": "fft"}"#, #"{"detector": "fusion.stream", "extractor": "camera"}"#,
    #"{"detector": "hue"}"#,
    #"{"detector": "fusion.stream", "filters": ["movingAverage"]}"#,
    #"{"detector": "fusion.stream", "acceptWhen": [{"quality": "skewness", "atLeast": 0}]}"#,
  ])
  func othersAreShownTheWhole(_ detector: String) throws {
    try with { study in
      let experiment = try study.experiment(detector)
      #expect(try !isReadInBlocks(experiment))
    }
  }

  @Test(arguments: [
    #""scenarios": ["whiteNoise"]"#, #""qualities": ["skewness"]"#, #""limits": {"windows": 3}"#,
    #""windows": {"windowSeconds": 20}, "mode": "spot""#,
    #""windows": {"windowSeconds": 200, "hopSeconds": 5}"#,
  ])
  func otherQuestionsAreOfTheWhole(_ member: String) throws {
    try with { study in
      let experiment = try study.experiment(Self.pulse) { text in
        member.hasPrefix("\"windows\"")
          ? text.replacing(#/"windows": \{[^}]*\}/#, with: member) : text.dropLast() + ", \(member)}"
      }
      #expect(try !isReadInBlocks(experiment))
    }
  }

  /// Channels with a fault, or with gaps to fill, are read as a whole.
  @Test(arguments: [
    #""ppg": {"object": "/ppg", "missing": [0.5], "fillGapSeconds": 1}"#, #""ppg": {"object": "/p*"}"#,
    #""ppg": {"object": "/ppg", "time": {"object": "/ppg"}}"#, #""ppg": {"object": "/none"}"#,
    #""ppg": {"object": "/ppg", "sampleRate": {"attribute": "none"}}"#, #""ppg": {"object": "/camera"}"#,
    #""ppg": {"object": "/camera", "column": 3}"#,
  ])
  func channelsThatAreReadAsAWhole(_ channels: String) throws {
    let mark: (inout [Double]) -> Void = { $0[4000] = 0.5 }
    try with(channels: channels, wave: mark) { study in
      let experiment = try study.experiment(Self.pulse)
      #expect(try !isReadInBlocks(experiment))
    }
  }

  @Test(arguments: [Double.nan, .infinity])
  func aSampleThatIsMissing(_ value: Double) throws {
    try with(wave: { $0[4400] = value }) { study in
      let experiment = try study.experiment(Self.pulse)
      #expect(try !isReadInBlocks(experiment))
    }
  }

  /// Reading in blocks works although the recording is larger than its limit.
  @Test func blocksNeedNoRoomForTheRecording() throws {
    try with { study in
      let experiment = try study.experiment(Self.pulse) {
        $0.dropLast() + #", "limits": {"recordingBytes": 16000}}"#
      }
      var runner = UnitRunner(experiment)
      let unit = try #require(experiment.units.first)
      guard case .failed(let reason) = runner.result(of: unit).outcome else {
        Issue.record("it was read as a whole")
        return
      }
      #expect(reason.contains("--limits recordingBytes="), "\(reason)")
      #expect(try isReadInBlocks(experiment))
    }
  }
}

/// A detector whose readings depend on the order of everything that it was pushed.
private struct OrderDetector: StreamingDetector {
  static let info = PluginInfo("test.order", version: 1, "A sum that depends on the order.")
  static let inputs = [ChannelKind.ppg]
  static let optionalInputs = [ChannelKind.accelerometerX]

  private var sum = 0.0

  init(parameters: NoParameters) {}

  var rangeBPM: ClosedRange<Double>? { .unbounded }

  /// Added to the sum, and never forgotten, where the accelerometer's unit is not known.
  static let anyUnit = 1e6
  private var more = 0.0

  mutating func begin(sampleRate: Double) { sum = sampleRate }
  mutating func accelerationIsInAnyUnit() { more = Self.anyUnit }
  mutating func push(_ frame: Frame) { sum = 0.99 * sum + (frame[0] + frame.time) / 7 }
  mutating func push(_ value: Double, of kind: ChannelKind, at time: Double) {
    sum = 0.98 * sum + (value + time) / 3
  }
  func reading(at time: Double) -> Estimate { .bpm(abs(sum) + 1 + more) }
}
