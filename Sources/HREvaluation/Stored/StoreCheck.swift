internal import HRRunning
internal import HRStatistics
internal import HRSupport

/// Comparison of what `results.json` and `run.json` say of a run with what the store of the run gives.
///
/// Recordings, plan, counts and figures of all rows are made again from the stored windows. Who also writes the store
/// anew, or takes it away, is not found out.
struct StoreCheck {
  /// Result of a comparison that found no difference.
  enum Outcome: Equatable {
    case matches
    /// The reason why nothing, or not all, could be compared.
    case unchecked(String)
  }

  private let run: ArchivedRun
  private let again: ArchivedRun

  /// Compares a run with the store in its folder.
  ///
  /// - Throws: if they differ.
  static func outcome(_ run: ArchivedRun) throws(Diagnostics) -> Outcome {
    let path = RunStore.path(in: run.folder)
    guard TextFile.exists(path) else { return .unchecked("there is no \(RunStore.name)") }
    let content: RunStore.Content
    do {
      content = try RunStore.read(path)
    } catch {
      return .unchecked(error.first.message)
    }
    let evaluation = Evaluation(figuresOf: content.plan, content.results)
    guard content.results.count == content.plan.units.count, evaluation.results.problem == nil else {
      return .unchecked("\(RunStore.name) is damaged")
    }
    let check = StoreCheck(
      run: run,
      again: ArchivedRun(folder: run.folder, results: evaluation.stored, origin: run.origin(of: evaluation)))
    let (written, made) = (run.definitions, check.again.definitions)
    guard written.windows == made.windows, written.reference == made.reference else {
      return .unchecked("\(written.windows) or \(written.reference) is not of this hreval")
    }
    let differences = check.differences
    guard let first = differences.first else { return check.unchecked.map(Outcome.unchecked) ?? .matches }
    let more = differences.count - 1
    throw Diagnostics(
      "results.json or run.json is not what \(RunStore.name) gives: \(first)"
        + (more > 0 ? "; \(more) more" : ""),
      in: run.folder, hint: "`hreval report \(run.folder) --format json` writes results.json from the store")
  }

  private var differences: [String] {
    let plan =
      (run.name == again.name
        ? [] : ["the experiment is \"\(run.name)\" in the file and \"\(again.name)\" in the store"])
      + RunChange.ofExperiment(again, run, metric: "").map { "\($0.described), from the store to the file" }
    let rows = again.rows.flatMap { row -> [String] in
      let place = "\(row.detector) in \(row.scenario)"
      guard let written = run.row(scenario: row.scenario, detector: row.detector) else {
        return ["\(place) is not in the file"]
      }
      let changes = RunChange.of(scenario: row.scenario, detector: row.detector, again, run).map {
        "\($0.described) of \(place), from the store to the file"
      }
      let counts = written.counts == row.counts ? [] : ["the counts of \(place)"]
      return changes + counts + figures(of: place, written, row)
    }
    let known = again.rows.count
    return plan + rows
      + (run.rows.count == known ? [] : ["the file has \(run.rows.count) rows, the store \(known)"])
  }

  /// Largest relative difference that another machine's elementary functions may make.
  private static let rounding = 1e-9

  private func figures(of place: String, _ written: StoredResults.Row, _ row: StoredResults.Row) -> [String] {
    run.definitions.metrics.filter { again.metric($0.name)?.definition == $0.value.definition }.compactMap {
      note in
      let (said, made) = (written[note.name], row[note.name])
      if let said, let made, abs(said - made) <= Self.rounding * max(1, abs(made)) { return nil }
      if said == nil, made == nil { return nil }
      let words = [said, made].map { $0.map(shortest) ?? "none" }
      return "\(note.name) of \(place) is \(words[0]) in the file and \(words[1]) by the store"
    }
  }

  /// Reason why not all figures could be compared; `nil` if all were.
  private var unchecked: String? {
    let others = run.definitions.metrics.filter { note in
      again.metric(note.name).map { $0.definition != note.value.definition } ?? true
    }
    return others.isEmpty ? nil : "\(others.map(\.value.definition).firstFew) is no figure of this hreval"
  }
}

extension ArchivedRun {
  /// Returns the origin with the files that the store names.
  fileprivate func origin(of evaluation: Evaluation) -> Origin {
    guard case .known(var provenance) = origin else { return origin }
    provenance.dataFiles = evaluation.recordings.flatMap { recording in
      recording.facts.files.map {
        DataFile(dataset: recording.dataset, recording: recording.id, sha256: $0.sha256)
      }
    }
    return .known(provenance)
  }
}
