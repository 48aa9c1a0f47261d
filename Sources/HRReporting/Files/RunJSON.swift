internal import HREvaluation
internal import HRRunning
internal import HRSupport

/// `run.json`: time, machine, speed, input files and parameters of a run.
struct RunJSON {
  let evaluation: Evaluation
  let provenance: RunProvenance
  /// Prior analyses that the ledger knew; `nil` leaves them out.
  var tries: PriorEvaluations?

  var text: String {
    var all = members
    if let shards = provenance.shards { all.append(("shards", .integer(shards))) }
    if let work = provenance.work { all.append((RunWork.key, work.json)) }
    if let tries { all.append((PriorEvaluations.key, PriorEvaluations.form.write(tries))) }
    return JSONText.object(all).rendered()
  }

  private var members: [(key: String, value: JSONText)] {
    [
      ("format", .string("hreval-run")), ("version", .integer(FormatVersion.run)),
      ("hreval", .string(evaluation.plan.hreval)),
      ("build", build),
      ("started", .string(provenance.started)), ("finished", .string(provenance.finished)),
      ("seconds", .number(provenance.seconds)), ("windowsPerSecond", .optional(provenance.windowsPerSecond)),
      ("jobs", .integer(provenance.jobs)),
      (
        "machine",
        .object([
          ("host", .string(provenance.host)), ("system", .string(provenance.system)),
          ("processors", .integer(provenance.processors)),
        ])
      ),
      ("arguments", .array(provenance.arguments.map { .string($0) })),
      (
        "experimentFile",
        .object([
          ("path", .string(provenance.experimentPath)), ("sha256", .string(provenance.experimentSHA256)),
        ])
      ),
      ("experiment", StoredPlan(evaluation.plan).json),
      (
        "dataFiles",
        .array(
          evaluation.recordings.flatMap { recording in
            recording.facts.files.map { file in
              .object([
                ("dataset", .string(recording.dataset)), ("recording", .string(recording.id)),
                ("path", .string(file.path)), ("sha256", .string(file.sha256)),
              ])
            }
          })
      ),
    ]
  }

  private var build: JSONText {
    let build = provenance.build
    return .object([
      ("version", .string(build.version)), ("commit", .optional(build.commit)),
      ("uncommittedChanges", .boolean(build.hasUncommittedChanges)),
      ("configuration", .string(build.configuration)),
      ("pluginPackages", .array(build.packages.map { .string($0) })),
    ])
  }
}
