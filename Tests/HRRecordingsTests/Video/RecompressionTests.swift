import Foundation
import HRSupport
import HRSignals
import HRTestSupport
import Testing

@testable import HRRecordings

/// Clips through an encoder once more.
@Suite(.readsVideo) struct RecompressionTests {
  private func channels(
    _ recording: String, _ compression: VideoCompression, pattern: String = "{recording}.mp4",
    aids: ReadingAids = ReadingAids()
  ) throws -> Channels {
    let study = try ClipStudy(pattern, frames: #"{ "region": "centreHalf" }"#)
    let entry = try #require(study.dataset.recordings.first { $0.id == recording })
    return try study.dataset.recompressed(entry, [.red, .green, .blue], by: compression, aids: aids)
  }

  private func plain(_ recording: String, pattern: String = "{recording}.mp4") throws -> Channels {
    try ClipStudy(pattern, frames: #"{ "region": "centreHalf" }"#).load(recording).channels
  }

  private func distance(_ a: Channels, _ b: Channels) throws -> Double {
    let (first, second) = (try #require(a[.red]).values, try #require(b[.red]).values)
    #expect(first.count == second.count)
    return zip(first, second).map { abs($0 - $1) }.max() ?? .infinity
  }

  @Test(arguments: VideoCompression.Codec.allCases) func theSameFramesComeAgain(
    _ codec: VideoCompression.Codec
  ) throws {
    let mild = VideoCompression(codec: codec, quality: codec.qualities.lowerBound + 4, keyFrameInterval: 10)
    var coarse = mild
    coarse.quality = codec.qualities.upperBound
    let (once, again) = (try channels("h264-420-bt601", mild), try channels("h264-420-bt601", mild))
    #expect(once == again && once.kinds == [.red, .green, .blue])
    let clean = try plain("h264-420-bt601")
    let (near, far) = (
      try distance(once, clean), try distance(try channels("h264-420-bt601", coarse), clean)
    )
    #expect(near > 0 && near < 4 && far > near, "\(codec) \(near) \(far)")
  }

  @Test func framesKeepTheirTimesAndTheirTurn() throws {
    let mild = VideoCompression(codec: .h264, quality: 1, keyFrameInterval: 10)
    let uneven = try channels("h264-variable", mild)
    let clean = try plain("h264-variable")
    guard case .irregular(let made)? = uneven[.green], case .irregular(let known)? = clean[.green] else {
      Issue.record("expected times")
      return
    }
    #expect(zip(made.times, known.times).allSatisfy { abs($0 - $1) < 1e-4 } && made.count == known.count)
    let late = VideoCompression(codec: .h265, quality: 1, keyFrameInterval: 10)
    let transport = try #require(try channels("h264-transport", late, pattern: "{recording}.ts")[.red])
    #expect(abs(transport.time(at: 0) - 1.466733333) < 1e-6 && transport.count == 30)
    for name in ["h264-rotated-90", "h264-rotated-270"] {
      #expect(try distance(channels(name, mild), plain(name)) < 1.5, "\(name)")
    }
    let deep = try channels("h265-420p10-bt2020", mild, pattern: "{recording}.mkv")
    #expect(try distance(deep, plain("h265-420p10-bt2020", pattern: "{recording}.mkv")) < 2)
  }

  @Test func smallerAndSlowerClips() throws {
    var compression = VideoCompression(codec: .h264, quality: 1, keyFrameInterval: 10)
    compression.framesPerSecond = 10
    let slow = try #require(try channels("h264-420-bt601", compression)[.green])
    #expect(slow.count == 10 && abs((slow.nominalRate ?? 0) - 10) < 1e-9)
    compression.framesPerSecond = nil
    compression.sizeShare = 0.5
    let small = try channels("h264-420-bt601", compression)
    #expect(try distance(small, plain("h264-420-bt601")) < 4)
  }

  @Test func nothingIsLeftBehind() throws {
    let kept = try TemporaryFolder()
    let compression = VideoCompression(codec: .h264, quality: 30, keyFrameInterval: 10)
    let aids = ReadingAids(clipFolder: kept.path)
    let made = try channels("h264-420-bt601", compression, aids: aids)
    let files = try FileManager.default.contentsOfDirectory(atPath: kept.path)
    #expect(files.count == 1 && files[0].hasSuffix(KeptMeans.ending))
    #expect(try channels("h264-420-bt601", compression, aids: aids) == made)
  }

  @Test func theEncoderSaysItsName() throws {
    let tools = try VideoTools.found()
    #expect(tools.encoder(of: .h264).hasPrefix("x264 - core "))
    let other = tools.encoder(of: .h265)
    #expect(other.hasPrefix("x265 (build ") && !other.contains("["))
    #expect(tools.encoder(of: .mjpeg).contains(tools.version))
  }
}
