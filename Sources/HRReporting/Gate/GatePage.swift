package import HREvaluation
internal import HRSupport
internal import HRStatistics

/// Output of `hreval gate`: a table, a Markdown summary for a CI job's page, and `junit.xml`.
package struct GatePage: Sendable {
  private let gate: Gate
  /// True if there are new findings about the data and none is allowed.
  package let refusesFindings: Bool
  private let origins: GateOrigins
  private let windows: GateWindows

  /// - Parameters:
  ///   - gate: result of the gate.
  ///   - strict: whether a new finding about the data counts as not held.
  ///   - origin: time and build of the run that is judged; `nil` if they are not known.
  ///   - hasPage: whether the run's page is beside these files, so that it can be linked to.
  package init(_ gate: Gate, strict: Bool = false, origin: Baseline.Origin? = nil, hasPage: Bool = false) {
    self.gate = gate
    refusesFindings = strict && !gate.findings.news.isEmpty
    origins = GateOrigins(gate: gate, origin: origin)
    windows = GateWindows(gate: gate, hasPage: hasPage)
  }

  package static let pages: [OutputFile] = [.gate, .gateTests, .gatePage]

  package var files: [RunFile] {
    [
      RunFile(.gate) { markdown },
      RunFile(.gateTests) { JUnitXML(gate: gate, refusesFindings: refusesFindings).text },
      RunFile(.gatePage) { BlockPage(title: "Gate: \(gate.plan.name)", blocks: blocks).html },
    ]
  }

  package func terminal(_ style: TableStyle) -> String {
    TerminalTable(table, style).text + "\n\n" + findings(style)
  }

  /// Returns the terminal's text without the table: rows that did not hold, remarks and the verdict.
  package func findings(_ style: TableStyle) -> String {
    let rows = problems.flatMap { row in
      [
        style.prose(
          "\(row.decision.style.word): \(row.detector), \(row.scenario): \(row.reasons.joined(separator: "; "))"
        )
      ] + windows.terminal(row, style)
    }
    let origin = [origins.baseline] + origins.sentences.map { "since the baseline: \($0)" }
    return [
      gate.findings.news.map { style.prose($0) }, rows, origin.map { style.prose($0) },
      remarks.map { style.prose("note: \($0)") }, [style.prose(verdict)],
    ].filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  package var markdown: String { blocks.markdown + "\n" }

  var blocks: [Block] {
    var parts: [Block] = [
      .heading(1, "Gate: \(gate.plan.name)"),
      .lead(Prose(plain: verdict), refusesFindings ? .bad : gate.decision.style.tone),
      .paragraph("\(origins.baseline). \(windows.page)."),
    ]
    let news = gate.findings.news
    if !news.isEmpty { parts.append(.sentences(news)) }
    if !problems.isEmpty {
      parts.append(
        .list(
          problems.map { row in
            "\(row.decision.style.mark) **\(row.detector)**, \(row.scenario): \(row.reasons.joined(separator: "; "))\(windows.link(to: row))"
          }))
    }
    parts.append(.table(table))
    parts += [.heading(2, "What changed since the baseline"), origins.block]
    parts += windows.blocks(problems)
    if !remarks.isEmpty { parts.append(.heading(2, "Notes")) }
    if !remarks.isEmpty { parts.append(.sentences(remarks)) }
    return parts + [.fold("How this was decided", [.list(explanation)])]
  }

  private var problems: [Gate.Row] { gate.rows.filter { $0.decision != .held } }

  private var verdict: String {
    guard refusesFindings else { return verdictOnRows }
    let news =
      "\(counted(gate.findings.news.count, "new finding")) about the data, which --strict does not allow"
    return "The gate does not hold: \(news). Of the rows alone: \(verdictOnRows)"
  }

  /// The decision of the gate as a sentence.
  private var verdictOnRows: String {
    let regressed = gate.rows.count { $0.decision == .regressed }
    let unclear = gate.rows.count { $0.decision == .cannotTell }
    let of = "of \(counted(gate.rows.count, "row"))"
    switch gate.decision {
    case .held:
      let rows = gate.rows.count == 1 ? "its row is" : "all \(gate.rows.count) rows are"
      return
        "The gate holds: \(rows) shown not to be worse than the baseline by \(margin) or more\(late)."
    case .regressed:
      return "The gate does not hold: \(regressed) \(of) regressed"
        + (unclear > 0 ? "; for \(unclear) it cannot tell" : "")
        + (late.isEmpty ? "." : ", by \(margin)\(late).")
    case .cannotTell:
      return
        "The gate cannot tell: in \(unclear) \(of) a regression is neither shown nor ruled out\(late.isEmpty ? "" : " by \(margin)\(late)")."
    }
  }

  /// Remark on a margin that is not the baseline's; empty for another.
  private var late: String {
    guard case .given = gate.margin.origin else { return "" }
    return ", a margin that was \(gate.margin.origin.words)"
  }

  private var margin: String { gate.margin.words(decimals: nil) }

  private var remarks: [String] {
    let small = gate.rows.flatMap(\.smallStrata).distinct.joined(separator: ", ")
    let unjudged =
      small.isEmpty
      ? nil
      : "not judged, with fewer than \(ClusterBootstrap.leastClusters) \(gate.clusterKind.word): \(small)"
    return gate.notes + [gate.findings.goneLine, unjudged, overWindows].compactMap(\.self)
  }

  /// Number of windows that all changes together are over.
  private var overWindows: String? {
    let extents = gate.rows.map(\.extent)
    guard !extents.isEmpty else { return nil }
    let (common, all) = extents.reduce((0, 0)) { ($0.0 + $1.windows, $0.1 + $1.ofWindows) }
    return
      "changes are computed on \(grouped(common)) of the \(grouped(all)) windows of all rows: those that both runs answered"
  }

  private var table: Table {
    let unit = gate.plan.unit.isEmpty ? nil : gate.plan.unit
    let hasStrata = gate.rows.contains { $0.worst != nil }
    let columns: [TableColumn<Gate.Row>?] = [
      .names("scenario", importance: 9, \.scenario), .names("detector", importance: 10, \.detector),
      .init(.left("gate", importance: 11)) { row in
        let style = row.decision.style
        return row.decision == .held ? .text(style.word) : .verdict(style.word, style.tone)
      },
      .init(.init("MAE", unit: unit, importance: 10)) {
        change($0.before.maeBPM, $0.now.maeBPM, decimals: 2)
      },
      .init(.init("change / at most", unit: unit, importance: 9)) { row in
        row.overall.map {
          .figures(
            "\(fixed($0.deltaBPM, decimals: 2)) / \($0.upperLimitBPM.map { fixed($0, decimals: 2) } ?? "too few")"
          )
        } ?? .missing("")
      },
      hasStrata
        ? .init(.left("worst group", importance: 4)) { row in
          row.worst.map { .text("\($0.label) (\(signed($0.difference.deltaBPM)))") }
            ?? .missing("")
        } : nil,
      shares("success rate", importance: 8, \.successRate),
      shares("gross errors", importance: 7, \.grossShare),
      shares("coverage", importance: 3, \.coverage),
      .init(.init("common windows (\(gate.clusterKind.word))", importance: 5)) { .figures($0.extent.counts) },
    ]
    return Table(columns.compactMap(\.self), of: gate.rows)
  }

  private func shares(
    _ title: String, importance: Int, _ share: @escaping (Gate.Summary) -> Double?
  ) -> TableColumn<Gate.Row> {
    .init(.init(title, unit: "%", importance: importance)) {
      change(share($0.before).map { 100 * $0 }, share($0.now).map { 100 * $0 }, decimals: 1)
    }
  }

  /// `0.50 → 1.20`: in the baseline, and now.
  private func change(_ then: Double?, _ now: Double?, decimals: Int) -> Cell {
    .figures([then, now].map { Cell.optional($0, decimals: decimals).display }.joined(separator: " → "))
  }

  private var explanation: [Prose] {
    let (baseline, tolerance) = (gate.baseline, gate.plan.tolerance)
    return [
      "Margin of the mean absolute error: \(margin). Coverage may fall by \(points(baseline.coveragePoints)), the success rate by \(points(baseline.successPoints)); gross errors may rise by \(points(baseline.grossPoints)). Before an arrow is the baseline's figure, behind it this run's.",
      "References: \(gate.plan.datasets.map(\.referenceWords).joined(separator: "; ")).",
      "*change* is \(change). All \(gate.clusterKind.word) have the same weight. *at most* is its one-sided 95 % upper confidence limit, the higher of the bootstrap's (\(ClusterBootstrap.resamples) drawings of whole \(gate.clusterKind.word); tails of Student's t, Hesterberg 2015) and Student's.",
      "A row **held** if that limit is below the margin, or if nothing changed at all. It **regressed** if it did not hold and the one-sided lower limit (the lower of the bootstrap's and Student's) is above 0, at \(alarmLevel).\(facts) Otherwise the gate **cannot tell**.",
      "The *worst group* of recordings must hold as well. Its lower limit is corrected for the number of groups, because it is the worst of them.",
      "*Coverage*, *success rate* and *gross errors* are shares of all windows with a reference: those that were answered, that were answered within the tolerance (\(tolerance.exactWords)), and that were answered with an error of \(tolerance.grossWords). Windows of both runs are judged by the tolerance of this run. A share that became worse by no more than is allowed held. By more, it regressed if that is shown over the \(gate.clusterKind.word)\(shareFacts), and otherwise the gate cannot tell; but success rate and gross errors then held if the one-sided 95 % lower limit of the change is not above 0.",
    ]
  }

  private var shareFacts: Prose {
    gate.rows.contains(where: \.hasSameInputs) ? ", or if files and noise are the baseline's" : ""
  }

  private func points(_ number: Double) -> String {
    "\(shortest(number)) percentage \(number == 1 ? "point" : "points")"
  }

  private var change: Prose {
    "the mean rise of the absolute error on the *common windows*, which both runs answered, first in each of the \(gate.clusterKind.word), then over them. It can differ from the difference of the two MAEs, each of which is computed on all windows that its run answered"
  }

  private var alarmLevel: String {
    let level = "\(fixed(100 * (1 - NonInferiority.alarmTail), decimals: 0)) %"
    let same = gate.rows.count(where: \.hasSameInputs)
    let each =
      "\(level) for each row\(same < gate.rows.count ? " with" : ":") the files and noise of the baseline, where a change has no sampling error"
    let together =
      "\(level) for all \(gate.rows.count) rows, their groups and their shares of windows together (Bonferroni)"
    if same == gate.rows.count { return each }
    return same == 0
      ? "\(together), because files or noise differ from the baseline's and must not raise an alarm"
      : "\(each), and at \(together) for the others, whose files or noise differ from the baseline's and must not raise an alarm"
  }

  /// Criterion for rows in which the limits cannot decide.
  private var facts: Prose {
    guard gate.rows.contains(where: \.hasSameInputs) else { return "" }
    return
      " With the files and noise of the baseline a change has no sampling error: a rise by more than the margin is then a regression even where the limits, which describe other recordings, do not decide. With fewer than \(ClusterBootstrap.leastClusters) \(gate.clusterKind.word) such a row held if none of them reached the margin."
  }
}

extension Gate.Decision {
  fileprivate var style: (word: String, mark: String, tone: Block.Tone) {
    switch self {
    case .held: ("held", "✅", .good)
    case .regressed: ("REGRESSED", "❌", .bad)
    case .cannotTell: ("cannot tell", "❔", .warn)
    }
  }
}

extension FindingsChange {
  /// Sentences, one per new finding about the data, with its evidence.
  var news: [String] {
    new.map { group in
      "new finding \(DataFindingsText.heading(group)) \(DataFindingsText.evidence(group))"
    }
  }

  /// Line on the findings that are gone; `nil` if none is.
  var goneLine: String? {
    gone.isEmpty
      ? nil
      : "findings of the baseline that are no longer there: \(gone.map(\.words).joined(separator: ", "))"
  }
}
