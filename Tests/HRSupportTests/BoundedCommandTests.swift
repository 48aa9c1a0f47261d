import Foundation
import HRTestSupport
import Testing

@testable import HRSupport

/// Programs that are run for a short answer.
@Suite struct BoundedCommandTests {
  private func shell(_ script: String, seconds: Double = 30) -> BoundedCommand.Answer {
    BoundedCommand("/bin/sh", ["-c", script], seconds: seconds).run()
  }

  @Test func bothStreamsAndTheCodeComeBack() {
    #expect(shell("echo a; echo b >&2; exit 3") == .init(ending: .exited(3), out: "a\n", err: "b\n"))
    #expect(shell("kill -9 $$").ending == .signalled(9))
  }

  @Test func muchIsReadToItsEnd() {
    #expect(shell("seq 200000").out.utf8.count == 1_288_895)
  }

  @Test func aSilentProgramIsEndedWithAllThatItStarted() {
    let start = ContinuousClock.now
    let answer = shell("echo begun; sleep 60 & wait", seconds: 2)
    #expect(answer == .init(ending: .timedOut, out: "begun\n"))
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test func whoClosesItsStreamsIsWaitedFor() {
    #expect(shell("exec >&- 2>&-; sleep 0.2; exit 4").ending == .exited(4))
  }

  /// A child that continues to run keeps the streams open; its end is not waited for.
  @Test func whatStaysBehindIsNotWaitedFor() {
    let start = ContinuousClock.now
    #expect(shell("sleep 20 & echo done").out == "done\n")
    #expect(ContinuousClock.now - start < .seconds(15))
  }

  @Test func whatIsNotThereIsSaid() {
    guard case .notStarted = BoundedCommand("/no/such/program", [], seconds: 5).run().ending else {
      Issue.record("it was started")
      return
    }
  }

  @Test func programsAreFoundInTheOrderOfPath() throws {
    let folder = try TemporaryFolder()
    try folder.write("plain/tool", "")
    let tool = try folder.write("own/tool", "#!/bin/sh\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
    try folder.makeFolder("folder/tool")
    let places = ["folder", "none", "plain", "own"].map { "\(folder.path)/\($0)" }.joined(separator: ":")
    #expect(SearchPath.find("tool", in: places) == tool)
    #expect(SearchPath.find("other", in: places) == nil)
    #expect(SearchPath.find("sh", in: nil) != nil)
  }
}
