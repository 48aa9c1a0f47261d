internal import HREvaluation
internal import HRRunning
internal import HRStatistics

/// Answer of the run to the question of its experiment, in a few sentences. It follows from the verdicts, if there
/// are any. A figure alone makes no detector better than another.
struct AnswerText {
  let evaluation: Evaluation
  /// The scenario that is answered first: the experiment's first.
  private let scenario = 0

  var sentences: [String] {
    guard !evaluation.plan.scenarios.isEmpty else { return [] }
    guard let leader = evaluation.leader(ofScenario: scenario) else {
      return [
        "Nothing can be said of errors: no detector answered a window of \(place(scenario)) that has a reference."
      ]
    }
    return [first(leader), weakness(leader), seen(leader), claims].compactMap(\.self)
  }

  private var plan: RunPlan { evaluation.plan }
  private func place(_ scenario: Int) -> String { Findings.named(plan.scenarios[scenario].label) }
  private func name(_ row: Evaluation.Row) -> String { Findings.named(evaluation.detector(of: row)) }

  /// `right in 98.9 % of all windows, 0.27 bpm off on average [0.15, 0.48]`
  private func figures(_ row: Evaluation.Row) -> String {
    "right in \(right(row)) of all windows, \(off(row))"
  }

  /// `0.27 bpm off on average [0.15, 0.48]`
  private func off(_ row: Evaluation.Row) -> String {
    let cells = RowCells(row: row, clusterWord: evaluation.clusterWord)
    let (value, interval) = Self.parts(cells.short(.mae).display)
    return "\(value) bpm off on average\(interval)"
  }

  /// Returns `0.27 [0.15, 0.48]` in its two parts.
  private static func parts(_ text: String) -> (String, String) {
    guard let space = text.firstIndex(of: " ") else { return (text, "") }
    return (String(text[..<space]), String(text[space...]))
  }

  private func right(_ row: Evaluation.Row) -> String {
    row.score.rightOfAll.map { "\(fixed(100 * $0.share, decimals: 1)) %" } ?? "none"
  }

  private func first(_ leader: Evaluation.Row) -> String {
    let rows = evaluation.rows(ofScenario: scenario)
    if rows.count == 1 {
      return
        "In \(place(scenario)), \(name(leader)) is \(figures(leader)): \(counted(leader.tally.referenceWindows, "window")) with a reference, \(evaluation.clusterKind.counted(leader.score.clusterCount))."
    }
    let standing = evaluation.declaredComparison?.standings.first {
      $0.scenario == plan.scenarios[scenario].label
    }
    if let best = standing?.best,
      let row = rows.first(where: { evaluation.detector(of: $0) == best.detector })
    {
      let others =
        best.others == 1
        ? "the other detector" : "each of the \(best.others) others that it shares windows with"
      return "In \(place(scenario)), \(name(row)) is shown to err less than \(others): \(figures(row))."
    }
    guard let standing else {
      return
        "In \(place(scenario)), \(ahead(leader, of: rows)) No comparison is declared, so whether that is more than chance was not tested."
    }
    let contrasts = (evaluation.declaredComparison?.contrasts ?? []).filter {
      $0.scenario == standing.scenario
    }
    if (1...Self.mostTold).contains(contrasts.count) {
      let told = contrasts.map {
        "\(Findings.named($0.candidate)) against \(Findings.named($0.baseline)): \(ComparisonTables.short($0, evaluation.clusterKind))"
      }
      return "In \(place(scenario)), \(told.joined(separator: "; ")). There \(ahead(leader, of: rows))"
    }
    return
      "In \(place(scenario)), no detector is shown better than all others. There \(ahead(leader, of: rows))"
  }

  /// Maximum number of comparisons that are described one by one.
  private static let mostTold = 2

  /// Returns a sentence on the leader and the next detector:
  /// `fusion has the most right answers (98.9 % of all windows; 0.27 bpm off on average); next comes peak (97.0 %).`
  ///
  /// - Parameters:
  ///   - leader: the first of the rows.
  ///   - rows: rows of the scenario.
  private func ahead(_ leader: Evaluation.Row, of rows: [Evaluation.Row]) -> String {
    let order = rows.bestFirst.filter { $0.score.estimateCount > 0 }
    let equals = order.count { $0.score.rightOfAll?.share == leader.score.rightOfAll?.share }
    if equals > 1 {
      return
        "\(equals) detectors have equally many right answers, the most (\(right(leader)) of all windows); of these \(name(leader)) has the smallest error: \(off(leader))."
    }
    let next = order.dropFirst().first.map { "; next comes \(name($0)) (\(right($0)))" } ?? ""
    return
      "\(name(leader)) has the most right answers (\(right(leader)) of all windows; \(off(leader)))\(next)."
  }

  /// Returns the leader's worst scenario or, if there is only one, its worst recording.
  private func weakness(_ leader: Evaluation.Row) -> String? {
    let own = evaluation.rows.filter { $0.detector == leader.detector && $0.score.estimateCount > 0 }
    if own.count > 1 {
      guard let worst = own.max(by: { ($0.value(.mae) ?? 0) < ($1.value(.mae) ?? 0) }),
        worst.scenario != leader.scenario
      else { return nil }
      let lost = own.count { $0.unbeatenChance != nil }
      let chance =
        lost == 0
        ? ""
        : " In \(lost) of \(counted(own.count, "scenario")) it is no better than a guess made without the signal."
      return
        "Of \(counted(own.count, "scenario")) \(name(leader)) does worst in \(place(worst.scenario)): \(figures(worst)).\(chance)"
    }
    let known = leader.perRecording.filter { $0.maeBPM != nil }
    guard known.count > 1, let worst = known.max(by: { ($0.maeBPM ?? 0) < ($1.maeBPM ?? 0) }),
      let mae = worst.maeBPM
    else { return nil }
    return
      "Of \(counted(known.count, "recording")) it does worst on \(plan.name(ofRecording: worst.recording)): \(fixed(mae, decimals: 2)) bpm."
  }

  private func seen(_ leader: Evaluation.Row) -> String? {
    let count = plan.seen(by: leader.detector).count
    return count == 0
      ? nil
      : "\(name(leader)) was tuned on \(grouped(count)) of the \(grouped(plan.recordings.count)) recordings here, which flatters it on them."
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
