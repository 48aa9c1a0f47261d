import Foundation
import HRStatistics
import HRTestSupport
import Testing

@testable import HREvaluation

/// Rates of false verdicts of `compare` and `gate`, by simulation; `Tests/ErrorRates/README.md` has the design.
@Suite struct ErrorRateTests {
  /// Path to which the whole simulation is written; `nil`: it is not run.
  private static let file = ProcessInfo.processInfo.environment["HREVAL_ERROR_RATES"]

  private static let few: [ErrorRates] = ErrorRates.Rule.allCases.map {
    ErrorRates(rule: $0, members: 1, tails: .heavy, subjects: 6)
  }

  /// 200 repetitions of one cell: their counts equal the stored ones, and no false verdict is so frequent that it
  /// would occur by chance in less than one simulation of a thousand.
  @Test(.enabled(if: LongTests.areWanted, "\(LongTests.reason)"), arguments: few)
  func oneCellAgain(cell: ErrorRates) throws {
    let stored = try StoredErrorRates.read()
    let found = cell.counts(blocks: 0..<(ErrorRates.fewRepetitions / ErrorRates.blockSize))
    for (effect, bpm) in cell.effects.enumerated() {
      for (word, name) in cell.words.enumerated() {
        #expect(
          found.few[effect][word] == stored.count(cell, effectBPM: bpm, [name])?.few,
          "\(cell.rule) at \(bpm) bpm: \(name); where a rule was changed on purpose, see Tests/ErrorRates/README.md"
        )
      }
    }
    for (bpm, words, share) in StoredErrorRates.falseWords(cell) {
      let effect = try #require(cell.effects.firstIndex(of: bpm))
      let count = words.compactMap(cell.words.firstIndex).reduce(0) { $0 + found.few[effect][$1] }
      #expect(
        binomialTail(count, of: ErrorRates.fewRepetitions, share: share) > 0.001,
        "\(words) at \(bpm): \(count)")
    }
  }

  /// All 2000 repetitions: in every cell, except those for which no rule can guarantee it, false verdicts are as
  /// rare as promised.
  @Test func storedRatesAreBelowTheirBounds() throws {
    let stored = try StoredErrorRates.read()
    for cell in ErrorRates.cells {
      for (bpm, words, share) in StoredErrorRates.falseWords(cell) {
        let count = try #require(stored.count(cell, effectBPM: bpm, words)?.all, "\(cell), \(words)")
        guard cell.tails != .oneSided else { continue }
        #expect(
          binomialTail(count, of: ErrorRates.repetitions, share: share) > 0.001,
          "\(words) at \(bpm): \(count), \(cell)")
      }
    }
  }

  @Test func docsHaveTheStoredRates() throws {
    let stored = try StoredErrorRates.read()
    for (name, table) in [
      ("comparison", stored.table(.compare)), ("gate", stored.table(.gate)),
      ("gate", stored.grossWindowsTable()),
      ("gate", stored.togetherTable()),
    ] {
      let page = try ProjectFolder.text("docs/reference/results/\(name).md")
      #expect(page.contains(table), "\(name).md lacks this table:\n\(table)")
    }
  }

  @Test(.enabled(if: file != nil, "HREVAL_ERROR_RATES=FILE makes all of it; see Tests/ErrorRates"))
  func allCells() async throws {
    let blocks = ErrorRates.repetitions / ErrorRates.blockSize
    let part = 5
    var cells = ErrorRates.cells.map { (cell: $0, counts: $0.counts(blocks: 0..<0)) }
    await withTaskGroup(of: (Int, ErrorRates.Counts).self) { group in
      for (index, cell) in ErrorRates.cells.enumerated() {
        for start in stride(from: 0, to: blocks, by: part) {
          group.addTask { (index, cell.counts(blocks: start..<(start + part))) }
        }
      }
      for await (index, counts) in group { cells[index].counts.add(counts) }
    }
    let rates = StoredErrorRates(cells)
    let path = try #require(Self.file)
    _ = try rates.text.written(to: path)
    _ = try [rates.table(.compare), rates.table(.gate), rates.grossWindowsTable(), rates.togetherTable()]
      .joined(
        separator: "\n"
      )
      .written(to: path + ".md")
    #expect(StoredErrorRates(text: rates.text) == rates)
  }

  // MARK: Complete runs

  /// Detectors of a run that err as simulated; silent if there is no error.
  private func run(
    _ errors: [[[Double?]]], at referenceBPM: Double = ErrorRates.gateReferenceBPM, seed: UInt64,
    files: String
  ) -> HandMadeRun {
    var run = HandMadeRun(recordings: errors[0].count)
    run.withinPercent = 10
    run.seed = seed
    run.windows = SimulatedErrors.windows
    run.files = run.files.map { files + $0 }
    run.detectors = errors.indices.map { HandMadeRun.detector("d\($0)") }
    run.reference = { _, _ in referenceBPM }
    run.error = { errors[$0.detector][$0.recording][$0.window] }
    return run
  }

  /// The simulation and a comparison of a run give the same verdicts on the same windows.
  @Test(arguments: SimulatedErrors.Tails.allCases) func comparisonsAreThoseOfARun(
    tails: SimulatedErrors.Tails
  ) throws {
    let cell = ErrorRates(rule: .compare, members: 2, tails: tails, subjects: 6)
    for (repetition, effect) in [0, 0.5, 1].enumerated() {
      let errors = cell.comparedErrors(repetition)
      let worse = [errors[0]] + errors.dropFirst().map { SimulatedErrors.worse($0, byBPM: effect) }
      let contrasts = run(worse, at: ErrorRates.referenceBPM, seed: 7, files: "").comparison(baseline: 0)
        .contrasts
      let judged = cell.judged(errors, effectBPM: effect, seed: 7)
      #expect(contrasts.map(\.difference) == judged.map(\.difference))
      #expect(contrasts.map(\.judgement) == judged.map(\.judgement) && contrasts.count == 2)
    }
  }

  /// The simulation and a gate of a run give the same decisions on the same windows.
  @Test func decisionsAreThoseOfAGate() throws {
    var decided: Set<String> = []
    for (repetition, effect) in [0, 0.4, 1.5].enumerated() {
      let cell = ErrorRates(rule: .gate, members: 2, tails: .heavy, subjects: 12)
      let night = cell.gatedErrors(repetition)
      let now = night.now.map { SimulatedErrors.worse($0, byBPM: effect) }
      let gate = try Gate(
        run(now, seed: 7, files: "now").evaluation,
        against: Baseline(run(night.before, seed: 7, files: "then").evaluation), file: "base.json")
      let decisions = cell.decisions(cell.evaluation(seed: 7), night, effectBPM: effect)
      #expect(gate.rows.map(\.decision) == decisions && decisions.count == 2)
      #expect(gate.rows.allSatisfy { !$0.hasSameInputs && $0.worst != nil })
      decided.formUnion(decisions.map(\.rawValue))
    }
    #expect(decided.count > 1)
  }
}

extension ErrorRates.Counts {
  fileprivate mutating func add(_ other: Self) {
    few = zip(few, other.few).map { zip($0, $1).map { $0 + $1 } }
    all = zip(all, other.all).map { zip($0, $1).map { $0 + $1 } }
  }
}

/// Returns the probability of at least `count` successes in `total` independent trials.
private func binomialTail(_ count: Int, of total: Int, share: Double) -> Double {
  var term = pow(1 - share, Double(total))
  var below = 0.0
  for successes in 0..<count {
    below += term
    term *= Double(total - successes) / Double(successes + 1) * share / (1 - share)
  }
  return 1 - below
}
