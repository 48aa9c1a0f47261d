import HRTestSupport
import Foundation
@testable import HRSupport
import Testing

@testable import HRRecordings

/// A descriptor in `mine/`, and files in `other/` that it must not read.
@Suite struct ReadingScopeTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("mine/a.csv", "t,bpm\n0,60\n1,60\n")
    try folder.write("mine/b.csv", "t,bpm\n0,60\n1,60\n")
    try folder.write("other/secret.csv", "t,bpm\n0,60\n1,60\n")
    return folder
  }

  private func link(_ path: String, to target: String, in folder: TemporaryFolder) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/" + path, withDestinationPath: folder.path + "/" + target)
  }

  private func dataset(
    in folder: TemporaryFolder, files: String = #"["{recording}.csv"]"#, more: String = "",
    root: String? = nil,
    data: String? = nil, alsoReads: [String] = []
  ) throws(Diagnostics) -> Dataset {
    let text = """
      { "schemaVersion": 1, "name": "foreign", "files": \(files),
        "reference": [ { "name": "r", "rateSeries": { "column": "bpm", "time": "t" } } ]\(more) }
      """
    return try Dataset(
      descriptor: DatasetDescriptor(JSONDocument(text, file: "dataset.json")),
      descriptorPath: folder.path + "/mine/dataset.json", root: root,
      dataDirectory: data, alsoReads: alsoReads)
  }

  private func problems(_ body: () throws(Diagnostics) -> Dataset) -> [Diagnostic] {
    do {
      _ = try body()
      return []
    } catch {
      return error.list
    }
  }

  @Test(arguments: [
    (#"../other/{recording}.csv"#, ""), ("/etc/{recording}.csv", ""), ("x/../../other/{recording}.csv", ""),
    ("{recording}.csv", #", "folder": "../other""#),
    (
      "{recording}.csv",
      #", "metadata": [{"name": "m", "table": "../other/secret.csv", "keyColumn": "t", "column": "bpm", "key": "{recording}"}]"#
    ),
    (
      "{recording}.csv",
      #", "metadata": [{"name": "m", "table": "/etc/passwd", "keyColumn": "t", "column": "bpm", "key": "{recording}"}]"#
    ),
  ])
  func pathsThatLeaveTheRootAreRefusedWithTheirPlace(_ files: String, _ more: String) throws {
    let folder = try folder()
    let found = problems { () throws(Diagnostics) in
      try dataset(in: folder, files: "[\"\(files)\"]", more: more)
    }
    let problem = try #require(found.first)
    #expect(found.count == 1 && problem.place?.line != nil && problem.hint != nil, "\(found)")
  }

  @Test func aLinkOutOfTheRootIsOneFailedRecording() throws {
    let folder = try folder()
    try link("mine/c.csv", to: "other/secret.csv", in: folder)
    let set = try dataset(in: folder)
    #expect(set.recordings.map(\.id) == ["a", "b", "c"])
    #expect(set.recordings[2].files == [])
    let absence = try #require(set.recordings[2].absences.first)
    #expect(absence.message.contains("leads out of the data set's folder"))
    #expect(absence.hint?.contains("/other\"]") == true && absence.hint?.contains("--also-reads") == true)
    #expect(throws: Diagnostics.self) { try set.load(set.recordings[2]) }
    _ = try set.load(set.recordings[0])
    let allowed = try dataset(in: folder, alsoReads: [folder.path + "/other"])
    _ = try allowed.load(allowed.recordings[2])
  }

  @Test func aLinkInsideTheRootIsAFile() throws {
    let folder = try folder()
    try folder.makeFolder("mine/sub")
    try link("mine/sub/c.csv", to: "mine/a.csv", in: folder)
    let set = try dataset(in: folder, files: #"["sub/{recording}.csv"]"#)
    _ = try set.load(set.recordings[0])
  }

  @Test func aLinkedFolderOnTheWayCountsToo() throws {
    let folder = try folder()
    try link("mine/sub", to: "other", in: folder)
    let set = try dataset(in: folder, files: #"["sub/{recording}.csv"]"#)
    #expect(set.recordings.map(\.absences.count) == [1])
  }

  /// Two captures can form `..`, which a path may not contain.
  @Test func capturesDoNotClimb() throws {
    let folder = try folder()
    try folder.write("mine/f.x.csv", "t,bpm\n0,60\n")
    try folder.write("secret.csv", "t,bpm\n0,60\n")
    let files = #"["f{dot}x.csv", { "name": "gt", "path": ".{dot}/secret.csv" }]"#
    let set = try dataset(in: folder, files: files, more: #", "recording": "r{dot}""#)
    #expect(set.recordings.count == 1)
    #expect(set.recordings[0].files == [folder.path + "/mine/./f.x.csv"])
  }

  @Test func aTableBehindALinkIsRefused() throws {
    let folder = try folder()
    try link("mine/table.csv", to: "other/secret.csv", in: folder)
    let more =
      #", "metadata": [{"name": "m", "table": "table.csv", "keyColumn": "t", "column": "bpm", "key": "{recording}"}]"#
    let found = problems { () throws(Diagnostics) in try dataset(in: folder, more: more) }
    #expect(found.map(\.message) == ["a link leads out of the data set's folder, so the file is not read"])
    _ = try dataset(in: folder, more: more, alsoReads: [folder.path + "/other"])
  }

  @Test func aRootOutsideIsForTheExperimentToGive() throws {
    let folder = try folder()
    let more = #", "root": "../other""#
    let found = problems { () throws(Diagnostics) in try dataset(in: folder, more: more) }
    #expect(found.count == 1)
    #expect(found.first?.place?.path == "$.root")
    #expect(found.first?.hint?.contains("/other\" in the experiment's entry") == true)
    let other = folder.path + "/other"
    #expect(try dataset(in: folder, more: more, root: other).recordings.map(\.id) == ["secret"])
    #expect(try dataset(in: folder, more: more, alsoReads: [other]).recordings.map(\.id) == ["secret"])
    // The folder of all data is the user's own.
    #expect(try dataset(in: folder, more: more, data: folder.path).recordings.map(\.id) == ["secret"])
  }

  @Test func aRootThatIsALinkLeadsWhereItLeads() throws {
    let folder = try folder()
    try link("mine/files", to: "other", in: folder)
    let found = problems { () throws(Diagnostics) in try dataset(in: folder, more: #", "root": "files""#) }
    #expect(found.count == 1)
  }
}

@Suite struct FolderEntryTests {
  @Test func everythingIsListed() throws {
    let folder = try TemporaryFolder()
    try folder.write("b.csv", "")
    try folder.write(".hidden", "")
    try folder.makeFolder("a")
    #expect(FolderEntry.all(in: folder.path).map(\.name).sorted() == [".hidden", "a", "b.csv"])
    #expect(FolderEntry.all(in: folder.path + "/none") == [])
    #expect(FolderEntry.all(in: folder.path + "/b.csv") == [])
  }

  #if os(Linux)
    /// Other systems do not allow such names.
    @Test func namesThatAreNotUTF8AreRowsWithTheirReason() throws {
      let folder = try TemporaryFolder()
      try folder.write("good.csv", "t,bpm\n0,60\n1,60\n")
      try folder.makeFolder("sub")
      let names: [[UInt8]] = [
        Array("bad".utf8) + [0xFF, 0xC3] + Array(".csv".utf8), Array("sub/".utf8) + [0xE9],
      ]
      for name in names {
        let path = (Array((folder.path + "/").utf8) + name + [0]).map { CChar(truncatingIfNeeded: $0) }
        let file = path.withUnsafeBufferPointer { pointer in
          pointer.baseAddress.map { open($0, O_CREAT | O_WRONLY, 0o644) } ?? -1
        }
        #expect(file >= 0)
        close(file)
      }
      let descriptor = { (path: String) in
        try DatasetDescriptor(
          JSONDocument(
            """
            { "schemaVersion": 1, "name": "n", "files": ["\(path)"],
              "reference": [ { "rateSeries": { "column": "bpm", "time": "t" } } ] }
            """, file: "dataset.json"))
      }
      let set = try Dataset(
        descriptor: descriptor("{recording}.csv"), descriptorPath: folder.path + "/dataset.json")
      #expect(set.recordings.map(\.id) == ["bad\\xff\\xc3", "good"])
      #expect(set.recordings[0].files == [])
      let problem = try #require(set.recordings[0].absences.first)
      #expect(problem.message.contains("not UTF-8"))
      #expect(problem.place?.file == folder.path + "/./bad\\xff\\xc3.csv")
      _ = try set.load(set.recordings[1])
      // A folder with such a name is not skipped without a message either.
      let error = try #require(throws: Diagnostics.self) {
        try Dataset(
          descriptor: descriptor("sub/{x}/{recording}.csv"), descriptorPath: folder.path + "/dataset.json")
      }
      #expect(error.list.contains { $0.message.contains("not UTF-8") }, "\(error)")
    }
  #endif
}
