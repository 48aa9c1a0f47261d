internal import HREvaluation
internal import HRRunning
internal import HRSupport

/// `run.json`: time, machine, speed, input files and parameters of a run.
struct RunJSON {
  let evaluation: Evaluation
  let provenance: RunProvenance
  var circumstances = RunCircumstances()

  var text: String {
    let members: [(key: String, value: JSONText?)] = [
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
      ("arguments", .strings(provenance.arguments)),
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
      ("shards", provenance.shards.map { .integer($0) }), (RunWork.key, provenance.work?.json),
    ]
    return JSONText.known(members + circumstances.members).rendered()
  }

  private var build: JSONText {
    let build = provenance.build
    return .object([
      ("version", .string(build.version)), ("commit", .optional(build.commit)),
      ("uncommittedChanges", .boolean(build.hasUncommittedChanges)),
      ("configuration", .string(build.configuration)),
      ("pluginPackages", .strings(build.packages)),
    ])
  }
}
