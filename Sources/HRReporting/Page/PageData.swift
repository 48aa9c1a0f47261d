internal import HRSupport
internal import HREvaluation
internal import HRRunning

/// Data for the script of a run's page.
struct PageData {
  let evaluation: Evaluation
  /// Windows that fit in the page; `nil` while these are not known.
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

  /// Returns names made printable, since a script puts them into the page unchanged.
  private func names(_ texts: [String]) -> JSONText { .array(texts.map { .string($0.printable) }) }
}
