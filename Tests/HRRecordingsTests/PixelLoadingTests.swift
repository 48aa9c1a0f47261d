import HRTestSupport
import Foundation
import HRSupport
import HRSignals
import Testing

@testable import HRRecordings

/// Channels that are means over the pixels of camera frames.
@Suite struct PixelLoadingTests {
  private static let policies = [
    ("whole", #""region": "whole""#), ("wholeStride2", #""stride": 2"#),
    ("centreHalf", #""region": "centreHalf""#),
    ("centreHalfStride2", #""region": "centreHalf", "stride": 2"#),
    ("corner", #""region": { "left": 0.5, "bottom": 0.4 }, "stride": 3"#),
  ]

  private func expected(_ policy: String) throws -> [[Double]] {
    let root = try OracleFile.json("pixel_means")
    let first = root["first"]?.elements?.map { $0.elements?.compactMap(\.number) ?? [] }
    #expect(first == (0..<4).map { x in (0..<3).map { Double(PixelFrames.pixel(1, 2, x, $0)) } })
    return (root["means"]?[policy]?.elements ?? []).map { $0.elements?.compactMap(\.number) ?? [] }
  }

  private func expectMeans(_ recording: Recording, _ policy: String) throws {
    let expected = try expected(policy)
    #expect(recording.channels.kinds == [.red, .green, .blue] && expected.count == 3)
    for (kind, values) in zip([ChannelKind.red, .green, .blue], expected) {
      let channel = try #require(recording.channels[kind])
      #expect(channel.nominalRate == 30 && channel.count == values.count)
      #expect(zip(channel.values, values).allSatisfy { abs($0 - $1) < 1e-12 }, "\(kind)")
    }
  }

  @Test(arguments: policies) func averagesAsNumPyDoes(_ policy: String, _ keys: String) throws {
    try expectMeans(PixelFrames().files(keys).load(), policy)
  }

  @Test(arguments: ["NHWC", "NCHW", "CWHN", "HWCN", "WNCH"], policies)
  func dimensionsInAnyOrder(_ dimensions: String, _ policy: (String, String)) throws {
    try expectMeans(PixelFrames(dimensions: dimensions).files(policy.1).load(), policy.0)
  }

  @Test(arguments: [HDF5Writer.Element.uint8, .uint16, .int32, .float32, .float64, .float32Big])
  func numbersOfAnyType(_ element: HDF5Writer.Element) throws {
    try expectMeans(PixelFrames(element: element).files(Self.policies[3].1).load(), Self.policies[3].0)
  }

  @Test(arguments: [1, 2, 3, 5, 64]) func chunkedAndCompressed(_ chunk: Int) throws {
    try expectMeans(PixelFrames(chunk: chunk).files(Self.policies[2].1).load(), Self.policies[2].0)
  }

  @Test func coloursInAnyOrderAndSomeLeftOut() throws {
    try expectMeans(PixelFrames(planes: [2, 1, 0]).files(#""colours": "bgr""#).load(), "whole")
    try expectMeans(PixelFrames(planes: [3, 0, 1, 2]).files(#""colours": "-rgb""#).load(), "whole")
    let all = try expected("whole")
    let one = try PixelFrames(planes: [1]).files(#""colours": "i""#).load()
    #expect(one.channels.kinds == [.infrared])
    let flat = try PixelFrames(dimensions: "NHW", planes: [1]).files(#""colours": "g""#).load()
    let green = try #require(flat.channels[.green]?.values)
    #expect(zip(green, all[1]).allSatisfy { abs($0 - $1) < 1e-12 } && green.count == 7)
    #expect(one.channels[.infrared]?.values == green)
  }

  @Test func timesScaleAndSingleChannels() throws {
    let rate = #""time": { "object": "/camera/t" }"#
    let files = try PixelFrames().files(#""scale": 2, "offset": 1"#, rate: rate)
    let recording = try files.load(needing: [.green])
    #expect(recording.channels.kinds == [.green])
    guard case .irregular(let series)? = recording.channels[.green] else {
      Issue.record("expected times")
      return
    }
    let means = try expected("whole")[1]
    #expect(
      series.times.first == 1 && zip(series.values, means).allSatisfy { abs($0 - (2 * $1 + 1)) < 1e-12 })
  }

  /// Blocks of some megabytes: frames larger than a block, and many frames per block with a remainder at the end.
  @Test(arguments: [(3, 2200, 2600), (70, 500, 550)]) func largeFramesComeInBlocks(
    _ size: (count: Int, height: Int, width: Int)
  ) throws {
    let loaded = try LoadedFolder(
      #""files": [ "{recording}.h5" ], "frames": { "object": "/f", "sampleRate": 30, "colours": "g" }"#, [])
    let pixels = size.height * size.width
    var values = Array(repeating: 0.0, count: size.count * pixels)
    for frame in 0..<size.count {
      // One bright row whose position and level depend on the frame.
      let row = frame * 7 % size.height
      let start = frame * pixels + row * size.width
      for index in start..<(start + size.width) { values[index] = Double(1 + frame) }
    }
    let file = try HDF5Writer(loaded.folder.path + "/r.h5")
    try file.write(values, dimensions: [size.count, size.height, size.width, 1], as: .uint8, to: "/f")
    try file.finish()
    let means = try #require(try loaded.load().channels[.green]?.values)
    #expect(means == (0..<size.count).map { Double(size.width * (1 + $0)) / Double(pixels) })
  }

  @Test func framesThatDoNotFit() throws {
    func problems(_ dimensions: String, _ keys: String, _ planes: [Int] = [0, 1, 2]) throws -> [String] {
      let written = PixelFrames(dimensions: planes.count == 1 ? "NHW" : "NHWC", planes: planes)
      let files = try LoadedFolder(
        #"""
        "files": [ { "path": "{recording}.h5", "sampleRate": 30 } ],
        "frames": { "object": "/camera/frames", "dimensions": "\#(dimensions)"\#(keys) }
        """#, [])
      try written.write(to: files.folder.path + "/r.h5")
      return try files.problems()
    }
    #expect(
      try problems("NHW", #", "colours": "g""#) == [
        "/camera/frames is 7×10×12×3, which does not fit the dimensions \"NHW\""
      ])
    #expect(
      try problems("NHWC", "", [1]) == [
        "/camera/frames is 7×10×12, which does not fit the dimensions \"NHWC\""
      ])
    #expect(
      try problems("NHWC", #", "colours": "rgb-""#) == [
        "/camera/frames is 7×10×12×3, so it has 3 colours, but \"colours\" names 4"
      ])
    #expect(
      try problems("NCHW", "") == [
        "/camera/frames is 7×10×12×3, so it has 10 colours, but \"colours\" names 3"
      ])
    #expect(
      try problems("NHWC", #", "region": { "left": 0.5, "right": 0.52 }"#) == [
        "the region holds no pixel of a frame of 12×10"
      ])
    let texts = try LoadedFolder(
      #""files": [ "{recording}.h5" ], "frames": { "object": "/nothing", "sampleRate": 30 }"#, [])
    try PixelFrames().write(to: texts.folder.path + "/r.h5")
    #expect(try texts.problems() == ["the file has no object /nothing"])
  }

  @Test func optionalFramesMayBeAbsent() throws {
    let files = try LoadedFolder(
      #"""
      "files": [ { "path": "{recording}.h5", "sampleRate": 30 } ], "channels": { "ppg": "/camera/t" },
      "frames": { "object": "/nothing", "optional": true }
      """#, [])
    try PixelFrames().write(to: files.folder.path + "/r.h5")
    #expect(try files.load().channels.kinds == [.ppg])
  }
}

/// Descriptor entries for frames.
@Suite struct PixelDescriptorTests {
  private func problems(_ members: String) throws -> [String] {
    let document = try JSONDocument(
      "{ \"schemaVersion\": 1, \"name\": \"d\", \(members) }", file: "dataset.json")
    do {
      _ = try DatasetDescriptor(document)
      return []
    } catch {
      return error.list.map(\.message)
    }
  }

  @Test(
    arguments: [
      (
        #""dimensions": "NHCC""#,
        "\"dimensions\" takes the letters N, H and W once each, and C where there are colours"
      ),
      (
        #""dimensions": "HWC""#,
        "\"dimensions\" takes the letters N, H and W once each, and C where there are colours"
      ),
      (
        #""colours": "rgbx""#,
        "\"colours\" takes r, g, b and i (infrared), each at most once, and - for what is left out"
      ),
      (
        #""colours": "rrb""#,
        "\"colours\" takes r, g, b and i (infrared), each at most once, and - for what is left out"
      ),
      (#""dimensions": "NHW""#, "without C in \"dimensions\" there is one colour"),
      (
        #""region": { "left": 0.6, "right": 0.4 }"#,
        "the region must end after it starts: left before right, top before bottom"
      ),
    ])
  func saysWhatIsWrong(_ keys: String, _ message: String) throws {
    let members =
      #""files": [ { "path": "{recording}.h5", "sampleRate": 30 } ], "frames": { "object": "/f", \#(keys) }"#
    #expect(try problems(members) == [message])
  }

  @Test func contradictions() throws {
    let file = #""files": [ { "path": "{recording}.h5", "sampleRate": 30 } ]"#
    #expect(
      try problems(file + #", "channels": { "green": "/g" }, "frames": { "object": "/f" }"#) == [
        "\"channels\" and \"frames\" both give \"green\""
      ])
    #expect(
      try problems(#""files": [ "{recording}.h5" ], "frames": { "object": "/f" }"#) == [
        "nothing says when these samples were taken"
      ])
    #expect(
      try problems(#""files": [ "{recording}.csv" ], "frames": { "object": "/f", "sampleRate": 30 }"#) == [
        "only a video or an HDF5 file holds frames, and \"main\" is read as csv"
      ])
    #expect(try problems(file + #", "frames": { "object": "/f", "region": { "right": 1.5 } }"#).count == 1)
    #expect(try problems(file + #", "frames": { "object": "/f", "stride": 0 }"#).count == 1)
  }
}
