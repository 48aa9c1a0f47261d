import Foundation
import HRSupport
import HRTestSupport
import Testing

@testable import HRRecordings

/// Damaged signals compressed with FLAC; the content of valid ones is tested in `WFDBOracleTests`.
@Suite(.enabled(if: OptionalFormat.flac.isRead, "this build reads no FLAC files")) struct WFDBPackedTests {
  /// Returns the problem of a small record that wfdb wrote, with optional changes.
  private func problem(
    _ name: String, limits: ReadingLimits = ReadingLimits(), header: (String) -> String = { $0 },
    data: ([UInt8]) -> [UInt8] = { $0 }
  ) throws -> Diagnostic? {
    let oracle: WFDBOracleTests.Oracle = try OracleFile.decode("wfdb")
    let row = try #require(oracle.records.first { $0.name == name })
    let folder = try TemporaryFolder()
    for (file, base64) in row.files {
      let bytes = [UInt8](try #require(Data(base64Encoded: base64)))
      try folder.write(
        file,
        bytes: file.hasSuffix(".hea")
          ? Array(header(String(decoding: bytes, as: UTF8.self)).utf8) : data(bytes))
    }
    var request = FileRequest()
    request.add(.signal(.at(0)), optional: false)
    do {
      _ = try WFDBReading(
        "\(folder.path)/\(name).hea", scope: ReadingScope([folder.path]), budget: ReadingBudget(limits)
      ).contents(for: request)
      return nil
    } catch {
      return error.first
    }
  }

  @Test func soundOnesAreRead() throws {
    #expect(try problem("f516") == nil && problem("nothing") == nil)
    let open = try problem("f516", header: { $0.replacing("62.5 41", with: "62.5") })
    #expect(open == nil)
  }

  @Test func whatUnpacksToFarMoreThanItIsNeedsALimit() throws {
    let refused = try #require(try problem("nothing", limits: ReadingLimits([.expansion: 1000])))
    #expect(refused.message.hasPrefix("unpacked, the signals have 1600000 bytes, and the file "))
    #expect(refused.message.hasSuffix(" and at most 1000 times as many bytes are read"), "\(refused.message)")
    #expect(refused.hint?.contains("\"expansion\"") == true)
  }

  @Test func headerAndStreamMustFit() throws {
    let more = try #require(try problem("f516", header: { $0.replacing("62.5 41", with: "62.5 42") }))
    #expect(
      more.message == "the header claims 42 samples of each signal in f516.dat, and its FLAC stream 41")
    let endless = try problem("f516", header: { $0.replacing("62.5 41", with: "62.5 1000000000000") })
    #expect(endless?.message.contains("claims 1000000000000 samples") == true)
    let wide = try problem(
      "f516", header: { $0.replacing("516", with: "508").replacing("f508", with: "f516") })
    #expect(
      wide?.message == "the FLAC stream of f516.dat has samples of 16 bits, too many for format 508")
    let one = try problem(
      "f516",
      header: { text in
        text.split(separator: "\n").prefix(2).joined(separator: "\n").replacing("f516 2", with: "f516 1")
      })
    #expect(
      one?.message == "the FLAC stream of f516.dat has 2 channels, and the header names 1 signals in it")
  }

  @Test func damageIsFound() throws {
    #expect(try problem("f516", data: { Array($0.prefix($0.count - 20)) })?.hint?.isEmpty == false)
    #expect(try problem("f516", data: { Array($0.prefix(30)) }) != nil)
    #expect(try problem("f516", data: { _ in [] }) != nil)
    #expect(try problem("f516", data: { _ in Array("no FLAC at all, but text".utf8) }) != nil)
    let flipped = try problem(
      "f516",
      data: { bytes in
        var bytes = bytes
        bytes[bytes.count - 9] ^= 0x10
        return bytes
      })
    #expect(
      flipped?.message == "a FLAC block does not have the checksum that it states",
      "\(flipped?.message ?? "")")
  }
}
