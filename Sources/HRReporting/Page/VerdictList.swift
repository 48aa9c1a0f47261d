internal import HREvaluation
internal import HRStatistics

/// The declared comparisons of one scenario as a list: verdict, detector and baseline, difference and its
/// uncertainty.
struct VerdictList {
  let comparison: Comparison
  /// Label of the scenario.
  let scenario: String

  /// Maximum number of comparisons: those that show something first, then in the order of the experiment.
  private static let mostShown = 6
  /// Maximum number of comparisons that are folded below them.
  private static let mostFolded = 60

  var html: String {
    let contrasts = comparison.contrasts.filter { $0.scenario == scenario }
    let ordered = contrasts.enumerated().sorted {
      (Self.rank($0.element), $0.offset) < (Self.rank($1.element), $1.offset)
    }.map(\.element)
    guard !ordered.isEmpty else { return "" }
    let rest = ordered.dropFirst(Self.mostShown)
    let left = rest.count - Self.mostFolded
    let last = left > 0 ? "<li>and \(grouped(left)) more, in results.json</li>" : ""
    let more =
      rest.isEmpty
      ? ""
      : "<details><summary>\(rest.count) more</summary><ul>\(rest.prefix(Self.mostFolded).map(entry).joined())\(last)</ul></details>"
    return
      "<div class=\"box\"><h3>Declared comparisons</h3><ul>\(ordered.prefix(Self.mostShown).map(entry).joined())</ul>\(more)</div>"
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
