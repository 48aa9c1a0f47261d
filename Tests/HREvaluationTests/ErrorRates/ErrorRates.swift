import HRSignals
import HRStatistics

@testable import HREvaluation
@testable import HRRunning

/// Counts of each verdict of `hreval compare` and `hreval gate` on simulated errors (``SimulatedErrors``).
///
/// Under test is the program's own code. For a comparison: ``PairedTally`` from the windows, `PairedDifference`,
/// and ``Comparison/judged(_:marginsBPM:)`` with the correction and the verdict. For a gate: ``RowJudge``, with
/// windows of both runs, groups, shares and all limits. The stored run and its evaluation, which give these their
/// windows, are left out; ``ErrorRateTests`` runs the whole path for a few.
struct ErrorRates: Sendable {
  enum Rule: String, CaseIterable, Sendable {
    /// Candidates against one baseline, compared together.
    case compare
    /// Rows of a later run of the same subjects with other noise. More than one are those of a night: every window
    /// is silent with a probability of 5 % in both runs, and there are two groups of subjects.
    case gate
    /// A row of a later run in which some windows are 40 bpm off and the others so much better that the mean absolute
    /// error is the same.
    case grossWindows
  }

  let rule: Rule
  /// Number of candidates, or of rows.
  let members: Int
  let tails: SimulatedErrors.Tails
  let subjects: Int

  static let repetitions = 2000
  /// Number of repetitions that the test suite makes of one cell; they are the first of all.
  static let fewRepetitions = 200
  /// Number of repetitions that share the seed of the run's bootstrap, as those of one experiment do.
  static let blockSize = 50
  static let silence = 0.05
  /// Rises of the error of the candidate, or of the later run, in beats per minute; several members are tested without
  /// any. Of gross windows their share, in per cent.
  var effects: [Double] { members > 1 ? [0] : rule == .grossWindows ? [2, 5] : [0, 0.5, 1] }

  /// Possible results of one repetition, in the order of the file. For a comparison: one of the verdicts, and
  /// besides `withinMargin` (the difference is declared smaller than the margin) and `holds` (the interval contains
  /// the true difference). For several rows: the gravest decision.
  var words: [String] {
    switch rule {
    case .compare where members > 1: ["shown", "notShown"]
    case .compare:
      Verdict.allCases.filter { $0 != .tooFewClusters }.map(\.rawValue) + ["withinMargin", "holds"]
    case .gate, .grossWindows: Gate.Decision.allCases.map(\.rawValue)
    }
  }

  /// Cells of several members leave out one-sided errors, for which one member is sufficient. Those of gross windows
  /// have one member and errors that are seldom gross by themselves.
  static let cells = Rule.allCases.flatMap { rule in
    (rule == .grossWindows ? [1] : [1, rule == .compare ? 5 : 20]).flatMap { members in
      SimulatedErrors.Tails.allCases.filter { tails in
        switch tails {
        case .normal, .heavy: true
        case .gross: rule != .grossWindows
        case .oneSided: rule != .grossWindows && members == 1
        }
      }.flatMap { tails in
        [6, 12, 30].map { ErrorRates(rule: rule, members: members, tails: tails, subjects: $0) }
      }
    }
  }

  /// Counts by effect and by word of ``words``: number of repetitions with that result, in the first few and in
  /// all.
  struct Counts: Equatable, Sendable {
    var few: [[Int]]
    var all: [[Int]]
  }

  /// - Parameter blocks: numbers of the blocks, of ``blockSize`` repetitions each.
  func counts(blocks: Range<Int>) -> Counts {
    let none = effects.map { _ in words.map { _ in 0 } }
    var counts = Counts(few: none, all: none)
    for block in blocks {
      let evaluation = evaluation(seed: UInt64(clamping: block + 1))
      for repetition in (block * Self.blockSize)..<((block + 1) * Self.blockSize) {
        for (effect, said) in said(evaluation, repetition).enumerated() {
          for (word, name) in words.enumerated() where said.contains(name) {
            counts.all[effect][word] += 1
            if repetition < Self.fewRepetitions { counts.few[effect][word] += 1 }
          }
        }
      }
    }
    return counts
  }

  /// Results of one repetition, by effect.
  private func said(_ evaluation: Evaluation, _ repetition: Int) -> [[String]] {
    switch rule {
    case .compare:
      let study = comparedErrors(repetition)
      return effects.map { effect in
        let judged = judged(study, effectBPM: effect, seed: evaluation.plan.seed)
        let verdicts = judged.compactMap { $0.judgement?.verdict }
        if members > 1 {
          return [verdicts.contains { $0 == .better || $0 == .worse } ? "shown" : "notShown"]
        }
        let isWithin = judged.first?.judgement?.isWithinMargin ?? false
        let interval = judged.first?.difference?.intervalBPM
        let holds = interval.map { $0.low <= effect && effect <= $0.high } ?? false
        return verdicts.map(\.rawValue) + (isWithin ? ["withinMargin"] : []) + (holds ? ["holds"] : [])
      }
    case .gate:
      let night = gatedErrors(repetition)
      return effects.map { effect in
        [Gate.Decision.gravest(of: decisions(evaluation, night, effectBPM: effect)).rawValue]
      }
    case .grossWindows:
      return effects.map { percent in
        let night = grossNight(repetition, share: percent / 100)
        return [Gate.Decision.gravest(of: decisions(evaluation, night, effectBPM: 0)).rawValue]
      }
    }
  }

  // MARK: Comparing

  /// Errors of the baseline, then of the candidates.
  func comparedErrors(_ repetition: Int) -> [SimulatedErrors.Errors] {
    var simulated = SimulatedErrors(tails, subjects: subjects, ["compare", "\(repetition)"])
    return (0...members).map { simulated.errors(simulated.subjectParts(), isCandidate: $0 > 0) }
  }

  /// Verdicts of the comparison of all candidates with the baseline.
  func judged(
    _ errors: [SimulatedErrors.Errors], effectBPM: Double, seed: UInt64
  ) -> [(difference: PairedDifference?, judgement: Judgement?)] {
    let baseline = errors[0].map(Self.answers)
    let differences = errors.dropFirst().map { candidate -> PairedDifference? in
      let worse = SimulatedErrors.worse(candidate, byBPM: effectBPM).map(Self.answers)
      let units = zip(worse, baseline).enumerated().map { subject, pair in
        PairedTally.Unit(cluster: subject, candidate: pair.0, baseline: pair.1)
      }
      let deltas = PairedTally(units, clusterCount: subjects).clusterDeltasBPM
      return PairedDifference(clusterDeltasBPM: deltas, seed: seed)
    }
    let judged = Comparison.judged(
      differences, marginsBPM: differences.map { _ in Baseline.defaultMarginBPM })
    return zip(differences, judged).map { ($0, $1.judgement) }
  }

  static let referenceBPM = 250.0

  private static func answers(_ errors: [Double]) -> DetectorAnswers {
    var column = EstimateColumn()
    for error in errors {
      column.append(
        bpm: referenceBPM + error, outcome: .value, confidence: nil, quality: nil, motion: nil)
    }
    return DetectorAnswers(
      column: column,
      references: ReferenceColumn(errors.map { _ in .bpm(referenceBPM) }))
  }

  // MARK: Gate

  /// Errors of each row in both runs; `nil` if it was silent.
  struct Night {
    var before: [[[Double?]]]
    var now: [[[Double?]]]
  }

  func gatedErrors(_ repetition: Int) -> Night {
    var simulated = SimulatedErrors(tails, subjects: subjects, ["gate", "\(repetition)"])
    var night = Night(before: [], now: [])
    for _ in 0..<members {
      let parts = simulated.subjectParts()
      night.before.append(simulated.answered(simulated.errors(parts, isCandidate: false), silence: silence))
      night.now.append(simulated.answered(simulated.errors(parts, isCandidate: true), silence: silence))
    }
    return night
  }

  /// Errors of a row then and now: now with a share of the windows 40 bpm too high and the others smaller.
  func grossNight(_ repetition: Int, share: Double) -> Night {
    var night = gatedErrors(repetition)
    var simulated = SimulatedErrors(tails, subjects: subjects, ["gross windows", "\(repetition)"])
    night.now = night.now.map { row in
      row.map { $0.map { error in error.map { simulated.maybeGross($0, share: share) } } }
    }
    return night
  }

  private var silence: Double { members > 1 ? Self.silence : 0 }

  /// Reference of every window of a gate. The tolerance is 10 % of it, 7 bpm, and errors above 28 bpm are gross.
  static let gateReferenceBPM = 70.0

  /// Decisions of the gate on each row.
  func decisions(_ evaluation: Evaluation, _ night: Night, effectBPM: Double) -> [Gate.Decision] {
    let worse = night.now.map { SimulatedErrors.worse($0, byBPM: effectBPM) }
    let (before, now) = (baseline(night.before, files: "then"), baseline(worse, files: "now"))
    let judge = RowJudge(evaluation, run: now, baseline: before, margin: Margin(declaredBPM: nil))
    return zip(before.rows, now.rows).map { judge.row(before: $0, now: $1).decision }
  }

  /// Returns the figures of a run with files that no other run has.
  private func baseline(_ rows: [[[Double?]]], files: String) -> Baseline {
    Baseline(
      hreval: "0.2.0", experiment: "night", seed: 1, marginBPM: Baseline.defaultMarginBPM,
      coveragePoints: Baseline.defaultCoveragePoints, measurand: .heartRate, mode: .continuous,
      windowSeconds: 10, hopSeconds: 10, windows: nil, datasets: [],
      recordings: (0..<subjects).map {
        .init(dataset: "d", id: "r\($0 + 1)", windows: SimulatedErrors.windows, sha256: ["\(files)\($0)"])
      },
      scenarios: [
        .init(
          label: "clean", noise: nil,
          references: [WindowNumbers](
            repeating: WindowNumbers(
              [Double?](repeating: Self.gateReferenceBPM, count: SimulatedErrors.windows)),
            count: subjects))
      ],
      rows: rows.enumerated().map { index, row in
        .init(
          scenario: "clean", steps: "clean@1", detector: "d\(index)", definition: "d\(index)@1",
          figures: row.map(Self.figure))
      }, detectors: [], findings: [])
  }

  private static func figure(_ errors: [Double?]) -> Baseline.Figure {
    let known = errors.compactMap(\.self)
    return Baseline.Figure(
      referenceWindows: errors.count, estimates: known.count,
      maeBPM: known.isEmpty ? nil : known.reduce(0) { $0 + abs($1) } / Double(known.count),
      errors: WindowNumbers(errors))
  }

  /// Returns an evaluation of the subjects, with their groups if rows are those of a night; its windows do not
  /// matter.
  func evaluation(seed: UInt64) -> Evaluation {
    var run = HandMadeRun(recordings: subjects)
    run.seed = seed
    run.windows = 1
    run.withinPercent = 10
    run.detectors = [HandMadeRun.detector("d")]
    if members == 1 { run.strata = [] }
    return Evaluation(plan: run.plan, results: members == 1 ? [] : run.results)
  }
}

extension SimulatedErrors {
  /// Returns the errors, each of which is left out with a probability.
  fileprivate mutating func answered(_ errors: Errors, silence: Double) -> [[Double?]] {
    guard silence > 0 else { return errors }
    return errors.map { $0.map { isSilent(silence) ? nil : $0 } }
  }
}
