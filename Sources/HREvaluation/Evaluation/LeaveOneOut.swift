internal import HRNumerics
internal import HRRunning
package import HRStatistics
internal import HRSupport

/// Quality of choices on a data set that had no part in them. Each data set is left out in turn, a detector is chosen
/// and confidences are recalibrated on all others, and both are evaluated on the one left out.
package struct LeaveOneOut: Sendable {
  /// Data sets with recordings, in the experiment's order.
  package let datasets: [Int]
  /// Choices by scenario, then by data set left out; only where both sides have something to compare.
  package let choices: [Choice]
  /// Recalibrations by detector, then by data set left out; only for detectors whose answers have a confidence from 0
  /// to 1.
  package let recalibrations: [Recalibration]

  /// Least share of the windows with a reference of a data set that a detector must answer to be chosen by it or
  /// called the best on it. An error over few windows is easily small.
  package static let leastCoverage = 0.5
  /// Least number of answers of a share that supports a conclusion. A share of fewer is only shown.
  package static let leastAnswers = 50

  /// A detector on one data set.
  package struct Result: Equatable, Sendable {
    package let detector: Int
    package let maeBPM: Double
    package let coverage: Double
  }

  package struct Choice: Equatable, Sendable {
    package let scenario: Int
    /// The data set left out, an index of the plan.
    package let dataset: Int
    /// The mean over the other data sets, each counted the same, of the chosen detector's mean absolute errors.
    package let othersMAEBPM: Double
    /// The chosen detector's result on the data set left out; `nil` where it has no estimate there.
    package let chosen: Result?
    package let chosenDetector: Int
    /// The result with the smallest error there; `nil` where no detector answered enough.
    package let best: Result?
  }

  /// One detector's confidence with one data set left out.
  package struct Recalibration: Equatable, Sendable {
    package let detector: Int
    package let dataset: Int
    /// Answers of the other data sets, of all scenarios.
    package let fittedAnswers: Int
    /// Least confidence that is recalibrated to at least 0.9; `nil` where none is.
    package let sureFrom: Double?
    /// One per scenario in which it has answers on the data set left out.
    package let tried: [Tried]
  }

  package struct Tried: Equatable, Sendable {
    package let scenario: Int
    package let answers: Int
    /// Brier score with the detector's own confidence. The next is that with the recalibrated one.
    package let brier: Double
    package let recalibratedBrier: Double
    package let sure: SureAnswers
    package let recalibratedSure: SureAnswers
  }

  /// - Parameters:
  ///   - plan: the run's plan.
  ///   - rows: with diagnosis.
  ///   - strata: among them those by data set.
  /// - Returns: `nil` where recordings are of one data set.
  init?(plan: RunPlan, rows: [Evaluation.Row], strata: [Evaluation.Stratum]) {
    let used = plan.datasets.indices.filter { dataset in
      plan.recordings.contains { $0.dataset == dataset }
    }
    guard used.count > 1 else { return nil }
    datasets = used
    let found = Self.results(plan, strata)
    choices = plan.scenarios.indices.flatMap { scenario in
      Self.choices(scenario, of: found[scenario])
    }
    let detectors = plan.detectors.indices.map { detector in
      rows.filter { $0.detector == detector && $0.diagnosis?.reliability != nil }
    }
    recalibrations = ConcurrentWork.map(detectors.count) { detector in
      let pooled = PooledConfidence(detectors[detector])
      return used.compactMap { pooled.leavingOut($0, detector: detector) }
    }.flatMap { $0 }
  }

  /// Returns the detectors with an estimate by scenario and data set, in the experiment's order.
  private static func results(_ plan: RunPlan, _ strata: [Evaluation.Stratum]) -> [[Int: [Result]]] {
    var found = [[Int: [Result]]](repeating: [:], count: plan.scenarios.count)
    for group in strata where group.name == RunPlan.datasetStratum {
      guard let dataset = plan.datasets.firstIndex(where: { $0.name == group.value }) else { continue }
      for row in group.rows {
        guard let mae = row.score.errors?.maeBPM, let coverage = row.tally.coverage else { continue }
        found[row.scenario][dataset, default: []].append(
          Result(detector: row.detector, maeBPM: mae, coverage: coverage))
      }
    }
    return found
  }

  /// - Parameters:
  ///   - scenario: an index of the plan.
  ///   - found: by data set; data sets without any estimate take no part.
  private static func choices(_ scenario: Int, of found: [Int: [Result]]) -> [Choice] {
    let answered = found.mapValues { $0.filter { $0.coverage >= leastCoverage } }
    let datasets = found.keys.sorted()
    return datasets.compactMap { left in
      let others = datasets.filter { $0 != left }
      guard let first = others.first else { return nil }
      let means = (answered[first] ?? []).compactMap { candidate -> (detector: Int, maeBPM: Double)? in
        let errors = others.compactMap { dataset in
          answered[dataset]?.first { $0.detector == candidate.detector }?.maeBPM
        }
        guard errors.count == others.count else { return nil }
        return (candidate.detector, errors.reduce(0, +) / Double(errors.count))
      }
      // Of equal ones the first in the experiment.
      guard let chosen = means.min(by: { $0.maeBPM < $1.maeBPM }) else { return nil }
      return Choice(
        scenario: scenario, dataset: left, othersMAEBPM: chosen.maeBPM,
        chosen: found[left]?.first { $0.detector == chosen.detector }, chosenDetector: chosen.detector,
        best: answered[left]?.min { $0.maeBPM < $1.maeBPM })
    }
  }
}

/// One detector's answers of all scenarios by confidence, with their data sets.
private struct PooledConfidence {
  private let rows: [Evaluation.Row]
  /// Answers ordered by confidence; the value is 2 × data set, plus 1 if the answer is right.
  private let answers: OrderedWalk
  /// Number of answers by data set.
  private let counts: [Int: Int]

  init(_ rows: [Evaluation.Row]) {
    self.rows = rows
    let known = rows.compactMap { $0.diagnosis?.reliability }
    let datasets = Set(known.flatMap(\.datasets)).sorted()
    func forEach(_ body: (_ dataset: Int, _ confidence: Double, _ isRight: Bool) -> Void) {
      for dataset in datasets {
        for reliability in known { reliability.forEachAnswer(on: dataset) { body(dataset, $0, $1) } }
      }
    }
    var counts: [Int: Int] = [:]
    forEach { dataset, _, _ in counts[dataset, default: 0] += 1 }
    self.counts = counts
    answers = OrderedWalk(count: counts.values.reduce(0, +)) { body in
      forEach { body($1, Double(2 * $0 + ($2 ? 1 : 0))) }
    }
  }

  /// - Returns: `nil` where the data set left out, or all others, have no answer with a confidence.
  func leavingOut(_ left: Int, detector: Int) -> LeaveOneOut.Recalibration? {
    // Answers of one data set weigh as much as those of any other.
    let weights = counts.mapValues { 1 / Double($0) }
    var pooling = IsotonicRegression.Pooling()
    answers.walk { confidence, answer in
      let (dataset, right) = Int(saturating: answer).quotientAndRemainder(dividingBy: 2)
      pooling.add(x: confidence, y: Double(right), weight: dataset == left ? 0 : weights[dataset] ?? 0)
    }
    guard let map = pooling.regression else { return nil }
    // A rounding error must not exclude a block that is right in nine of ten.
    let sure = Reliability.sureConfidence - 1e-9
    let tried = rows.compactMap { row -> LeaveOneOut.Tried? in
      guard let reliability = row.diagnosis?.reliability else { return nil }
      var before = ConfidentAnswers()
      var (squares, count, right) = (0.0, 0, 0)
      reliability.forEachAnswer(on: left) { confidence, isRight in
        before.append(confidence, isRight: isRight)
        let chance = map.value(at: confidence)
        let off = chance - (isRight ? 1 : 0)
        squares += off * off
        if chance >= sure {
          count += 1
          right += isRight ? 1 : 0
        }
      }
      guard let known = Reliability(before) else { return nil }
      return LeaveOneOut.Tried(
        scenario: row.scenario, answers: before.count, brier: known.brier,
        recalibratedBrier: squares / Double(before.count), sure: known.sure,
        recalibratedSure: SureAnswers(count: count, right: right))
    }
    guard !tried.isEmpty else { return nil }
    return LeaveOneOut.Recalibration(
      detector: detector, dataset: left,
      fittedAnswers: counts.values.reduce(0, +) - (counts[left] ?? 0),
      sureFrom: map.least(reaching: sure).map { max(0, $0) }, tried: tried)
  }
}
