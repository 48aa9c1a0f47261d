internal import HREvaluation
internal import HRStatistics
internal import HRSupport

/// The windows of a gate's rows in which the error rose most, with links to the run's page.
struct GateWindows {
  let gate: Gate
  /// True if the run's page is beside the gate's.
  let hasPage: Bool

  private static let page = OutputFile.page.rawValue

  /// Line on the run's page: a link to it, or the command that writes it.
  var page: Prose {
    hasPage
      ? "The run: \(link: Self.page, to: Self.page)"
      : "The run has no page to link to; `hreval report RUN --format html` writes it"
  }

  /// Returns the link to a row on the run's page, behind a semicolon; empty without a page.
  func link(to row: Gate.Row) -> Prose {
    guard hasPage, let place = place(of: row) else { return "" }
    return "; \(link: "its recordings", to: "\(Self.page)#recordings&\(place)")"
  }

  /// Returns the section on the worst windows of rows; empty without any.
  func blocks(_ rows: [Gate.Row]) -> [Block] {
    let parts = rows.flatMap { row -> [Block] in
      guard let worst = row.worstWindows, !worst.windows.isEmpty || worst.silenced > 0 else { return [] }
      var parts: [Block] = [.heading(3, Prose(plain: "\(row.detector), \(row.scenario)"))]
      if !worst.windows.isEmpty { parts.append(.table(table(worst.windows, row))) }
      if let silence = silence(worst) { parts.append(.sentence(silence + ".")) }
      return parts
    }
    guard !parts.isEmpty else { return [] }
    let chance: Prose =
      rows.allSatisfy(\.hasSameInputs)
      ? "" : " Where files or noise are not the baseline's, a single window can differ by chance."
    return [
      .heading(2, "Windows that became worst"),
      .paragraph(
        "Of each row that did not hold, the windows that both runs answered and in which the absolute error rose most, no more than \(WorstWindows.most). Errors are estimate minus reference.\(chance)"
      ),
    ] + parts
  }

  /// Returns no more than two lines on a row: its worst windows, as many as fit, and how many are silent now.
  func terminal(_ row: Gate.Row, _ style: TableStyle) -> [String] {
    guard let worst = row.worstWindows else { return [] }
    let shown = worst.windows.map { window in
      "\(window.name) \(times(window, unit: " s")) (\(signed(window.errorBeforeBPM, decimals: 1)) → \(signed(window.errorNowBPM, decimals: 1)) bpm)"
    }
    var line = ""
    for (index, words) in shown.enumerated() {
      let next = index == 0 ? "  rose most: \(words)" : "\(line), \(words)"
      if index > 0, let width = style.width, next.displayWidth > width { break }
      line = next
    }
    return ([line] + [silence(worst).map { "  " + $0 } ?? ""]).filter { !$0.isEmpty }.map(style.cut)
  }

  private func silence(_ worst: WorstWindows) -> String? {
    guard worst.silenced > 0 else { return nil }
    let has = worst.silenced == 1 ? "has" : "have"
    return "\(counted(worst.silenced, "window")) answered before \(has) no answer now"
  }

  private func table(_ windows: [WorstWindows.Window], _ row: Gate.Row) -> Table {
    func rate(_ title: String, _ value: @escaping (WorstWindows.Window) -> Double)
      -> TableColumn<WorstWindows.Window>
    {
      .init(.init(title, unit: "bpm")) { .number(value($0), decimals: 1) }
    }
    return Table(
      [
        .words("recording", \.name),
        .init(.left("window", unit: "s")) { .prose(link(to: $0, of: row)) },
        rate("reference", \.referenceBPM), rate("error before", \.errorBeforeBPM),
        rate("error now", \.errorNowBPM), rate("rise", \.riseBPM),
      ], of: windows)
  }

  private func link(to window: WorstWindows.Window, of row: Gate.Row) -> Prose {
    let words = times(window)
    guard hasPage, let place = place(of: row) else { return Prose(plain: words) }
    let draw = window.repetition > 0 ? "&n=\(window.repetition)" : ""
    return
      "\(link: words, to: "\(Self.page)#window&\(place)&r=\(window.recording)&w=\(window.window)\(draw)")"
  }

  /// `120–150 s`, `120–150 s, repeat 2`; without the unit where a column has it.
  private func times(_ window: WorstWindows.Window, unit: String = "") -> String {
    let ends = [window.startSeconds, window.endSeconds].map { shortest($0, decimals: 1) }
    let draw = window.repetition > 0 ? ", repeat \(window.repetition + 1)" : ""
    return "\(ends[0])–\(ends[1])\(unit)\(draw)"
  }

  /// Scenario and detector in the address of the run's page; `nil` if the plan does not have them.
  private func place(of row: Gate.Row) -> String? {
    guard let scenario = gate.plan.scenarios.firstIndex(where: { $0.label == row.scenario }),
      let detector = gate.plan.detectors.firstIndex(where: { $0.label == row.detector })
    else { return nil }
    return "s=\(scenario)&d=\(detector)"
  }
}
