internal import HREvaluation
internal import HRResults
internal import HRDiagnostics
internal import HRStatistics

/// `results.json`: every number of a run with its definition; the same bytes for the same experiment, data and build.
struct ResultsJSON {
  private let evaluation: Evaluation

  init(_ evaluation: Evaluation) {
    self.evaluation = evaluation
  }

  var text: String {
    var members: [(key: String, value: JSONText)] = [
      ("format", .string("hreval-results")), ("version", .integer(FormatVersion.results)),
      ("hreval", .string(evaluation.plan.hreval)),
    ]
    members += evaluation.plan.members
    members += [
      ("definitions", .object(definitions)),
      ("recordings", .array(evaluation.recordings.map(recording))),
      (
        "yardsticks",
        .object(
          zip(evaluation.plan.scenarios, evaluation.chanceLevels).map { note, chanceLevels in
            (note.label, DiagnosisJSON.chanceLevels(chanceLevels))
          })
      ),
      ("results", .array(evaluation.rows.map { .object(row($0)) })),
      ("strata", groups(evaluation.strata)),
    ]
    members += ClaimsJSON.members(evaluation.claims)
    if !evaluation.words.isEmpty { members.append(("words", groups(evaluation.words))) }
    return JSONText.object(members).rendered()
  }

  private func groups(_ strata: [Evaluation.Stratum]) -> JSONText {
    .array(
      strata.map { stratum in
        .object([
          ("name", .string(stratum.name)), ("value", .string(stratum.value)),
          ("results", .array(stratum.rows.map { .object(row($0)) })),
        ])
      })
  }

  private var definitions: [(key: String, value: JSONText)] {
    [
      ("windows", .string("windows@1")), ("reference", .string("windowReference@1")),
      ("clusters", .string(evaluation.clusterWord)),
      (
        "intervals",
        .string(
          "95 %, over clusters: bootstrap-t (bias, mae …Low, …High) and BCa (…BCaLow, …BCaHigh); of limits of agreement "
            + "leaving clusters out; none below \(ClusterBootstrap.leastClusters) clusters")
      ),
      (
        "metrics",
        .object(
          Metric.all.map { metric in
            (
              metric.name,
              .object([
                ("definition", .string(metric.definition)), ("unit", .string(metric.unit)),
                ("summary", .string(metric.summary)), ("source", .string(metric.source)),
              ])
            )
          })
      ),
    ]
  }

  private func recording(_ row: Evaluation.RecordingRow) -> JSONText {
    .object([
      ("dataset", .string(row.dataset)), ("id", .string(row.id)), ("subject", .optional(row.subject)),
      ("metadata", .object(row.facts.metadata.map { ($0.name, .string($0.value)) })),
      ("seconds", .number(row.seconds)), ("windows", .integer(row.windows)),
      ("referenceWindows", .integer(row.referenceWindows)), ("failure", .optional(row.failure)),
      ("partialFailures", .object(row.partialFailures.map { ($0.scenario, .string($0.reason)) })),
      (
        "channels",
        .object(
          row.facts.channels.map { channel in
            (
              channel.kind,
              .object([
                ("sampleRate", .number(channel.sampleRate)), ("irregular", .boolean(channel.isIrregular)),
              ])
            )
          })
      ),
    ])
  }

  private func row(_ row: Evaluation.Row) -> [(key: String, value: JSONText)] {
    let plan = evaluation.plan
    return [
      ("scenario", .string(plan.scenarios[row.scenario].label)),
      ("detector", .string(plan.detectors[row.detector].label)),
      (
        "counts",
        .object([
          ("recordings", .integer(row.tally.recordings)),
          ("failedRecordings", .integer(row.tally.failedRecordings)),
          ("subjects", .integer(row.tally.subjects)), ("windows", .integer(row.tally.windows)),
          ("referenceWindows", .integer(row.tally.referenceWindows)),
          ("estimates", .integer(row.tally.estimates)),
          ("clusters", .integer(row.pairs.clusterCount)),
        ])
      ),
      ("metrics", .object(Metric.all.map { ($0.name, .optional(row.value($0))) })),
      ("outcomes", .object(row.tally.reasons.map { ($0.outcome.text, .integer($0.windows)) })),
    ] + (row.diagnosis.map(DiagnosisJSON.members) ?? []) + [
      (
        "recordings",
        .array(
          row.perRecording.map { part in
            let note = plan.recordings[part.recording]
            return .object([
              ("dataset", .string(plan.datasets[note.dataset].name)), ("id", .string(note.id)),
              ("windows", .integer(part.windows)), ("referenceWindows", .integer(part.referenceWindows)),
              ("estimates", .integer(part.estimates)), ("maeBPM", .optional(part.maeBPM)),
              ("biasBPM", .optional(part.biasBPM)),
            ])
          })
      )
    ]
  }
}
