import HRSupport
import HRSignals
import HRTestSupport
import Testing

@testable import HRRecordings

/// Parts of the reading of clips that need no ffmpeg.
@Suite struct ClipPartTests {
  private func matrix(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> String {
    "\n00000000: \(a) \(b) 0\n00000001: \(c) \(d) 0\n00000002: 0 0 1073741824\n"
  }

  @Test func displayMatricesAreTurns() throws {
    let one = 65536
    #expect(FrameTurn(displayMatrix: matrix(one, 0, 0, one)) == FrameTurn.none)
    #expect(FrameTurn(displayMatrix: matrix(0, one, -one, 0))?.words == "90 degrees clockwise")
    #expect(FrameTurn(displayMatrix: matrix(0, -one, one, 0))?.words == "90 degrees counterclockwise")
    #expect(FrameTurn(displayMatrix: matrix(-one, 0, 0, -one))?.words == "180 degrees")
    #expect(FrameTurn(displayMatrix: matrix(-one, 0, 0, one))?.words == "mirrored left to right")
    #expect(FrameTurn(displayMatrix: matrix(46341, 46341, -46341, 46341)) == nil)
    #expect(FrameTurn(displayMatrix: "none") == nil)
  }

  /// A stored frame of 4×2 pixels that is shown a quarter clockwise has 2×4: its first row is the left column from
  /// below.
  @Test func regionsAreOfTheShownFrame() throws {
    let turn = try #require(FrameTurn(displayMatrix: matrix(0, 65536, -65536, 0)))
    let (rows, columns) = turn.stored(rows: 0..<1, columns: 0..<2, stride: 1, width: 4, height: 2)
    #expect(rows == PixelSteps(first: 1, step: -1, count: 2))
    #expect(columns == PixelSteps(first: 0, step: 1, count: 1))
  }

  @Test func pixelFormatsAreKnownByName() throws {
    let plain = try #require(PixelLayout(ffmpeg: "yuv420p"))
    #expect(
      plain.bits == 8 && plain.model == .luma
        && plain.frameBytes(width: 33, height: 25) == 33 * 25 + 2 * 17 * 13)
    let deep = try #require(PixelLayout(ffmpeg: "yuv422p10be"))
    #expect(deep.bits == 10 && deep.asked == "yuv422p10le" && deep.bytesPerNumber == 2)
    #expect(PixelLayout(ffmpeg: "yuvj420p")?.isFullByName == true)
    #expect(PixelLayout(ffmpeg: "yuva444p12le")?.asked == "yuv444p12le")
    #expect(PixelLayout(ffmpeg: "gbrp16le")?.model == .rgb && PixelLayout(ffmpeg: "gray10le")?.model == .grey)
    #expect(PixelLayout(ffmpeg: "nv12")?.asked == "yuv420p" && PixelLayout(ffmpeg: "bgra")?.asked == "gbrp")
    for name in ["bayer_rggb8", "gbrpf32le", "xyz12le", "yuv420p99le", "pal9", ""] {
      #expect(PixelLayout(ffmpeg: name) == nil, "\(name)")
    }
  }

  @Test func blackAndWhiteAreTheEndsOfTheScale() throws {
    let layout = try #require(PixelLayout(ffmpeg: "yuv444p"))
    func colour(_ y: UInt8, _ u: UInt8, _ v: UInt8, _ range: ColourRule.Range) -> [Double] {
      let conversion = ColourConversion(layout, ColourRule(matrix: .bt709, range: range))
      let all = PixelSteps(first: 0, step: 1, count: 1)
      let sums = [y, u, v].withUnsafeBytes {
        conversion.sums(of: $0, width: 1, height: 1, rows: all, columns: all)
      }
      return [sums.red, sums.green, sums.blue].map { Double($0) / ColourConversion.unit }
    }
    #expect(colour(16, 128, 128, .limited) == [0, 0, 0] && colour(0, 128, 128, .full) == [0, 0, 0])
    #expect(
      colour(235, 128, 128, .limited) == [255, 255, 255] && colour(255, 128, 128, .full) == [255, 255, 255])
    // Beyond the scale: clipped.
    #expect(
      colour(255, 128, 128, .limited) == [255, 255, 255] && colour(0, 128, 128, .limited) == [0, 0, 0])
    let red = colour(63, 102, 240, .limited)
    #expect(abs(red[0] - 255) < 1.5 && red[1] < 1 && red[2] < 1)
  }

  @Test func skinIsARangeOfColourDifferences() {
    func holds(_ r: Double, _ g: Double, _ b: Double) -> Bool {
      func level(_ value: Double) -> Int32 { Int32(value * ColourConversion.unit) }
      return SkinMask.skin.holds(red: level(r), green: level(g), blue: level(b))
    }
    #expect(holds(224, 172, 140) && holds(141, 85, 60))
    #expect(!holds(128, 128, 128) && !holds(40, 160, 60) && !holds(60, 80, 200) && !holds(255, 0, 0))
  }

  @Test func timeStampsComeInPiecesOfAnySize() {
    let text = "#software: x\n#tb 0: 1/90000\n0,  0,  0, 3000, 6, 0x1\n0, 3000, 3003, 3000, 6, 0x2\n"
    for size in [1, 2, 7, 200] {
      var list = TimeStampList()
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: size) {
        bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { list.add($0) }
      }
      list.end()
      #expect(list.seconds == [0, 3003.0 / 90000])
    }
  }

  private func clock(_ times: [Double], nominal: Double?) -> SampleClock? {
    var means = FrameMeans(regionCount: 0)
    means.times = times
    return KeptMeans.Content(means: means, nominalRate: nominal).clock
  }

  @Test func framesAreEvenWhereTheirTimesAre() throws {
    let even = (0..<300).map { 1.5 + Double($0) * 1001 / 30000 }
    #expect(clock(even, nominal: 30000.0 / 1001) == SampleClock(sampleRate: 30000.0 / 1001, start: 1.5))
    let mean = try #require(clock(even, nominal: 90000))
    #expect(abs(mean.sampleRate - 30000.0 / 1001) < 1e-9)
    // Milliseconds are kept as they are.
    #expect(clock(even.map { ($0 * 1000).rounded() / 1000 }, nominal: 30000.0 / 1001) == nil)
    // One frame is missing, and the clip's clock counts frames.
    #expect(clock((0..<300).map { Double($0 + ($0 > 100 ? 1 : 0)) / 30 }, nominal: 30) == nil)
    #expect(clock([1], nominal: 30) == nil)
  }

  @Test func rectanglesHoldUntilTheNext() throws {
    let columns = RectangleColumns(
      file: 0, time: .named("t"), timeUnit: .s, sides: ["x", "y", "w", "h"].map { .named($0) },
      areSizes: true,
      unit: .pixels)
    func series(_ values: [Double]) -> Series {
      Series(values: values, cell: .everything, file: FileContents(path: "faces.csv"))
    }
    let found = try Rectangles(
      columns, [[1, 2, 3], [10, .nan, 20], [0, .nan, 0], [10, .nan, 10], [5, .nan, 5]].map(series))
    func left(_ time: Double) -> Double? { found.region(at: time, width: 100, height: 50)?.left }
    #expect(left(0.9) == nil && left(1) == 0.1 && left(1.99) == 0.1 && left(2.5) == nil && left(30) == 0.2)
    #expect(found.region(at: 1, width: 100, height: 50) == .init(left: 0.1, top: 0, right: 0.2, bottom: 0.1))
    #expect(throws: Diagnostics.self) {
      try Rectangles(columns, [[1, 1], [0, 0], [0, 0], [1, 1], [1, 1]].map(series))
    }
  }

  @Test func aMachineWithoutTheProgramsSaysHowToGetThem() throws {
    let problem = try #require(throws: Diagnostics.self) { try VideoTools(in: "/nonexistent") }.first
    #expect(
      problem.message == "video is read through the programs ffmpeg and ffprobe, which are not installed")
    #expect(problem.hint?.contains("apt install ffmpeg") == true)
  }

  @Test func messagesOfTheProgramsLoseAddresses() {
    #expect(
      VideoTools.plain("[h264 @ 0x55d1b9d543c0] error while decoding MB 0 14, bytestream 259")
        == "h264: error while decoding MB 0 14, bytestream 259")
    #expect(
      VideoTools.plain("file:/a/b.mp4: corrupt decoded frame in stream 0")
        == "corrupt decoded frame in stream 0")
    #expect(VideoTools.plain("Unknown encoder") == "Unknown encoder")
    #expect(
      VideoTools.plain("[hls @ 0x5a] Format not on whitelist 'mov,mp4'")
        == "it is of another kind (hls), whatever its name says")
    #expect(
      VideoTools.plain(
        "[framecrc @ 0x5a] Non-monotonous DTS in output stream 0:0; previous: 3, current: 1; aborting.")
        == "its time stamps go back")
  }

  private static let mistakes: [(frames: String, message: String)] = [
    (#"{ "object": "/a" }"#, "a video states this itself, so \"object\" has nothing to say"),
    (#"{ "dimensions": "NHWC" }"#, "a video states this itself, so \"dimensions\" has nothing to say"),
    (
      #"{ "sampleRate": 30 }"#,
      "a video says itself when its samples were taken, so \"sampleRate\" has nothing to say"
    ),
    (#"[{}, { "region": "centreHalf" }]"#, "two regions both give \"red\""),
    (#"{ "channels": { "pgg": "g" } }"#, "there is no channel \"pgg\""),
    (
      #"{ "region": { "file": "clip", "left": "a", "top": "b", "width": "c", "height": "d" } }"#,
      "rectangles are read from a table, and \"clip\" is read as video"
    ),
    (
      #"{ "region": { "file": "faces", "left": "a", "top": "b", "right": "c", "height": "d" } }"#,
      "a rectangle has \"right\" and \"bottom\", or \"width\" and \"height\", beside \"left\" and \"top\""
    ),
    (
      #"{ "region": { "left": 0.6, "right": 0.5 } }"#,
      "the region must end after it starts: left before right, top before bottom"
    ),
  ]

  @Test(arguments: mistakes) func descriptorsAreChecked(_ frames: String, _ message: String) throws {
    let text =
      #"{ "schemaVersion": 1, "name": "c", "files": [{ "name": "clip", "path": "{recording}.mp4" }, { "name": "faces", "path": "{recording}.csv" }], "frames": \#(frames) }"#
    let problems = try #require(throws: Diagnostics.self) {
      try DatasetDescriptor(JSONDocument(text, file: "dataset.json"))
    }
    #expect(problems.list.map(\.message).contains(message), "\(problems.list.map(\.message))")
  }

  @Test func seriesAreNotReadFromVideos() throws {
    let text =
      #"{ "schemaVersion": 1, "name": "c", "files": ["{recording}.mp4"], "channels": { "ppg": "red" } }"#
    let problem = try #require(throws: Diagnostics.self) {
      try DatasetDescriptor(JSONDocument(text, file: "dataset.json"))
    }.first
    #expect(problem.message == "a video holds frames, and no series of numbers")
  }
}
