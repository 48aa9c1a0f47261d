import HRTestSupport
import Foundation
import HRSupport
import Testing

@testable import HRRecordings

/// Wrong sizes in HDF5 files. libhdf5 1.10 trusts them: it reads beyond its memory, or never ends.
@Suite struct DamagedSizeTests {
  private static func place(of bytes: [UInt8], in whole: [UInt8]) -> [Int] {
    whole.indices.dropLast(bytes.count).filter { Array(whole[$0..<($0 + bytes.count)]) == bytes }
  }

  /// Two texts of variable length in one heap: "s72" is object 1, "rest" object 2.
  private func texts(_ folder: TemporaryFolder, change: (inout [UInt8], Int) -> Void) throws -> String {
    let path = folder.path + "/f.h5"
    do {
      let writer = try HDF5Writer(path, userBlock: 512)
      try writer.group("/g")
      try writer.attribute("subject", "s72", variableLength: true, of: "/g")
      try writer.attribute("activity", "rest", variableLength: true, of: "/g")
      try writer.attribute("none", "", variableLength: true, of: "/g")
      try writer.finish()
    }
    var whole = [UInt8](try #require(FileManager.default.contents(atPath: path)))
    let heaps = Self.place(of: Array("GCOL".utf8), in: whole)
    #expect(heaps.count == 1)
    change(&whole, try #require(heaps.first))
    return try folder.write("damaged.h5", bytes: whole)
  }

  private func message(_ path: String, _ attribute: String) throws -> String? {
    let file = try HDF5File(path)
    do {
      _ = try file.text(attribute: attribute, of: "/g")
      return nil
    } catch {
      return error.first.message
    }
  }

  @Test func textsAreRead() throws {
    let folder = try TemporaryFolder()
    let path = try texts(folder) { _, _ in }
    let file = try HDF5File(path)
    #expect(try file.text(attribute: "subject", of: "/g") == "s72")
    #expect(try file.text(attribute: "activity", of: "/g") == "rest")
    #expect(try file.text(attribute: "none", of: "/g") == "")
    #expect(try file.text(attribute: "other", of: "/g") == nil)
  }

  /// Offsets from the heap's start: its head has 16 bytes, each object's head 16, "s72" 8 with its filling.
  @Test(
    arguments: [
      ([0: 0x48], "another signature"), ([4: 2], "another version"), ([9: 0xFF], "a heap beyond the file"),
      ([8: 0x08, 9: 0], "a heap shorter than its head"),
      ([24: 200], "another length than the reference says"),
      ([31: 0xFF], "a length beyond the heap"), ([16: 9], "no object of that number"),
      ([40: 1], "two objects of one number"), ([40: 0, 48: 0], "a free rest without its head"),
    ] as [([Int: UInt8], String)])
  func damagedTexts(bytes: [Int: UInt8], what: String) throws {
    let folder = try TemporaryFolder()
    let path = try texts(folder) { whole, heap in
      for (offset, byte) in bytes { whole[heap + offset] = byte }
    }
    #expect(
      try message(path, "subject") == "the text is damaged: its length or its place in the file is wrong",
      "\(what)")
  }

  /// 20 numbers in chunks of 7; the layout and the tree of chunks both state the size of a chunk.
  private func chunks(
    _ folder: TemporaryFolder, as element: HDF5Writer.Element = .float64, gzip: Int = 0,
    replacing old: [UInt8], by new: [UInt8]
  ) throws -> Diagnostic? {
    // Each file has a name of its own: a program that another test starts just then may hold a lock on the one written
    // before, for a moment.
    let path = folder.path + "/\(UUID().uuidString).h5"
    do {
      let writer = try HDF5Writer(path)
      try writer.write((0..<20).map(Double.init), as: element, chunk: 7, gzip: gzip, to: "/x")
      try writer.finish()
    }
    var whole = [UInt8](try #require(FileManager.default.contents(atPath: path)))
    let places = Self.place(of: old, in: whole)
    #expect(places.count == 1)
    whole.replaceSubrange(try #require(places.first)..<(try #require(places.first) + old.count), with: new)
    let damaged = try folder.write(UUID().uuidString + ".h5", bytes: whole)
    do {
      let values = try HDF5File(damaged).numbers(at: "/x").values
      #expect(values == (0..<20).map(Double.init))
      return nil
    } catch {
      return error.first
    }
  }

  @Test func chunksThatAreLargerThanTheDataset() throws {
    let folder = try TemporaryFolder()
    let layout: [UInt8] = [7, 0, 0, 0, 8, 0, 0, 0]
    #expect(try chunks(folder, gzip: 4, replacing: layout, by: layout) == nil)
    let found = try chunks(folder, gzip: 4, replacing: layout, by: [7, 0, 0, 1, 8, 0, 0, 0])
    #expect(
      found?.message
        == "the values are in chunks of a size that cannot be: 16777223 values along a dimension, expected at most 20"
    )
    #expect(found?.hint == "the file is damaged: copy or download it again")
  }

  @Test func chunksThatAreShorterThanTheirLayout() throws {
    let folder = try TemporaryFolder()
    // Size in bytes, filters left out, position of the first value.
    let second: [UInt8] = [56, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0]
    #expect(try chunks(folder, replacing: second, by: second) == nil)
    let found = try chunks(folder, replacing: second, by: [8] + second.dropFirst())
    #expect(
      found?.message
        == "the values are in chunks of a size that cannot be: 8 bytes, expected 56")
  }

  /// libhdf5 would take the rest from memory after the decompressed bytes, different each time. The index reveals the
  /// error.
  @Test(arguments: [
    (11 as UInt8, "the index does not lead to a chunk that is there"),
    (6, "a chunk lies where the dataset has none"),
  ])
  func packedChunksOfAnotherSize(_ size: UInt8, _ what: String) throws {
    let folder = try TemporaryFolder()
    let found = try chunks(
      folder, gzip: 4, replacing: [7, 0, 0, 0, 8, 0, 0, 0], by: [size, 0, 0, 0, 8, 0, 0, 0])
    #expect(isRefused(found, "the values are where they cannot be: \(what)"))
  }

  /// Returns true if the file is refused in these words, or by libhdf5 2.x, which finds some of the damage itself.
  private func isRefused(_ found: Diagnostic?, _ words: String) -> Bool {
    found?.message == words || found?.message.hasPrefix("the HDF5 library cannot read this") == true
  }

  /// Numbers of 2 bytes with a stated size of 4.
  @Test func packedChunksOfShorterNumbers() throws {
    let folder = try TemporaryFolder()
    let bits: [UInt8] = [0, 0, 16, 0]
    let found = try chunks(
      folder, as: .int16, gzip: 4, replacing: [2, 0, 0, 0] + bits, by: [4, 0, 0, 0] + bits)
    #expect(
      isRefused(
        found,
        "the values are in chunks of a size that cannot be: 2 bytes of a value, expected 4"))
  }

  /// More compressed chunks than are listed by number.
  @Test func veryManyChunks() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/f.h5"
    let values = (0..<2500).map(Double.init)
    do {
      let writer = try HDF5Writer(path)
      try writer.write(values, dimensions: [50, 50], chunk: 1, gzip: 1, shuffle: true, to: "/x")
      try writer.finish()
    }
    #expect(try HDF5File(path).numbers(at: "/x").values == values)
  }

  /// Compressed bytes marked as plain would be read as values, and beyond their end.
  @Test func packedChunksSaidToBePlain() throws {
    let folder = try TemporaryFolder()
    let second: [UInt8] = [0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0]
    let found = try chunks(folder, gzip: 9, replacing: second, by: [1] + second.dropFirst())
    #expect(isRefused(found, "the values are in chunks of a size that cannot be: 31 bytes, expected 56"))
  }
}
