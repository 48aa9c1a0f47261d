internal import HREvaluation
internal import HRDiagnostics

/// The rows under a table of errors: what chance and the reference itself would reach.
struct ChanceLevelRows {
  struct Row {
    let name: String
    let windows: Int
    let maeBPM: Double
  }

  let rows: [Row]

  init(_ chanceLevels: Evaluation.ChanceLevels) {
    let all: [(name: String, windows: Int, maeBPM: Double?)] = [
      ("(chance: others' mean)", chanceLevels.referenceWindows, chanceLevels.othersMeanMAEBPM),
      (
        "(chance: \(shortest(chanceLevels.constantBPM)) bpm)", chanceLevels.referenceWindows,
        chanceLevels.constantMAEBPM
      ),
      ("(rate a window ago)", chanceLevels.holdLastWindows, chanceLevels.holdLastMAEBPM),
      ("(reference floor)", chanceLevels.floorWindows, chanceLevels.floorMAEBPM),
    ]
    rows = all.compactMap { entry in
      entry.maeBPM.map { Row(name: entry.name, windows: entry.windows, maeBPM: $0) }
    }
  }

  /// Cells for columns with these titles; only name, windows and MAE are known.
  func cells(for columns: [Table.Column], indent: String = "") -> [[Cell]] {
    rows.map { row in
      columns.enumerated().map { index, column in
        if index == 0 { return .text(indent + row.name) }
        switch column.title {
        case "estimates": return .count(row.windows)
        case "MAE": return .number(row.maeBPM, decimals: 2)
        default: return .missing(" ")
        }
      }
    }
  }
}
