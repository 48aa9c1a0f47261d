import HRTestSupport
import Foundation
import HRSupport
import Testing

@testable import HRRecordings

/// All messages of the HDF5 reader, and the rule that a damaged file gives a diagnostic and never a crash.
@Suite struct HDF5ProblemTests {
  /// Read request to a file.
  enum Question: Sendable {
    case numbers(String)
    case text(String)
    case numberAttribute(String, String)

    func ask(_ file: borrowing HDF5File) throws(Diagnostics) {
      switch self {
      case .numbers(let object): _ = try file.numbers(at: object)
      case .text(let object): _ = try file.text(at: object)
      case .numberAttribute(let name, let object): _ = try file.number(attribute: name, of: object)
      }
    }
  }

  private func problem(_ bytes: [UInt8], _ question: Question) throws -> Diagnostic? {
    let folder = try TemporaryFolder()
    let path = try folder.write("f.h5", bytes: bytes)
    do {
      try question.ask(try HDF5File(path))
      return nil
    } catch {
      #expect(error.first.place?.file == path)
      return error.first
    }
  }

  @Test(arguments: [
    (
      Question.numbers("/lzf"),
      "the values are compressed by lzf (filter 32000), which is not available here",
      "python3 -c 'import h5py; "
    ),
    (.numbers("/outside"), "the object is in another file, which is not followed", "copy the values"),
    (.numbers("/virtual"), "the object is in another file, which is not followed", "copy the values"),
    (.numbers("/raw"), "the object is in another file, which is not followed", "copy the values"),
    (.numbers("/dangling"), "there is no such object in the file", ""),
    (.numbers("/group"), "expected a dataset, found a group", ""),
    (.numbers("/named"), "expected a dataset, found a named type", ""),
    (.numbers("/compound"), "expected numbers, found compound values (records with several members)", ""),
    (.numbers("/opaque"), "expected numbers, found values of another type", ""),
    (.numbers("/pakced"), "there is no such object in the file", "did you mean \"packed\"?"),
    (.numbers("/group/iner/signal"), "there is no such object in the file", "did you mean \"inner\"?"),
    (.text("/packed"), "expected a text, found numbers", ""),
    (.numberAttribute("x", "/nowhere"), "there is no such object in the file", ""),
  ])
  func ofStorage(_ question: Question, _ message: String, _ hint: String) throws {
    let found = try #require(try problem(HDF5Fixtures.storage, question))
    #expect(found.message == message)
    #expect(hint.isEmpty || found.hint?.contains(hint) == true, "\(found.hint ?? "no hint")")
  }

  @Test(arguments: [
    (Question.numbers("/fixed"), "expected numbers, found texts"),
    (.numbers("/variable"), "expected numbers, found texts"),
    (.numbers("/cells"), "expected numbers, found references to several objects"),
    (.numbers("/cellOfGroup"), "expected a dataset, found a reference to a group"),
    (.text("/signed"), "expected a text, found numbers"),
    (.text("/column"), "expected a text, found numbers"),
    (
      .numberAttribute("fixed", "/column"), "expected a number in attribute \"fixed\", found the text \"abc\""
    ),
    (.numberAttribute("compound", "/column"), "expected a number or a text, found values of another type"),
    (.numberAttribute("reference", "/column"), "expected a number or a text, found values of another type"),
  ])
  func ofTypes(_ question: Question, _ message: String) throws {
    #expect(try problem(HDF5Fixtures.texts, question)?.message == message)
  }

  /// A channel behind a link that cannot be followed exists, though it is unreadable: it is never left out without a
  /// message.
  @Test(arguments: ["/outside", "/dangling"])
  func anOptionalChannelBehindABadLinkIsNotSilent(_ object: String) throws {
    let files = try LoadedFolder(
      #""files": [ { "path": "{recording}.h5", "sampleRate": 10 } ], "channels": { "ppg": "/packed", "ecg": { "object": "\#(object)", "optional": true } }"#,
      [])
    try files.folder.write("r.h5", bytes: HDF5Fixtures.storage)
    #expect(try files.problems().count == 1)
    #expect(try files.problems(needing: [.ppg]) == [])
  }

  @Test func whatCannotBeOpened() throws {
    let folder = try TemporaryFolder()
    try folder.write("text.h5", "p,e\n1,2\n")
    try folder.write("empty.h5", "")
    try folder.makeFolder("folder.h5")
    #expect(mkfifo(folder.path + "/pipe.h5", 0o600) == 0)
    for (name, message) in [
      ("text.h5", "not an HDF5 file: its signature is missing"),
      ("empty.h5", "not an HDF5 file: its signature is missing"),
      ("folder.h5", "expected a file, found a folder"),
      ("pipe.h5", "expected a file, found a device or pipe"),
      ("absent.h5", "No such file or directory"),
    ] {
      do {
        _ = try HDF5File(folder.path + "/" + name)
        Issue.record("\(name) was opened")
      } catch {
        #expect(error.first.message == message && error.first.place?.file.hasSuffix(name) == true)
      }
    }
  }

  /// Sixty truncations of each file: opening one reports that it is cut off, or that it is not an HDF5 file.
  @Test func cutOffAnywhere() throws {
    let folder = try TemporaryFolder()
    for whole in [
      HDF5Fixtures.kinds, HDF5Fixtures.storage, HDF5Fixtures.texts, HDF5Fixtures.recent, HDF5Fixtures.latest,
    ] {
      for index in 0..<60 {
        let length = whole.count * index / 60
        let path = try folder.write("cut.h5", bytes: Array(whole.prefix(length)))
        do {
          _ = try HDF5File(path)
          Issue.record("\(length) of \(whole.count) bytes were opened")
        } catch {
          let problem = error.first
          #expect(problem.place?.file == path)
          let isClear =
            ["the file is cut off", "not an HDF5 file: its signature is missing"].contains(problem.message)
            || problem.hint == "the file may be damaged: copy or download it again"
          #expect(isClear, "\(length) of \(whole.count): \(problem.message)")
        }
      }
    }
  }

  /// A version byte from the future, in the superblock.
  @Test func aNewerFormat() throws {
    var bytes = HDF5Fixtures.recent
    bytes[8] = 9
    let found = try #require(try problem(bytes, .numbers("/x")))
    #expect(found.message.hasPrefix("the file uses a newer format than this HDF5 library reads"))
    // libhdf5 2.x reads this one.
    guard let real = try problem(HDF5Fixtures.latest, .numbers("/chunked")) else { return }
    #expect(
      real.message
        == "the file uses a newer format than this HDF5 library reads (bad version number for layout message)"
    )
    #expect(real.hint?.contains("libver") == true)
  }

  /// The header of the root group has a checksum.
  @Test func aDamagedHeader() throws {
    var bytes = HDF5Fixtures.recent
    bytes[60] ^= 0xFF
    let found = try #require(try problem(bytes, .numbers("/x")))
    #expect(found.hint?.contains("damaged") == true || found.hint?.contains("copy") == true, "\(found)")
  }
}
