internal import HREvaluation
internal import HRRunning

/// The scenarios that one sweep of a single number made: of a parameter, or of the length or start of the windows.
struct SeverityFamily {
  enum Measure: String {
    /// A number of a scenario. The undamaged scenario comes first.
    case severity
    /// A number of the windows.
    case length, start
  }

  /// `white noise … dB`: the label with the place of the swept value left open.
  let title: String
  let parameter: String
  /// Meaning of the number.
  let measure: Measure
  /// Scenarios and values in the order of the experiment file.
  let points: [(scenario: Int, value: Double)]

  /// Returns the detectors that take part in any of its scenarios.
  func detectors(in plan: RunPlan) -> [Int] {
    plan.detectors.indices.filter { detector in
      points.contains { plan.takesPart(detector: detector, in: $0.scenario) }
    }
  }

  /// Returns families in the order of the experiment file. Sweeps of several parameters, of words, or of one value
  /// are no family. A sweep of the length makes one for each set of the other swept values, and so does one of the
  /// start if the length is not swept.
  static func all(in plan: RunPlan) -> [SeverityFamily] {
    plan.scenarios.indices.gathered { plan.scenarios[$0].family }.flatMap { all(of: $0.elements, in: plan) }
  }

  /// - Parameter scenarios: scenarios of one entry of the file.
  private static func all(of scenarios: [Int], in plan: RunPlan) -> [SeverityFamily] {
    func number(_ name: String, of scenario: Int) -> Double? {
      plan.scenarios[scenario].swept.last { $0.name == name }?.number
    }
    for name in RunPlan.sizeNames {
      let values = scenarios.compactMap { number(name, of: $0) }
      guard values.count == scenarios.count, values.contains(where: { $0 != values[0] }) else { continue }
      return scenarios.gathered { plan.scenarios[$0].swept(without: name) }.map {
        SeverityFamily(ofSize: name, $0.elements, in: plan)
      }
    }
    return [SeverityFamily(scenarios, in: plan)].compactMap(\.self)
  }

  /// Creates a family by length or start.
  private init(ofSize name: String, _ scenarios: [Int], in plan: RunPlan) {
    title = plan.scenarios[scenarios[0]].label(leavingOpen: name)
    parameter = name
    measure = name == RunPlan.sizeNames[0] ? .length : .start
    points = scenarios.map { scenario in
      (scenario, plan.scenarios[scenario].swept.last { $0.name == name }?.number ?? 0)
    }
  }

  private init?(_ scenarios: [Int], in plan: RunPlan) {
    let notes = scenarios.map { plan.scenarios[$0] }
    // A length or start that does not vary here does not count as a second number.
    let own = notes.map { $0.swept.filter { !RunPlan.sizeNames.contains($0.name) } }
    let swept = own.compactMap { $0.count == 1 ? $0[0].number : nil }
    guard let first = notes.first, let parameter = own.first?.first?.name, swept.count == notes.count,
      swept.contains(where: { $0 != swept[0] })
    else { return nil }
    self.parameter = parameter
    measure = .severity
    // If steps share a parameter's name, the label may name the step: `{pinkNoise.snrDecibels}`.
    let names = [parameter] + first.steps.map { "\($0.definition.prefix { $0 != "@" }).\(parameter)" }
    let label = first.figure.map { "\($0.title), \(first.familyLabel)" } ?? first.familyLabel
    title = names.reduce(label) { text, name in
      text.split(separator: "{\(name)}", omittingEmptySubsequences: false).joined(separator: "…")
    }
    points = zip(scenarios, swept).map { ($0, $1) }
  }
}

/// Mean absolute errors of a sweep: detectors as rows, severities (or lengths, or starts) as columns. Before
/// severities comes the error without damage.
struct SeverityTable {
  let family: SeverityFamily
  let evaluation: Evaluation

  /// One table; of more values than a table has columns, one below the other.
  var tables: [Table] {
    let plan = evaluation.plan
    let figure = family.points.first.flatMap { plan.scenarios[$0.scenario].figure }
    let clean =
      family.measure == .severity
      ? plan.scenarios.firstIndex { !$0.changesSignals && $0.figure == figure } : nil
    let unit = family.points.first.map { plan.unit(of: $0.scenario) } ?? ""
    let columns =
      (clean.map { [(scenario: $0, title: "undamaged")] } ?? [])
      + family.points.map {
        (scenario: $0.scenario, title: plan.scenarios[$0.scenario].swept(family.parameter))
      }
    return columns.inTables.map { shown in
      Table(
        columns: [.left(unit.isEmpty ? "MAE" : "MAE in \(unit)")] + shown.map { .init($0.title) },
        rows: family.detectors(in: plan).map { detector in
          [.text(plan.detectors[detector].label)] + shown.map { cell($0.scenario, detector) }
        })
    }
  }

  /// Returns `1.08 [0.72, 1.44]`. If not all windows got an answer, the share that did follows:
  /// `1.08 [0.72, 1.44], 96 %`.
  private func cell(_ scenario: Int, _ detector: Int) -> Cell {
    guard let row = evaluation.row(scenario: scenario, detector: detector) else { return .missing("no rows") }
    guard row.tally.windows > 0 else { return .missing("no windows") }
    guard let mae = row.value(.mae) else { return .missing("no answer") }
    var text = fixed(mae, decimals: 2)
    if let interval = row.interval(.mae) {
      text += " [\(fixed(interval.low, decimals: 2)), \(fixed(interval.high, decimals: 2))]"
    }
    if let coverage = row.tally.coverage, coverage < 0.995 {
      text += ", \(fixed(100 * coverage, decimals: 0)) %"
    }
    return .figures(text)
  }
}
