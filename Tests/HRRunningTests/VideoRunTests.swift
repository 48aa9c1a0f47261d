import Foundation
import HRRunTestSupport
import HRSupport
import HRPlugins
import HRSignals
import HRTestSupport
import Testing

@testable import HRRecordings
@testable import HRRunning

/// Experiments on videos: detectors read means of frames, and a scenario sends the video through an encoder.
@Suite(.enabled(if: (try? VideoTools.found()) != nil, "this machine reads no video files"))
struct VideoRunTests {
  private static let bpm = 75.0
  private static let fps = 20.0

  /// Runs the body with a data set `clips` of one video of 30 s.
  private func with<Value>(_ body: (ScenarioStudy) throws -> Value) throws -> Value {
    try ScenarioStudy.with { study in
      try study.write(
        """
        {"schemaVersion": 1, "name": "clips", "files": ["{recording}.mp4", {"name": "beats", "path": "{recording}_beats.csv"}],
         "frames": {"region": "centreHalf"}, "reference": [{"beats": {"file": "beats", "column": "beat_s"}}]}
        """, "datasets/clips/dataset.json")
      let beats = (0..<38).map { Double($0) * 60 / Self.bpm }
      let frames = FrameStack(count: 600, height: 48, width: 64, sampleRate: Self.fps) { frame in
        let pulse = 3 * sin(2 * .pi * Double(frame) / Self.fps * Self.bpm / 60)
        return (0..<(48 * 64)).flatMap { pixel -> [UInt8] in
          // Neighbours round at other levels, so that their mean moves by less than one.
          let share = Double(pixel * 7 % 16) / 16
          return [UInt8(190 + pulse + share), UInt8(40 + pulse / 2 + share), UInt8(20 + share)]
        }
      }
      let recording = Recording(id: "a", channels: Channels(), reference: .beats(beats))
      _ = try RecordingWriter.writeVideo(
        recording, frames, as: VideoCompression(codec: .h264, quality: 10, keyFrameInterval: 20),
        toDirectory: study.folder + "/datasets/clips")
      return try body(study)
    }
  }

  private static let detectors = #"[{"label": "red", "extractor": "red", "detector": "fft"}]"#

  @Test func theDetectorsReadTheEncodersFrames() throws {
    try with { study in
      let experiment = try study.experiment(
        #""clean""#, #"{"scenario": "recompressed", "label": "mild", "parameters": {"quality": 12}}"#,
        #"{"scenario": "recompressed", "label": "coarse", "parameters": {"quality": 51, "keyFrameInterval": 300}}"#,
        #"{"label": "both", "steps": [{"scenario": "recompressed", "parameters": {"quality": 12}}, {"scenario": "channelDropout"}]}"#,
        datasets: #"["clips"]"#, detectors: Self.detectors)
      let clips = study.folder + "/.clips"
      var runner = UnitRunner(experiment, clipFolder: clips)
      let first = experiment.plan.units.map { runner.result(of: $0) }
      #expect(first == experiment.results())
      // One decoding of the clip, and one for each of the two compressions.
      #expect(try FileManager.default.contentsOfDirectory(atPath: clips).count == 3)
      func errors(_ label: String) throws -> [Double] {
        try experiment.tables(of: label)[0].estimates[0]?.cells.map { cell in
          abs(cell.bpm - Self.bpm)
        } ?? []
      }
      #expect(try errors("clean").allSatisfy { $0 < 1 } && errors("mild").allSatisfy { $0 < 1 })
      let (clean, coarse) = (
        try experiment.damaged("clean").channels, try experiment.damaged("coarse").channels
      )
      #expect(clean[.red]?.count == coarse[.red]?.count && clean[.red] != coarse[.red])
      #expect(try experiment.damaged("coarse").reference == experiment.damaged("clean").reference)
    }
  }

  @Test func recordingsOfMeansAreRefused() throws {
    try with { study in
      let problems = try study.problems(#""recompressed""#)
      #expect(
        problems.map(\.message) == [
          "scenario \"recompressed\" compresses videos; \"finger\" has means or samples, from which no video can be made again"
        ])
      let order = try study.problems(
        #"{"label": "x", "steps": ["spikes", "recompressed"]}"#, datasets: #"["clips"]"#,
        detectors: Self.detectors)
      #expect(
        order.map(\.message) == [
          "\"recompressed\" reads the recording's video anew, so it cannot come after \"spikes\""
        ])
      let quality = try study.problems(
        #"{"scenario": "recompressed", "parameters": {"codec": "mjpeg", "quality": 1}}"#,
        datasets: #"["clips"]"#, detectors: Self.detectors)
      #expect(quality.map(\.message) == ["quality of mjpeg goes from 2 to 31"])
    }
  }

  @Test func aDamagedClipIsAFailedRow() throws {
    try with { study in
      try study.write("no video", "datasets/clips/b.mp4")
      try study.write("beat_s\n1\n2\n", "datasets/clips/b_beats.csv")
      let experiment = try study.experiment(#""clean""#, datasets: #"["clips"]"#, detectors: Self.detectors)
      let results = experiment.results()
      #expect(results.count == 2)
      guard case .failed(let reason) = results[1].outcome, case .windows = results[0].outcome else {
        Issue.record("expected one failed row")
        return
      }
      #expect(reason.hasPrefix("no video can be read from it: ") && reason.hasSuffix("(b.mp4)"))
    }
  }
}
