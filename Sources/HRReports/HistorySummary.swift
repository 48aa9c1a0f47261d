package import HRExperiments

/// The tables that `hreval history` prints: a block per scenario, then what changed between runs and what was not read.
///
/// - Parameters:
///   - width: columns of the terminal; the least important columns go first where they do not fit.
///   - colour: whether to use ANSI bold and dim.
package func historySummary(
  _ histories: [History], refused: [RunArchive.Refusal], width: Int, colour: Bool
) -> String {
  var blocks = histories.map { HistorySummary($0, width: width, colour: colour).text }
  if !refused.isEmpty {
    let lines = refused.map { refusal in
      "  \(refusal.folder): \(refusal.problem.message)" + (refusal.problem.hint.map { " (\($0))" } ?? "")
    }
    blocks.append((["not read:"] + lines).joined(separator: "\n"))
  }
  return blocks.joined(separator: "\n\n")
}

private struct HistorySummary {
  private let history: History
  private let width: Int
  private let colour: Bool
  /// The page has them all.
  private static let mostChanges = 20

  init(_ history: History, width: Int, colour: Bool) {
    self.history = history
    self.width = width
    self.colour = colour
  }

  var text: String {
    let table = HistoryTable(history).table(of: history.trends, detectorTitle: "  detector", indent: "  ")
    let parts = TerminalTable(table, width: width, colour: colour).parts
    var lines = [heading, "", parts.header]
    for scenario in history.scenarios {
      lines.append(bold(scenario))
      for (index, trend) in history.trends.enumerated() where trend.scenario == scenario {
        lines.append(parts.rows[index])
      }
    }
    if let note = parts.note { lines += ["", note] }
    if history.runs.count == 1 { lines += ["", "one run only: a trend needs at least two"] }
    return (lines + changes + undated).joined(separator: "\n")
  }

  private var heading: String {
    let metric = history.metric
    let span = history.span.map { ", \($0)" } ?? ""
    return bold("\(history.name): \(history.runCount)\(span)") + "\n\(metric.definition): \(metric.summary)"
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
    let line = text.truncated(to: max(width, 20))
    return colour ? "\u{1B}[1m\(line)\u{1B}[0m" : line
  }
}
