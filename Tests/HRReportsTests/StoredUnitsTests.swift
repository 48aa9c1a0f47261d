import Foundation
import HRDiagnostics
import HRTestSupport
import Testing

@testable import HREvaluation
@testable import HRReports
@testable import HRResults

/// Units that are read from a store when they are looked at, instead of kept in memory.
@Suite struct StoredUnitsTests {
  private func with(
    _ results: [UnitResult], of plan: RunPlan, _ body: (_ path: String) throws -> Void
  ) throws {
    try withTemporaryFolder { folder in
      let path = RunStore.path(in: folder)
      let store = try RunStore(creating: path, fingerprint: "f", plan: plan)
      // As they come from workers.
      for result in results.reversed() { try store.append(UnitAnswer(result)) }
      try body(path)
    }
  }

  private static let plan = ExampleEvaluation.plan(
    recordings: 7, detectors: ["fft", "peak, wide", "silent", "fft"].enumerated().map { "\($1) \($0)" })
  private static let results = ExampleEvaluation.results(of: plan, windows: 24)

  @Test func everyFileOfARunHasTheSameBytes() throws {
    try with(Self.results, of: Self.plan) { path in
      let kept = try RunStore.read(path)
      let read = try RunStore.read(path, keeping: 0)
      let (first, second) = (
        Evaluation(plan: kept.plan, results: kept.results), Evaluation(plan: read.plan, results: read.results)
      )
      let files = zip(
        RunFiles.all(first, provenance: ExampleEvaluation.provenance),
        RunFiles.all(second, provenance: ExampleEvaluation.provenance))
      for (one, other) in files {
        #expect(one.path == other.path)
        #expect(one.text == other.text, "\(one.path)")
      }
      #expect(first.stored.text == Evaluation(plan: Self.plan, results: Self.results).stored.text)
      #expect(first.hasFailures == second.hasFailures)
      #expect(Baseline(first) == Baseline(second))
      #expect(read.results.problem == nil)
    }
  }

  @Test func onlyWantedColumnsAreRead() throws {
    try with(Self.results, of: Self.plan) { path in
      let read = try RunStore.read(path, keeping: 0).results
      let (whole, one, none) = (Array(read), Array(read.reading([1])), Array(read.withoutEstimates))
      #expect(whole == Self.results)
      for (index, result) in whole.enumerated() {
        guard case .windows(let all) = result.outcome, case .windows(let some) = one[index].outcome,
          case .windows(let bare) = none[index].outcome
        else { continue }
        #expect(some.estimates[1] == all.estimates[1] && some.estimates[0] == nil && some.estimates[2] == nil)
        #expect(bare.estimates.allSatisfy { $0 == nil } && bare.references == all.references)
        #expect(read.size(at: index) == UnitSize(result))
      }
    }
  }

  @Test func unitsAreChosenAndFound() throws {
    try with(Self.results, of: Self.plan) { path in
      let read = try RunStore.read(path, keeping: 0).results
      #expect(read.units == Self.results.map(\.unit))
      #expect(read.selecting { $0 % 3 == 1 }.map(\.unit) == Self.results.map(\.unit).filter { $0 % 3 == 1 })
      #expect(read.result(ofUnit: 5) == Self.results.first { $0.unit == 5 })
      #expect(read.selecting { $0 != 5 }.result(ofUnit: 5) == nil)
      #expect(read.indices.allSatisfy { read.bytes(at: $0) == Self.results[$0].bytes })
    }
  }

  @Test func aStoreThatChangesWhileItIsReadIsNamed() throws {
    try with(Self.results, of: Self.plan) { path in
      let read = try RunStore.read(path, keeping: 0).results
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      bytes[bytes.count - 40] ^= 1
      // Into the same file: a new one would leave the one that is being read as it is.
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try file.write(contentsOf: bytes)
      try file.close()
      let failed = read.filter {
        if case .failed("its result could not be read again") = $0.outcome { true } else { false }
      }
      #expect(failed.count == 1)
      let problem = try #require(read.problem)
      #expect(problem.list[0].message.hasPrefix("the run's store changed while it was read"))
    }
  }
}
