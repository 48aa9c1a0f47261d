internal import HRSupport

/// The manifests with which recorded output is checked.
extension ExperimentResolver {
  /// Resolves the manifest that an entry names; `nil` if it names none, or if the path has placeholders.
  mutating func recordedManifest(of node: JSONNode) -> RecordedManifest? {
    guard let text = node[RecordedKey.manifest] else { return nil }
    guard !text.contains("{"), let path = try? RecordedPath(text) else {
      complain(
        "nothing is filled in for {…} in the path of a manifest", at: node.place(of: RecordedKey.manifest),
        hint: "one manifest is of all trials: \"answers/\(TrialManifest.fileName)\"")
      return nil
    }
    return RecordedManifest(
      path: TextFile.resolve(text, in: file.directory),
      notedPath: path.noted(in: TextFile.absolute(file.directory)))
  }

  /// Reports a manifest in an entry without recorded output.
  mutating func refuseManifestAlone(_ node: JSONNode) {
    guard let place = node.node(RecordedKey.manifest), node.node(RecordedKey.trace) == nil else { return }
    complain(
      "a manifest says which samples recorded output is of, and this detector reads none", at: place,
      hint:
        "it goes with \"\(RecordedKey.estimates.name)\" or \"\(RecordedKey.trace.name)\"; leave it out"
    )
  }

  /// Reports a manifest that is missing or invalid, or is of other scenarios or recordings. Its samples are
  /// compared when recordings are read.
  mutating func checkManifest(_ source: RecordedSource, at node: JSONNode, in scenarios: [ScenarioPlan]) {
    guard needsRecorded, let named = source.manifest else { return }
    let place = node.place(of: RecordedKey.manifest)
    guard TextFile.isFile(named.path) else {
      complain(
        "there is no manifest", at: place,
        hint:
          "it was looked for at \(named.path); `hreval export` writes one, and answers bring it back unchanged"
      )
      return
    }
    let manifest: TrialManifest
    do throws(Diagnostics) {
      manifest = try TrialManifest(path: named.path)
    } catch {
      problems += error.list
      return
    }
    let recordings = Set(source.recordings.map { [$0.dataset, $0.recording] })
    let trials = manifest.trials.map(\.key).filter { recordings.contains([$0.dataset, $0.recording]) }
    let origin = "it is of the experiment \"\(manifest.experiment)\""
    guard !trials.isEmpty else {
      complain(
        "the manifest has a trial of none of the \(recordings.count) recordings", at: place, hint: origin)
      return
    }
    let known = Set(trials.map(\.scenario))
    let lacking = scenarios.map(\.label).filter { !known.contains($0) }
    if !lacking.isEmpty {
      complain(
        "the manifest has no trial of \(lacking.count == 1 ? "the scenario" : "\(lacking.count) scenarios:") "
          + lacking.map { "\"\($0)\"" }.firstFew, at: place,
        hint: "\(origin); export this one again, or let \"scenarios\" name those that were answered")
    }
    let datasets = Set(trials.map(\.dataset))
    let absent = source.recordings.map(\.dataset).distinct.filter { !datasets.contains($0) }
    if !absent.isEmpty {
      complain(
        "the manifest has no trial of a recording of \(absent.firstFew)", at: place,
        hint: "\(origin); export this one again")
    }
  }
}
