import Foundation
import HRRunTestSupport
import HRSupport
import HRSignals
import Testing

@testable import HRRunning

@Suite struct FailureGroupTests {
  @Test func alikeButForTheNameAndTheLength() {
    let groups = FailureGroup.groups(of: [
      ("demo/s1", "s1", "there is no column \"x\" (data/s1.csv:1)"),
      ("demo/s2", "s2", "it lasts 12.5 s, less than one window"),
      ("demo/s3", "s3", "there is no column \"x\" (data/s3.csv:1)"),
      ("demo/s4", "s4", "it lasts 9 s, less than one window"),
      ("demo/s5", "s5", "the worker reading it crashed (signal 11)"),
      ("demo/s6", "s6", "the worker reading it crashed (signal 6)"),
    ])
    #expect(
      groups.map(\.text) == [
        "2 recordings, such as demo/s1: there is no column \"x\" (data/s1.csv:1)",
        "2 recordings, such as demo/s2: it lasts 12.5 s, less than one window",
        "demo/s5: the worker reading it crashed (signal 11)",
        "demo/s6: the worker reading it crashed (signal 6)",
      ])
    #expect(groups[0].names == ["demo/s1", "demo/s3"])
  }

  /// Removing the name "1" from a reason must not change the number 11.
  @Test func aNameInsideAnotherWordIsNoName() {
    let groups = FailureGroup.groups(of: [("d/1", "1", "row 11 of 1.csv"), ("d/2", "2", "row 22 of 2.csv")])
    #expect(groups.count == 2)
  }

  @Test func problemsAndLooksSurviveTheirWay() throws {
    let problems = [
      Diagnostic(
        "no", severity: .warning, place: .init(file: "a", line: 3, column: 4, path: "$.x", excerpt: "é"),
        hint: "h"), Diagnostic("bare", place: .init(file: "b")), Diagnostic("plain"),
    ]
    let sent = try JSONEncoder().encode(problems)
    #expect(try JSONDecoder().decode([Diagnostic].self, from: sent) == problems)
    for (failure, hint) in [(nil, nil), ("broken", nil), ("broken", "mend it")] as [(String?, String?)] {
      let inspection = RecordingInspection(facts: Example.result(unit: 0).facts, failure: failure, hint: hint)
      #expect(try RecordingInspection(bytes: inspection.bytes) == inspection)
      #expect(throws: ByteReader.Damaged.self) { try RecordingInspection(bytes: inspection.bytes.dropLast()) }
    }
  }
}
