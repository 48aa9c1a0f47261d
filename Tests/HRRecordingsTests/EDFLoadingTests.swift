import Foundation
import HRTestSupport
import HRSupport
import HRSignals
import Testing

@testable import HRRecordings

@Suite struct EDFLoadingTests {
  private static let ramp = EDFBytes.Signal(samples: [[0, 25, 50, 100], [-100, -50, 0, 1]])

  private func files(
    _ bytes: [UInt8], channels: String = #""ppg": "pleth""#, more: String = "", ending: String = "edf"
  ) throws -> LoadedFolder {
    let loaded = try LoadedFolder(
      #""files": [ { "path": "{recording}.\#(ending)"\#(more) } ], "channels": { \#(channels) }"#, [])
    try loaded.folder.write("r.\(ending)", bytes: bytes)
    return loaded
  }

  private func samples(_ recording: Recording, _ kind: ChannelKind = .ppg) throws -> Signal {
    guard case .uniform(let signal)? = recording.channels[kind] else {
      throw Diagnostics("no even channel \(kind)")
    }
    return signal
  }

  // MARK: Data

  @Test func codesBecomeTheirUnitAtTheRateOfTheHeader() throws {
    let slow = EDFBytes.Signal(
      label: "Resp", physical: ("5", "-5"), digital: ("0", "10"), samples: [[0], [10]])
    let file = EDFBytes(signals: [Self.ramp, slow], recordSeconds: "0.5")
    let recording = try files(
      file.bytes,
      channels:
        #""ppg": "pleth", "respiration": { "signal": 1, "scale": 2, "offset": 1 }, "ecg": { "signal": "none", "optional": true }"#
    ).load()
    let ppg = try samples(recording)
    #expect(ppg.sampleRate == 8 && ppg.startTime == 0)
    #expect(zip(ppg.samples, [0, 0.25, 0.5, 1, -1, -0.5, 0, 0.01]).allSatisfy { abs($0 - $1) < 1e-15 })
    let slowly = try samples(recording, .respiration)
    #expect(slowly.sampleRate == 2 && slowly.samples == [11, -9])
    #expect(recording.channels.kinds == [.ppg, .respiration])
  }

  struct Written: Decodable, Sendable {
    let name: String
    let base64: String
    let beats: [Double]
    let rates: [Double]
    let labels: [String]
    let values: [[Double]]
  }

  struct Recorded: Decodable, Sendable {
    struct Signal: Decodable {
      let index: Int
      let count: Int
      let sum: Double
      let places: [Int]
      let values: [Double]
    }
    let name: String
    let labels: [String]
    let rates: [Double]
    let signals: [Signal]
  }

  struct Oracle: Decodable, Sendable {
    let written: [Written]
    let recorded: [Recorded]
  }

  @Test func readsWhatPyEDFlibWritesAsItReadsIt() throws {
    let oracle: Oracle = try OracleFile.decode("edf")
    #expect(oracle.written.count == 3)
    for row in oracle.written {
      let bytes = [UInt8](try #require(Data(base64Encoded: row.base64)))
      let ending = String(row.name.suffix(3))
      let channels = #""ppg": "\#(row.labels[0])", "ecg": { "signal": "\#(row.labels[1])" }"#
      let recording = try files(bytes, channels: channels, ending: ending).load()
      for (index, kind) in [ChannelKind.ppg, .ecg].enumerated() {
        let signal = try samples(recording, kind)
        #expect(signal.samples == row.values[index] && signal.sampleRate == row.rates[index], "\(row.name)")
        #expect(signal.startTime == 0)
      }
      guard !row.beats.isEmpty else { continue }
      var request = FileRequest()
      request.add(.annotations(["R"]), optional: false)
      let folder = try TemporaryFolder()
      let path = try folder.write(row.name, bytes: bytes)
      let notes = try EDFReading(path, budget: ReadingBudget()).contents(for: request)
      #expect(notes.columns[.annotations(["R"])] == row.beats)
    }
  }

  @Test(.enabled(if: RealData.has("wrist-exercise"), "the wrist data is not here; set HREVAL_DATA"))
  func readsTheWristRecordingsAsPyEDFlibDoes() throws {
    let oracle: Oracle = try OracleFile.decode("edf")
    #expect(oracle.recorded.count == 8)
    for row in oracle.recorded {
      let path = "\(RealData.folder.path)/wrist-exercise/edf/\(row.name).edf"
      let reading = try EDFReading(path, budget: ReadingBudget())
      #expect(reading.header.signals.map(\.label) == row.labels)
      var request = FileRequest()
      for signal in row.signals { request.add(.signal(.at(signal.index)), optional: false) }
      let contents = try reading.contents(for: request)
      for signal in row.signals {
        let values = try #require(contents.columns[.signal(.at(signal.index))])
        #expect(values.count == signal.count && signal.places.map { values[$0] } == signal.values)
        #expect(abs(values.reduce(0, +) - signal.sum) <= 1e-9 * abs(signal.sum) + 1e-6)
        #expect(contents.clocks[.signal(.at(signal.index))]?.sampleRate == row.rates[signal.index])
      }
    }
  }

  @Test func codesOfAllSignsInBothWidths() throws {
    let narrow = EDFBytes.Signal(
      physical: ("-32768", "32767"), digital: ("-32768", "32767"), samples: [[-32768, -1, 0, 1, 32767]])
    #expect(
      try samples(files(EDFBytes(signals: [narrow]).bytes).load()).samples == [-32768, -1, 0, 1, 32767])
    let wide = EDFBytes.Signal(
      physical: ("-8388608", "8388607"), digital: ("-8388608", "8388607"),
      samples: [[-8_388_608, -65536, -1, 0, 8_388_607]])
    let bytes = EDFBytes(signals: [wide], bits: 24).bytes
    #expect(
      try samples(files(bytes, ending: "bdf").load()).samples == [-8_388_608, -65536, -1, 0, 8_388_607])
  }

  @Test func theFirstRecordMayBeginLater() throws {
    let plus = EDFBytes(signals: [Self.ramp], reserved: "EDF+C", onsets: ["+0.25", "+1.25"])
    #expect(try samples(files(plus.bytes).load()).startTime == 0.25)
    #expect(try samples(files(plus.bytes, more: #", "startTime": 3"#).load()).startTime == 3)
  }

  @Test func anUnclosedRecordingHasTheRecordsItHas() throws {
    let open = EDFBytes(signals: [Self.ramp], claimedRecords: "-1")
    #expect(try samples(files(open.bytes).load()).count == 8)
    #expect(
      try files(open.bytes + [0]).problems() == [
        "the header leaves the number of data records open (-1), and 2 and 1 bytes follow"
      ])
  }

  // MARK: Gaps

  @Test func gapsBetweenRecordsAreMissingSamples() throws {
    let gap = EDFBytes(signals: [Self.ramp], reserved: "EDF+D", onsets: ["+10", "+11.5"])
    let unfilled = try files(gap.bytes).load()
    #expect(unfilled.missingSamples == [.ppg: 2] && unfilled.gaps.isEmpty)
    let wide = EDFBytes(signals: [Self.ramp], reserved: "EDF+D", onsets: ["+10", "+12"])
    #expect(try files(wide.bytes).load().gaps == [.ppg: [TimeRange(start: 11, end: 12)]])
    let filled = try samples(
      files(gap.bytes, channels: #""ppg": { "signal": "pleth", "fillGapSeconds": 1 }"#).load())
    #expect(filled.startTime == 10 && filled.count == 10)
    #expect(abs(filled.samples[4] - 1.0 / 3) < 1e-12 && filled.samples[6] == -1)
    // Less than half a sample, and a rounded millisecond too few, are not gaps.
    for onset in ["+11.1", "+10.9995"] {
      let close = EDFBytes(signals: [Self.ramp], reserved: "EDF+D", onsets: ["+10", onset])
      #expect(try samples(files(close.bytes).load()).count == 8)
    }
  }

  @Test(
    arguments: [
      (["+10", "+10.5"], "data record 1 begins at 10.5 s, before the end of record 0 at 11 s"),
      (
        ["+10", "x"],
        "data record 1 does not say when it begins: expected \"+seconds\" and bytes 20, 20, found \"x\""
      ),
      (
        ["+0", "+9e9"],
        "data record 1 does not say when it begins: expected \"+seconds\" and bytes 20, 20, found \"+9e9\""
      ),
      (
        ["+0", "+8999999999"],
        "with the gaps between its records it has 35999999996 numbers or more, and at most 125000000 numbers are read"
      ),
    ])
  func recordsMustFollowEachOther(_ onsets: [String], _ message: String) throws {
    let file = EDFBytes(signals: [Self.ramp], reserved: "EDF+D", onsets: onsets)
    #expect(try files(file.bytes).problems() == [message])
  }

  @Test func aDiscontinuousFileNeedsItsAnnotations() throws {
    let file = EDFBytes(signals: [Self.ramp], reserved: "EDF+D")
    #expect(
      try files(file.bytes).problems() == [
        "the file is discontinuous (EDF+D), but has no signal \"EDF Annotations\" that says when its records begin"
      ])
  }

  // MARK: Annotations

  private func annotated(_ notes: [String], _ wanted: String) throws -> LoadedFolder {
    let file = EDFBytes(
      signals: [Self.ramp], reserved: "EDF+C", onsets: ["+0", "+1"], notes: notes, annotationSamples: 20)
    let loaded = try LoadedFolder(
      #""files": [ "{recording}.edf" ], "channels": { "ppg": 0 }, "reference": [ { "beats": { "annotations": \#(wanted) } } ]"#,
      [])
    try loaded.folder.write("r.edf", bytes: file.bytes)
    return loaded
  }

  @Test func annotationsAreBeats() throws {
    let notes = ["+1.5|R|_+0.25^0.1|R|Lid|_", "+0.75|V|Räusch|_"]
    #expect(try annotated(notes, #"["R"]"#).load().reference == .beats([0.25, 1.5]))
    #expect(try annotated(notes, #"["V", "R"]"#).load().reference == .beats([0.25, 0.75, 1.5]))
    let absent = try #require(throws: Diagnostics.self) { try annotated(notes, #"["N", "Q"]"#).load() }
    #expect(absent.list.map(\.message) == [#"no annotation is "N" or "Q""#])
    #expect(absent.list[0].hint?.contains("\"Räusch\"") == true, "\(absent.list[0].hint ?? "")")
  }

  @Test(arguments: ["1.5|R|", "+1.5R", "+x|R|", "+1.5|R", "+99999999999|R|", "|R|", "+|R|"])
  func annotationsThatCannotBeRead(_ note: String) throws {
    let shown = note.replacing("|", with: #"\u{14}"#)
    #expect(
      try annotated(["", note], #"["R"]"#).problems() == [
        "data record 1 holds an annotation that cannot be read: \"\(shown)\""
      ])
  }

  @Test func onlyEDFPlusHasAnnotations() throws {
    let loaded = try annotated([], #"["R"]"#)
    try loaded.folder.write("r.edf", bytes: EDFBytes(signals: [Self.ramp]).bytes)
    #expect(
      try loaded.problems() == ["the file has no annotations: no signal is called \"EDF Annotations\""])
  }

  // MARK: Selection of signals

  @Test func labelsThatAreSharedAreAskedForByIndex() throws {
    let labels = ["wrist_low_noise_", "wrist_low_noise_", "ECG"]
    let file = EDFBytes(signals: labels.map { label in EDFBytes.Signal(label: label, samples: [[1]]) })
    func problem(_ channel: String) throws -> Diagnostic? {
      let loaded = try files(file.bytes, channels: #""ppg": \#(channel)"#)
      return try #require(throws: Diagnostics.self) { try loaded.load() }.first
    }
    let twice = try problem(#""wrist_low_noise_""#)
    #expect(twice?.message == "2 signals are called \"wrist_low_noise_\"")
    #expect(twice?.hint == "labels are cut to 16 characters; ask by index: 0, 1")
    #expect(try problem("3")?.message == "there is no signal 3: the file has 3")
    let near = try problem(#""EGC""#)
    #expect(near?.message == "there is no signal \"EGC\"" && near?.hint == "did you mean \"ECG\"?")
    #expect(try samples(files(file.bytes, channels: #""ppg": 1"#).load()).count == 1)
  }

  @Test(
    arguments: [
      (#""ppg": { "column": 1 }"#, "", [#"an EDF file has signals, so "column" names nothing in it"#]),
      (#""ppg": { "object": "/a" }"#, "", [#"an EDF file has signals, so "object" names nothing in it"#]),
      (#""ppg": {}"#, "", [#""signal" is needed: a label, or an index from 0"#]),
      (
        #""ppg": { "signal": 0, "sampleRate": 5 }"#, "",
        [#"an EDF file says itself when its samples were taken, so "sampleRate" has nothing to say"#]
      ),
      (
        #""ppg": 0, "ecg": 1"#, #", "time": "t""#,
        [#"an EDF file says itself when its samples were taken, so "time" has nothing to say"#]
      ),
    ])
  func whatADescriptorMayNotSay(_ channels: String, _ more: String, _ messages: [String]) throws {
    let problems = try #require(throws: Diagnostics.self) {
      try files([], channels: channels, more: more).dataset()
    }
    #expect(problems.list.map(\.message) == messages)
  }

  @Test func notAllFilesHaveSignals() throws {
    for (ending, words) in [("csv", "a CSV file has columns"), ("h5", "an HDF5 file has objects")] {
      let problems = try #require(throws: Diagnostics.self) {
        try files([], channels: #""ppg": { "signal": 0, "sampleRate": 1 }"#, ending: ending).dataset()
      }
      #expect(problems.list.map(\.message) == ["\(words), so \"signal\" names nothing in it"])
    }
  }
}
