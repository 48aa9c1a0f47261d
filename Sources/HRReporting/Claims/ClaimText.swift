internal import HREvaluation
internal import HRRunning
internal import HRSupport

/// A claim's verdict in words.
struct ClaimText {
  let verdict: ClaimVerdict
  let evaluation: Evaluation

  private var plan: RunPlan { evaluation.plan }

  static func words(_ word: ClaimVerdict.Word) -> String {
    switch word {
    case .holds: "holds here"
    case .doesNotHold: "does not hold here"
    case .cannotBeTold: "cannot be told from this"
    case .notTested: "not tested: no window qualifies"
    }
  }

  /// `**Holds here** (coverage 21.5 %): … (source)`
  var opening: Prose {
    let words = Self.words(verdict.word)
    let title = words.prefix(1).uppercased() + words.dropFirst()
    return "**\(title)**\(coverage): \(verdict.claim.claim) (\(verdict.claim.attribution))"
  }

  /// `"…" (source) does not hold here: …`, with the figures that decide.
  var sentence: String {
    ("\"\(verdict.claim.claim)\" (\(verdict.claim.attribution)) \(Self.words(verdict.word)): "
      + deciding.map(line).joined(separator: "; ") + ".").printable
  }

  /// Addition to a verdict on answers: the least coverage of a row that decides it; empty where each answered every
  /// window.
  var coverage: String {
    guard verdict.word != .notTested else { return "" }
    let rows = deciding.filter { $0.condition.metric != .coverage }.flatMap { [$0.own, $0.other] }
    let shares = rows.compactMap { $0?.coverage }
    guard let least = shares.min(), least < 1 else { return "" }
    return " (coverage \(shares.allSatisfy { $0 == least } ? "" : "from ")\(percent(least)))"
  }

  /// Figures that decide the verdict: of a claim that does not hold, those that contradict it; else all.
  var deciding: [ClaimVerdict.Figure] {
    guard verdict.word == .doesNotHold else { return verdict.figures }
    return verdict.figures.filter { $0.word == .doesNotHold }
  }

  /// Returns one figure, the demand on it, and its verdict.
  func line(_ figure: ClaimVerdict.Figure) -> String {
    "\(value(of: figure)); \(figure.condition.asked) is asked for: \(Self.words(figure.word))\(place(figure))"
  }

  /// Addition to a figure's verdict where the two rows answered different windows.
  private func place(_ figure: ClaimVerdict.Figure) -> String {
    guard figure.condition.demand.windows == .common else { return "" }
    switch figure.word {
    case .holds, .doesNotHold: return CoverageGap.place(across: CoverageGap(figure, evaluation.clusterKind))
    case .cannotBeTold, .notTested: return ""
    }
  }

  /// `peak under clean, uw-oximetry: answers within 5 bpm 61.2 % [40.1, 79.6], 420 of 500 windows (coverage 84.0 %), 12 subjects`,
  /// and behind it what the one of two rows answered more or less than the other.
  func value(of figure: ClaimVerdict.Figure) -> String {
    let condition = figure.condition
    var place = rows(of: condition)
    if condition.stratum != RunPlan.datasetStratum {
      place += ", " + plan.usedDatasets.joined(separator: " and ")
    }
    if let group = figure.group {
      let other = condition.demand.other?.group ?? group
      place += ", \(Findings.named(group))" + (other == group ? "" : " minus \(Findings.named(other))")
    }
    let metric = words(condition.metric)
    guard let value = figure.value else { return "\(place): \(metric), no window\(coverage(figure))" }
    var text = "\(place): \(metric) \(condition.shown(value)) \(condition.unit)"
    if let interval = figure.interval { text += " \(condition.shown(interval))" }
    text += ", \(extent(figure))\(coverage(figure)), \(evaluation.clusterKind.counted(figure.clusters))"
    if figure.interval == nil { text += ", too few for an interval" }
    return text + limit(of: figure)
      + (CoverageGap(figure, evaluation.clusterKind).map { "; it \($0.words)" } ?? "")
  }

  /// Addition to a figure that tells nothing: what it takes where even the best figure would tell nothing.
  private func limit(of figure: ClaimVerdict.Figure) -> String {
    guard figure.word == .cannotBeTold, let reach = figure.reach, !reach.canHold else { return "" }
    guard let best = reach.best else { return "; to hold, \(reach.effortWords)" }
    return
      "; not even a perfect detector, with \(figure.condition.shown(best)), would hold here: \(reach.effortWords)"
  }

  /// `420 of 500 windows`, `104 of 132 windows and 52 of 66`: of those with a reference.
  private func extent(_ figure: ClaimVerdict.Figure) -> String {
    func of(_ windows: Int, _ row: ClaimVerdict.Answered?) -> (some: String, all: Int) {
      let all = row?.referenceWindows ?? windows
      return (windows == all ? "" : "\(grouped(windows)) of ", all)
    }
    let own = of(figure.windows, figure.own)
    let text = own.some + counted(own.all, "window")
    guard let others = figure.otherWindows else { return text }
    let other = of(others, figure.other)
    return "\(text) and \(other.some)\(grouped(other.all))"
  }

  /// ` (coverage 84.0 %)`, ` (coverage 84.0 % and 100.0 %)`; empty where the figure is the coverage itself.
  private func coverage(_ figure: ClaimVerdict.Figure) -> String {
    if figure.condition.metric == .coverage, figure.other == nil { return "" }
    let shares = [figure.own, figure.other].compactMap { $0?.coverage }
    return shares.isEmpty ? "" : " (coverage \(shares.map(percent).joined(separator: " and ")))"
  }

  private func percent(_ share: Double) -> String { "\(fixed(100 * share, decimals: 1)) %" }

  /// `red`, `hue under 10 fps`, `hue minus red under 10 fps`, `hue under 30 fps minus 10 fps`
  private func rows(of condition: Claim.Condition) -> String {
    let row = condition.row
    let detector = Findings.named(row.detector)
    let place = plan.scenarios.count > 1 ? " under \(Findings.named(row.scenario))" : ""
    guard let other = condition.demand.other else { return detector + place }
    if other.scenario == row.scenario, other.detector == row.detector { return detector + place }
    if other.scenario == row.scenario { return "\(detector) minus \(Findings.named(other.detector))\(place)" }
    let scenario = Findings.named(other.scenario)
    return other.detector == row.detector
      ? "\(detector)\(place) minus \(scenario)"
      : "\(detector)\(place) minus \(Findings.named(other.detector)) under \(scenario)"
  }

  private func words(_ metric: ClaimMetric) -> String {
    switch metric {
    case .coverage: "windows answered"
    case .withinBPMShare: "answers within \(shortest(plan.withinBPM, decimals: 2)) bpm"
    case .withinToleranceShare: "answers within the tolerance"
    case .maeBPM: "mean absolute error"
    case .biasBPM: "bias"
    }
  }

  /// `95 % interval`, or intervals of a higher level if several must hold together.
  var levelText: String {
    let number = verdict.figures.count
    guard number > 1 else { return "95 % interval" }
    return
      "\(fixed(100 * verdict.level, decimals: 1)) % intervals, so that all \(number) hold together in 95 of 100 studies"
  }
}

extension Claim.Demand {
  var windows: Claim.ComparedWindows? {
    switch self {
    case .atLeast, .atMost: nil
    case .lessThan(_, _, let windows), .moreThan(_, _, let windows): windows
    }
  }
}

/// Section of a run's report on the claims of its experiment; empty if there are none.
struct ClaimsSection {
  let evaluation: Evaluation

  private var texts: [ClaimText] {
    evaluation.claims.map { ClaimText(verdict: $0, evaluation: evaluation) }
  }

  /// Sentences for the terminal.
  var sentences: [String] { texts.map(\.sentence) }

  /// A line for each claim: the claim, the verdict, and the figures that decide it.
  var verdicts: [Prose] {
    texts.map { text in
      "\(text.opening): \(text.deciding.map(text.line).joined(separator: "; "))."
    }
  }

  /// Blocks for the whole document.
  var blocks: [Block] {
    let texts = texts
    guard !texts.isEmpty else { return [] }
    return [
      .heading(2, "Claims"),
      .paragraph(
        "Published sentences about these systems, compared with the figures of this run. A verdict is about these recordings and no others. It depends on the whole interval, never on the figure alone. Errors and answers within a limit are of the windows that were answered; *coverage* is their share of the windows with a reference."
      ),
    ]
      + texts.flatMap { text -> [Block] in
        [
          .paragraph(text.opening), .sentences(text.verdict.figures.map(text.line)),
          .paragraph("In brackets: \(text.levelText)."),
        ]
      }
  }
}
