import HRRunTestSupport
import HRTestSupport
import Foundation
import HRSupport
import HRSignals
import Testing

@testable import HRRunning
@testable import HREvaluation

/// Runs of several lengths, stored, compared and gated.
@Suite struct SizedRunTests {
  private static func scenario(_ seconds: Double) -> RunPlan.ScenarioNote {
    .init(
      label: "clean, \(shortest(seconds)) s", family: 0, familyLabel: "clean",
      swept: [.init(name: "windowSeconds", value: shortest(seconds), number: seconds)],
      steps: [.init(definition: "clean@1", parameters: [])], repeats: 1,
      size: .init(windowSeconds: seconds, startSeconds: 0))
  }

  private static func run(_ lengths: [Double]) -> HandMadeRun {
    var run = HandMadeRun(recordings: 6)
    run.windowSeconds = nil
    run.windows = 1
    run.scenarios = lengths.map(scenario)
    return run
  }

  private func problems(_ old: HandMadeRun, _ new: HandMadeRun) -> [String] {
    do {
      _ = try RunMatch(baseline: old.run("old"), candidate: new.run("new"))
      return []
    } catch {
      return error.list.map(\.message)
    }
  }

  @Test func lengthsThatBothHaveAreCompared() throws {
    let (old, new) = (Self.run([10, 20]), Self.run([20, 30]))
    #expect(problems(old, new) == [])
    let match = try RunMatch(baseline: old.run("old"), candidate: new.run("new"))
    #expect(match.scenarios.map(\.label) == ["clean, 20 s"])
    var other = Self.run([10, 20])
    other.scenarios[1] = .init(
      label: "clean, 20 s", family: 0, familyLabel: "clean", swept: [], steps: other.scenarios[1].steps,
      repeats: 1, size: .init(windowSeconds: 20, startSeconds: 5))
    #expect(
      problems(old, other) == [
        "old and new cannot be compared: the windows of \"clean, 20 s\" differ: one window per recording: its first 20 s against one window per recording: 20 s from 5 s on"
      ])
  }

  @Test func aBaselineSaysHowItWasCut() throws {
    let run = Self.run([10, 20])
    let baseline = Baseline(run.evaluation)
    #expect(baseline.windows == "one window per recording: 10 or 20 s from its start")
    #expect(baseline.rows.map(\.steps).contains("clean@1; 20 s"))
    try withTemporaryFolder { folder in
      let path = folder + "/b.json"
      try Data(BaselineFile.text(baseline).utf8).write(to: URL(fileURLWithPath: path))
      #expect(try BaselineFile.read(path) == baseline)
    }
    #expect(throws: Never.self) { try Gate(run.evaluation, against: baseline, file: "b.json") }
    let other = try #require(throws: Diagnostics.self) {
      try Gate(Self.run([10, 30]).evaluation, against: baseline, file: "b.json")
    }
    #expect(other.list.contains { $0.message.contains("10 or 30 s from its start") })
    // For other runs, mode, length and hop are sufficient.
    #expect(Baseline(HandMadeRun(recordings: 6).evaluation).windows == nil)
  }

  @Test func scenariosWithoutSizesHaveTheRunsWindows() throws {
    let encoded = try JSONEncoder().encode(Example.plan)
    let text = String(decoding: encoded, as: UTF8.self)
    for key in ["size", "tries", "startSeconds"] { #expect(!text.contains("\"\(key)\"")) }
    let plan = try JSONDecoder().decode(RunPlan.self, from: encoded)
    #expect(plan == Example.plan)
    #expect(plan.windows(of: 1) == WindowPlan(mode: .continuous, windowSeconds: 10, hopSeconds: 10))
  }
}
