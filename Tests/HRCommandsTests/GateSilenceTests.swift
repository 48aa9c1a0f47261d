import Foundation
import HRTestSupport
import Testing

/// A detector that became worse, and is silent in its worst window, is not held.
extension FoolingTests.SilenceAtTheGate {
  /// Returns an error of some 1.2 bpm, and in one window of 101 one of 60 bpm.
  private func usual(_ window: Int) -> Double { window == 40 ? 60 : 1.2 + 0.1 * Double(window % 3) }

  /// Returns an error that is three quarters larger in every window, and `nil` for the gross one.
  private func silenced(_ window: Int) -> Double? { window == 40 ? nil : 1.75 * usual(window) }

  private func withSilence(_ body: (GateNight) throws -> Void) throws {
    try withGateNight(hopSeconds: 0.4) { night in
      #expect(night.windows == 101)
      for id in night.ids { try night.write("vendor", id, error: usual) }
      try night.baseline()
      for id in night.ids { try night.write("vendor", id, error: silenced) }
      try body(night)
    }
  }

  @Test func whoIsWorseAndSilencesItsGrossestErrorsIsNotHeld() throws {
    try withSilence { night in
      let ending = try night.run("silenced", ["--gate", "base.json"])
      #expect(ending.code == 1, "\(ending.err)\(ending.out)")
      // 12 of 1212 windows are silent, which is less than the allowed fall.
      let sentence = "REGRESSED: vendor, clean: the error rose by +0.9"
      #expect(ending.out.contains(sentence), "\(ending.out)")
      #expect(ending.out.contains("on the 1200 of 1212 windows that both runs answered"), "\(ending.out)")
      #expect(!ending.out.contains("coverage fell"))
      let wide = try night.gate("silenced", ["--wide"])
      #expect(wide.out.contains("1200 of 1212 (12 of 12)"), "\(wide.out)")
      #expect(
        wide.out.contains(
          "changes are computed on 2,412 of the 2,424 windows of all rows: those that both runs answered"))
      #expect(try night.text("silenced/gate.md").contains(" 1200 of 1212 (12 of 12) |"))
      let tests = try night.text("silenced/junit.xml")
      #expect(TestSuites(tests).failures.first?.message.contains("on the 1200 of 1212 windows") == true)
      #expect(
        tests.contains(
          "<system-out>the error changed by 0.00 bpm on the 1212 of 1212 windows that both runs answered</system-out>"
        ), "\(tests)")
      // The coding is the same bytes each time.
      #expect(try night.text("base.json") == Program.run(["baseline", "first"], in: night.folder).out)
    }
  }

  @Test func anOlderBaselineIsRefused() throws {
    try withSilence { night in
      let older = try night.text("base.json").replacing("\"version\": 4", with: "\"version\": 2")
      _ = try older.written(to: night.folder + "/base.json")
      let ending = try night.gate("silenced")
      #expect(ending.code == 2 && ending.out.isEmpty, "\(ending.out)")
      #expect(
        ending.err.contains("the baseline is of version 2; this hreval reads version 4"), "\(ending.err)")
      #expect(ending.err.contains("write the baseline again: hreval baseline RUN"), "\(ending.err)")
    }
  }
}

/// References other than those of the baseline are refused, for every cause.
extension FoolingTests.ChangedOffset {
  @Test func aChangedOffsetIsRefusedByName() throws {
    try withGateNight(count: 6) { night in
      try night.baseline()
      let path = night.folder + "/datasets/hreval-hdf5/dataset.json"
      let whole = try String(contentsOfFile: path, encoding: .utf8)
      let beats = "\"beats\": \"/reference/beats\""
      try #require(whole.contains(beats))
      _ = try whole.replacing(beats, with: beats + ", \"offsetSeconds\": -2").written(to: path)
      // Refused before any unit is run.
      let early = try night.run("early", ["--gate", "base.json"])
      let sentence =
        "the run and its baseline do not fit: the offset of the reference \"beats\" of hreval-hdf5 was 0 s, now −2 s"
      #expect(early.code == 2 && early.err.contains(sentence), "\(early.err)\(early.out)")
      #expect(early.err.contains("make a new baseline: hreval baseline RUN > base.json"), "\(early.err)")
      #expect(!FileManager.default.fileExists(atPath: night.folder + "/early/units.store"))

      #expect(try night.run("shifted").code == 0)
      let late = try night.gate("shifted")
      #expect(late.code == 2 && late.err.contains(sentence), "\(late.err)\(late.out)")
      #expect(
        late.err.contains("the run and its baseline do not fit: the references of "), "\(late.err)")
      #expect(late.err.contains(" of 54 windows in 6 recordings (up to "), "\(late.err)")
      #expect(!FileManager.default.fileExists(atPath: night.folder + "/shifted/gate.md"))

      let compared = try Program.run(["compare", "first", "shifted"], in: night.folder)
      #expect(
        compared.code == 2
          && compared.err.contains(
            "first and shifted cannot be compared: the offset of the reference \"beats\" of hreval-hdf5 was 0 s, now −2 s"
          ), "\(compared.err)\(compared.out)")
      let history = try Program.run(["history", "first", "shifted"], in: night.folder)
      #expect(
        history.out.contains("reference: offset in s of \"beats\" (hreval-hdf5) 0 → -2"), "\(history.out)")
    }
  }

  @Test func aDescriptorThatAloneChangedIsOneLine() throws {
    try withGateNight(count: 6) { night in
      try night.baseline()
      let path = night.folder + "/datasets/hreval-hdf5/dataset.json"
      let whole = try String(contentsOfFile: path, encoding: .utf8)
      _ = try whole.replacing("\"title\": \"", with: "\"title\": \"Other: ").written(to: path)
      #expect(try night.run("again").code == 0)
      let gate = try night.gate("again")
      #expect(gate.code == 0, "\(gate.err)\(gate.out)")
      #expect(
        gate.out.ranges(of: "the descriptor of hreval-hdf5 is not the baseline's (SHA-256)").count == 1,
        "\(gate.out)")
    }
  }
}
