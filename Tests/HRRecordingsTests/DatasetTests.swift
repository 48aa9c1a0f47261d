import HRTestSupport
import HRSupport
import HRSignals
import Testing

@testable import HRRecordings

@Suite struct DatasetTests {
  private let text = """
    { "schemaVersion": 1, "name": "study", "recording": "{subject}/{hand}",
      "files": [ { "path": "ppg/{hand}/{subject}.csv", "sampleRate": 30, "except": ["*/*/x*.csv"] },
                 { "name": "gt", "path": "gt/{subject}-*.csv", "sampleRate": 1 } ],
      "channels": { "green": "G" },
      "reference": [ { "name": "a", "rateSeries": { "file": "gt", "column": "bpm" } }, { "name": "b", "beats": "t" } ] }
    """

  private func descriptor(_ text: String? = nil) throws -> DatasetDescriptor {
    try DatasetDescriptor(JSONDocument(text ?? self.text, file: "dataset.json"))
  }

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for subject in ["10", "9", "x1"] {
      try folder.write("ppg/Left/\(subject).csv", "G\n1\n")
      try folder.write("ppg/Right/\(subject).csv", "G\n1\n")
    }
    try folder.write("gt/9-1487003.csv", "bpm\n60\n")
    try folder.write("gt/10-1.csv", "bpm\n60\n")
    try folder.write("gt/10-2.csv", "bpm\n60\n")
    return folder
  }

  @Test func findsRecordingsAndTheirCompanionsByName() throws {
    let folder = try folder()
    let set = try Dataset(descriptor: descriptor(), descriptorPath: "dataset.json", root: folder.path)
    #expect(set.recordings.map(\.id) == ["9/Left", "9/Right", "10/Left", "10/Right"])
    #expect(set.recordings.map(\.subject) == ["9", "9", "10", "10"])
    #expect(
      set.channelKinds == [.green] && set.hasReference && set.referenceName == "a" && set.name == "study")
    #expect(set.recordings[0].files == [folder.path + "/ppg/Left/9.csv", folder.path + "/gt/9-1487003.csv"])
    #expect(set.recordings[0].absences.isEmpty)
    #expect(set.recordings[2].files == [folder.path + "/ppg/Left/10.csv"])
    #expect(
      set.recordings[2].absences.map(\.message) == [
        "2 files could be \"gt\" (gt/10-*.csv): gt/10-1.csv, gt/10-2.csv"
      ])
  }

  @Test func selectsAndExcludes() throws {
    let folder = try folder()
    func ids(_ select: [String], _ exclude: [String]) throws -> [String] {
      try Dataset(
        descriptor: descriptor(), descriptorPath: "", root: folder.path, select: select, exclude: exclude
      ).recordings.map(\.id)
    }
    #expect(try ids(["*Left"], []) == ["9/Left", "10/Left"])
    #expect(try ids(["10/*", "9/Left"], ["10/Right"]) == ["9/Left", "10/Left"])
    let problems = try #require(throws: Diagnostics.self) { try ids(["9/Lef", "*t"], ["8*"]) }
    #expect(
      problems.list.map(\.message) == [
        "\"select\": no recording of \"study\" fits \"9/Lef\"",
        "\"exclude\": no recording of \"study\" fits \"8*\"",
      ])
    #expect(problems.list.first?.hint == "did you mean \"9/Left\"?")
    #expect(throws: Diagnostics("\"exclude\" leaves no recording of \"study\"")) {
      try ids([], ["*"])
    }
  }

  @Test func theRootRule() throws {
    let folder = try folder()
    try folder.makeFolder("data/study/ppg/Left")
    try folder.write("data/study/ppg/Left/1.csv", "")
    func root(own: String?, override: String?, data: String?) throws -> String {
      let own = own.map { "\"root\": \"\($0)\", " } ?? ""
      let text = text.replacing("{ \"schemaVersion\"", with: "{ \(own)\"schemaVersion\"")
      return try Dataset(
        descriptor: descriptor(text), descriptorPath: folder.path + "/dataset.json", root: override,
        dataDirectory: data
      ).root
    }
    let data = folder.path + "/data"
    #expect(try root(own: nil, override: folder.path, data: data) == folder.path)
    #expect(try root(own: "data/study", override: nil, data: nil) == folder.path + "/data/study")
    #expect(try root(own: ".", override: nil, data: data) == folder.path + "/.")
    // The descriptor of the program's own folder has no recordings beside it.
    #expect(try root(own: "gone", override: nil, data: data) == folder.path + "/data/study")
    #expect(try root(own: nil, override: nil, data: data) == folder.path + "/data/study")
    #expect(try root(own: nil, override: nil, data: folder.path + "/nowhere") == folder.path + "/.")
  }

  @Test func rootsAndFilesThatAreNotThere() throws {
    let folder = try TemporaryFolder()
    try folder.write("README.md", "")
    func problem(_ root: String, reference: String? = nil) throws -> [Diagnostic] {
      try #require(throws: Diagnostics.self) {
        try Dataset(descriptor: descriptor(), descriptorPath: "d.json", root: root, reference: reference)
      }.list
    }
    let absent = try problem(folder.path + "/none", reference: "c")
    #expect(absent[0].message == "the data set \"study\" has no reference \"c\"")
    #expect(absent[1].message == "the folder of the data set \"study\" does not exist: \(folder.path)/none")
    #expect(absent[1].hint?.contains("HREVAL_DATA") == true)
    let empty = try problem(folder.path)
    #expect(empty.map(\.message) == ["no file fits \"ppg/{hand}/{subject}.csv\" of the data set \"study\""])
    #expect(empty[0].hint?.hasPrefix("the folder holds: README.md") == true)
  }

  @Test func twoFilesOfOneName() throws {
    let folder = try folder()
    let text = text.replacing("\"{subject}/{hand}\"", with: "\"{subject}\"")
    let problems = try #require(throws: Diagnostics.self) {
      try Dataset(descriptor: descriptor(text), descriptorPath: "", root: folder.path)
    }
    #expect(
      problems.list.map(\.message) == [
        "two files give the recording \"9\": ppg/Left/9.csv and ppg/Right/9.csv",
        "two files give the recording \"10\": ppg/Left/10.csv and ppg/Right/10.csv",
      ])
  }

  @Test func descriptorsThatCannotBeRead() throws {
    let folder = try TemporaryFolder()
    try folder.write("bad.json", "{ \"schemaVersion\": 1, }")
    try folder.write("latin.json", bytes: [0x7B, 0xE9, 0x7D])
    for (name, message) in [
      ("bad.json", "not valid JSON: expected a key in double quotes, found \"}\""),
      ("latin.json", "the descriptor is not UTF-8 text"), ("none.json", "the descriptor does not exist"),
      ("", "expected a descriptor file, found a folder"),
    ] {
      let problems = try #require(throws: Diagnostics.self) {
        try DatasetDescriptor(path: folder.path + "/" + name)
      }
      #expect(problems.list.map(\.message) == [message])
    }
  }
}

@Suite struct CommittedDescriptorTests {
  static let names = DirectoryListing(root: ProjectFolder.root.path + "/datasets").entries(in: "").map(\.name)
    .filter {
      TextFile.isDirectory(ProjectFolder.root.path + "/datasets/" + $0)
    }

  @Test(arguments: names)
  func isValidAndNamedAsItsFolder(_ name: String) throws {
    let descriptor = try DatasetDescriptor(path: RealData.descriptorPath(name))
    #expect(descriptor.name == name)
    #expect(descriptor.title != nil && descriptor.summary != nil)
  }

  @Test func onlyTheStrapHasAClockOfItsOwn() throws {
    let separate = try Self.names.filter { name in
      try DatasetDescriptor(path: RealData.descriptorPath(name)).references.contains {
        $0.clocks == .separate
      }
    }
    #expect(separate == ["welltory-ppg"])
  }

  @Test func noneIsMissing() {
    #expect(
      Self.names == [
        "bami", "bidmc", "bidmc-breaths", "bidmc-excerpts", "bidmc-wfdb", "capnobase", "heartpy",
        "heartpy-data2",
        "heartpy-datetime",
        "heartpy-mat", "heartpy-mat-datetime", "heartpy-noise", "hreval-csv", "hreval-edf", "hreval-hdf5",
        "hreval-mat", "hreval-npy",
        "hreval-video", "hreval-wfdb", "ieee-spc-2015", "ieee-spc-2015-test", "mimic-perform", "mit-bih",
        "mit-bih-noise",
        "neurokit", "neurokit-ecg", "nordling-ecg-ppg", "opensignals-bvp", "opensignals-ecg",
        "opensignals-h5",
        "opensignals-spo2", "opensignals-spo2-text", "opensignals-text", "ppg-dalia", "ppg-dalia-s6",
        "synth-hr", "synth-hr-csv", "synthetic", "synthetic-80", "synthetic-frames",
        "synthetic-frames-centre",
        "synthetic-frames-coarse", "synthetic-frames-edge", "synthetic-rates", "synthetic-skin",
        "synthetic-video", "synthetic-video-edge", "synthetic-video-whole", "ubfc-phys", "ubfc-rppg1",
        "uw-oximetry", "welltory-ppg", "wesad", "wfdb-samples", "wfdb-samples-alarms", "wfdb-samples-fixed",
        "wfdb-samples-formats", "wfdb-samples-mixed", "wrist-exercise",
      ])
  }
}

extension RecordingEntry {
  /// Reasons why companion files were not found.
  var absences: [Diagnostic] {
    paths.flatMap { path -> [Diagnostic] in if case .failure(let refusal) = path { refusal.list } else { [] }
    }
  }
}
