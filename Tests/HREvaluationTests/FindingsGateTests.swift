import HRSupport
import HRSignals
import HRTestSupport
import Testing

@testable import HREvaluation
@testable import HRRunning

/// Findings about a run's data that a baseline stores.
@Suite struct FindingsGateTests {
  private static func run(_ kinds: [DataFinding.Kind], acknowledged: [DataFinding.Kind] = []) -> HandMadeRun {
    var run = HandMadeRun(recordings: 6)
    run.exams = Dictionary(
      uniqueKeysWithValues: (0..<6).map { recording in
        (
          recording,
          RecordingExam(
            findings: recording == 2 ? kinds.map { DataFinding($0, evidence: "e", mend: "m") } : [])
        )
      })
    run.acknowledged = acknowledged.map { AcknowledgedFinding($0, reason: "known") }
    return run
  }

  private func change(_ now: HandMadeRun, since before: HandMadeRun) throws -> FindingsChange {
    try Gate(now.evaluation, against: Baseline(before.evaluation), file: "base.json").findings
  }

  @Test func namesAreKeptPerDataSet() throws {
    var run = Self.run([.mainsHum, .sampleRate], acknowledged: [.mainsHum])
    run.otherDataset = "other"
    let baseline = Baseline(run.evaluation)
    #expect(
      baseline.findings == [
        Named(name: "d", value: [.sampleRate, .mainsHum]), Named(name: "other", value: []),
      ])
    #expect(BaselineFile.text(baseline).contains("\"sampleRate\""))
  }

  @Test func newAndGone() throws {
    let found = try change(Self.run([.sampleRate, .upsideDown]), since: Self.run([.sampleRate, .mainsHum]))
    #expect(found.new.map(\.kind) == [.upsideDown] && found.new[0].recordings.map(\.id) == ["r3"])
    #expect(found.gone == [.init(dataset: "d", kind: .mainsHum)])
    // Acknowledged findings are neither new nor gone.
    let known = try change(
      Self.run([.upsideDown], acknowledged: [.upsideDown]), since: Self.run([.upsideDown]))
    #expect(known.new.isEmpty && known.gone.isEmpty)
    let more = try change(Self.run([.upsideDown], acknowledged: [.upsideDown]), since: Self.run([]))
    #expect(more.new.isEmpty && more.gone.isEmpty)
  }

  @Test func whereARecordingFailedNothingIsGone() throws {
    var torn = Self.run([])
    torn.failed = [2]
    #expect(try change(torn, since: Self.run([.mainsHum])).gone == [])
  }
}
