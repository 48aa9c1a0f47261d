import Foundation
import HRRecordings
import HRTestSupport
import Testing

/// `hreval datasets` against a server on loopback that does wrong on purpose.
@Suite(.serialized) struct DatasetsCommandTests {
  static let isPossible = ["python3", "curl"].allSatisfy { name in
    (try? Program.shell("command -v \(name)", in: "/"))?.code == 0
  }

  /// A data set of two files, a mirror of it, and the server.
  private final class Study {
    let folder: TemporaryFolder
    let server = Process()
    private let input = Pipe()
    let port: String
    let files: [String: [UInt8]]

    init(agreement: String? = nil, descriptorURL: String? = nil) throws {
      folder = try TemporaryFolder()
      files = [
        "a.csv": (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 2) },
        "sub/b ü.csv": Array("t,wave\n0,1\n".utf8),
      ]
      for (name, bytes) in files { try folder.write("mirror/small/\(name)", bytes: bytes) }
      let output = Pipe()
      server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      server.arguments = [
        "python3", "-B", ProjectFolder.url("Tests/Fetching/faulty_server.py").path, folder.path + "/mirror",
      ]
      server.standardInput = input
      server.standardOutput = output
      try server.run()
      var line: [UInt8] = []
      while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 {
        line.append(byte)
      }
      port = String(decoding: line, as: UTF8.self)
      let items = files.keys.sorted().map { name in
        """
        { "url": "\(descriptorURL ?? "https://example.invalid")/\(name)", "sha256": "\(ContentHash.digest(of: files[name] ?? []))",
          "bytes": \(files[name]?.count ?? 0), "path": "\(name)" }
        """
      }
      let terms = agreement.map { "\"agreement\": \"\($0)\"," } ?? ""
      try folder.write(
        "datasets/small/dataset.json",
        """
        { "schemaVersion": 1, "name": "small", "license": "CC0-1.0", \(terms) "fetch": [\(items.joined(separator: ",\n"))],
          "files": [{ "path": "{recording}.csv", "time": "t" }], "channels": { "ppg": "wave" }, "reference": [{ "beats": "b" }] }
        """)
    }

    deinit { server.terminate() }

    func hreval(_ arguments: [String], environment: [String: String] = [:]) throws -> Program.Ending {
      try Program.run(
        ["datasets"] + arguments, in: folder.path,
        environment: ["HREVAL_DATA": folder.path + "/data"].merging(environment) { $1 })
    }

    func fetch(_ kind: String, _ more: String...) throws -> Program.Ending {
      try hreval(["fetch", "small", "--from", "http://127.0.0.1:\(port)/\(kind)"] + more)
    }

    /// Names below the data set's folder.
    var there: [String] {
      ((try? FileManager.default.subpathsOfDirectory(atPath: folder.path + "/data/small")) ?? [])
        .filter { $0 != "sub" }.sorted()
    }

    func holdsAll() -> Bool {
      files.allSatisfy { name, bytes in
        (try? Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/data/small/\(name)"))).map { [UInt8]($0) }
          == bytes
      }
    }
  }

  @Test(
    .enabled(if: isPossible, "there is no python3, or no curl"),
    arguments: ["plain", "noranges", "other"])
  func whatComesWholeIsTaken(kind: String) throws {
    let study = try Study()
    let ending = try study.fetch(kind)
    #expect(ending.code == 0, "\(ending.err)")
    #expect(
      ending.err.contains("small: 2 files, below 0.1 MB, licence CC0-1.0") || ending.err.contains("0.1 MB"))
    #expect(study.holdsAll() && study.there == ["a.csv", "sub/b ü.csv"])
    let again = try study.fetch("gone")
    #expect(again.code == 0 && again.out.contains("0 files brought") && again.out.contains("2 were there"))
  }

  @Test(
    .enabled(if: isPossible, "there is no python3, or no curl"),
    arguments: [
      ("long", "the recipe says"), ("short", "sends more than the"), ("wrong", "other bytes came"),
      ("stall", "silent or too slow"),
      ("silent", "silent or too slow"), ("endless", "sends more than the"), ("scheme", "another protocol"),
      ("loop", "leads on and on"), ("gone", "404"),
    ])
  func whatIsWrongIsSaidAndLeavesNothing(kind: String, words: String) throws {
    let study = try Study()
    let ending = try study.fetch(kind, "--timeout", "1")
    #expect(ending.code == 2 && ending.err.contains(words), "\(kind): \(ending.err)")
    #expect(ending.err.contains("= hint: "))
    // The second file is so small that all of it comes before the silence.
    #expect(study.there.filter { !$0.hasSuffix(".part") } == (kind == "stall" ? ["sub/b ü.csv"] : []))
    if kind != "stall" { #expect(study.there == []) }
    #expect(try study.fetch("plain").code == 0)
    #expect(study.holdsAll() && study.there == ["a.csv", "sub/b ü.csv"])
  }

  @Test(.enabled(if: isPossible, "there is no python3, or no curl"), arguments: ["plain", "noranges"])
  func aBrokenTransferIsContinued(kind: String) throws {
    let study = try Study()
    let ending = try study.fetch("drops")
    #expect(ending.code == 2 && ending.err.contains("broke off"), "\(ending.err)")
    let part = try #require(study.there.first { $0.hasPrefix(".a.csv") })
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: "\(study.folder.path)/data/small/\(part)")).count == 3000)
    #expect(try study.fetch(kind).code == 0)
    #expect(study.holdsAll() && study.there == ["a.csv", "sub/b ü.csv"])
  }

  @Test(.enabled(if: isPossible, "there is no python3, or no curl"))
  func withoutServerCurlOrRoomASentenceSaysWhatToDo() throws {
    let study = try Study()
    let closed = try study.hreval(["fetch", "small", "--from", "http://127.0.0.1:1"])
    #expect(
      closed.code == 2 && closed.err.contains("cannot be reached")
        && closed.err.contains("is there a network?"))
    #expect(closed.err.components(separatedBy: "error: ").count == 2)
    let lacking = try study.hreval(["fetch", "small"], environment: ["PATH": "/nonexistent"])
    #expect(lacking.code == 2 && lacking.err.contains("there is no curl here"))
    let blocked = try study.folder.write("file", "")
    let denied = try study.hreval(
      ["fetch", "small", "--from", study.folder.path + "/mirror"], environment: ["HREVAL_DATA": blocked])
    #expect(denied.code == 2 && denied.err.contains("cannot make the folder"))
    // A limit on files' size stands for a full disk.
    let full = try Program.shell(
      "ulimit -f 16; HREVAL_DATA=$PWD/data \"$HREVAL\" datasets fetch small --from http://127.0.0.1:\(study.port)/plain",
      in: study.folder.path)
    #expect(full.code == 2 && !study.there.contains("a.csv"), "\(full.err)")
  }

  @Test(.enabled(if: isPossible, "there is no python3, or no curl"))
  func nothingIsWrittenOutsideNorReplaced() throws {
    let study = try Study()
    try FileManager.default.createDirectory(
      atPath: study.folder.path + "/data/small", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: study.folder.path + "/elsewhere", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: study.folder.path + "/data/small/sub", withDestinationPath: study.folder.path + "/elsewhere")
    let mine = try study.folder.write("data/small/a.csv", "mine")
    let ending = try study.hreval(["fetch", "small", "--from", study.folder.path + "/mirror"])
    #expect(
      ending.code == 2 && ending.err.contains("a link leads out")
        && ending.err.contains("not that of the recipe"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: study.folder.path + "/elsewhere") == [])
    #expect(try String(contentsOfFile: mine, encoding: .utf8) == "mine")
  }

  @Test(.enabled(if: isPossible, "there is no python3, or no curl"))
  func mirrorsTermsAndVerification() throws {
    let study = try Study(agreement: "Use it for research only.")
    let asked = try study.hreval(["fetch", "small", "--from", study.folder.path + "/mirror"])
    #expect(
      asked.code == 2 && asked.err.contains("Use it for research only.")
        && asked.err.contains("--accept-licence"))
    let empty = try study.hreval([
      "fetch", "small", "--from", study.folder.path + "/nowhere", "--accept-licence",
    ])
    #expect(empty.code == 2 && empty.err.contains("the mirror has no such file") && study.there == [])
    #expect(
      try study.hreval(["fetch", "small", "--from", study.folder.path + "/mirror", "--accept-licence"]).code
        == 0)
    #expect(study.holdsAll())
    let whole = try study.hreval(["verify", "small"])
    #expect(whole.code == 0 && whole.out.contains("2 of 2 files"))
    var bytes = try #require(study.files["a.csv"])
    bytes[777] ^= 1
    try study.folder.write("data/small/a.csv", bytes: bytes)
    let flipped = try study.hreval(["verify", "small"])
    #expect(
      flipped.code == 1 && flipped.out.contains("1 of 2 files") && flipped.out.contains("a.csv: SHA-256"))
  }

  @Test(.enabled(if: isPossible, "there is no python3, or no curl"))
  func anExperimentThatLacksItsDataNamesTheFetch() throws {
    let study = try Study()
    try study.folder.write(
      "e.json",
      """
      { "schemaVersion": 1, "name": "e", "datasets": ["small"], "detectors": ["peak"], "windows": { "windowSeconds": 20, "hopSeconds": 5 } }
      """)
    try FileManager.default.createDirectory(
      atPath: study.folder.path + "/data", withIntermediateDirectories: true)
    let ending = try Program.run(
      ["check", "e.json"], in: study.folder.path, environment: ["HREVAL_DATA": ""])
    #expect(
      ending.code == 2 && ending.err.contains("hreval datasets fetch small brings its recordings (2 files"),
      "\(ending.err)")
    let listed = try study.hreval(["list"])
    #expect(listed.code == 0 && listed.out.contains("can be fetched"))
  }
}
