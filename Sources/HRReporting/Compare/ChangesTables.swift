internal import HREvaluation

/// Changes between two runs window by window, as tables.
struct ChangesTables {
  let changes: WindowChanges
  let text: ChangesText

  /// Returns a table with one row per scenario and detector.
  func rows(_ rows: [WindowChanges.Row]) -> Table {
    Table(
      [
        .init(.left("scenario", importance: 10)) { .text($0.scenario) },
        .init(.left("detector", importance: 10)) { .text($0.detector) },
        .init(.init("compared")) { .count($0.compared) }, .init(.init("same")) { .count($0.same) },
        .init(.init("differ")) { .count($0.different) },
        .init(.left("how they differ")) { .text(ChangesText.kinds([$0])) },
        .init(.init("right → wrong")) { .count($0.rightToWrong) },
        .init(.init("wrong → right")) { .count($0.wrongToRight) },
        .init(.left("first that differs")) { row in
          row.first.map { .text(text.short(changes.detail(of: $0))) } ?? .missing("")
        },
        .init(.left("largest change", unit: "bpm")) { row in
          row.largest.map {
            .text("\(ChangesText.step(row.largestBPM)) (\(text.short(changes.detail(of: $0))))")
          } ?? .missing("")
        },
      ], of: rows)
  }

  /// Returns a table of the detectors whose rank changed.
  func ranks(_ ranks: [WindowChanges.RankChange]) -> Table {
    Table(
      [
        .init(.left("scenario", importance: 10)) { .text($0.scenario) },
        .init(.left("detector", importance: 10)) { .text($0.detector) },
        .init(.init("rank by MAE before")) { .figures(ChangesText.rank($0.baselineRank)) },
        .init(.init("now")) { .figures(ChangesText.rank($0.rank)) },
        .figure(.mae, "MAE before", else: "no answer") { $0.baselineMAEBPM },
        .figure(.mae, "MAE now", else: "no answer") { $0.maeBPM },
        .init(.init("change", unit: "bpm")) { rank in
          guard let before = rank.baselineMAEBPM, let now = rank.maeBPM else { return .missing("") }
          return .figures(ChangesText.step(now - before))
        },
        .init(.left("what happened")) { .text($0.hasMoved ? "moved" : "same MAE, others moved") },
      ], of: ranks)
  }
}
