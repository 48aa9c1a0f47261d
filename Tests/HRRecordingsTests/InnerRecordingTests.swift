import HRSignals
import HRSupport
import HRTestSupport
import Testing

@testable import HRRecordings

/// Files that hold several recordings.
@Suite struct InnerRecordingTests {
  private let keys = """
    "files": [ { "path": "all.csv", "sampleRate": 1, "recordingColumn": "who" },
      { "name": "beats", "path": "beats.csv", "recordingColumn": 0 } ],
    "subject": "{recording}",
    "channels": { "ppg": "p" }, "reference": [ { "beats": { "file": "beats", "column": "t" } } ]
    """
  private let beats = "id,t\nanna,0.5\nben,0.25\nanna,1.5\nben,1.25\n"

  @Test func rowsOfATable() throws {
    let set = try LoadedFolder(
      keys, [("all.csv", "who,p\nben,1\nben,x\nben,3\nanna,4\nanna,5\nanna,6\n"), ("beats.csv", beats)])
    let dataset = try set.dataset()
    #expect(dataset.recordings.map(\.id) == ["anna", "ben"])
    #expect(dataset.recordings.map(\.subject) == ["anna", "ben"])
    let anna = try set.load("anna")
    #expect(anna.channels[.ppg]?.uniform()?.samples == [4, 5, 6] && anna.reference == .beats([0.5, 1.5]))
    // A wrong cell is a problem of its own recording.
    #expect(throws: (any Error).self) { try set.load("ben") }
  }

  @Test func aCellWithoutANameFailsTheFile() throws {
    let set = try LoadedFolder(keys, [("all.csv", "who,p\nben,1\n,2\n"), ("beats.csv", beats)])
    let entry = try #require(try set.dataset().recordings.first)
    #expect(entry.id == "all.csv")
    #expect(throws: (any Error).self) { try set.load("all.csv") }
  }

  @Test func groupsOfAFile() throws {
    let folder = try TemporaryFolder()
    try folder.write("own.h5", bytes: FixtureFiles.ownLayout)
    let text = """
      { "schemaVersion": 1, "name": "d", "files": [ { "path": "own.h5", "sampleRate": 1, "recordingGroups": "/{recording}" } ],
        "channels": { "ppg": { "object": "/{recording}/ppg", "optional": true } } }
      """
    let dataset = try Dataset(
      descriptor: DatasetDescriptor(JSONDocument(text, file: "dataset.json")), descriptorPath: "dataset.json",
      root: folder.path, measurand: nil)
    #expect(dataset.recordings.map(\.id) == ["channels", "reference"])
    #expect(try dataset.load(dataset.recordings[0]).channels[.ppg]?.count == 8)
  }

  @Test(arguments: [
    (
      #"{ "path": "{recording}.csv", "recordingColumn": "who" }"#,
      "{recording} is captured by the path already"
    ),
    (
      #"{ "path": "a.csv", "recordingGroups": "/{recording}" }"#,
      "\"recordingGroups\" are groups of an HDF5 file, and this file is read as csv"
    ),
    (#"{ "path": "a.h5", "recordingColumn": "who" }"#, "\"recordingColumn\" is a column of a table"),
    (
      #"{ "path": "{a}.h5", "recordingGroups": "/x" }"#, "nothing in \"recordingGroups\" names the recordings"
    ),
    (
      #"{ "path": "a.csv", "recordingColumn": "who", "csv": { "keepRows": { "column": "k", "values": ["1"] } } }"#,
      "\"recordingColumn\" and \"keepRows\" exclude each other"
    ),
  ])
  func whatIsWrongWithThem(_ file: String, _ message: String) {
    let text =
      #"{ "schemaVersion": 1, "name": "d", "files": [ \#(file) ], "channels": { "ppg": { "column": 0 } } }"#
    do {
      _ = try DatasetDescriptor(JSONDocument(text, file: "dataset.json"))
      Issue.record("no problem")
    } catch {
      #expect(error.list.map(\.message).contains(message), "\(error)")
    }
  }
}
