import HRSupport
import HRSignals
import HRTestSupport
import Testing

@testable import HRRecordings

/// Means and times of clips against NumPy and ffprobe (`Oracles/video/video_oracle.py`).
@Suite(.readsVideo) struct ClipOracleTests {
  private static let regions = [
    ("whole", "{}"), ("centreHalf", #"{ "region": "centreHalf" }"#),
    (
      "uneven",
      #"{ "region": { "left": 0.1, "top": 0.2, "right": 0.95, "bottom": 0.7 }, "stride": 3 }"#
    ),
  ]

  private static func clips() throws -> [JSONNode] {
    try OracleFile.json("video/video")["clips"]?.elements ?? []
  }

  static let names = (try? clips().compactMap { $0["file"]?.string }) ?? []

  @Test func thereAreManyKindsOfClips() throws {
    let clips = try Self.clips()
    #expect(clips.count == 25)
    #expect(Set(clips.compactMap { $0["pixelFormat"]?.string }).count >= 10)
    #expect(Set(clips.compactMap { $0["rotation"]?.number }) == [0, 90, -90, -180])
  }

  @Test(arguments: names) func meansAndTimesAreThoseOfNumPyAndOfProbe(_ name: String) throws {
    let clip = try #require(try Self.clips().first { $0["file"]?.string == name })
    let times = try #require(clip["times"]).numbers
    for (region, frames) in Self.regions {
      let study = try ClipStudy("{recording}", frames: frames)
      let recording = try study.load(name)
      for kind in [ChannelKind.red, .green, .blue] {
        let channel = try #require(recording.channels[kind])
        let expected = try #require(clip["means"]?[region]?[kind.rawValue]).numbers
        #expect(channel.count == expected.count && expected.count == times.count)
        let worst = zip(channel.values, expected).map { abs($0 - $1) }.max() ?? .infinity
        #expect(worst < 2e-5, "\(region) \(kind.rawValue)")
        let late = times.indices.map { abs(channel.time(at: $0) - times[$0]) }.max() ?? .infinity
        #expect(late <= 1e-6, "\(late) s")
      }
    }
  }

  @Test func framesOfUnevenTimesKeepThem() throws {
    let clip = try #require(try Self.clips().first { $0["file"]?.string == "h264-variable.mp4" })
    let recording = try ClipStudy("{recording}.mp4").load("h264-variable")
    guard case .irregular(let series)? = recording.channels[.green] else {
      Issue.record("expected times")
      return
    }
    let times = try #require(clip["times"]).numbers
    #expect(zip(series.times, times).allSatisfy { abs($0 - $1) < 1e-8 } && series.count == times.count)
  }

  @Test func theUsualConversionIsFurtherAway() throws {
    let deviations = try Self.clips().compactMap { $0["deviation"]?["default"]?.number }
    #expect(deviations.count == 25 && deviations.filter { $0 > 0.1 }.count > 15)
  }

  @Test func coloursThatNothingStatesAreSaid() throws {
    let study = try ClipStudy("{recording}.mp4")
    #expect(try study.load("h264-420-untagged").assumedColours == "matrix bt601, range limited")
    #expect(try study.load("h264-untagged-720-lines").assumedColours == "matrix bt709, range limited")
    #expect(try study.load("h264-420-bt601").assumedColours == nil)
    let told = try ClipStudy("{recording}.mp4", frames: #"{ "matrix": "bt601", "range": "limited" }"#)
    let recording = try told.load("h264-420-untagged")
    #expect(recording.assumedColours == nil)
    #expect(recording.channels == (try study.load("h264-420-untagged").channels))
  }
}
