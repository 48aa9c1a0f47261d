internal import HREvaluation
internal import HRRunning
internal import HRStatistics

/// Details of figures of heart-rate variability: the ratio of estimate and reference, and the parts of the error.
struct VariabilityTable {
  let evaluation: Evaluation
  let rows: [Evaluation.Row]

  private typealias Details = VariabilityDiagnosis

  /// The table and its sentences; empty for rates.
  var blocks: [Block] {
    guard let table else { return [] }
    return [.table(table), .sentences([Self.guide] + [growing].compactMap(\.self))]
  }

  /// - Returns: `nil` if no row has details.
  private var table: Table? {
    let known = rows.filter { $0.diagnosis?.variability != nil }
    guard !known.isEmpty else { return nil }
    let isOfOne = known.map(\.scenario).distinct.count == 1
    let columns: [RowColumn?] = [
      isOfOne ? nil : .init(.left("scenario")) { .text(evaluation.scenario(of: $0.row)) },
      .init(.left("detector")) { .text(evaluation.detector(of: $0.row)) },
      .init(.init("ratio")) { Self.ratio($0.row) },
      .init(.init("limits of the ratio")) { .range($0.details?.ratio?.limits, decimals: 2) },
      .init(.init("windows with a 0")) { .count($0.details?.zeroPairs ?? 0) },
      part("from extra beats", \.extra), part("from missed beats", \.missed), part("from timing", \.timing),
      .init(.init("MAE with every beat found", unit: RunPlan.rateUnit)) {
        .optional($0.details?.parts?.absoluteOfTiming, decimals: 2)
      },
      .init(.init("corrected / of the reference", unit: "%")) { Self.corrected($0.details) },
    ]
    return columns.compactMap(\.self).table(of: known, evaluation)
  }

  private func part(_ title: String, _ value: @escaping (Details.ErrorParts) -> Double) -> RowColumn {
    .init(.init(title, unit: RunPlan.rateUnit)) { .optional($0.details?.parts.map(value), decimals: 2) }
  }

  private static func ratio(_ row: Evaluation.Row) -> Cell {
    guard let ratio = row.diagnosis?.variability?.ratio else { return .missing("") }
    return .estimate(
      ratio.ratio, ratio.interval, decimals: 2, else: row.lacksClusters ? "n=\(row.score.clusterCount)" : "")
  }

  private static func corrected(_ details: Details?) -> Cell {
    guard let details else { return .missing("") }
    func percent(_ share: Double) -> String { fixed(100 * share, decimals: 1) }
    return .figures("\(percent(details.correctedShare)) / \(percent(details.referenceCorrectedShare))")
  }

  static let guide =
    "Ratio: estimate over reference, geometric mean with its 95 % confidence interval; windows in which one of the two is 0 have none. Parts of the bias: that of beats which are none of the reference's, that of missed beats, and that of the times of the others; they add up to it. Corrected: share of the intervals that the artefact policy changed."

  /// Sentence on the rows whose ratio describes the errors better; `nil` for none.
  private var growing: String? {
    let names = rows.filter { $0.diagnosis?.variability?.spreadGrows == true }.map { row in
      Findings.named(evaluation.detector(of: row)) + " (\(evaluation.scenario(of: row)))"
    }
    return names.isEmpty
      ? nil
      : "The spread of errors grows with the value, so that the ratio describes them better than the difference, for \(names.firstFew)."
  }
}

extension RowCells {
  fileprivate var details: VariabilityDiagnosis? { row.diagnosis?.variability }
}
