internal import HREvaluation
internal import HRStatistics

/// The declared comparisons of one scenario as a list: verdict, detector and baseline, difference and its
/// uncertainty.
struct VerdictList {
  let comparison: Comparison
  /// Label of the scenario.
  let scenario: String

  /// Maximum number of comparisons that are listed; more are counted; the figure of differences has them.
  private static let mostShown = 6

  var html: String {
    let contrasts = comparison.contrasts.filter { $0.scenario == scenario }
    let ordered = contrasts.enumerated().sorted {
      (Self.rank($0.element), $0.offset) < (Self.rank($1.element), $1.offset)
    }.map(\.element)
    guard !ordered.isEmpty else { return "" }
    let entries = ordered.count > Self.mostShown ? counts(ordered) : ordered.map(entry)
    return
      "<div class=\"box\"><h3>\(ordered.count > Self.mostShown ? counted(ordered.count, "declared comparison") : "Declared comparisons")</h3><ul>\(entries.joined())</ul><p class=\"small\"><a href=\"#differences\">The differences with their intervals</a></p></div>"
  }

  /// Returns an entry for each verdict against each baseline: `worse than fusion: 40 detectors`.
  private func counts(_ contrasts: [Comparison.Contrast]) -> [String] {
    contrasts.gathered { [$0.baseline, ComparisonTables.word($0, comparison.clusterKind)] }.map {
      key, alike in
      let names =
        alike.count > 3
        ? counted(alike.count, "detector")
        : alike.map { Findings.named($0.candidate) }.joined(separator: ", ")
      return
        "<li><span class=\"told\(alike.first.map(Self.style) ?? "")\">\(HTMLText.escaped(key[1]))</span> against \(HTMLText.escaped(Findings.named(key[0]))): \(HTMLText.escaped(names))</li>"
    }
  }

  private static func rank(_ contrast: Comparison.Contrast) -> Int {
    switch contrast.judgement?.verdict {
    case .better, .worse: 0
    case .equivalent: 1
    case .undecided: 2
    case .tooFewClusters, nil: 3
    }
  }

  private func entry(_ contrast: Comparison.Contrast) -> String {
    "<li>\(HTMLText.escaped(Findings.named(contrast.candidate))) against \(HTMLText.escaped(Findings.named(contrast.baseline))): <span class=\"told\(Self.style(contrast))\">\(HTMLText.escaped(ComparisonTables.short(contrast, comparison.clusterKind)))</span></li>"
  }

  /// Returns the verdict, coloured; the word says the same.
  static func word(_ contrast: Comparison.Contrast, _ kind: ClusterKind) -> String {
    "<span class=\"verdict\(style(contrast))\">\(HTMLText.escaped(ComparisonTables.word(contrast, kind)))</span>"
  }

  private static func style(_ contrast: Comparison.Contrast) -> String {
    switch contrast.judgement?.verdict {
    case .better: " good"
    case .worse: " bad"
    case .equivalent, .undecided, .tooFewClusters, nil: ""
    }
  }
}
