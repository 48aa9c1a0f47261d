import Foundation
import Testing

@testable import HRFuzz

@Suite struct RunningProgramTests {
  private func outcome(_ script: String, _ change: (inout Invocation) -> Void = { _ in }) throws -> Outcome {
    let folder = NSTemporaryDirectory() + "hreval-fuzz-\(UUID().uuidString)"
    try Folder.make(folder)
    defer { Folder.remove(folder) }
    var invocation = Invocation(arguments: ["-c", script], folder: folder)
    change(&invocation)
    return try RunningProgram("/bin/sh", invocation, streams: folder).outcome()
  }

  @Test func endingsAndWordsAreTold() throws {
    let said = try outcome("echo out; echo err >&2; exit 2")
    #expect(said.code == 2 && said.outputText == "out\n" && said.errorText == "err\n")
    #expect(try outcome("kill -SEGV $$").ending == .signalled(11))
    #expect(try outcome("kill -SEGV $$") { $0.pipe = "| cat" }.ending == .signalled(11))
    #expect(try outcome("echo x; exit 1") { $0.pipe = "| cat" }.code == 1)
    #expect(try outcome("sleep 60") { $0.mostSeconds = 0.2 }.ending == .endedLate)
    #expect(try outcome("echo lost") { $0.redirections = ">&-" }.output.isEmpty)
  }

  @Test func processesLeftBehindAreSeen() throws {
    #expect(try outcome("sleep 30 & exit 0").leftBehind)
    #expect(try !outcome("true").leftBehind)
  }

  @Test func whatIsTypedCanBeTypedAgain() {
    let call = Invocation(arguments: ["run", "a b", "it's", "\u{1b}[m", ""], folder: "/tmp")
    #expect(call.typed(program: "hreval") == "cd /tmp && hreval run 'a b' 'it'\\''s' $'\\x1b[m' ''")
  }
}
