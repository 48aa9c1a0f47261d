import HRTestSupport
import Foundation
import HRSupport
import HRRecordings
import HRStatistics
import Testing

@testable import HRRunning
@testable import HREvaluation

/// A complete run, from files to figures: its figures must equal those of other programs from the same pairs.
@Suite(.enabled(if: AgreementArchive.isPresent, "needs the oracles beside HREVAL_DATA"))
struct AgreementRunTests {
  private static let tolerance = 1e-9

  @Test func everyFigureOfARunMeetsTheOracle() throws {
    try withTemporaryFolder { folder in
      try AgreementArchive.write(to: folder)
      let expected = try AgreementArchive.expected()
      let file = try ExperimentFile(path: "\(folder)/agreement.json")
      let environment = DataEnvironment(near: ["\(folder)/none"], dataDirectory: nil)
      let experiment = try Experiment(file, plugins: .builtIn, environment: environment)
      let session = RunSession(
        order: WorkOrder(file: file, environment: environment), experiment: experiment,
        outputDirectory: "\(folder)/run", jobs: 0,
        launch: .init(executable: "/nowhere", arguments: [], timeoutSeconds: 1))
      let outcome = try session.perform(resuming: false, interruption: Interruption()) { _ in }
      #expect(outcome.isComplete)
      let evaluation = Evaluation(plan: session.plan, results: outcome.results)
      #expect(evaluation.rows.count == 2)
      #expect(!evaluation.hasFailures)
      var worst = 0.0
      for (row, name) in zip(evaluation.rows, ["a", "b"]) {
        worst = max(worst, try check(row, against: try #require(expected[name]), plan: session.plan))
      }
      #expect(worst <= Self.tolerance, "worst relative deviation \(worst)")
    }
  }

  /// - Returns: the worst relative deviation.
  private func check(_ row: Evaluation.Row, against oracle: JSONNode, plan: RunPlan) throws -> Double {
    let score = row.score
    let errors = try #require(score.errors)
    let simple = try #require(score.simple)
    let repeated = try #require(score.repeatedMeasures)
    let percentiles = try #require(score.percentileLimitsBPM)
    #expect(row.tally.coverage == 1)
    #expect(row.tally.failedRecordings == 0)
    var figures: [(path: String, value: Double?)] = [
      ("n", Double(score.estimateCount)), ("biasBPM", errors.biasBPM), ("sdBPM", errors.sdBPM),
      ("maeBPM", errors.maeBPM), ("medianAEBPM", errors.medianAEBPM), ("rmseBPM", errors.rmseBPM),
      ("mapePercent", errors.mapePercent), ("pearson", errors.pearson), ("spearman", errors.spearman),
      ("ccc", errors.ccc), ("p95AEBPM", errors.p95AEBPM), ("within5Share", errors.withinBPMShare),
      ("withinEC13Share", errors.withinToleranceShare),
      ("anova.msb", repeated.meanSquareBetween), ("anova.msw", repeated.meanSquareWithin),
      ("anova.m0", repeated.effectiveClusterSize), ("anova.varBetween", repeated.varianceBetween),
      ("anova.varWithin", repeated.varianceWithin), ("anova.sdTotal", repeated.sdBPM),
      ("slopeOnMean", score.proportionalBias.slopeOnMean),
      ("slopeOnReference", score.proportionalBias.slopeOnReference),
    ]
    let intervals: [(path: String, interval: Interval)] = [
      ("loaSimple", simple.limitsBPM), ("loaPercentile", percentiles), ("anova.loa", repeated.limitsBPM),
    ]
    figures += intervals.flatMap { [("\($0.path).0", $0.interval.low), ("\($0.path).1", $0.interval.high)] }
    let recordings = try #require(oracle["perRecordingMAE"]?.members)
    #expect(row.perRecording.map { plan.recordings[$0.recording].id } == recordings.map(\.key))
    figures += row.perRecording.map {
      ("perRecordingMAE.\(plan.recordings[$0.recording].id)", $0.maeBPM)
    }
    // Every figure of the oracle must be checked, except limits that hreval does not have.
    #expect(figures.count == Self.numbers(in: oracle) - (oracle["mover"].map(Self.numbers) ?? 0))
    var worst = 0.0
    for (path, value) in figures {
      let wanted = try #require(Self.number(path, in: oracle), "\(path)")
      let found = try #require(value, "\(path)")
      let deviation = wanted == 0 ? abs(found) : abs(found - wanted) / abs(wanted)
      #expect(deviation <= Self.tolerance, "\(path): \(found), not \(wanted)")
      worst = max(worst, deviation)
    }
    return worst
  }

  @Test func theProgramWritesTheSameFigures() throws {
    try withTemporaryFolder { folder in
      try AgreementArchive.write(to: folder)
      let expected = try AgreementArchive.expected()
      let ending = try Program.run(
        ["run", "agreement.json", "--output", "out", "--jobs", "1", "--quiet"], in: folder)
      try #require(ending.code == 0, "\(ending.err)")
      let text = try String(contentsOfFile: "\(folder)/out/results.json", encoding: .utf8)
      let rows = try #require(JSONDocument(text, file: "results.json").root["results"]?.elements)
      let columns = [
        "biasBPM", "sdBPM", "loaLowerBPM", "loaUpperBPM", "maeBPM", "medianAEBPM", "rmseBPM", "mapePercent",
        "pearson", "ccc", "withinToleranceShare", "p95AEBPM",
      ]
      let oracleNames = [
        "loaLowerBPM": "anova.loa.0", "loaUpperBPM": "anova.loa.1", "withinToleranceShare": "withinEC13Share",
      ]
      let table = try CSVTable.read(
        "\(folder)/out/summary.csv", format: CSVFormat(), columns: columns.map { .named($0) })
      for (index, name) in ["a", "b"].enumerated() {
        let oracle = try #require(expected[name])
        #expect(rows[index]["detector"]?.string == name)
        #expect(rows[index]["counts"]?["estimates"]?.integer == oracle["n"]?.integer)
        for (position, column) in columns.enumerated() {
          let wanted = try #require(Self.number(oracleNames[column] ?? column, in: oracle), "\(column)")
          let inJSON = try #require(rows[index]["metrics"]?[column]?.number, "\(column)")
          #expect(abs(inJSON - wanted) <= Self.tolerance * abs(wanted), "\(column) of \(name)")
          #expect(table.columns[position][index] == inJSON, "\(column) of \(name)")
        }
      }
    }
  }

  private static func number(_ path: String, in node: JSONNode) -> Double? {
    path.split(separator: ".").reduce(node as JSONNode?) { node, step in
      Int(step).flatMap { index in
        node?.elements.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      } ?? node?[String(step)]
    }?.number
  }

  private static func numbers(in node: JSONNode) -> Int {
    if node.number != nil { return 1 }
    let inner = node.elements ?? node.members?.map(\.value) ?? []
    return inner.reduce(0) { $0 + numbers(in: $1) }
  }
}
