import Foundation
import HRSupport
import HRTestSupport
import Testing

@testable import HREvaluation
@testable import HRReporting
@testable import HRRunning
import HRStatistics

/// Units that are read from a store on access, instead of kept in memory.
@Suite struct StoredUnitsTests {
  private func with(
    _ results: [UnitResult], of plan: RunPlan, _ body: (_ path: String) throws -> Void
  ) throws {
    try withTemporaryFolder { folder in
      let path = RunStore.path(in: folder)
      let store = try RunStore(creating: path, fingerprint: "f", plan: plan)
      // Results in another order, as from workers.
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
      #expect(first.stored.json == Evaluation(plan: Self.plan, results: Self.results).stored.json)
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
      // The bytes are written into the same file: a new one would not change the one that is being read.
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

  /// Many windows are not held in memory: all results are the same as with windows that are.
  @Test func pairsThatAreMadeAreThoseThatAreHeld() throws {
    let evaluation = Evaluation(plan: Self.plan, results: Self.results)
    for row in evaluation.rows {
      let builder = RowBuilder(
        units: evaluation.units.ofScenario(row.scenario), scenario: row.scenario, detector: row.detector)
      let ways = [Int.max, 0].map { builder.gathered(mostHeld: $0).pairs }
      let pairs = ways.map { way in
        var pairs = PairBlock()
        way.rates.forEach { pairs.append($0) }
        return pairs
      }
      #expect(pairs[0].count == row.score.estimateCount)
      for (way, own) in zip(ways, pairs) {
        #expect(own == pairs[0] && way.clusterNames == ways[0].clusterNames)
        #expect(way.rates.unansweredCounts == ways[0].rates.unansweredCounts)
      }
    }
  }

  @Test func rankingsOfErrorsThatAreMadeAreThoseOfHeldOnes() throws {
    let units = RunUnits(plan: Self.plan, results: UnitResults(Self.results))
    for scenario in Self.plan.scenarios.indices {
      let (held, made) = (Int.max, 0)
      let both = [held, made].map { mostHeld in
        ScenarioErrors(
          of: Self.plan.detectors(in: scenario), in: units.ofScenario(scenario), mostHeld: mostHeld)
      }
      let labels = Self.plan.detectors(in: scenario).map { Self.plan.detectors[$0].label }
      let members = both.map { RankingMembers($0, labels: labels) }
      #expect(members[0].ranked == members[1].ranked && members[0].leftOut == members[1].leftOut)
      let common = both.map { $0.overCommonWindows(of: [0, 1]) }
      #expect(common[0].windows == common[1].windows && common[0].windows > 0)
      #expect(common[0].errors == common[1].errors)
      #expect(both[0].pairwise.pairs.map(\.adjustedP) == both[1].pairwise.pairs.map(\.adjustedP))
    }
  }
}
