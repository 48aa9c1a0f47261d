internal import HRRunning
internal import HREvaluation
internal import HRSupport
internal import HRStatistics

/// The tables of one scenario: one row per detector, columns as the experiment's `metrics` ask for.
struct ScenarioTables {
  let evaluation: Evaluation
  let rows: [Evaluation.Row]

  private var name: RowColumn {
    .init(.left("detector")) { .text(SeenText.label($0.row.detector, evaluation.plan)) }
  }

  private var asksForAll: Bool {
    Set(evaluation.plan.metrics).isSuperset(of: Metric.columns.map(\.name))
  }

  var errors: Table {
    // Estimates are always present, so that no error is shown without its n.
    var columns: [RowColumn] = [name, .rightOfAll, .estimates, .coverage]
    let chosen = Set(evaluation.plan.metrics)
    // Of heart-rate variability no error in beats per minute is right.
    let isRate = evaluation.plan.variability == nil
    for metric in Metric.errorTable
    where chosen.contains(metric.name) && !(metric.isOnRequest && asksForAll)
      && (isRate || metric.name != Metric.withinBPM.name)
    {
      let heading = metric.heading?.replacing("{bpm}", with: fixed(evaluation.plan.withinBPM, decimals: 0))
      columns.append(metric.name == Metric.mae.name ? .short(metric) : .metric(metric, title: heading))
    }
    var table = columns.table(of: rows, evaluation)
    if chosen.contains(Metric.mae.name), let scenario = rows.first?.scenario {
      table.rows += evaluation.chanceLevels[scenario].rows(for: table.columns)
    }
    return table
  }

  /// Tables of figures of which the table of errors shows no interval, each with its interval.
  var intervals: [Table] {
    let ofErrors: [RowColumn] = [
      name, .short(.coverage), .short(.withinTolerance), .short(.rmse), .short(.mape),
      .short(.sd, title: "SD"),
    ]
    let ofCorrelations: [RowColumn] = [
      name, .short(.pearson), .short(.ccc), .short(.icc21, title: "ICC(2,1)"),
      .short(.icc31, title: "ICC(3,1)"),
    ]
    return [ofErrors.table(of: rows, evaluation), ofCorrelations.table(of: rows, evaluation)]
  }

  /// Table of the limits of agreement; `nil` if the experiment does not ask for them.
  var agreement: Table? {
    guard evaluation.shows(\.isOfLimits) else { return nil }
    // With one window per cluster only the simple limits exist, and they are correct.
    let areSimple = rows.compactMap { $0.limits?.areSimple }.distinct
    let title =
      areSimple == [true] ? "limits, simple" : areSimple.count < 2 ? "limits, repeated measures" : "limits"
    var columns: [RowColumn] = [
      name, .estimates, .clusters(evaluation.clusterWord), .metric(.effectiveClusters, title: "effective"),
      .short(.bias), .sd,
      .init(.init(title, unit: RunPlan.rateUnit)) { Self.limits($0.row, isNamed: areSimple.count > 1) },
    ]
    if areSimple.contains(true) || evaluation.shows({ $0 == .repeatedLimits }) {
      columns.append(.init(.init("95 % of the lower")) { $0.interval(ofLimit: \.lower) })
      columns.append(.init(.init("95 % of the upper")) { $0.interval(ofLimit: \.upper) })
    }
    if !asksForAll, areSimple.contains(false), evaluation.shows({ $0 == .simpleLimits }) {
      columns.append(
        .init(.init("limits, simple", unit: RunPlan.rateUnit)) { .range($0.row.score.simple?.limitsBPM) })
    }
    if evaluation.shows({ $0 == .percentileLimits }) {
      columns.append(
        .init(.init("2.5 to 97.5 %", unit: RunPlan.rateUnit)) { .range($0.row.score.percentileLimitsBPM) })
    }
    return columns.table(of: rows, evaluation)
  }

  /// Returns the limits that fit the row's pairs.
  ///
  /// - Parameter isNamed: whether to name simple limits, if other rows have others.
  private static func limits(_ row: Evaluation.Row, isNamed: Bool) -> Cell {
    let range = Cell.range(row.limits?.limits)
    return isNamed && row.limits?.areSimple == true ? .figures(range.display + " (simple)") : range
  }

  /// Chance levels on the windows that each detector answered; `nil` if the constant guess has the same error on each
  /// detector's windows as on all.
  var ownChance: Table? {
    guard let scenario = rows.first?.scenario else { return nil }
    let all = evaluation.chanceLevels[scenario]
    let known = rows.compactMap { row in row.diagnosis?.ownChance.map { (row: row, chance: $0) } }
    guard known.contains(where: { $0.chance.constantMAEBPM != all.constantMAEBPM }) else { return nil }
    let unit = evaluation.plan.unit(of: scenario)
    return Table(
      columns: [
        .left("detector"), RowColumn.estimates.column, RowColumn.short(.mae).column,
        .init("guess: mean of others", unit: unit),
        .init("guess: always \(all.constantBPM.map { shortest($0) } ?? "–")", unit: unit),
        .init("previous reference", unit: unit), .left("MAE below both guesses"),
      ].map { $0.ofRates(in: unit) },
      rows: known.map { row, chance in
        [
          .text(evaluation.detector(of: row)), .count(row.tally.estimates),
          .optional(row.value(.mae), decimals: 2), .optional(chance.othersMeanMAEBPM, decimals: 2),
          .optional(chance.constantMAEBPM, decimals: 2), .optional(chance.holdLastMAEBPM, decimals: 2),
          .text(row.unbeatenChance == nil ? "yes" : "no"),
        ]
      })
  }

  /// Table of the windows without an answer or a reference, a line per detector; `nil` if every window has both.
  var silence: Table? {
    guard rows.contains(where: { !$0.tally.reasons.isEmpty }) else { return nil }
    return Table(
      columns: [
        .left("detector"), .init("windows"), .init("without an answer"), .init("without a reference"),
        .left("windows by reason"),
      ],
      rows: rows.map { row in
        // `abstained:flatSignal`
        let reasons = row.tally.reasons.map { reason in
          let parts = reason.outcome.text.split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
          let kind = parts[0] == "noReference" ? "no reference" : String(parts[0])
          return (kind: kind, why: parts.last ?? "", windows: reason.windows)
        }
        func windows(isReferenceMissing: Bool) -> Cell {
          .count(
            reasons.reduce(0) { ($1.kind == "no reference") == isReferenceMissing ? $0 + $1.windows : $0 })
        }
        let texts = reasons.gathered(by: \.kind).map { kind, reasons in
          "\(kind): \(reasons.map { "\($0.why) \(grouped($0.windows))" }.joined(separator: ", "))"
        }
        return [
          .text(evaluation.detector(of: row)), .count(row.tally.windows),
          windows(isReferenceMissing: false), windows(isReferenceMissing: true),
          texts.isEmpty ? .missing("") : .text(texts.joined(separator: "; ")),
        ]
      })
  }
}
