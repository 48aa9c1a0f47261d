import HRSupport
import Testing

@testable import HREvaluation
@testable import HRRunning

/// Handling of another reference, or of another offset of it, by gates and comparisons.
@Suite struct ReferenceChoiceTests {
  private static var run: HandMadeRun {
    var run = HandMadeRun()
    run.referenceName = "oximeters"
    run.offsetSeconds = -5
    run.descriptor = "aa"
    return run
  }

  private func changed(_ change: (inout HandMadeRun) -> Void) -> HandMadeRun {
    var run = Self.run
    change(&run)
    return run
  }

  /// A run with another offset, and therefore other references.
  private var shifted: HandMadeRun {
    changed {
      $0.offsetSeconds = -8.5
      $0.descriptor = "bb"
      $0.reference = { 60 + 2 * Double($0) + Double($1) + 0.5 }
    }
  }

  private static let offset = "the offset of the reference \"oximeters\" of d was −5 s, now −8.5 s"

  private func refusals(
    _ now: HandMadeRun, against baseline: Baseline = Baseline(ReferenceChoiceTests.run.evaluation)
  ) -> [String] {
    let opening = "the run and its baseline do not fit: "
    return problems { () throws(Diagnostics) in
      _ = try Gate(now.evaluation, against: baseline, file: "base.json")
    }.map {
      $0.hasPrefix(opening) ? String($0.dropFirst(opening.count)) : "?"
    }
  }

  private func problems(_ body: () throws(Diagnostics) -> Void) -> [String] {
    do {
      try body()
      return []
    } catch {
      return error.list.map(\.message)
    }
  }

  @Test func aGateRefusesAnotherOffsetByName() {
    #expect(
      refusals(shifted) == [
        Self.offset,
        "the references of 72 of 72 windows in 12 recordings (up to 0.5 bpm apart) are not those of the baseline: d/r1, d/r2, d/r3, d/r4, d/r5, …; the choice of the reference changed, as said",
      ])
    // It is refused although no window differs.
    #expect(refusals(changed { $0.offsetSeconds = -8.5 }) == [Self.offset])
  }

  @Test func aGateRefusesBeforeTheRun() {
    let refused = problems { () throws(Diagnostics) in
      try Gate.check(shifted.plan, against: Baseline(Self.run.evaluation), file: "b")
    }
    #expect(refused == ["the run and its baseline do not fit: \(Self.offset)"])
  }

  @Test func aGateRefusesAnotherReferenceByName() {
    let other = changed {
      $0.referenceName = "ecgMonitor"
      $0.offsetSeconds = -9.5
    }
    #expect(
      refusals(other) == [
        "the reference of d was \"oximeters\", moved by −5 s, now \"ecgMonitor\", moved by −9.5 s"
      ])
    #expect(refusals(changed { $0.offsetSeconds = 0 }) == [Self.offset.replacing("−8.5 s", with: "0 s")])
  }

  @Test func whatABaselineDoesNotSayIsNotHeldAgainstTheRun() {
    #expect(refusals(Self.run, against: Baseline(changed { $0.offsetSeconds = nil }.evaluation)) == [])
    // The windows show the difference then.
    let refused = refusals(shifted, against: Baseline(changed { $0.offsetSeconds = nil }.evaluation))
    #expect(
      refused.count == 1
        && refused[0].hasSuffix("; the descriptor of d changed (SHA-256), which is the likely cause"))
  }

  @Test func aDescriptorThatAloneChangedIsOneLine() throws {
    let retitled = changed { $0.descriptor = "cc" }
    let gate = try Gate(retitled.evaluation, against: Baseline(Self.run.evaluation), file: "base.json")
    #expect(gate.decision == .held && gate.rows.allSatisfy(\.hasSameInputs))
    #expect(
      gate.changes.sentences == [
        "the descriptor of d is not the baseline's (SHA-256); which reference it gives, and its offset, are the same"
      ])
    let match = try RunMatch(baseline: Self.run.run("old"), candidate: retitled.run("new"))
    #expect(
      match.unpaired == [
        "the descriptor of d is not the same in both (SHA-256); the windows and references that are compared are the same"
      ])
  }

  @Test func aFactNeedsTheSameChoice() {
    let (before, now) = (Baseline(Self.run.evaluation), Baseline(shifted.evaluation))
    #expect(before.hasSameInputs(as: before, scenario: "clean"))
    #expect(!before.hasSameInputs(as: now, scenario: "clean"))
  }

  @Test func twoRunsWithAnotherOffsetAreNotCompared() {
    let refused = problems {
      () throws(Diagnostics) in _ = try RunMatch(baseline: Self.run.run("old"), candidate: shifted.run("new"))
    }
    #expect(refused == ["old and new cannot be compared: \(Self.offset)"])
  }

  @Test func baselinesKeepTheChoice() throws {
    let text = BaselineFile.text(Baseline(Self.run.evaluation))
    for member in [#""reference": "oximeters""#, #""offsetSeconds": -5"#, #""descriptorSHA256": "aa""#] {
      #expect(text.contains(member), "\(member)")
    }
  }
}
