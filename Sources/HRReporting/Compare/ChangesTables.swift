internal import HREvaluation

/// Changes between two runs window by window, as tables.
struct ChangesTables {
  let changes: WindowChanges
  let text: ChangesText

  /// Returns a table with one row per scenario and detector.
  func rows(_ rows: [WindowChanges.Row]) -> Table {
    Table(
      columns: [
        .left("scenario", importance: 10), .left("detector", importance: 10), .init("compared"),
        .init("same"), .init("differ"), .left("how they differ"), .init("right → wrong"),
        .init("wrong → right"), .left("first that differs"),
        .left("largest change", unit: "bpm"),
      ],
      rows: rows.map { row in
        [
          .text(row.scenario), .text(row.detector), .count(row.compared), .count(row.same),
          .count(row.different), .text(Self.kinds(row)), .count(row.rightToWrong), .count(row.wrongToRight),
          row.first.map { .text(text.short(changes.detail(of: $0))) } ?? .missing(""),
          row.largest.map {
            .text("\(ChangesText.step(row.largestBPM)) (\(text.short(changes.detail(of: $0))))")
          } ?? .missing(""),
        ]
      })
  }

  /// Returns a table of the detectors whose rank changed.
  func ranks(_ ranks: [WindowChanges.RankChange]) -> Table {
    Table(
      columns: [
        .left("scenario", importance: 10), .left("detector", importance: 10), .init("rank by MAE before"),
        .init("now"), .init("MAE before", unit: "bpm"), .init("MAE now", unit: "bpm"),
        .init("change", unit: "bpm"), .left("what happened"),
      ],
      rows: ranks.map { rank in
        let maes = [rank.baselineMAEBPM, rank.maeBPM]
        let change = maes.compactMap(\.self).count == 2 ? (maes[1] ?? 0) - (maes[0] ?? 0) : nil
        return [
          .text(rank.scenario), .text(rank.detector), .figures(ChangesText.rank(rank.baselineRank)),
          .figures(ChangesText.rank(rank.rank)), .optional(maes[0], decimals: 2, else: "no answer"),
          .optional(maes[1], decimals: 2, else: "no answer"),
          change.map { .figures(ChangesText.step($0)) } ?? .missing(""),
          .text(rank.hasMoved ? "moved" : "same MAE, others moved"),
        ]
      })
  }

  /// `another rate 12, value → abstained 3`
  private static func kinds(_ row: WindowChanges.Row) -> String {
    WindowChange.Kind.allCases.compactMap { kind in
      row.count(kind) > 0 ? "\(ChangesText.word(kind)) \(grouped(row.count(kind)))" : nil
    }.joined(separator: ", ")
  }
}
