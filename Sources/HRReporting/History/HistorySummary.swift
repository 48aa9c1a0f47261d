package import HREvaluation
internal import HRSupport

/// Returns the tables that `hreval history` prints: a block per scenario, then the changes between runs, and the runs
/// that were not checked and not used.
package func historySummary(
  _ histories: [History], refused: [RunArchive.Refusal], _ style: TableStyle
) -> String {
  let blocks = histories.map { HistorySummary(history: $0, style: style).text }
  let notes = [uncheckedRuns(histories), refused.isEmpty ? nil : historyRefusals(refused)].compactMap(\.self)
  return (blocks + notes).joined(separator: "\n\n")
}

/// Returns how many runs were not held against their stores, by reason; `nil` if all were.
func uncheckedRuns(_ histories: [History]) -> String? {
  let all = histories.flatMap(\.runs)
  let reasons = all.compactMap(\.stored.unchecked)
  guard !reasons.isEmpty else { return nil }
  let counts = reasons.distinct.map { reason in
    "\(reason) (\(counted(reasons.count { $0 == reason }, "run")))"
  }
  return "not held against a store: \(grouped(reasons.count)) of \(counted(all.count, "run")): "
    + counts.joined(separator: ", ").printable
}

/// Returns the runs that were not used, with the reasons.
package func historyRefusals(_ refused: [RunArchive.Refusal]) -> String {
  let lines = refused.map { refusal in
    "  \(refusal.folder): \(refusal.problem.message)" + (refusal.problem.hint.map { " (\($0))" } ?? "")
  }
  return (["not used:"] + lines.map(\.printable)).joined(separator: "\n")
}

private struct HistorySummary {
  let history: History
  let style: TableStyle
  /// Maximum number of changes; the page has them all.
  private static let mostChanges = 20

  var text: String {
    let table = HistoryTable(history: history).table(
      of: history.trends, detectorTitle: "  detector", indent: "  ")
    let parts = TerminalTable(table, style).parts
    var lines = [heading, "", parts.header]
    for scenario in history.scenarios {
      lines.append(bold(scenario))
      for (index, trend) in history.trends.enumerated() where trend.scenario == scenario {
        lines.append(parts.rows[index])
      }
    }
    if let note = parts.note { lines += ["", note] }
    if history.runs.count == 1 { lines += ["", "one run only: a trend needs at least two"] }
    return (lines + (changes + undated).map(\.printable)).joined(separator: "\n")
  }

  private var heading: String {
    let span = history.span.map { ", \($0)" } ?? ""
    return bold("\(history.name): \(history.runCount)\(span)") + "\n"
      + style.prose("followed: \(HistoryScale(history).words), \(history.metric.definition)")
  }

  private var changes: [String] {
    let all = history.changes
    guard !all.isEmpty else { return [] }
    let shown = all.suffix(Self.mostChanges)
    var lines = ["", "changed between runs, so that figures before and after are not alike:"]
    if shown.count < all.count { lines.append("  … \(all.count - shown.count) earlier ones") }
    return lines + shown.map { "  \(history.name(of: $0.run)): \(history.text(of: $0))" }
  }

  private var undated: [String] {
    let lines = history.runs.compactMap { run -> String? in
      guard case .unknown(let reason) = run.stored.origin else { return nil }
      return "  \(run.label): \(reason)"
    }
    return lines.isEmpty ? [] : ["", "start not known, kept in the order given:"] + lines
  }

  private func bold(_ text: String) -> String {
    style.bold(style.cut(text))
  }
}
