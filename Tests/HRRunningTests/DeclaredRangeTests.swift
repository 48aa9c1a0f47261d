import HRRunTestSupport
import HRSupport
import HRPlugins
import Testing

@testable import HRRunning

/// The range that recorded output declares, and the plan's notes of all ranges.
@Suite struct DeclaredRangeTests {
  private static func entry(_ range: String) -> String {
    ResolverStudy.text(
      detectors: #"[{"label": "v", "recorded": "{recording}.readings.csv", "rangeBPM": \#(range)}]"#)
  }

  private func study<Value>(_ body: (ResolverStudy) throws -> Value) throws -> Value {
    try ResolverStudy.with { study in
      try study.write("time,value\n9,680\n14,70\n19,230\n24,9\n", "r1.readings.csv")
      return try body(study)
    }
  }

  @Test(
    arguments: [
      ("[200, 40]", #""rangeBPM" goes from 200 to 40"#), ("[70, 70]", #""rangeBPM" goes from 70 to 70"#),
      ("[40, 100, 200]", #""rangeBPM" has 3 numbers"#),
    ])
  func whatIsNoRange(_ range: String, _ message: String) throws {
    let found = try study { try $0.problems(Self.entry(range)) }
    #expect(found.map(\.message) == [message])
    #expect(found.first?.place?.path == "$.detectors[0].rangeBPM")
    #expect(found.first?.hint == "the lowest and the highest rate that the program can give, as in [30, 240]")
  }

  @Test(arguments: ["[40]", #"["a", 40]"#, "40", "[-1, 40]"])
  func whatHasNotTheShape(_ range: String) throws {
    #expect(try study { try $0.problems(Self.entry(range)) }.count == 1)
  }

  private func outcomes(_ text: String) throws -> [String] {
    try study { study in
      let experiment = try study.experiment(text, limit: 1)
      var runner = UnitRunner(experiment)
      guard case .windows(let table) = runner.result(of: experiment.units[0]).outcome else { return [] }
      let column = try #require(table.estimates[0])
      return column.cells.map { column.outcome(of: $0).text }
    }
  }

  /// Windows end at 10, 15 and 20 s; their readings are 680, 70 and 230.
  @Test func recordedOutputIsHeldToIt() throws {
    let failed = WindowOutcome.outsideRange.text
    let plain = ResolverStudy.text(detectors: #"[{"label": "v", "recorded": "{recording}.readings.csv"}]"#)
    #expect(try outcomes(plain) == [failed, "value", "value"])
    #expect(try outcomes(Self.entry("[40, 200]")) == [failed, "value", failed])
    #expect(try outcomes(Self.entry("[40, 700]")) == ["value", "value", "value"])
  }

  @Test func thePlanNotesIt() throws {
    let text = ResolverStudy.text(
      detectors: """
        [{"label": "v", "recorded": "{recording}.readings.csv", "rangeBPM": [40, 200]},
         {"label": "w", "recorded": "{recording}.readings.csv"},
         {"detector": "fft", "parameters": {"highCutoffHz": 4}}, "peak.rppgToolbox"]
        """)
    let notes = try study { try $0.experiment(text).plan.detectors.map(\.range) }
    #expect(notes.map { $0?.lowBPM } == [40, nil, 42, 0])
    #expect(notes.map { $0?.highBPM } == [200, nil, 240, nil])
    #expect(notes[3] != nil)
  }
}
