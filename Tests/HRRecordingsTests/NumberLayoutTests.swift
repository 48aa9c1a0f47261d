import HRTestSupport
import Foundation
import HRSupport
import Testing

@testable import HRRecordings

/// A file states the layout of its numbers. libhdf5 1.10 converts by that statement, whether it is checked or not.
@Suite struct NumberLayoutTests {
  /// The type messages of this library's files: class and version, bits (order, normalization, position of the sign),
  /// bytes, offset, precision, position and size of the exponent, position and size of the mantissa, bias.
  private static let float32: [UInt8] = [
    0x11, 0x20, 31, 0, 4, 0, 0, 0, 0, 0, 32, 0, 23, 8, 0, 23, 127, 0, 0, 0,
  ]
  private static let int32: [UInt8] = [0x10, 0x08, 0, 0, 4, 0, 0, 0, 0, 0, 32, 0]
  private static let float64: [UInt8] = [
    0x11, 0x20, 63, 0, 8, 0, 0, 0, 0, 0, 64, 0, 52, 11, 0, 52, 0xFF, 3, 0, 0,
  ]

  /// Returns a file in which the only type of these bytes is changed; `/x` is a dataset, or an attribute of `/y`.
  private func patched(
    _ type: [UInt8], with bytes: [Int: UInt8], in folder: TemporaryFolder, attribute: Bool = false
  ) throws -> String {
    let path = folder.path + "/f.h5"
    do {
      let writer = try HDF5Writer(path)
      switch (attribute, type.count) {
      case (true, _):
        try writer.write([1, 2], as: .int16, to: "/y")
        try writer.attribute("x", 1.5, of: "/y")
      case (false, 12): try writer.write([1, -2, 3], as: .int32, to: "/x")
      case (false, _): try writer.write([1, -2.5, 1e10], as: .float32, to: "/x")
      }
      try writer.finish()
    }
    var whole = [UInt8](try #require(FileManager.default.contents(atPath: path)))
    let places = whole.indices.dropLast(type.count).filter { Array(whole[$0..<($0 + type.count)]) == type }
    #expect(places.count == 1)
    for (offset, byte) in bytes { whole[try #require(places.first) + offset] = byte }
    return try folder.write("f.h5", bytes: whole)
  }

  private func problem(_ path: String, attribute: Bool = false) -> Diagnostic? {
    do {
      let file = try HDF5File(path)
      if attribute { _ = try file.number(attribute: "x", of: "/y") } else { _ = try file.numbers(at: "/x") }
      return nil
    } catch {
      return error.first
    }
  }

  @Test func whatIsWrittenIsRead() throws {
    let folder = try TemporaryFolder()
    do {
      let path = try patched(Self.float32, with: [:], in: folder)
      #expect(problem(path) == nil)
    }
    do {
      let path = try patched(Self.int32, with: [:], in: folder)
      #expect(problem(path) == nil)
    }
    #expect(
      problem(try patched(Self.float64, with: [:], in: folder, attribute: true), attribute: true) == nil)
  }

  @Test(
    arguments: [
      ([15: 44], "mantissa of 44 at 0"), ([13: 40], "exponent of 40 at 23"), ([12: 9], "exponent of 8 at 9"),
      ([2: 200], "sign at 200"), ([2: 3], "sign at 3"), ([8: 5], "32 bits from bit 5"), ([10: 24], "24 bits"),
      ([14: 1, 15: 22], "mantissa of 22 at 1"), ([1: 0x00], "unknown layout"), ([1: 0x10], "unknown layout"),
      ([16: 120], "exponent bias 120, and an exponent of 8 bits has 127"),
      ([19: 255], "exponent bias 4278190207"),
    ] as [([Int: UInt8], String)])
  func damagedFloats(bytes: [Int: UInt8], words: String) throws {
    let folder = try TemporaryFolder()
    let path = try patched(Self.float32, with: bytes, in: folder)
    let found = try #require(problem(path))
    // The library itself refuses some of these.
    let isRefused =
      found.message.contains(words) || found.message.hasPrefix("the HDF5 library cannot read this")
    #expect(isRefused, "\(found.message)")
    #expect(found.hint?.contains("damaged") == true)
  }

  @Test(
    arguments: [
      ([8: 30], "whole numbers that do not fit their bytes: 32 bits from bit 30 of 4 bytes"),
      ([10: 40], "whole numbers that do not fit their bytes: 40 bits from bit 0 of 4 bytes"),
      ([10: 0], "whole numbers that do not fit their bytes: 0 bits from bit 0 of 4 bytes"),
      ([4: 16], "whole numbers of unusual size: 32 bits from bit 0 of 16 bytes"),
    ] as [([Int: UInt8], String)])
  func damagedWholeNumbers(bytes: [Int: UInt8], words: String) throws {
    let folder = try TemporaryFolder()
    let path = try patched(Self.int32, with: bytes, in: folder)
    let found = try #require(problem(path))
    let isRefused =
      found.message == "the values are \(words)"
      || found.message.hasPrefix("the HDF5 library cannot read this")
    #expect(isRefused, "\(found.message)")
  }

  @Test func damagedAttributes() throws {
    let folder = try TemporaryFolder()
    let path = try patched(Self.float64, with: [15: 60], in: folder, attribute: true)
    let found = try #require(problem(path, attribute: true))
    // libhdf5 2.x refuses this itself.
    #expect(found.message.contains("mantissa of 60 at 0") || found.message.contains("mantissa and exponent"))
    #expect(found.place?.path == "/y, attribute \"x\"")
  }

  /// Other formats of IEEE 754's scheme are converted correctly: here an exponent of 5 bits (bias 15) in 32 bits.
  @Test func otherIEEEFormats() throws {
    let folder = try TemporaryFolder()
    let path = try patched(Self.float32, with: [12: 26, 13: 5, 15: 26, 16: 15], in: folder)
    let values = try HDF5File(path).numbers(at: "/x").values
    // 1 is 0x3F800000: exponent 15, mantissa 0x3800000 of 2^26.
    #expect(values.first == 1 + Double(0x380_0000) / 67_108_864)
  }
}

/// Messages of libhdf5 are shown without the parts that differ from run to run.
@Suite struct LibrarySentenceTests {
  /// The whole sentence is "addr overflow, addr = …, size = …, eoa = …".
  @Test func endsBeforeItsAddresses() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/f.h5"
    do {
      let writer = try HDF5Writer(path)
      try writer.write([1, 2, 3], as: .int32, to: "/x")
      try writer.finish()
    }
    // Address of the root group's names.
    var bytes = [UInt8](try #require(FileManager.default.contents(atPath: path)))
    bytes[124] = 0xFF
    let damaged = try folder.write("damaged.h5", bytes: bytes)
    do {
      _ = try HDF5File(damaged).numbers(at: "/x")
      Issue.record("a damaged file was read")
    } catch {
      #expect(error.first.message == "the HDF5 library cannot read this: addr overflow")
    }
  }
}

/// A file that another program is writing.
@Suite struct LockedFileTests {
  private func written(in folder: TemporaryFolder) throws -> String {
    let path = folder.path + "/f.h5"
    let writer = try HDF5Writer(path)
    try writer.write([1, 2, 3], to: "/x")
    try writer.finish()
    return path
  }

  private func locked(_ path: String) throws -> Int32 {
    let descriptor = open(path, O_RDWR)
    #expect(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
    return descriptor
  }

  @Test func isNamed() throws {
    let folder = try TemporaryFolder()
    let path = try written(in: folder)
    let descriptor = try locked(path)
    defer { close(descriptor) }
    do {
      _ = try HDF5File(path)
      Issue.record("a locked file was opened")
    } catch {
      let problem = error.first
      #expect(problem.message == "the file is open for writing in another program")
      #expect(problem.place?.file == path && problem.hint?.contains("copy the file") == true)
    }
  }

  @Test func isTriedAgain() throws {
    let folder = try TemporaryFolder()
    let path = try written(in: folder)
    let descriptor = try locked(path)
    Thread.detachNewThread {
      usleep(200_000)
      close(descriptor)
    }
    #expect(try HDF5File(path).numbers(at: "/x").values == [1, 2, 3])
  }
}
