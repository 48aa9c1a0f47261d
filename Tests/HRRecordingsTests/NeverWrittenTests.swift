import Foundation
import HRSupport
import HRSignals
import HRTestSupport
import Testing

@testable import HRRecordings

/// Samples that were never written to an HDF5 file, or that its index no longer finds, are never numbers.
@Suite struct NeverWrittenTests {
  private static let values = (0..<1000).map { 1000 + Double($0) }

  /// Writes bytes in chunks; `written` of 1000 entries are written.
  private func bytes(_ folder: TemporaryFolder, written: Int, userBlock: Int = 0) throws -> String {
    let path = folder.path + "/r.h5"
    let writer = try HDF5Writer(path, userBlock: userBlock)
    try writer.makeBytes(dimensions: [1000], chunk: 100, gzip: 1, at: "/ppg")
    try writer.write(bytes: [UInt8](repeating: 7, count: written), from: 0, count: written, to: "/ppg")
    try writer.finish()
    return path
  }

  /// Returns a file of 1000 numbers in uncompressed chunks of 300, as bytes.
  private func sound(_ folder: TemporaryFolder, chunk: Int = 300) throws -> [UInt8] {
    let path = folder.path + "/sound.h5"
    do {
      let writer = try HDF5Writer(path)
      try writer.write(Self.values, chunk: chunk, to: "/ppg")
      try writer.write(Self.values.map { -$0 }, chunk: chunk, to: "/ecg")
      try writer.finish()
    }
    return [UInt8](try #require(FileManager.default.contents(atPath: path)))
  }

  private func place(of bytes: [UInt8], in whole: [UInt8], from start: Int = 0) throws -> Int {
    try #require(
      (start..<(whole.count - bytes.count)).first { Array(whole[$0..<($0 + bytes.count)]) == bytes })
  }

  private func message(_ path: String, _ objects: [String] = ["/ppg"]) throws -> String? {
    let file = try HDF5File(path)
    do {
      for object in objects { _ = try file.numbers(at: object) }
      return nil
    } catch {
      return error.first.message
    }
  }

  @Test(arguments: [0, 512])
  func chunksThatWereNeverWrittenAreMissing(userBlock: Int) throws {
    let folder = try TemporaryFolder()
    let path = try bytes(folder, written: 700, userBlock: userBlock)
    let array = try HDF5File(path).numbers(at: "/ppg")
    #expect(array.values.prefix(700).allSatisfy { $0 == 7 })
    #expect(array.values.dropFirst(700).allSatisfy { $0.isNaN })
    #expect(array.neverWritten == 300)
  }

  @Test func aRecordingSaysWhatWasNeverWritten() throws {
    func recording(_ more: String) throws -> LoadedFolder {
      let files = try LoadedFolder(
        """
        "files": [ { "path": "{recording}.h5", "sampleRate": 100 } ],
        "channels": { "ppg": { "object": "/ppg"\(more) } }
        """, [])
      _ = try bytes(files.folder, written: 700)
      return files
    }
    let unfilled = try recording("").load()
    #expect(unfilled.neverWritten == [.ppg: 300])
    #expect(unfilled.gaps == [.ppg: [TimeRange(start: 7, end: 10)]])
    let filled = try recording(", \"fillGapSeconds\": 5").load()
    #expect(filled.neverWritten == [.ppg: 300])
    #expect(filled.channels[.ppg]?.values == [Double](repeating: 7, count: 1000))
  }

  @Test func beatsAndNumbersHaveNoGaps() throws {
    let files = try LoadedFolder(
      """
      "files": [ { "path": "{recording}.h5", "sampleRate": 100 } ],
      "channels": { "ppg": "/ppg" }, "reference": [ { "beatSamples": { "object": "/beats", "firstIndex": 0, "sampleRate": 100 } } ]
      """, [])
    do {
      let writer = try HDF5Writer(files.folder.path + "/r.h5")
      try writer.write(Self.values, to: "/ppg")
      try writer.makeBytes(dimensions: [200], chunk: 100, gzip: 1, at: "/beats")
      try writer.write(bytes: (0..<100).map(UInt8.init), from: 0, count: 100, to: "/beats")
      try writer.finish()
    }
    let found = try files.problems()
    #expect(found.contains { $0.hasPrefix("100 of 200 values were never written to the file") }, "\(found)")
  }

  @Test func valuesInOnePieceThatWereNeverWritten() throws {
    let folder = try TemporaryFolder()
    let whole = try sound(folder, chunk: 0)
    let start = try place(of: withUnsafeBytes(of: 1000.0, Array.init), in: whole)
    // Address and number of bytes, as in its layout.
    let address = [UInt64(start), 8000].flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
    var changed = whole
    let at = try place(of: address, in: whole)
    changed.replaceSubrange(at..<(at + 8), with: [UInt8](repeating: 255, count: 8))
    let array = try HDF5File(try folder.write("x.h5", bytes: changed)).numbers(at: "/ppg")
    #expect(array.values.allSatisfy { $0.isNaN } && array.neverWritten == 1000)
  }

  @Test func framesWithPixelsThatWereNeverWritten() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/f.h5"
    do {
      let writer = try HDF5Writer(path)
      try writer.makeBytes(dimensions: [6, 4, 4, 3], chunk: 2, gzip: 1, at: "/frames")
      try writer.write(bytes: [UInt8](repeating: 9, count: 4 * 48), from: 0, count: 4, to: "/frames")
      try writer.finish()
    }
    let view = PixelView(
      axes: [.frame, .row, .column, .plane], planes: [.red, .green, .blue], region: .whole, stride: 1)
    let read = try HDF5File(path).pixelMeans(at: "/frames", view)
    #expect(read.neverWritten == 6)
    for plane in read.means {
      #expect(plane.prefix(4).allSatisfy { $0 == 9 } && plane.suffix(2).allSatisfy { $0.isNaN })
    }
  }

  /// Every byte of the index's heads, keys and counts, with three changes each: only the file's own numbers are
  /// returned.
  @Test func noDamagedIndexGivesOtherNumbers() throws {
    let folder = try TemporaryFolder()
    let whole = try sound(folder)
    let node = try place(of: Array("TREE".utf8) + [1], in: whole)
    var (refused, right, missing) = (0, 0, 0)
    // 24 bytes of a head, four entries of a key (24) and an address (8), and a last key.
    for offset in 0..<(24 + 4 * 32 + 24) where offset < 24 || (offset - 24) % 32 < 24 {
      for change: UInt8 in [1, 2, 128] {
        var changed = whole
        changed[node + offset] ^= change
        let file = try HDF5File(try folder.write("x.h5", bytes: changed))
        guard let array = try? file.numbers(at: "/ppg") else {
          refused += 1
          continue
        }
        let pairs = zip(array.values, Self.values)
        #expect(pairs.allSatisfy { $0.isNaN || $0 == $1 }, "byte \(offset) changed by \(change)")
        #expect(array.values.count(where: { $0.isNaN }) == array.neverWritten)
        if array.neverWritten > 0 { missing += 1 } else { right += 1 }
      }
    }
    #expect(refused > 100 && right > 0, "\(refused) \(missing) \(right)")
  }

  @Test func chunksMustHavePlacesOfTheirOwn() throws {
    let folder = try TemporaryFolder()
    let whole = try sound(folder)
    let node = try place(of: Array("TREE".utf8) + [1], in: whole)
    func first(_ address: Int) throws -> String {
      var changed = whole
      changed.replaceSubrange(
        (node + 48)..<(node + 56), with: withUnsafeBytes(of: UInt64(address).littleEndian, Array.init))
      return try folder.write("x.h5", bytes: changed)
    }
    let second = try place(of: withUnsafeBytes(of: 1300.0, Array.init), in: whole)
    let other = try place(of: withUnsafeBytes(of: -1000.0, Array.init), in: whole)
    let text = "the values are where they cannot be: "
    #expect(try message(first(second)) == text + "byte \(second) belongs to two parts of the dataset")
    #expect(try message(first(node)) == text + "byte \(node) belongs to two parts of the dataset")
    #expect(
      try message(first(other + 8), ["/ppg", "/ecg"]) == text
        + "byte \(other + 8) belongs to another dataset too")
    let end = try message(first(whole.count - 100))
    #expect(
      end == text + "they reach to byte \(whole.count + 2300), and the file ends at byte \(whole.count)")
    let small = try bytes(folder, written: 1000)
    var packed = [UInt8](try #require(FileManager.default.contents(atPath: small)))
    let tree = try place(of: Array("TREE".utf8) + [1], in: packed)
    for (signature, owner) in [("HEAP", "a group"), ("SNOD", "a group"), ("HDF", "the head of the file")] {
      let at = try place(of: Array(signature.utf8), in: packed)
      packed.replaceSubrange(
        (tree + 48)..<(tree + 56), with: withUnsafeBytes(of: UInt64(at).littleEndian, Array.init))
      #expect(try message(folder.write("y.h5", bytes: packed)) == text + "byte \(at) belongs to \(owner)")
    }
  }

  /// Two levels of nodes: a wrong key in the upper one hides everything below it.
  @Test func aKeyThatLeadsNowhere() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/sound.h5"
    do {
      let writer = try HDF5Writer(path)
      try writer.write(Self.values, chunk: 5, to: "/ppg")
      try writer.finish()
    }
    #expect(try HDF5File(path).numbers(at: "/ppg").values == Self.values)
    let whole = [UInt8](try #require(FileManager.default.contents(atPath: path)))
    let node = try place(of: Array("TREE".utf8) + [1, 1], in: whole)
    var changed = whole
    changed[node + 24 + 32 + 9] ^= 0x40
    #expect(
      try message(folder.write("x.h5", bytes: changed))
        == "the values are where they cannot be: the index does not lead to a chunk that is there")
  }
}
