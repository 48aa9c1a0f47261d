internal import HRDiagnostics
internal import HREvaluation
internal import HRResults

/// What the script of a run's page reads.
struct PageData {
  let evaluation: Evaluation
  /// `nil` while it is not known which the page has room for.
  let units: PageUnits?
  let signals: PageSignals

  var json: String {
    let plan = evaluation.plan
    let labels = plan.detectors.map(\.label)
    return JSONText.object([
      ("rateTitle", .string("\(plan.measurand.words) (per minute)")),
      ("withinBPM", .number(plan.withinBPM)), ("withinPercent", .optional(plan.withinPercent)),
      ("baseline", plan.baseline.flatMap { labels.firstIndex(of: $0) }.map { .integer($0) } ?? .null),
      ("scenarios", names(plan.scenarios.map(\.label))), ("detectors", names(labels)),
      ("recordings", names(plan.recordings.indices.map { plan.name(ofRecording: $0) })),
      (
        "leaders",
        .array(
          plan.scenarios.indices.map { scenario in
            evaluation.leader(ofScenario: scenario).map { .integer($0.detector) } ?? .null
          })
      ),
      (
        "takesPart",
        .array(plan.scenarios.indices.map { .array(plan.detectors(in: $0).map { .integer($0) }) })
      ),
      ("outcomes", units?.outcomesJSON ?? .null), ("units", units?.json ?? .null),
      ("heat", PageHeat(evaluation: evaluation).json),
      ("kept", signals.json), ("keptNote", .string(signals.note)),
    ]).rendered(indented: false)
  }

  /// Printable here, since a script puts them into the page as they are.
  private func names(_ texts: [String]) -> JSONText { .array(texts.map { .string($0.printable) }) }
}
