import HRSupport
import HRSignals
import HRTestSupport
import Testing

@testable import HRRecordings

/// More than two pulse channels, references whose files exist, and facts that depend on others.
@Suite struct PulseChannelTests {
  @Test func anyNumberOfPulseChannels() throws {
    let files = try LoadedFolder(
      #""files": [ { "path": "{recording}.csv", "sampleRate": 10 } ], "channels": { "ecg": "e", "ppg12": "l", "ppg3": "c", "ppg": "a" }"#,
      [("r.csv", "a,c,l,e\n1,3,12,0\n2,4,13,0\n")])
    let recording = try files.load()
    #expect(recording.channels.kinds == [.ppg, .furtherPulse(3), .furtherPulse(12), .ecg])
    #expect(recording.channels[.furtherPulse(12)]?.values == [12, 13])
    #expect(try files.load(needing: [.furtherPulse(3)]).channels.kinds == [.furtherPulse(3)])
    #expect(throws: Diagnostics.self) { try files.load(needing: [.furtherPulse(4)]) }
  }

  @Test(arguments: [("ppg1", "ppg"), ("ppg03", nil), ("ppgX", "ppg")] as [(String, String?)])
  func otherNamesAreUnknown(_ name: String, _ meant: String?) {
    #expect {
      try DatasetDescriptor(
        JSONDocument(
          "{ \"schemaVersion\": 1, \"name\": \"d\", \"files\": [ { \"path\": \"{recording}.csv\", \"sampleRate\": 1 } ], \"channels\": { \"\(name)\": 0 } }",
          file: "dataset.json"))
    } throws: { error in
      let first = (error as? Diagnostics)?.first
      return first?.message == "unknown key \"\(name)\" in \"channels\""
        && (meant.map { first?.hint?.contains("\"\($0)\"") == true } ?? true)
    }
  }

  @Test func theLayoutsHoldPulseChannelsAndWindows() throws {
    let folder = try TemporaryFolder()
    let wave = Channel.uniform(Signal(samples: [1, 2, 3, 4], sampleRate: 2))
    let rates: [Reference.WindowRate] = [
      .init(range: TimeRange(start: 0, end: 1), bpm: 61.5),
      .init(range: TimeRange(start: 0.5, end: 1.5), bpm: 62),
    ]
    let recording = Recording(
      id: "r", channels: Channels([.ppg: wave, .furtherPulse(3): wave]), reference: .windowRates(rates))
    try RecordingWriter.writeHDF5(recording, to: folder.path + "/r.h5")
    _ = try RecordingWriter.writeCSV(recording, toDirectory: folder.path)
    for (name, reference) in [("hreval-hdf5", "windows"), ("hreval-csv", nil)] as [(String, String?)] {
      let set = try Dataset.load(path: RealData.descriptorPath(name), root: folder.path, reference: reference)
      #expect(set.referenceName == "windows")
      #expect(set.referenceNote == (reference == nil ? "no recording has the files of \"beats\"" : nil))
      let kinds: Set<ChannelKind> = name == "hreval-csv" ? [.ppg] : [.ppg, .furtherPulse(3)]
      let read = try set.load(try #require(set.recordings.first), needing: kinds)
      #expect(read.reference == .windowRates(rates) && read.channels.kinds == Channels.ordered(kinds))
    }
    #expect(
      try CSVTable.header(folder.path + "/r_ppg.csv", format: CSVFormat()) == ["time_s", "ppg", "ppg3"])
  }

  @Test func theDefaultReferenceIsTheFirstWhoseFilesAreThere() throws {
    let body =
      #""files": [ { "path": "{recording}.csv", "except": ["*_*.csv"], "sampleRate": 10 }, { "name": "b", "path": "{recording}_b.csv" }, { "name": "c", "path": "{recording}_c.csv" } ], "channels": { "ppg": 0 }, "reference": [ { "name": "one", "beats": { "file": "b", "column": 0 } }, { "name": "two", "beats": { "file": "c", "column": 0 } } ]"#
    let table = "v\n1\n2\n3\n4\n5\n6\n7\n8\n9\n"
    let beats = "t\n0.1\n0.7\n"
    let second = try LoadedFolder(body, [("r.csv", table), ("r_c.csv", beats)])
    #expect(try second.dataset().referenceName == "two" && second.load().reference == .beats([0.1, 0.7]))
    // One recording with it makes it the default; the others fail.
    let mixed = try LoadedFolder(
      body, [("r.csv", table), ("r_c.csv", beats), ("s.csv", table), ("s_b.csv", beats)])
    #expect(try mixed.dataset().referenceName == "one")
    #expect(try mixed.problems() == ["the file \"b\" is missing: r_b.csv"])
    let none = try LoadedFolder(body, [("r.csv", table)])
    #expect(try none.dataset().referenceName == "one" && none.dataset().referenceNote == nil)
    #expect(try second.dataset(reference: "one").referenceName == "one")
  }

  private func facts(_ metadata: String) throws -> [String] {
    let files = try LoadedFolder(
      #""files": [ { "path": "{subject}_{recording}.csv", "sampleRate": 10 } ], "channels": { "ppg": 0 }, "metadata": [ "#
        + metadata + " ]",
      [
        ("s1_r.csv", "v\n1\n2\n"), ("people.csv", "id,device\ns1,E4\n"),
        ("devices.csv", "key,light\nE4-s1,green\n"),
      ])
    return try files.load().metadata.map { "\($0.name) \($0.value)" }
  }

  @Test func factsAreLookedUpByOthers() throws {
    let device = #"{ "name": "device", "table": "people.csv", "keyColumn": "id", "column": "device" }"#
    #expect(
      try facts(
        #"{ "name": "kind", "values": { "E4": "wrist" }, "key": "{device}" }, { "name": "label", "value": "{kind}/{subject}" }, { "name": "light", "table": "devices.csv", "keyColumn": "key", "column": "light", "key": "{device}-{subject}" }, "#
          + device) == ["kind wrist", "label wrist/s1", "light green", "device E4"])
    // A capture has priority over an entry of its name.
    #expect(try facts(#"{ "name": "subject", "value": "{subject}" }"#) == ["subject s1"])
    // An entry without a match has no value, and neither have the entries that depend on it.
    let absent =
      #"{ "name": "a", "values": { "x": "y" }, "optional": true }, { "name": "b", "value": "{a}", "optional": true }"#
    #expect(try facts(absent).isEmpty)
    #expect {
      try facts(
        #"{ "name": "a", "values": { "x": "y" }, "optional": true }, { "name": "b", "value": "{a}" }"#)
    } throws: { ($0 as? Diagnostics)?.first.message == "the recording has no \"b\"" }
  }

  @Test func factsThatWaitForEachOtherAreRefused() {
    #expect { try facts(#"{ "name": "a", "value": "{b}" }, { "name": "b", "value": "{a}" }"#) } throws: {
      error in
      (error as? Diagnostics)?.list.map(\.message) == [
        "\"a\" is looked up by \"b\", which is in turn looked up by it",
        "\"b\" is looked up by \"a\", which is in turn looked up by it",
      ]
    }
    #expect { try facts(#"{ "name": "a", "value": "{none}" }"#) } throws: { error in
      (error as? Diagnostics)?.first.message == "the first file's path does not have {none}"
    }
  }

  @Test func objectsMayBeNamedByCaptures() throws {
    let files = try LoadedFolder(
      #""files": [ { "path": "{subject}_{recording}.h5", "sampleRate": { "attribute": "fs" } } ], "channels": { "ppg": "/{subject}/ppg" }, "reference": [ { "beats": { "object": "/{subject}/beats" } } ]"#,
      [])
    let file = try HDF5Writer(files.folder.path + "/s7_r.h5")
    try file.group("/s7")
    try file.write([1, 2, 3, 4], to: "/s7/ppg")
    try file.attribute("fs", 4, of: "/s7/ppg")
    try file.write([0.25, 0.75], to: "/s7/beats")
    try file.finish()
    let recording = try files.load()
    #expect(recording.channels[.ppg] == .uniform(Signal(samples: [1, 2, 3, 4], sampleRate: 4)))
    #expect(recording.reference == .beats([0.25, 0.75]))
    #expect {
      try LoadedFolder(
        #""files": [ { "path": "{recording}.h5", "sampleRate": 4 } ], "channels": { "ppg": "/{subject}/ppg" }"#,
        []
      ).dataset()
    } throws: { ($0 as? Diagnostics)?.first.message == "the first file's path does not have {subject}" }
  }
}
