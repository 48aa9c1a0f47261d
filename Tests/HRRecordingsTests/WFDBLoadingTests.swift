import Foundation
import HRSupport
import HRSignals
import HRTestSupport
import Testing

@testable import HRRecordings

/// WFDB records read through a descriptor, and the problems of some.
@Suite struct WFDBLoadingTests {
  private static let codes: [Int16] = [0, 100, -100, 50, 7, -7]

  private static func bytes(_ codes: [Int16]) -> [UInt8] {
    codes.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  private func record(
    _ header: String, _ files: [String: [UInt8]] = ["r.dat": bytes(codes)], channels: String = #""ppg": 0"#,
    more: String = ""
  ) throws -> LoadedFolder {
    let loaded = try LoadedFolder(
      #""files": [ { "path": "{recording}.hea", "except": ["s*.hea"]\#(more) } ], "channels": { \#(channels) }"#,
      [("r.hea", header)])
    for (name, bytes) in files { try loaded.folder.write(name, bytes: bytes) }
    return loaded
  }

  private func samples(_ loaded: LoadedFolder, _ kind: ChannelKind = .ppg) throws -> Signal {
    guard case .uniform(let signal)? = try loaded.load().channels[kind] else {
      throw Diagnostics("no even channel \(kind)")
    }
    return signal
  }

  // MARK: Data

  @Test func codesBecomeTheirUnitAtTheRateOfTheHeader() throws {
    let header = "r 2 50 3\nr.dat 16 10(-5)/mV 16 0 0 -93 0 first\nr.dat 16 20 16 1 100 143 0 the second\n"
    let channels =
      #""ppg": "first", "ecg": { "signal": "the second", "scale": 2 }, "contact": { "signal": "no", "optional": true }"#
    let loaded = try record(header, channels: channels)
    #expect(try samples(loaded) == Signal(samples: [0.5, -9.5, 1.2], sampleRate: 50, startTime: 0))
    #expect(try samples(loaded, .ecg).samples == [9.9, 4.9, -0.8])
    #expect(try loaded.load().channels.kinds == [.ppg, .ecg])
  }

  @Test func theUnitOfTheHeaderIsConverted() throws {
    let codes = ["r.dat": Self.bytes([0, 2000])]
    func ecg(_ unit: String, _ channel: String = #""ecg": 0"#) throws -> [Double] {
      try samples(record("r 1 50 2\nr.dat 16 2\(unit) 16\n", codes, channels: channel), .ecg).samples
    }
    #expect(try ecg("/uV") == [0, 1] && ecg("/mV") == [0, 1000] && ecg("") == [0, 1000])
    #expect(try ecg("/NU") == [0, 1000] && ecg("/uV", #""ecg": { "signal": 0, "scale": 3 }"#) == [0, 3000])
    // Without a gain there is nothing to convert.
    let raw = try record("r 1 50 2\nr.dat 16 0/uV 16\n", codes, channels: #""ecg": 0"#)
    #expect(try samples(raw, .ecg).samples == [0, 10])
    #expect(try ecg("/uV", #""ecg": { "signal": 0, "unit": "a.u." }"#) == [0, 1000])
    #expect(
      try record(
        "r 1 50 2\nr.dat 16 2/uV 16\n", codes, channels: #""ecg": { "signal": 0, "unit": "V" }"#
      ).problems() == ["the descriptor says that \"ecg\" is in V, and the file that it is in uV"])
  }

  @Test func startTimeMayBeSaid() throws {
    #expect(try samples(record("r 1 50 6\nr.dat 16\n", more: #", "startTime": 3"#)).startTime == 3)
  }

  @Test func missingSamplesAreGaps() throws {
    let files = ["r.dat": Self.bytes([200, -32768, 600])]
    let unfilled = try record("r 1 1 3\nr.dat 16\n", files)
    #expect(try samples(unfilled).samples == [1, 2, 3])
    let filled = try record(
      "r 1 1 3\nr.dat 16\n", files, channels: #""ppg": { "signal": 0, "fillGapSeconds": 2 }"#)
    #expect(try samples(filled).samples == [1, 2, 3])
  }

  @Test func aChangedSignalFileChangesTheDigests() throws {
    let loaded = try record("r 1 50 6\nr.dat 16\n")
    let set = try loaded.dataset()
    let before = try set.digests(of: set.recordings[0])
    #expect(before.map { $0.path.split(separator: "/").last } == ["r.hea", "r.dat"])
    try loaded.folder.write("r.dat", bytes: Self.bytes(Self.codes.reversed()))
    let after = try set.digests(of: set.recordings[0])
    #expect(before[0] == after[0] && before[1].sha256 != after[1].sha256)
  }

  // MARK: Sizes and sums

  @Test(arguments: [
    ("r 1 50 7\nr.dat 16\n", "the header claims 7 samples of each signal in r.dat, and the file holds 6 @2"),
    (
      "r 1 50 1000000000000\nr.dat 16\n",
      "the header claims 1000000000000 samples of each signal in r.dat, and the file holds 6 @2"
    ),
    (
      "r 1 50 9223372036854775807\nr.dat 16x1000000000\n",
      "the header claims 9223372036854775807 samples of each signal in r.dat, and the file holds 0 @2"
    ),
    (
      "r 1 50 6\nr.dat 16+3\n", "the header claims 6 samples of each signal in r.dat, and the file holds 4 @2"
    ),
    ("r 1 50 5\nr.dat 16\n", "the header claims 5 samples of each signal in r.dat, and the file holds 6 @2"),
    (
      "r 1 50 6\nr.dat 16 200 16 0 0 51 0 p\n",
      "the checksum of signal \"p\" is 51 in the header, and 50 of its samples @2"
    ),
    ("r 1 50 6\nr.dat 516\n", ""),
    ("r 1 50 6\nx.dat 16\n", "No such file or directory"),
    ("r 1 50 0\nr.dat 16+99\n", "the record has no samples @1"),
    ("r 1\n~ 0\n", "the record has no signals @1"),
    ("r 1 50 4\n~ 0\n", "channel \"ppg\" has no sample: all 4 are missing"),
  ])
  func sizesAndSumsMustFit(_ header: String, _ message: String) throws {
    if message.isEmpty {
      #expect(try record(header).problems().count == 1)
    } else {
      #expect(try record(header).problems() == [message])
    }
  }

  @Test func aChecksumShowsWhereARecordEnds() throws {
    let loaded = try record("r 1 50 2\nr.dat 16 200 16 0 0 100 0\n")
    #expect(try samples(loaded).samples == [0, 0.5])
  }

  @Test func limitsHold() throws {
    let gap = try record(
      "r/2 1 50 1000000000006\ns 6\n~ 1000000000000\n",
      ["r.dat": Self.bytes(Self.codes), "s.hea": Array("s 1 50 6\nr.dat 16\n".utf8)])
    #expect(
      try gap.problems() == ["it has 1000000000006 numbers, and at most 125000000 numbers are read"])
  }

  @Test func aGapWithoutEnd() throws {
    let gap = try record(
      "r/2 1 50\ns 6\n~ \(Int.max)\n",
      ["r.dat": Self.bytes(Self.codes), "s.hea": Array("s 1 50 6\nr.dat 16\n".utf8)])
    #expect(
      try gap.problems() == [
        "it has \(Int.max) numbers, and at most 125000000 numbers are read"
      ])
  }

  // MARK: Names

  @Test(arguments: ["../r.dat", "/etc/passwd", "sub/r.dat", "..", "sub\\r.dat"])
  func namesStayInTheFolderOfTheHeader(_ name: String) throws {
    let found = try record("r 1 50 6\n\(name) 16\n").problems()
    #expect(
      found == ["the name \"\(name)\" leads out of the header's folder, so the file is not read @2"])
    // A segment's name is only a part of its header's name.
    guard name != ".." else { return }
    let segment = try record("r/1 1 50 6\n\(name) 6\n").problems()
    #expect(
      segment == ["the name \"\(name).hea\" leads out of the header's folder, so the file is not read @2"])
  }

  @Test func linksThatLeadOutAreNotRead() throws {
    let loaded = try record("r 1 50 6\nr.dat 16\n", [:])
    let other = try TemporaryFolder()
    let target = try other.write("r.dat", bytes: Self.bytes(Self.codes))
    try FileManager.default.createSymbolicLink(
      atPath: loaded.folder.path + "/r.dat", withDestinationPath: target)
    #expect(try loaded.problems() == ["a link leads out of the data set's folder, so the file is not read"])
    let set = try loaded.dataset()
    #expect(try set.digests(of: set.recordings[0]).count == 1)
  }

  // MARK: Segments

  @Test(arguments: [
    ("r/1 1 50 6\nr 6\n", "the segment \"r\" has segments itself, which WFDB does not allow @2"),
    ("r/2 1 50 12\ns 6\n", "the record line claims 2 segments, and 1 follow @1"),
    ("r/2 1 50 13\ns 6\ns 6\n", "the record line claims 13 samples, and its segments have 12 @1"),
    (
      "r/2 1 50 13\ns 6\ns 7\n",
      "the segment \"s\" has 6 samples by its own header, and 7 by this one @3"
    ),
    (
      "r/1 1 60 6\ns 6\n",
      "the segment has a sampling frequency of 50 Hz, and the record that it is part of 60 Hz @1"
    ),
    ("r/1 2 50 6\ns 6\n", "the segment has 1 signals, and the record that it is part of 2 @1"),
    ("r/1 1 50 6\ns -6\n", "expected the name of a segment and its number of samples, found \"s -6\" @2"),
    ("r/1 1 50 6\nt 6\n", "the WFDB header does not exist"),
    ("r/1 1 50 6\n~ 6\n", "no segment has samples"),
  ])
  func segmentsMustFit(_ header: String, _ message: String) throws {
    let files = ["r.dat": Self.bytes(Self.codes), "s.hea": Array("s 1 50 6\nr.dat 16\n".utf8)]
    #expect(try record(header, files).problems() == [message])
  }

  // MARK: Selection of signals

  @Test func signalsAreAskedForByDescriptionOrIndex() throws {
    func problem(_ channel: String) throws -> Diagnostic {
      let loaded = try record(
        "r 3 50 2\nr.dat 16 1 16 0 0 0 0 II\nr.dat 16 1 16 0 0 0 0 II\nr.dat 16\n",
        channels: #""ppg": \#(channel)"#)
      return try #require(throws: Diagnostics.self) { try loaded.load() }.first
    }
    let twice = try problem(#""II""#)
    #expect(twice.message == "2 signals are called \"II\"" && twice.hint == "ask by index: 0, 1")
    #expect(try problem("3").message == "there is no signal 3: the record has 3")
    #expect(try problem(#""I""#).hint?.contains("\"II\"") == true)
  }

  @Test(arguments: [
    (
      #""files": [ "{recording}.dat" ], "channels": { "ppg": 0 }"#,
      "the ending of \"{recording}.dat\" does not say how to read it",
      "signals of a WFDB record are read through its header: write \"{recording}.hea\"; of another kind: add \"reader\""
    ),
    (
      #""files": [ { "path": "{recording}.hea", "reader": "csv" } ], "channels": { "ppg": "a" }"#,
      "a CSV file does not end in .hea, which the headers of WFDB records do",
      "leave out \"reader\": the header is read as a WFDB record, with the signal files that it names"
    ),
    (
      #""files": [ { "path": "{recording}.dat", "reader": "wfdb" } ], "channels": { "ppg": 0 }"#,
      "a .dat holds the samples of a WFDB record, and its header says how they are packed",
      "write the header's path, which ends in .hea"
    ),
    (
      #""files": [ { "path": "{recording}.hea", "sampleRate": 5 } ], "channels": { "ppg": 0 }"#,
      "a WFDB record says itself when its samples were taken, so \"sampleRate\" has nothing to say", ""
    ),
    (
      #""files": [ "{recording}.hea" ], "channels": { "ppg": { "column": 1 } }"#,
      "a WFDB record has signals, so \"column\" names nothing in it", ""
    ),
  ])
  func whatADescriptorMayNotSay(_ descriptor: String, _ message: String, _ hint: String) throws {
    let problems = try #require(throws: Diagnostics.self) { try LoadedFolder(descriptor, []).dataset() }
    #expect(problems.list.map(\.message) == [message])
    if !hint.isEmpty { #expect(problems.first.hint == hint) }
  }
}
