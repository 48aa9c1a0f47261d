import Foundation
import HRSupport
import HRTestSupport
import Testing

@Suite struct OpenFileTests {
  @Test func readsOnFromWhereItIs() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<10_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/a"))
    let file = try OpenFile(folder.path + "/a")
    #expect(try file.size() == bytes.count)
    #expect(try file.read(3) == Array(bytes[..<3]))
    // More than one piece.
    #expect(try file.read(9_000_000) == Array(bytes[3..<9_000_003]))
    #expect(try file.read(.max) == Array(bytes[9_000_003...]))
    #expect(try file.read(1) == [])
    file.seek(to: bytes.count - 2)
    #expect(try file.read(5) == Array(bytes.suffix(2)))
    file.seek(to: bytes.count + 5)
    #expect(try file.read(1) == [])
    #expect(try file.read(0) == [])
  }

  @Test func opensRegularFilesOnly() throws {
    let folder = try TemporaryFolder()
    #expect(throws: RegularFile.Refusal.otherKind("a folder")) { try OpenFile(folder.path) }
    #expect(throws: RegularFile.Refusal.self) { try OpenFile(folder.path + "/none") }
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    #expect(throws: RegularFile.Refusal.otherKind("a pipe")) { try OpenFile(folder.path + "/pipe") }
  }
}
