import Foundation
import Synchronization
import Testing

@testable import HRRunning

@Suite struct WorkerErrorOutputTests {
  private final class Heard: Sendable {
    let lines = Mutex<[String]>([])
  }

  /// Swift's account of a crash is not passed on, except its sentence; other output is passed on.
  @Test func crashesAreToldInOneSentence() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let heard = Heard()
    let speech = WorkerErrorOutput()
    #expect(speech.listen(to: ends[0]) { line in heard.lines.withLock { $0.append(line) } })
    let said = """
      a plugin's word
      12 0x3 of it
      Swift/Array.swift:4: Fatal error: failed to allocate 8 bytes
      Current stack trace:
      0    libswiftCore.so                    0x00007f178fd5f130 swift_reportError + 33
      12   hreval                             0x00005622776226f7 <unavailable> + 7882487
      another word
      \u{1B}[2J\u{202E}
      the last
      """
    // In pieces, as a pipe gives them.
    for piece in Array(said.utf8).chunked(by: 7) {
      _ = piece.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
    }
    close(ends[1])
    #expect(speech.lastSentence(within: 20) == "failed to allocate 8 bytes")
    #expect(
      heard.lines.withLock(\.self) == [
        "a plugin's word", "12 0x3 of it", "another word", "\\u{1b}[2J\\u{202e}", "the last",
      ])
  }

  @Test(arguments: [
    "free(): invalid pointer", "double free or corruption (out)",
    "*** stack smashing detected ***: terminated",
    "hreval: H5Gnode.c:915: H5G__node_copy: Assertion `grp_loc.oloc' failed.",
  ])
  func theLibrarysLastSentence(_ line: String) {
    var filter = WorkerErrorOutput.CrashFilter()
    #expect(filter.kept(of: line) == nil)
    #expect(filter.sentence == line)
    #expect(filter.kept(of: "free advice") == "free advice")
  }

  @Test func silence() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let speech = WorkerErrorOutput()
    #expect(speech.listen(to: ends[0]) { _ in })
    #expect(speech.lastSentence(within: 0.01) == nil)
    close(ends[1])
    #expect(speech.lastSentence(within: 20) == nil)
  }
}

extension Array {
  fileprivate func chunked(by count: Int) -> [[Element]] {
    stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
  }
}
