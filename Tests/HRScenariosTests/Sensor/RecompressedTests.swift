import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// Channels of a video that went through an encoder take the place of the recording's.
@Suite struct RecompressedTests {
  private func scenario(_ values: [(String, ParameterValue)] = []) throws -> any Scenario {
    let entry = try #require(Catalog<ScenarioEntry>.builtIn["recompressed"])
    let made = try entry.make(ParameterValues(values.map { .init($0.0, $0.1) }))
    guard case .damage(let scenario) = made else { throw ScenarioFailure("moves beats") }
    return scenario
  }

  @Test func asksForItsCompression() throws {
    #expect(
      try scenario().compression == VideoCompression(codec: .h264, quality: 23, keyFrameInterval: 30))
    let other = try scenario([
      ("codec", .choice("mjpeg")), ("quality", .integer(31)), ("sizeShare", .number(0.5)),
      ("framesPerSecond", .number(15)), ("keyFrameInterval", .integer(1)),
    ])
    #expect(
      other.compression
        == VideoCompression(
          codec: .mjpeg, quality: 31, keyFrameInterval: 1, sizeShare: 0.5, framesPerSecond: 15))
    #expect(throws: ParameterError.conflict("quality of mjpeg goes from 2 to 31")) {
      try scenario([("codec", .choice("mjpeg")), ("quality", .integer(32))])
    }
  }

  @Test func replacesWhatTheVideoGives() throws {
    let clean = SampleChannels.everything(seconds: 10)
    let made = Channels([.red: SampleChannels.pulse(seconds: 10, rate: 10, level: 100, amplitude: 1)])
    let trial = ScenarioTrial(random: RandomSource(seed: 1, names: []), recompressed: made)
    let damaged = try scenario().apply(to: clean, in: trial)
    #expect(damaged[.red] == made[.red] && damaged[.green] == clean[.green] && damaged[.ppg] == clean[.ppg])
    #expect(throws: ScenarioFailure("it needs the recording's video, and there is none")) {
      try scenario().apply(to: clean, in: SampleChannels.trial())
    }
  }
}
