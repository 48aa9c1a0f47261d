import HRTestSupport
import Foundation
import HRSupport
import HRSignals
import Testing

@testable import HRRecordings

/// Camera frames that hreval writes are read back by its own descriptors.
@Suite struct FrameStackTests {
  /// Codes that differ by frame, row, column and colour.
  static func code(_ n: Int, _ y: Int, _ x: Int, _ c: Int) -> Int {
    (37 * n + 11 * y + 5 * x * (c + 1)) % 256
  }

  static func stack(_ count: Int, height: Int, width: Int) -> FrameStack {
    FrameStack(count: count, height: height, width: width, sampleRate: 30) { n in
      (0..<height).flatMap { y in
        (0..<width).flatMap { x in (0..<3).map { c in UInt8(clamping: code(n, y, x, c)) } }
      }
    }
  }

  static let recording = Recording(
    id: "r", subject: "s1",
    metadata: ["activity", "rhythm", "skinTone"].map { .init(name: $0, value: "any") },
    channels: Channels([.red: .uniform(Signal(samples: [1, 2, 3], sampleRate: 30))]),
    reference: .beats([0.01, 0.04]))

  /// Means of red, green and blue over the rows and columns.
  static func means(_ count: Int, rows: [Int], columns: [Int]) -> [[Double]] {
    (0..<3).map { c in
      (0..<count).map { n in
        let sum = rows.map { y in columns.map { x in code(n, y, x, c) }.reduce(0, +) }.reduce(0, +)
        return Double(sum) / Double(rows.count * columns.count)
      }
    }
  }

  static func read(_ name: String, _ folder: TemporaryFolder) throws -> Recording {
    let set = try Dataset.load(path: RealData.descriptorPath(name), root: folder.path)
    return try set.load(try #require(set.recordings.first))
  }

  /// Nine frames of 100×90 make a chunk, so the last chunk is not full; one frame; frames larger than a chunk.
  @Test(arguments: [(20, 90, 100), (1, 36, 48), (3, 400, 300)])
  func descriptorsReadThemBack(_ size: (count: Int, height: Int, width: Int)) throws {
    let folder = try TemporaryFolder()
    try RecordingWriter.writeHDF5(
      Self.recording, frames: Self.stack(size.count, height: size.height, width: size.width),
      to: folder.path + "/r.h5")
    let (h, w) = (size.height, size.width)
    let centre = (
      rows: stride(from: h / 4, to: h / 4 + h / 2, by: 2),
      columns: stride(from: w / 4, to: w / 4 + w / 2, by: 2)
    )
    for (name, rows, columns) in [
      ("synthetic-frames", Array(0..<h), Array(0..<w)),
      ("synthetic-frames-centre", Array(centre.rows), Array(centre.columns)),
      ("synthetic-frames-coarse", Array(stride(from: 0, to: h, by: 8)), Array(stride(from: 0, to: w, by: 8))),
    ] {
      let back = try Self.read(name, folder)
      #expect(back.channels.kinds == [.red, .green, .blue] && back.subject == "s1")
      let expected = Self.means(size.count, rows: rows, columns: columns)
      for (kind, values) in zip([ChannelKind.red, .green, .blue], expected) {
        #expect(
          back.channels[kind] == .uniform(Signal(samples: values, sampleRate: 30)), "\(name) \(kind)")
      }
    }
    // The channels beside them are the same as without frames.
    let file = try HDF5File(folder.path + "/r.h5")
    #expect(try file.numbers(at: "/channels/red").values == [1, 2, 3])
    #expect(try file.text(attribute: "unit", of: "/camera/frames") == "code 0-255")
  }

  @Test func equalFramesGiveEqualBytes() throws {
    let folder = try TemporaryFolder()
    for (name, count) in [("a", 20), ("b", 20), ("c", 21)] {
      try RecordingWriter.writeHDF5(
        Self.recording, frames: Self.stack(count, height: 90, width: 100), to: "\(folder.path)/\(name).h5")
    }
    let hashes = try ["a", "b", "c"].map { try ContentHash.digest(ofFile: "\(folder.path)/\($0).h5") }
    #expect(hashes[0] == hashes[1] && hashes[0] != hashes[2])
  }

  @Test func framesAreMadeOnceAndInOrder() throws {
    let folder = try TemporaryFolder()
    var asked: [Int] = []
    let stack = FrameStack(count: 25, height: 90, width: 100, sampleRate: 30) { n in
      asked.append(n)
      return Array(repeating: 1, count: 27_000)
    }
    try RecordingWriter.writeHDF5(Self.recording, frames: stack, to: folder.path + "/r.h5")
    #expect(asked == Array(0..<25))
  }

  @Test func whatCannotBeWrittenIsAnErrorAndLeavesNothing() throws {
    let folder = try TemporaryFolder()
    // A frame of another size than stated.
    let short = FrameStack(count: 2, height: 4, width: 4, sampleRate: 30) { _ in [1, 2, 3] }
    let problem = try #require(throws: Diagnostics.self) {
      try RecordingWriter.writeHDF5(Self.recording, frames: short, to: folder.path + "/r.h5")
    }.first
    #expect(problem.place?.path == "/camera/frames")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    let file = try HDF5Writer(folder.path + "/w.h5")
    try file.makeBytes(dimensions: [4, 2], chunk: 2, gzip: 4, at: "/b")
    for (first, count, bytes) in [(3, 2, 4), (5, 0, 0), (0, 1, 3), (0, Int.max, 2)] {
      #expect(throws: Diagnostics.self, "\(first) \(count) \(bytes)") {
        try file.write(bytes: Array(repeating: 1, count: bytes), from: first, count: count, to: "/b")
      }
    }
    #expect(throws: Diagnostics.self) { try file.write(bytes: [1], from: 0, count: 1, to: "/none") }
    #expect(throws: Diagnostics.self) { try file.makeBytes(dimensions: [], chunk: 1, gzip: 4, at: "/c") }
    #expect(throws: Diagnostics.self) { try file.makeBytes(dimensions: [1], chunk: 1, gzip: 4, at: "/b") }
    // Not in the order of the file, and one entry twice: the last write counts.
    try file.write(bytes: [5, 6, 7, 8], from: 2, count: 2, to: "/b")
    try file.write(bytes: [1, 2, 3, 4], from: 0, count: 2, to: "/b")
    try file.write(bytes: [9, 9], from: 3, count: 1, to: "/b")
    try file.finish()
    #expect(
      try HDF5File(folder.path + "/w.h5").numbers(at: "/b").values == [1, 2, 3, 4, 5, 6, 9, 9])
  }

  @Test(.enabled(if: TinyDisk.isPossible, "a file system of its own can be mounted by root only"))
  func aFullDiskIsAnErrorAndLeavesNoHalfFile() throws {
    let disk = try TinyDisk(kilobytes: 128)
    // Poorly compressible, so that the disk is full before the last frame.
    var state: UInt64 = 1
    let stack = FrameStack(count: 40, height: 90, width: 100, sampleRate: 30) { _ in
      (0..<27_000).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
      }
    }
    let problem = try #require(throws: Diagnostics.self) {
      try RecordingWriter.writeHDF5(Self.recording, frames: stack, to: disk.path + "/r.h5")
    }.first
    #expect(problem.hint == "is the disk full?")
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == [])
  }
}
