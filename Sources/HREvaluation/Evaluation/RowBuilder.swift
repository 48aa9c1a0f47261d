internal import HRRunning
internal import HRNumerics
internal import HRPlugins
package import HRStatistics

/// Gathers one detector's windows in one scenario.
struct RowBuilder: Sendable {
  /// Units of this scenario.
  let units: RunUnits
  let scenario: Int
  let detector: Int
  /// Windows of this scenario, for the diagnosis; `nil` for groups of recordings, which have averages alone.
  var windows: ScenarioWindows?
  /// The windows that count; `nil`: all.
  var chosen: Choice?

  enum Choice: Sendable {
    /// Windows for which the detector said this word.
    case saying(DetectorWord, String)
    /// Windows of one group of a stratum.
    case group(stratum: String, String)
  }

  /// The figures of all windows together.
  struct Scored: Sendable {
    let tally: Evaluation.Tally
    /// Sums by recording.
    fileprivate let parts: [Int: Part]
    let score: Score
  }

  var scored: Scored {
    let gathered = gathered
    var tally = gathered.tally
    tally.windows = gathered.parts.values.reduce(0) { $0 + $1.windows }
    tally.referenceWindows = gathered.parts.values.reduce(0) { $0 + $1.referenceWindows }
    tally.estimates = gathered.pairs.rates.count
    let score = Score(
      gathered.pairs.rates, windowCount: tally.windows, tolerance: units.plan.tolerance,
      within: units.plan.rates(of: detector), seed: units.plan.bootstrapSeed)
    return Scored(tally: tally, parts: gathered.parts, score: score)
  }

  /// Details behind the figures; `nil` in groups.
  var diagnosis: RowDiagnosis? { windows.map { RowDiagnosis($0, detector: detector, plan: units.plan) } }

  func row(_ scored: Scored, _ diagnosis: RowDiagnosis?) -> Evaluation.Row {
    Evaluation.Row(
      scenario: scenario, detector: detector, tally: scored.tally, score: scored.score,
      perRecording: scored.parts.sorted { $0.key < $1.key }.map {
        $1.score(
          recording: $0, lag: diagnosis?.recordingLags[$0], beats: diagnosis?.beats?.records[$0] ?? [])
      }, diagnosis: diagnosis)
  }

  /// Pairs, tally and sums of the windows of a row.
  struct Gathered {
    fileprivate(set) var pairs: GatheredPairs
    fileprivate var tally: Evaluation.Tally
    /// Sums by recording.
    fileprivate var parts: [Int: Part]
  }

  /// Most windows of a row whose pairs are held, at 21 bytes each, so that all of them can be sorted at once. Pairs of
  /// more are read again in every pass.
  static let mostHeld = 150_000

  var gathered: Gathered { gathered(mostHeld: Self.mostHeld) }

  func gathered(mostHeld: Int) -> Gathered {
    var tally = Evaluation.Tally()
    let results = units.results
    let isHeld = results.rowCount <= mostHeld
    var (block, labels) = (PairBlock(), Labels())
    if isHeld { block.reserveCapacity(results.rowCount) }
    var (pairCounts, unanswered): ([Int: Int], [(cluster: Int, windows: Int)]) = ([:], [])
    var seen: Set<Int> = []
    var reasons: [WindowOutcome: Int] = [:]
    var parts: [Int: Part] = [:]
    for result in results.reading([detector]) {
      let unit = units[result.unit]
      let groups = groups(of: result)
      if case .group(_, let group)? = chosen, groups?.names.contains(group) != true { continue }
      guard case .windows(let table) = result.outcome else {
        if unit.repetition == 0 { tally.failedRecordings += 1 }
        continue
      }
      if unit.repetition == 0 { tally.recordings += 1 }
      let cluster = units.cluster(of: result)
      seen.insert(cluster)
      // Rows are built of detectors that take part. Without a column there is nothing to count.
      guard let answers = table.answers(of: detector) else { continue }
      var part = parts[unit.recording] ?? Part()
      var (silent, answered, places) = (0, 0, Places())
      let (rates, references) = (answers.column.bpm, answers.references.bpm)
      for row in answers.indices where chosen == nil || counts(row, answers.column, of: table, groups) {
        let (rate, reference) = (rates[row], references[row])
        part.windows += 1
        if rate.isNaN { reasons[answers.column.outcome(row), default: 0] += 1 }
        if reference.isNaN {
          if case .none(let reason) = answers.references[row] {
            reasons[.noReference(reason), default: 0] += 1
          }
          continue
        }
        part.referenceWindows += 1
        guard !rate.isNaN else {
          silent += 1
          continue
        }
        part.errors.add(rate - reference)
        answered += 1
        let label = labels.label(of: cluster) { units.clusters.names[unit.recording] }
        guard isHeld else { continue }
        block.append(places.pair(reference, rate, cluster: label, number: row))
      }
      if silent > 0 { unanswered.append((cluster, silent)) }
      pairCounts[cluster, default: 0] += answered
      parts[unit.recording] = part
    }
    tally.subjects = seen.count
    tally.reasons = reasons.sorted { $0.key.text < $1.key.text }.map {
      .init(outcome: $0.key, windows: $0.value)
    }
    let clusterCount = labels.names.count
    // Clusters without a single pair come after the others.
    var all = labels
    var unansweredCounts: [Int] = []
    for (cluster, windows) in unanswered {
      let label = all.label(of: cluster) { "" }
      while unansweredCounts.count <= label { unansweredCounts.append(0) }
      unansweredCounts[label] += windows
    }
    let counts = labels.clusters.map { pairCounts[$0] ?? 0 }
    let rates =
      if isHeld {
        PairedRates(block, clusterCount: clusterCount, unansweredCounts: unansweredCounts)
      } else {
        pairsAgain(labels, counts: counts, unansweredCounts: unansweredCounts)
      }
    return Gathered(
      pairs: GatheredPairs(rates: rates, clusterNames: labels.names), tally: tally, parts: parts)
  }

  /// Returns pairs that are read anew in each pass: by parts of units, or by units where not all windows count.
  private func pairsAgain(_ labels: Labels, counts: [Int], unansweredCounts: [Int]) -> PairedRates {
    let results = units.results
    guard chosen == nil else {
      return PairedRates(counts: counts, unansweredCounts: unansweredCounts, blockCount: results.count) {
        [labels] in
        pairs(ofUnit: $0, labels)
      }
    }
    let parts = results.parts
    let clusterLabels = results.units.map { labels[units.clusters.ofRecording[units[$0].recording]] }
    return PairedRates(
      counts: counts, unansweredCounts: unansweredCounts, stretchCount: parts.count
    ) { place -> PairWindows? in
      guard let label = clusterLabels[parts[place].index],
        let rates = results.rates(of: detector, parts[place])
      else { return nil }
      return PairWindows(
        referenceBPM: rates.references, estimateBPM: rates.rates, cluster: label, first: rates.first)
    }
  }

  /// Returns the pairs of one unit, made anew.
  private func pairs(ofUnit index: Int, _ labels: Labels) -> PairBlock {
    var block = PairBlock()
    let result = units.results.reading([detector])[index]
    guard case .windows(let table) = result.outcome, let answers = table.answers(of: detector),
      let label = labels[units.cluster(of: result)]
    else { return block }
    block.reserveCapacity(answers.count)
    var places = Places()
    let groups = groups(of: result)
    let (rates, references) = (answers.column.bpm, answers.references.bpm)
    for row in answers.indices where counts(row, answers.column, of: table, groups) {
      guard !references[row].isNaN, !rates[row].isNaN else { continue }
      block.append(places.pair(references[row], rates[row], cluster: label, number: row))
    }
    return block
  }

  /// Returns the result's groups in the stratum that windows are chosen by; `nil` where they are not.
  private func groups(of result: UnitResult) -> UnitGroups? {
    guard case .group(let stratum, _)? = chosen else { return nil }
    return units.groups(of: result, by: stratum)
  }

  /// Returns true if a window of a unit counts.
  private func counts(_ row: Int, _ column: EstimateColumn, of table: WindowTable, _ groups: UnitGroups?)
    -> Bool
  {
    switch chosen {
    case .saying(let kind, let word): column[row].said(kind) == word
    case .group(_, let group): groups?.contain(table.window(of: detector, row: row), in: group) == true
    case nil: true
    }
  }

  /// The answers in all windows that count, with and without a reference, in the order of the results: the same
  /// windows for all rows of a scenario and group. They are made anew in each iteration.
  var answers: some Sequence<(cluster: Int, answer: DetectorAnswers.Element)> {
    units.results.reading([detector]).lazy.map {
      result -> [(cluster: Int, answer: DetectorAnswers.Element)] in
      guard case .windows(let table) = result.outcome, let answers = table.answers(of: detector) else {
        return []
      }
      let (cluster, groups) = (units.cluster(of: result), groups(of: result))
      return answers.lazy.filter { counts($0.row, answers.column, of: table, groups) }.map { (cluster, $0) }
    }.joined()
  }

  /// Marks windows of a unit that follow directly on the previous answered one.
  private struct Places {
    private var latest: Int?

    mutating func pair(_ referenceBPM: Double, _ estimateBPM: Double, cluster: Int, number: Int) -> Pair {
      let isNext = latest.map { $0 + 1 == number } ?? false
      latest = number
      return Pair(
        referenceBPM: referenceBPM, estimateBPM: estimateBPM, cluster: cluster, isNext: isNext)
    }
  }

  /// Numbers of clusters in order of first appearance.
  private struct Labels {
    private var numbers: [Int: Int] = [:]
    private(set) var clusters: [Int] = []
    private(set) var names: [String] = []

    subscript(cluster: Int) -> Int? { numbers[cluster] }

    mutating func label(of cluster: Int, name: () -> String) -> Int {
      if let known = numbers[cluster] { return known }
      numbers[cluster] = clusters.count
      clusters.append(cluster)
      names.append(name())
      return clusters.count - 1
    }
  }

  /// Running sums of one recording.
  fileprivate struct Part {
    var windows = 0
    var referenceWindows = 0
    var errors = ErrorSum()

    func score(recording: Int, lag: RecordingLag?, beats: [RecordBeats]) -> Evaluation.RecordingScore {
      Evaluation.RecordingScore(
        recording: recording, windows: windows, referenceWindows: referenceWindows,
        estimates: errors.windows, maeBPM: errors.maeBPM, biasBPM: errors.biasBPM, lag: lag,
        beats: beats)
    }
  }
}

/// The windows of a row that have both a reference and an estimate.
package struct GatheredPairs: Sendable {
  package let rates: PairedRates
  /// Names of the clusters of the pairs, by the number that each has in ``rates``.
  package let clusterNames: [String]
}

extension RunPlan {
  /// A rate that is guessed without any knowledge; `nil` for heart-rate variability.
  var usualRate: Double? { variability == nil ? measurand.usualPerMinute : nil }

  /// Returns the rates that a detector can give: those that it declares; where it declares none, or no upper bound,
  /// those that are conceivable. `nil` for heart-rate variability, whose figures have no bound.
  func rates(of detector: Int) -> ClosedRange<Double>? {
    guard variability == nil else { return nil }
    let conceivable = measurand.conceivablePerMinute
    guard let range = detectors[detector].range else { return conceivable }
    return range.lowBPM...max(range.lowBPM, range.highBPM ?? conceivable.upperBound)
  }

  /// Seed of the bootstrap: one stream for the whole run, so that equal data get equal intervals in every row.
  var bootstrapSeed: UInt64 {
    var seeds = RandomStream(seed: seed, ["bootstrap"])
    return seeds.bits()
  }
}
