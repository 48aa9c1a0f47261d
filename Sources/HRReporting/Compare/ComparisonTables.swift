internal import HREvaluation
internal import HRRunning
internal import HRStatistics

/// A comparison as tables and sentences, for the terminal, for Markdown and for CSV.
struct ComparisonTables {
  let comparison: Comparison

  /// Returns one row per contrast of a scenario. Pages have the most important columns.
  func table(of scenario: String) -> Table {
    let isOfRuns = if case .runs = comparison.question { true } else { false }
    let columns: [TableColumn<Comparison.Contrast>?] = [
      .words("detector", importance: 10, \.candidate),
      isOfRuns ? nil : .words("against", importance: 9, \.baseline),
      .figure(.mae, importance: 7) { $0.tally.candidateMAEBPM },
      .figure(.mae, isOfRuns ? "baseline's MAE" : "its MAE", importance: 7) { $0.tally.baselineMAEBPM },
      .init(.init("difference", unit: RunPlan.rateUnit, importance: 9)) { contrast in
        contrast.difference.map(Self.difference) ?? .missing("no common window")
      },
      .init(.init("p, Holm", importance: 6)) { Self.p($0.adjustedP) },
      .init(.init("p, Wilcoxon", importance: 2)) { Self.p($0.difference?.wilcoxon?.p) },
      .init(.init("better / same / worse", unit: "%", importance: 1)) {
        $0.posterior.map { .text(Self.probabilities($0)) } ?? .missing("")
      },
      .count(comparison.clusterKind.word, importance: 3, \.tally.bothClusters),
      .init(.init("\(comparison.clusterKind.word) answered", importance: 4)) {
        .text(Self.answeredClusters($0.tally))
      },
      .count("windows", importance: 4, \.tally.both),
      .init(.init("coverage", unit: "%", importance: 5)) { .text(Self.coverages($0.tally)) },
      .words("verdict", importance: 10) { Self.word($0, comparison.clusterKind) },
    ]
    let all = contrasts(in: scenario)
    let unit = all.first?.unit ?? RunPlan.rateUnit
    return Table(
      columns.compactMap(\.self).map { .init($0.column.ofRates(in: unit), $0.cell) }, of: all)
  }

  func contrasts(in scenario: String) -> [Comparison.Contrast] {
    comparison.contrasts.filter { $0.scenario == scenario }
  }

  /// Scenarios in the order of the contrasts.
  var scenarios: [String] {
    comparison.contrasts.map(\.scenario).distinct
  }

  /// Returns `against fft.swasthicare: better by 8.84 bpm (95 % CI [7.31, 10.43], 16 subjects, p < 0.001 …).`
  ///
  /// - Parameters:
  ///   - contrast: the contrast to describe.
  ///   - kind: kind of its clusters.
  ///   - after: addition to a verdict that shows something.
  static func sentence(
    _ contrast: Comparison.Contrast, _ kind: ClusterKind, after: String = ""
  ) -> Prose {
    let pair: Prose = "**\(contrast.candidate)** \(other(contrast))"
    guard let difference = contrast.difference, let judgement = contrast.judgement else {
      return "\(pair): both answered no window in common, so they cannot be compared."
    }
    let count = difference.clusterDeltasBPM.count
    let clusters = kind.counted(count)
    let gap = CoverageGap(contrast.tally, kind)
    let place: Prose = gap == nil ? "" : " on common windows"
    let answered: Prose = gap.map { "; it \($0.figures)" } ?? ""
    guard let interval = difference.intervalBPM else {
      return
        "\(pair): the difference is \(signed(difference.deltaBPM) + contrast.inUnit), but \(clusters) \(count == 1 ? "is" : "are") too few for a verdict, which needs at least \(ClusterBootstrap.leastClusters)."
    }
    if difference.clusterDeltasBPM.allSatisfy({ $0 == 0 }) {
      return "\(pair): the same mean absolute error in each of \(clusters)\(place)\(answered)."
    }
    let p: Prose = contrast.adjustedP.map { ", p \(own: pMarked($0)) after Holm's correction" } ?? ""
    let shown: Prose =
      "by \(fixed(abs(difference.deltaBPM), decimals: 2) + contrast.inUnit) (95 % CI [\(ends(interval, flipped: difference.deltaBPM < 0))], \(clusters)\(p))"
    let within = (judgement.isWithinMargin ? ", though by less than the margin" : "" as Prose) + answered
    switch judgement.verdict {
    case .better, .worse:
      return "\(pair): **\(judgement.verdict.rawValue)**\(place) \(shown)\(within)\(after)."
    case .equivalent:
      return
        "\(pair): **equivalent**\(place); the difference of \(signed(difference.deltaBPM) + contrast.inUnit) is shown to be within the margin\(answered)\(after)."
    case .undecided:
      return
        "\(pair): **undecided**; the difference is \(signed(difference.deltaBPM) + contrast.inUnit) (95 % CI [\(ends(interval, flipped: false))], \(clusters)\(p))\(answered)."
    case .tooFewClusters:
      return
        "\(pair): the difference is \(signed(difference.deltaBPM) + contrast.inUnit); too few \(kind.word) for a verdict (n=\(count))."
    }
  }

  /// Returns true if a verdict is better, worse or equivalent.
  static func showsSomething(_ contrast: Comparison.Contrast) -> Bool {
    switch contrast.judgement?.verdict {
    case .better, .worse, .equivalent: true
    case .undecided, .tooFewClusters, nil: false
    }
  }

  /// `better by 8.84 bpm, 95 % CI [7.31, 10.43]`
  static func short(_ contrast: Comparison.Contrast, _ kind: ClusterKind) -> String {
    guard let difference = contrast.difference, let judgement = contrast.judgement else {
      return "both answered no window in common"
    }
    let change = "\(signed(difference.deltaBPM))\(contrast.inUnit)"
    guard let interval = difference.intervalBPM else {
      return "\(change), too few \(kind.word) (n=\(difference.clusterDeltasBPM.count))"
    }
    let gap = CoverageGap(contrast.tally, kind)
    let answered = gap.map { " (\($0.words))" } ?? ""
    if difference.clusterDeltasBPM.allSatisfy({ $0 == 0 }) {
      return "same MAE" + CoverageGap.place(across: gap) + answered
    }
    let verdict = word(contrast, kind)
    let text =
      switch judgement.verdict {
      case .better, .worse:
        "\(verdict) \(amount(difference, interval, contrast))"
      case .equivalent: "\(verdict) (\(change))"
      case .undecided: "\(verdict), \(signedAmount(difference, interval, contrast))"
      case .tooFewClusters: "\(change), \(verdict)"
      }
    return text + answered
  }

  /// Returns the verdict as a sentence by itself: `peak is shown to be better than fft: by 8.84 bpm, 95 % CI […].`
  ///
  /// - Parameters:
  ///   - contrast: the contrast to describe.
  ///   - kind: kind of its clusters.
  ///   - after: addition to a verdict that shows something.
  static func statement(
    _ contrast: Comparison.Contrast, _ kind: ClusterKind, after: String = ""
  ) -> String {
    let (mine, other) = (Findings.named(contrast.candidate), Findings.named(contrast.baseline))
    guard let difference = contrast.difference, let judgement = contrast.judgement else {
      return "\(mine) and \(other) answered no window in common."
    }
    let tooFew =
      "\(mine) and \(other) cannot be compared: too few \(kind.word) (n=\(difference.clusterDeltasBPM.count))."
    guard let interval = difference.intervalBPM else { return tooFew }
    let gap = CoverageGap(contrast.tally, kind)
    let place = CoverageGap.place(across: gap)
    let answered = gap.map { " (\(mine) \($0.words))" } ?? ""
    if difference.clusterDeltasBPM.allSatisfy({ $0 == 0 }) {
      return "\(mine) and \(other) have the same MAE\(place)\(answered)."
    }
    let change = "difference \(signedAmount(difference, interval, contrast))"
    return switch judgement.verdict {
    case .better, .worse:
      "\(mine) is shown to be \(judgement.verdict.rawValue) than \(other)\(place): \(amount(difference, interval, contrast))\(judgement.isWithinMargin ? ", which is within the margin" : "")\(answered)\(after)."
    case .equivalent: "\(mine) and \(other) are shown to be equivalent\(place): \(change)\(answered)\(after)."
    case .undecided:
      "Whether \(mine) is better or worse than \(other) is undecided\(place): \(change)\(answered)."
    case .tooFewClusters: tooFew
    }
  }

  /// `by 8.84 bpm, 95 % CI [7.31, 10.43]`: without the sign, which the verdict says.
  private static func amount(
    _ difference: PairedDifference, _ interval: Interval, _ contrast: Comparison.Contrast
  ) -> String {
    "by \(fixed(abs(difference.deltaBPM), decimals: 2))\(contrast.inUnit), 95 % CI [\(ends(interval, flipped: difference.deltaBPM < 0))]"
  }

  /// `-8.84 bpm, 95 % CI [-10.43, -7.31]`
  private static func signedAmount(
    _ difference: PairedDifference, _ interval: Interval, _ contrast: Comparison.Contrast
  ) -> String {
    "\(signed(difference.deltaBPM))\(contrast.inUnit), 95 % CI [\(ends(interval, flipped: false))]"
  }

  private static func ends(_ interval: Interval, flipped: Bool) -> String {
    let (low, high) = flipped ? (-interval.high, -interval.low) : (interval.low, interval.high)
    return "\(fixed(low, decimals: 2)), \(fixed(high, decimals: 2))"
  }

  /// Returns the verdict. If the coverage of the two differs, the verdict says that it is over the windows that both
  /// answered.
  static func word(_ contrast: Comparison.Contrast, _ kind: ClusterKind) -> String {
    guard let judgement = contrast.judgement else { return "nothing to compare" }
    let place = CoverageGap.place(across: CoverageGap(contrast.tally, kind))
    let words = judgement.verdict.words(kind)
    return switch judgement.verdict {
    case .better, .worse: words + (judgement.isWithinMargin ? " (within margin)" : "") + place
    case .equivalent: words + place
    case .undecided, .tooFewClusters: words
    }
  }

  /// Returns a sentence on the gap in coverage; `nil` without a gap or a verdict:
  /// `peak against fft: better on common windows; it answers 10.0 percentage points fewer windows (90.0 % instead of 100.0 %).`
  static func gap(_ contrast: Comparison.Contrast, _ kind: ClusterKind) -> String? {
    guard contrast.judgement != nil, let gap = CoverageGap(contrast.tally, kind) else { return nil }
    return "\(contrast.candidate) \(other(contrast)): \(word(contrast, kind)); it \(gap.figures)."
  }

  private static func other(_ contrast: Comparison.Contrast) -> String {
    contrast.candidate == contrast.baseline ? "now against before" : "against \(contrast.baseline)"
  }

  private static func difference(_ difference: PairedDifference) -> Cell {
    .estimate(
      difference.deltaBPM, difference.intervalBPM, else: "n=\(difference.clusterDeltasBPM.count)")
  }

  private static func coverages(_ tally: PairedTally) -> String {
    func text(_ share: Double?) -> String { share.map { fixed(100 * $0, decimals: 1) } ?? "–" }
    return "\(text(tally.candidateCoverage)) / \(text(tally.baselineCoverage))"
  }

  /// Returns `9 / 16 of 16`: the clusters in which the detector, and in which the baseline, answered a window, of
  /// those with a reference.
  private static func answeredClusters(_ tally: PairedTally) -> String {
    "\(tally.candidateClusters) / \(tally.baselineClusters) of \(tally.referenceClusters)"
  }

  /// `99 / 1 / 0`
  private static func probabilities(_ posterior: BayesianSignedRank) -> String {
    [posterior.betterProbability, posterior.equivalentProbability, posterior.worseProbability].map {
      fixed(100 * $0, decimals: 0)
    }.joined(separator: " / ")
  }

  private static func p(_ value: Double?) -> Cell {
    value.map { .text($0 < 0.001 ? "<0.001" : fixed($0, decimals: 3)) } ?? .missing("")
  }

  /// Returns p as prose of our own: in Markdown its sign needs no escape.
  private static func pMarked(_ value: Double) -> Prose {
    value < 0.001 ? "< 0.001" : "= \(fixed(value, decimals: 3))"
  }

  static func pRelation(_ value: Double) -> String {
    value < 0.001 ? "< 0.001" : "= \(fixed(value, decimals: 3))"
  }
}

extension Verdict {
  /// Returns the verdict in words: `too few subjects`.
  func words(_ kind: ClusterKind) -> String { self == .tooFewClusters ? "too few \(kind.word)" : rawValue }
}
