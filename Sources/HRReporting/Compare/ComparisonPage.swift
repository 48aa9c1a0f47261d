package import HREvaluation
package import HRRunning
internal import HRSupport
internal import HRStatistics

/// Output of `hreval compare`.
package struct ComparisonPage: Sendable {
  private let comparison: Comparison
  /// Comparison over the recordings that no detector was tuned on.
  private let unseen: Comparison?
  private let circumstances: RunCircumstances
  /// Changes window by window, for two runs.
  private let changes: WindowChanges?

  /// - Parameters:
  ///   - comparison: the comparison that is shown.
  ///   - unseen: the same over the recordings that no detector of the run, of two runs in either, is stated to have
  ///     been tuned on; `nil` if that is all of them, or none.
  ///   - circumstances: what is known of the run, of two the second, beside its results.
  ///   - changes: changes window by window, of two runs.
  package init(
    _ comparison: Comparison, ofUnseen unseen: Comparison? = nil,
    circumstances: RunCircumstances = RunCircumstances(),
    changes: WindowChanges? = nil
  ) {
    self.changes = changes
    self.comparison = comparison
    self.unseen = unseen
    self.circumstances = circumstances
  }

  private var around: CircumstancesText { CircumstancesText(circumstances: circumstances) }

  /// Returns the addition to a verdict on two detectors.
  private func after(_ contrast: Comparison.Contrast) -> String {
    around.after([contrast.candidate, contrast.baseline].distinct)
  }

  private var tables: ComparisonTables { ComparisonTables(comparison: comparison) }

  /// `comparison.md`, `comparison.html`, `comparison.csv`, figures and, of two runs, `changes.csv`.
  package var files: [RunFile] {
    [RunFile(.comparisonTable) { ComparisonCSV(comparison: comparison).text }]
      + (differences.map(\.entry) + rankings).map(\.file)
      + [RunFile(.comparison) { markdown }, RunFile(.comparisonPage) { html }]
      + (changes.map { changes in [RunFile(.changes) { ChangesCSV(changes: changes).text }] } ?? [])
  }

  var figureFiles: [RunFile] { rankings.map(\.file) }

  package func terminal(_ style: TableStyle) -> String {
    var parts = [title.printable]
    for scenario in tables.scenarios {
      parts.append(scenario.printable + "\n" + TerminalTable(tables.table(of: scenario), style).text)
      let gaps = tables.contrasts(in: scenario).compactMap {
        ComparisonTables.gap($0, comparison.clusterKind)
      }
      let sentences = gaps + standing(scenario)
      if !sentences.isEmpty { parts.append(sentences.map { style.prose($0) }.joined(separator: "\n")) }
    }
    if let onUnseen {
      parts.append(
        ([onUnseen.opening] + onUnseen.page.verdicts).map { style.prose($0) }.joined(separator: "\n"))
    }
    let told = comparison.contrasts.filter(ComparisonTables.showsSomething)
    let before =
      told.isEmpty ? [] : around.sentences(on: told.flatMap { [$0.candidate, $0.baseline] }.distinct)
    if !before.isEmpty { parts.append(style.prose(before.joined(separator: " "))) }
    parts += comparison.rankings.map { style.prose(RankingText(ranking: $0).line) }
    parts += comparison.unranked.map { style.prose(RankingText.line($0)) }
    if let changes { parts.append(ChangesText(changes: changes).terminal(style)) }
    var lines = [lateMargin, legend].compactMap(\.self) + comparison.unpaired.map { "note: \($0)" }
    if let seenNote { lines.append(seenNote) }
    lines += around.parts.flatMap(\.sentences)
    parts.append(lines.map { style.prose($0) }.joined(separator: "\n"))
    return parts.joined(separator: "\n\n")
  }

  /// One sentence per detector and its baseline, over all scenarios; then the limits that hold for all.
  var verdicts: [String] {
    let pairs = comparison.contrasts.gathered { [$0.candidate, $0.baseline] }
    let sentences = pairs.map { pair, contrasts in
      let words = contrasts.map { "\($0.scenario): \(ComparisonTables.short($0, comparison.clusterKind))" }
      let behind =
        contrasts.contains(where: ComparisonTables.showsSomething) ? contrasts.first.map(after) ?? "" : ""
      return "\(pair[0]) against \(pair[1]): \(words.joined(separator: "; "))\(behind)."
    }
    let standings = comparison.standings.filter { tables.scenarios.contains($0.scenario) }
    return sentences
      + [StandingText.summary(standings, after: around.after), lateMargin, hopelessness].compactMap(\.self)
      + (onUnseen.map { [$0.opening] + $0.page.verdicts } ?? [])
  }

  /// Note on the detectors that were tuned on recordings of this comparison; `nil` if none is stated to have been.
  private var seenNote: String? {
    comparison.seen.map { seen in
      let counts = seen.counts.map {
        "\(Findings.named($0.name)) on \(grouped($0.value)) of \(grouped(seen.recordings))"
      }
      return
        "tuned on recordings of this run, so its figures on them are too good: \(counts.joined(separator: ", "))."
        + (seen.isAll ? " Each recording is stated to have been used for tuning at least one of them." : "")
    }
  }

  /// Sentence before the same on recordings that no detector was tuned on, and the page with these verdicts.
  private var onUnseen: (opening: String, page: ComparisonPage)? {
    unseen.map { unseen in
      let clusters = unseen.contrasts.map(\.tally.referenceClusters).max() ?? 0
      let opening =
        "The same on the recordings that none of these detectors is stated to have been tuned on (\(unseen.clusterKind.counted(clusters))):"
      return (opening, ComparisonPage(unseen, circumstances: circumstances))
    }
  }

  /// Returns the detectors that are shown better than a baseline, and the best one.
  private func standing(_ scenario: String) -> [String] {
    comparison.standings.first { $0.scenario == scenario }.map {
      StandingText(standing: $0, after: around.after).sentences
    } ?? []
  }

  /// Legend of the terminal's table; the page has the rest.
  private var legend: String {
    "difference: MAE of the detector minus MAE of its baseline, on common windows (which both answered); in brackets the 95 % confidence interval. All "
      + "\(comparison.clusterKind.word) have the same weight. better, worse: the interval is on one side of 0, and p < 0.05 after Holm's correction "
      + "for \(comparison.familySize) \(comparison.familySize == 1 ? "comparison" : "comparisons"). equivalent: shown to be within ±\(comparison.margin.words()), \(comparison.margin.originWords)."
      + (hopelessness.map { " " + $0 } ?? "")
  }

  /// Sentence on a margin that nobody declared before the run; `nil` for another.
  private var lateMargin: String? {
    guard case .given = comparison.margin.origin else { return nil }
    return
      "The margin of \(comparison.margin.words()) is \(comparison.margin.origin.words): a margin that is chosen when the differences are known shows no equivalence."
  }

  /// Sentence for comparisons of which the number alone rules out that any difference is shown.
  private var hopelessness: String? {
    guard let least = comparison.leastAdjustedP, least >= 0.05 else { return nil }
    let isPossibleAlone = comparison.leastP.map { $0 < 0.05 } ?? false
    let fewer = isPossibleAlone ? ", or fewer comparisons (fewer detectors or scenarios)" : ""
    return
      "With so few \(comparison.clusterKind.word) no p can fall below \(fixed(least, decimals: 2)) after correction for \(counted(comparison.familySize, "comparison")), so none can be better or worse. That needs \(comparison.clustersForSmallP) \(comparison.clusterKind.word)\(fewer)."
  }

  package var markdown: String { blocks.markdown + "\n" }

  var blocks: [Block] {
    [.heading(1, Prose(plain: title))] + sections(level: 2, arePlotted: true) + circumstancesBlocks
  }

  private var circumstancesBlocks: [Block] {
    around.parts.flatMap { [.heading(2, Prose(plain: $0.heading)), Self.paragraph($0.sentences)] }
  }

  /// Page with the summary of the verdicts first, then each scenario, then the methods.
  var folded: [Block] {
    [.heading(1, Prose(plain: title)), lead] + scenarioBlocks(level: 2, arePlotted: true)
      + changesBlocks(level: 2)
      + circumstancesBlocks
      + [.fold(Prose(plain: Self.notesHeading), [.sentences(notes + comparison.unpaired)])]
  }

  private var html: String { BlockPage(title: title, blocks: folded).html }

  /// Mark by which hreval recognises such a page.
  static let notesMark = "<summary>\(notesHeading)</summary>"

  /// `6 comparisons: 2 better, 1 undecided, 3 nothing to compare.`, and the best detectors.
  private var lead: Block {
    let verdicts = comparison.contrasts.map { $0.judgement?.verdict }
    let words =
      Verdict.allCases.map { ($0, $0.words(comparison.clusterKind)) } + [(nil, "nothing to compare")]
    let counts = words.compactMap { verdict, word -> String? in
      let count = verdicts.count { $0 == verdict }
      return count == 0 ? nil : "\(grouped(count)) \(word)"
    }
    let standings = comparison.standings.filter { tables.scenarios.contains($0.scenario) }
    let best = StandingText.summary(standings, after: around.after).map { " " + $0 } ?? ""
    return .lead(
      Prose(
        plain:
          "\(counted(verdicts.count, "comparison")): \(counts.joined(separator: ", ")).\(best)\(lateMargin.map { " " + $0 } ?? "")"
      ),
      tone(verdicts))
  }

  /// Returns the tone of verdicts. A change between two runs is good or bad; between detectors in one run one is
  /// always worse, so the tone is plain.
  private func tone(_ verdicts: [Verdict?]) -> Block.Tone {
    guard case .runs = comparison.question else { return .plain }
    if verdicts.contains(.worse) { return .bad }
    return verdicts.contains(.better) ? .good : .plain
  }

  /// Joins sentences to a paragraph.
  private static func paragraph(_ sentences: [String]) -> Block {
    .paragraph(sentences.map(Prose.init(plain:)).joined(separator: " "))
  }

  static let notesHeading = "How these comparisons were made"

  /// Returns the body, for this page and for a run's report.
  ///
  /// - Parameters:
  ///   - level: of its headings.
  ///   - arePlotted: whether differences are drawn; the report draws them elsewhere.
  func sections(level: Int, arePlotted: Bool = false) -> [Block] {
    scenarioBlocks(level: level, arePlotted: arePlotted) + changesBlocks(level: level) + [
      .heading(level, Prose(plain: Self.notesHeading)), .sentences(notes + comparison.unpaired),
    ]
  }

  private func changesBlocks(level: Int) -> [Block] {
    changes.map { ChangesText(changes: $0).blocks(level: level) } ?? []
  }

  private func scenarioBlocks(level: Int, arePlotted: Bool) -> [Block] {
    var parts: [Block] = []
    let plots = arePlotted ? differences : []
    for scenario in tables.scenarios {
      parts.append(.heading(level, Prose(plain: scenario)))
      parts += plots.filter { $0.scenario == scenario }.map { .picture(Picture($0.entry)) }
      parts += verdictBlocks(scenario)
      if let onUnseen {
        parts += [.sentence(onUnseen.opening)] + onUnseen.page.verdictBlocks(scenario)
      }
      parts.append(.table(tables.table(of: scenario).ofMostImportant))
      for (ranking, entry) in zip(comparison.rankings, rankings) where ranking.scenario == scenario {
        parts += [
          Self.folded(RankingText(ranking: ranking).line, "The ranking in words"), .picture(Picture(entry)),
        ]
      }
      parts += comparison.unranked.filter { $0.scenario == scenario }.map {
        .sentence(RankingText.line($0))
      }
    }
    return parts
  }

  /// Returns the verdicts of one scenario, and which detectors are shown better.
  func verdictBlocks(_ scenario: String) -> [Block] {
    let shown = standing(scenario)
    let sentences = tables.contrasts(in: scenario).map {
      ComparisonTables.sentence($0, comparison.clusterKind, after: after($0))
    }
    let list = Block.list(sentences)
    return (sentences.count > Self.mostTold ? [.fold("Each comparison in words", [list])] : [list])
      + (shown.isEmpty ? [] : [Self.paragraph(shown)])
  }

  /// Maximum number of comparisons whose sentences are not folded, and of characters of a sentence that is not.
  private static let mostTold = 12
  private static let longest = 600

  private static func folded(_ sentence: String, _ title: Prose) -> Block {
    sentence.count > longest ? .fold(title, [.sentence(sentence)]) : .sentence(sentence)
  }

  private var title: String {
    switch comparison.question {
    case .detectors(let run): "Detectors of \(run) compared"
    case .runs(let baseline, let candidate): "\(candidate) compared with \(baseline)"
    }
  }

  /// Forest plots of the differences, by scenario.
  private var differences: [(scenario: String, entry: FigureEntry)] {
    var names = FileNames()
    return tables.scenarios.compactMap { scenario in
      DifferenceFigure(comparison, scenario: scenario).plot.map {
        (scenario, FigureEntry(path: names.path(of: .comparison, scenario), figure: $0))
      }
    }
  }

  /// Figures, one per ranking, in their order.
  private var rankings: [FigureEntry] {
    var names = FileNames()
    return comparison.rankings.map { ranking in
      FigureEntry(
        path: names.path(of: .ranking, ranking.scenario), figure: RankingFigure(ranking: ranking))
    }
  }

  private var leastAnswered: String {
    "\(fixed(100 * Ranking.leastCoverage, decimals: 0)) % of the windows, in as large a share of the \(comparison.clusterKind.word)"
  }

  private var notes: [String] {
    let margin = comparison.margin.words()
    let others =
      "What other detectors answer changes only the corrected p, and through it the verdict."
    return [
      "difference: MAE of the detector minus MAE of its baseline, on common windows (which both answered), as the mean over \(comparison.clusterKind.word); below 0 the detector is better. All \(comparison.clusterKind.word) have the same weight. \(others)",
      "interval: 95 % confidence interval, from a bootstrap that draws whole \(comparison.clusterKind.word) (\(ClusterBootstrap.resamples) drawings; percentiles with the tails of Student's t, Hesterberg 2015). There is none with fewer than \(ClusterBootstrap.leastClusters) \(comparison.clusterKind.word).",
      "p, Holm: sign-flip permutation test of the mean difference, corrected for all \(comparison.familySize) comparisons of this page in which anything differs (Holm 1979).",
      "better, worse: the whole interval is on one side of 0, and p is below 0.05. equivalent: neither, and the 90 % interval is within ±\(margin), \(comparison.margin.originWords) (two one-sided tests). undecided: none of these is shown.",
      "coverage: share of the windows with a reference that each detector answered. \(comparison.clusterKind.word) answered: in how many \(comparison.clusterKind.word) each answered a window, of those with a reference. windows: answered by both. Where the two coverages differ, the verdict holds only for the windows that both answered, and says so.",
      "comparison.csv and --wide have more: Wilcoxon's signed-rank test (exact up to 25 \(comparison.clusterKind.word)), and the probabilities that the detector is better by more than \(margin), differs by less, or is worse (Bayesian signed-rank test; Benavoli and others 2017). Neither is corrected for the number of comparisons, and no verdict depends on them.",
      hopelessness, seenNote,
      comparison.datasets.count <= 1
        ? nil
        : "pooled: over the data sets \(comparison.datasets.joined(separator: ", ")). Whether a difference is the same on each of them is not tested.",
      comparison.standings.isEmpty
        ? nil
        : "shown to be best: a detector that is better than every other with which it has windows in common, either by the verdicts against all of them or by signed-rank tests of each pair of detectors (Holm's correction for all pairs), and that answers at least \(leastAnswered).",
      comparison.rankings.isEmpty
        ? nil
        : "ranking: in each of the \(comparison.clusterKind.word) the detectors are ranked by MAE (1 is the smallest) on the windows that all ranked detectors answered. Friedman's test asks whether they differ at all, Nemenyi's critical difference which ones do. A detector is ranked if it answers at least \(leastAnswered). If all of them together leave too few \(comparison.clusterKind.word) with a common window, the detector that costs most is left out, and so on.",
    ].compactMap(\.self)
  }
}
