internal import HREvaluation
internal import HRSupport
internal import HRStatistics

extension Evaluation.ChanceLevels {
  /// Returns the rows under a table of errors with these columns: chance levels and the spread of the reference
  /// itself. Only name, windows and MAE are known.
  func rows(for columns: [Table.Column], indent: String = "") -> [[Cell]] {
    let all = [
      ("(chance: others' mean)", referenceWindows, othersMeanMAEBPM),
      ("(chance: \(shortest(constantBPM)) bpm)", referenceWindows, constantMAEBPM),
      ("(rate a window ago)", holdLastWindows, holdLastMAEBPM),
      ("(spread of the reference)", floorWindows, floorMAEBPM),
    ]
    return all.compactMap { name, windows, maeBPM in
      guard let maeBPM else { return nil }
      return columns.enumerated().map { index, column in
        if index == 0 { return .text(indent + name) }
        switch column.title {
        case RowColumn.estimates.column.title: return .count(windows)
        case Metric.mae.heading: return .number(maeBPM, decimals: 2)
        default: return .missing(" ")
        }
      }
    }
  }
}

extension Evaluation.ChanceLevels {
  /// Mean absolute error of the best guess without the signal; `nil` if no window has a reference.
  var bestGuessMAEBPM: Double? {
    [othersMeanMAEBPM, constantMAEBPM].compactMap(\.self).filter(\.isFinite).min()
  }
}
