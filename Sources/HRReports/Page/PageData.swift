internal import HRDiagnostics
internal import HREvaluation
internal import HRResults

/// What the script of a run's page reads.
struct PageData {
  let evaluation: Evaluation
  let units: PageUnits

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
      ("outcomes", units.outcomesJSON), ("units", units.json),
      ("heat", PageHeat(evaluation: evaluation).json),
      ("kept", .array([])), ("keptNote", .string(Self.notKept)),
    ]).rendered(indented: false)
  }

  private static let notKept =
    "The signal of this window was not kept. An experiment with \"keepSignals\": true keeps the worst, the median and a few other windows of every row."

  /// Printable here, since a script puts them into the page as they are.
  private func names(_ texts: [String]) -> JSONText { .array(texts.map { .string($0.printable) }) }
}
