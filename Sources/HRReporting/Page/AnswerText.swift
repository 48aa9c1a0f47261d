internal import HREvaluation
internal import HRRunning
internal import HRStatistics

/// Answer of the run to the question of its experiment, in a few sentences. It follows from the verdicts, if there
/// are any. A figure alone makes no detector better than another.
struct AnswerText {
  let evaluation: Evaluation
  var circumstances = RunCircumstances()
  /// The scenario that is answered first: the experiment's first.
  private let scenario = 0

  var sentences: [String] {
    guard !evaluation.plan.scenarios.isEmpty else { return [] }
    guard let leader = evaluation.leader(ofScenario: scenario) else {
      return [
        "\(place(scenario)), no detector answered a window that has a reference, so there are no errors."
      ]
    }
    return first(leader) + [AcceptableText(evaluation: evaluation).answer(scenario)].compactMap(\.self)
      + otherFigures
      + [
        weakness(leader), seen(leader), claims,
        FlowText(flow: evaluation.flow).exclusion, around.registration,
      ]
      .compactMap(\.self)
  }

  /// One sentence for each further figure of heart-rate variability, on its first scenario: on its limits of agreement
  /// where the experiment says which are acceptable, else on the detector with the highest success rate.
  private var otherFigures: [String] {
    plan.scenarios.indices.gathered { plan.scenarios[$0].figure }.dropFirst().compactMap { group in
      guard let first = group.elements.first, let leader = evaluation.leader(ofScenario: first) else {
        return nil
      }
      return AcceptableText(evaluation: evaluation).answer(first)
        ?? lead(leader, of: evaluation.rows(ofScenario: first))
    }
  }

  private var plan: RunPlan { evaluation.plan }
  private var around: CircumstancesText { CircumstancesText(circumstances: circumstances) }
  private func name(_ row: Evaluation.Row) -> String { Findings.named(evaluation.detector(of: row)) }

  /// `On clean signals`, `In the scenario "white noise 10 dB"`
  private func place(_ scenario: Int) -> String {
    let note = plan.scenarios[scenario]
    return note.label == "clean" && !note.changesSignals
      ? "On clean signals" : "In the scenario \"\(note.label)\""
  }

  /// `98.9 % of windows within tolerance, MAE 0.27 bpm, 95 % CI 0.15–0.48`
  private func figures(_ row: Evaluation.Row) -> String { "\(right(row)), \(error(row))" }

  private func right(_ row: Evaluation.Row) -> String {
    row.score.rightOfAll.map { "\(fixed(100 * $0.share, decimals: 1)) % of windows within tolerance" }
      ?? "no window with a reference"
  }

  /// `MAE 0.27 bpm, 95 % CI 0.15–0.48`
  private func error(_ row: Evaluation.Row) -> String {
    guard let mae = row.value(.mae) else { return "no MAE" }
    let interval =
      row.interval(.mae).map { ", 95 % CI \(fixed($0.low, decimals: 2))–\(fixed($0.high, decimals: 2))" }
      ?? ", \(row.tooFew(evaluation.clusterWord)) for an interval"
    return "MAE \(fixed(mae, decimals: 2))\(plan.inUnit(of: row.scenario))\(interval)"
  }

  private func first(_ leader: Evaluation.Row) -> [String] {
    let rows = evaluation.rows(ofScenario: scenario)
    return [lead(leader, of: rows)] + (rows.count > 1 ? [verdict(rows)] : [])
  }

  /// Returns the sentence on the first of a scenario's rows, or the only one.
  private func lead(_ leader: Evaluation.Row, of rows: [Evaluation.Row]) -> String {
    guard rows.count > 1 else {
      return
        "\(place(leader.scenario)), \(name(leader)) had \(figures(leader)) (\(counted(leader.tally.referenceWindows, "window")) with a reference, \(evaluation.clusterKind.counted(leader.score.clusterCount)))."
    }
    return "\(place(leader.scenario)), \(ahead(leader, of: rows))"
  }

  /// Returns the sentence on what is shown: a detector that is better than all others, a few declared comparisons, or
  /// that nothing was tested.
  private func verdict(_ rows: [Evaluation.Row]) -> String {
    let label = plan.scenarios[scenario].label
    guard let comparison = evaluation.declaredComparison,
      let standing = comparison.standings.first(where: { $0.scenario == label })
    else {
      return
        "No comparison is declared, so it was not tested whether the differences are more than chance."
    }
    if let best = standing.best {
      let others =
        best.others == 1
        ? "the other detector" : "each of the \(best.others) others that it shares windows with"
      let row = rows.first { evaluation.detector(of: $0) == best.detector }
      return
        "\(Findings.named(best.detector)) is shown to have a smaller error than \(others)\(row.map { " (\(error($0)))" } ?? "")\(around.after([best.detector]))."
    }
    let contrasts = comparison.contrasts.filter { $0.scenario == label }
    guard (1...Self.mostTold).contains(contrasts.count) else {
      return StandingText.noneIsBest + (contrasts.isEmpty ? "" : " " + counts(contrasts))
    }
    return contrasts.map { contrast in
      ComparisonTables.statement(
        contrast, evaluation.clusterKind, after: around.after([contrast.candidate, contrast.baseline]))
    }.joined(separator: " ")
  }

  /// Returns how many of the declared comparisons show something:
  /// `Of 46 detectors compared with fusion, none is shown to be better and 44 are shown to be worse.`
  private func counts(_ contrasts: [Comparison.Contrast]) -> String {
    func shown(_ verdict: Verdict) -> String {
      let count = contrasts.count { $0.judgement?.verdict == verdict }
      let number = count == 0 ? "none" : grouped(count)
      return "\(number) \(count > 1 ? "are" : "is") shown to be \(verdict.rawValue)"
    }
    let baselines = contrasts.map(\.baseline).distinct
    let against = baselines.count == 1 ? Findings.named(baselines[0]) : "their baselines"
    return
      "Of \(counted(contrasts.count, "detector")) compared with \(against), \(shown(.better)) and \(shown(.worse))\(around.after(contrasts.filter(ComparisonTables.showsSomething).map(\.candidate)))."
  }

  /// Maximum number of comparisons that are described one by one.
  private static let mostTold = 2
  /// Maximum number of detectors that are named where several have the highest success rate.
  private static let mostNamed = 4

  /// Returns the rest of the sentence on the detectors with the highest success rate:
  /// `fusion had the highest success rate (98.9 % of windows within tolerance, …); next is peak (97.0 % …).`
  ///
  /// - Parameters:
  ///   - leader: the first of the rows.
  ///   - rows: rows of the scenario.
  private func ahead(_ leader: Evaluation.Row, of rows: [Evaluation.Row]) -> String {
    let order = rows.bestFirst.filter { $0.score.estimateCount > 0 }
    let equals = order.filter { $0.score.rightOfAll?.share == leader.score.rightOfAll?.share }
    guard equals.count > 1 else {
      let next = order.dropFirst().first.map { "; next is \(name($0)) (\(right($0)))" } ?? ""
      return "\(name(leader)) had the highest success rate (\(figures(leader)))\(next)."
    }
    let names = equals.map(name)
    let who =
      names.count > Self.mostNamed
      ? "\(names.count) detectors" : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    let reached =
      leader.score.rightOfAll?.share == 1
      ? "had every window within tolerance" : "had the highest success rate (\(right(leader)))"
    return "\(who) \(reached); \(name(leader)) had the smallest error of them (\(error(leader)))."
  }

  /// Returns the leader's worst scenario or, if there is only one, its worst recording.
  private func weakness(_ leader: Evaluation.Row) -> String? {
    let figure = plan.scenarios[leader.scenario].figure
    let own = evaluation.rows.filter {
      $0.detector == leader.detector && $0.score.estimateCount > 0
        && plan.scenarios[$0.scenario].figure == figure
    }
    if own.count > 1 {
      guard let worst = own.max(by: { ($0.value(.mae) ?? 0) < ($1.value(.mae) ?? 0) }),
        worst.scenario != leader.scenario
      else { return nil }
      let lost = own.count { $0.unbeatenChance != nil }
      let chance =
        lost == 0
        ? ""
        : " In \(lost) of \(counted(own.count, "scenario")) it is no better than a guess without the signal."
      return
        "Of \(counted(own.count, "scenario")), \(name(leader)) has its largest error in \(Findings.named(evaluation.scenario(of: worst))): \(figures(worst)).\(chance)"
    }
    let known = leader.perRecording.filter { $0.maeBPM != nil }
    guard known.count > 1, let worst = known.max(by: { ($0.maeBPM ?? 0) < ($1.maeBPM ?? 0) }),
      let mae = worst.maeBPM
    else { return nil }
    return
      "Of \(counted(known.count, "recording")), \(name(leader)) has its largest error on \(plan.name(ofRecording: worst.recording)): MAE \(fixed(mae, decimals: 2))\(plan.inUnit(of: leader.scenario))."
  }

  private func seen(_ leader: Evaluation.Row) -> String? {
    let count = plan.seen(by: leader.detector).count
    return count == 0
      ? nil
      : "\(name(leader)) was tuned on \(grouped(count)) of the \(grouped(plan.recordings.count)) recordings of this run, so its figures on them are too good."
  }

  private var claims: String? {
    guard !evaluation.claims.isEmpty else { return nil }
    let words = ClaimVerdict.Word.allCases.compactMap { word -> String? in
      let count = evaluation.claims.count { $0.word == word }
      return count == 0 ? nil : "\(count) \(ClaimText.words(word))"
    }
    return "Of \(counted(evaluation.claims.count, "claim")) on trial: \(words.joined(separator: ", "))."
  }
}
