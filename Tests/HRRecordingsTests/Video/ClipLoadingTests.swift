import Foundation
import HRSupport
import HRSignals
import HRTestSupport
import Testing

@testable import HRRecordings

/// Regions, masks, kept means and refusals of clips, with ffmpeg.
@Suite(.readsVideo) struct ClipLoadingTests {
  @Test func severalRegionsAreSeveralChannels() throws {
    let study = try ClipStudy(
      "{recording}.mp4",
      frames: #"[{}, { "region": "centreHalf", "channels": { "ppg": "g", "ppg2": "r", "infrared": "i" } }]"#)
    let recording = try study.load("h264-420-bt601")
    #expect(recording.channels.kinds == [.ppg, .ppg2, .red, .green, .blue, .infrared])
    let centre = try ClipStudy("{recording}.mp4", frames: #"{ "region": "centreHalf" }"#).load(
      "h264-420-bt601")
    #expect(recording.channels[.ppg] == centre.channels[.green])
    #expect(recording.channels[.ppg2] == centre.channels[.red])
    let luma = try #require(recording.channels[.infrared]?.values.first)
    let colours = try [ChannelKind.red, .green, .blue].map { try #require(centre.channels[$0]?.values.first) }
    #expect(abs(luma - (0.299 * colours[0] + 0.587 * colours[1] + 0.114 * colours[2])) < 1e-9)
  }

  @Test func rectanglesMoveTheRegion() throws {
    let table = "time,x,y,w,h\n0,0,0,32,48\n0.5,32,0,32,48\n"
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: ClipStudy.folder + "/h264-420-bt601.mp4", toPath: folder.path + "/a.mp4")
    try folder.write("a_faces.csv", table)
    let study = try ClipStudy(
      "{recording}.mp4", root: folder.path,
      frames:
        #"{ "region": { "file": "faces", "time": "time", "left": "x", "top": "y", "width": "w", "height": "h" } }"#,
      files: #", { "name": "faces", "path": "{recording}_faces.csv" }"#)
    func half(_ left: Double, _ right: Double) throws -> [Double] {
      let study = try ClipStudy(
        "{recording}.mp4", root: folder.path,
        frames: #"{ "region": { "left": \#(left), "right": \#(right) } }"#)
      return try #require(try study.load("a").channels[.green]).values
    }
    let moving = try #require(try study.load("a").channels[.green]).values
    let (left, right) = (try half(0, 0.5), try half(0.5, 1))
    #expect(Array(moving[..<15]) == Array(left[..<15]) && Array(moving[15...]) == Array(right[15...]))
    #expect(left != right)
    #expect(study.dataset.signalFiles(of: study.dataset.recordings[0]).count == 2)
  }

  /// Left half: skin; right half: grey. No skin at all in frames 20 to 22.
  private static func halves(_ folder: String, codec: VideoCompression.Codec = .h264) throws {
    let frames = FrameStack(count: 60, height: 32, width: 64, sampleRate: 30) { frame in
      (0..<(32 * 64)).flatMap { pixel -> [UInt8] in
        pixel % 64 < 32 && !(20...22).contains(frame) ? [224, 172, 140] : [128, 128, 128]
      }
    }
    try ClipWriter.write(
      frames, as: VideoCompression(codec: codec, quality: 4, keyFrameInterval: 10), to: folder + "/a.mp4")
  }

  @Test func aMaskLeavesOutWhatIsNoSkin() throws {
    let folder = try TemporaryFolder()
    try Self.halves(folder.path)
    let masked = try ClipStudy(
      "{recording}.mp4", root: folder.path, frames: #"{ "mask": "skin", "fillGapSeconds": 1 }"#
    ).load("a")
    for (kind, level) in [(ChannelKind.red, 224.0), (.green, 172), (.blue, 140)] {
      let values = try #require(masked.channels[kind]).values
      #expect(values.count == 60 && values.allSatisfy { abs($0 - level) < 3 }, "\(kind)")
      #expect(masked.missingSamples[kind] == 3)
    }
    let whole = try ClipStudy("{recording}.mp4", root: folder.path).load("a")
    let mixed = try #require(whole.channels[.red]?.values.first)
    #expect(abs(mixed - (224 + 128) / 2) < 2)
  }

  @Test func meansAreKeptBesideTheResults() throws {
    let kept = try TemporaryFolder()
    let aids = ReadingAids(clipFolder: kept.path)
    let study = try ClipStudy(
      "{recording}.mp4", frames: #"[{}, { "region": "centreHalf", "channels": { "ppg": "i" } }]"#)
    let first = try study.load("h264-variable", aids: aids)
    let files = try FileManager.default.contentsOfDirectory(atPath: kept.path)
    #expect(files.count == 1 && files[0].hasSuffix(KeptMeans.ending))
    let again = try study.load("h264-variable", aids: aids)
    let plain = try study.load("h264-variable")
    #expect(first == again && first == plain)
    // What is not whole is not used.
    let path = kept.path + "/" + files[0]
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    bytes[bytes.count / 2] ^= 1
    try Data(bytes).write(to: URL(filePath: path))
    #expect(try study.load("h264-variable", aids: aids) == first)
    let other = try ClipStudy("{recording}.mp4").load("h264-variable", aids: aids)
    #expect(other.channels[.red] == first.channels[.red])
    #expect(try FileManager.default.contentsOfDirectory(atPath: kept.path).count == 2)
  }

  @Test func whatIsNoClipIsRefused() throws {
    let folder = try TemporaryFolder()
    try folder.write("list.mp4", "ffconcat version 1.0\nfile /etc/passwd\n")
    try folder.write(
      "hls.mp4", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n")
    try folder.write("empty.mp4", "")
    let clip = [UInt8](try Data(contentsOf: URL(filePath: ClipStudy.folder + "/h264-420-bt601.mp4")))
    try folder.write("cut.mp4", bytes: Array(clip.prefix(clip.count / 2)))
    let webm = [UInt8](try Data(contentsOf: URL(filePath: ClipStudy.folder + "/h264-odd-size.mkv")))
    try folder.write("ends.mp4", bytes: Array(webm.prefix(webm.count * 2 / 3)))
    let study = try ClipStudy("{recording}.mp4", root: folder.path)
    for name in ["list", "hls", "empty", "cut", "ends"] {
      let problem = try study.problem(name)
      #expect(!problem.message.contains("root:") && !problem.message.contains(" @ 0x"), "\(problem.message)")
    }
    #expect(try study.problem("list").message.hasPrefix("no video can be read from it: "))
  }

  @Test func framesOfAnotherSizeAreRefused() throws {
    let problem = try ClipStudy("{recording}.mkv").problem("refused-size-changes")
    #expect(problem.message == "its 10 frames are not all of 64×48 pixels, as the first is")
  }

  @Test func aClipThatEndsBeforeItsStatedLengthIsRefused() throws {
    // Two seconds of a second of frames: the stated length is in the header of the track.
    let folder = try TemporaryFolder()
    let source = [UInt8](try Data(contentsOf: URL(filePath: ClipStudy.folder + "/vp9.webm")))
    try folder.write("short.webm", bytes: Array(source.prefix(source.count / 3)))
    let problem = try ClipStudy("{recording}.webm", root: folder.path).problem("short")
    #expect(
      problem.message.contains("s, and its") || problem.message.contains("after ")
        || problem.message.contains("decoding failed"), "\(problem.message)")
  }
}
