internal import HRSupport
internal import HRRecordings

/// Checks that all results of a run come from the same files. It is given each result before the result is stored.
///
/// Workers read descriptors, tables, noise, recorded output and recordings at different times.
struct RunWitness: Sendable {
  private struct Known {
    var mark: FileMark?
    let digest: String
  }

  private let experiment: Experiment
  private let units: [WorkUnit]
  /// Files whose content counts, as they were when the run began.
  private var known: [String: Known] = [:]
  /// Files on which every unit depends.
  private var shared: [String] = []
  /// Digests of each recording's files, from the first of its units.
  private var recordings: [Int: [String]] = [:]
  /// Each recording's files, with the version of each at the beginning of the run.
  private var files: [Int: [(path: String, version: String)]] = [:]

  init(_ experiment: Experiment) {
    self.experiment = experiment
    units = experiment.units
  }

  // MARK: When the run begins

  /// Registers a file that was read already, with the digest of its content.
  mutating func expect(_ path: String, digest: String) {
    // No mark yet, since the file may have changed after it was read.
    known[path] = Known(mark: nil, digest: digest)
    if !shared.contains(path) { shared.append(path) }
  }

  /// Registers a recording's files as they are now, before any is read.
  mutating func expect(recording: Int, _ versions: [(path: String, version: String)]) {
    files[recording] = versions
  }

  /// Registers files and returns ``ContentHash/joint(_:)`` of them.
  ///
  /// - Parameter onlyWithUnits: each file belongs to single units of work, and is checked only with these.
  mutating func watch(_ paths: [String], onlyWithUnits: Bool = false) -> String {
    let digests = paths.map { path -> String in
      if let already = known[path] { return already.digest }
      // The mark is taken first, so that a change while the file is read is noticed.
      let mark = FileMark(path)
      let digest = FileMark.digest(of: path)
      known[path] = Known(mark: mark, digest: digest)
      if !onlyWithUnits { shared.append(path) }
      return digest
    }
    return ContentHash.joint(digests)
  }

  /// Registers the results of an earlier, interrupted run.
  ///
  /// A recording is read again only if its files' marks have changed since that run began. Reading has the speed of
  /// the disk, at most about 1 GB a second.
  ///
  /// - Returns: names of recordings whose files are no longer those that the results came from.
  mutating func admit(_ results: UnitResults, earlier: RunFingerprint, now: RunFingerprint) -> [String] {
    for result in results.withoutEstimates where !result.facts.files.isEmpty {
      recordings[units[result.unit].recording] = result.facts.files.map(\.sha256)
    }
    let doubtful = recordings.keys.sorted().filter { index in
      !earlier.recordingMarks.indices.contains(index)
        || earlier.recordingMarks[index] != now.recordingMarks[index]
    }
    let areSame = ConcurrentWork.map(doubtful.count) { [experiment, recordings] place in
      let index = doubtful[place]
      let digests = try? experiment.dataset(ofRecording: index)
        .digests(of: experiment.recordings[index].entry).map(\.sha256)
      return digests == recordings[index]
    }
    return zip(doubtful, areSame).filter { !$1 }.map { index, _ in
      "the recording \(experiment.plan.name(ofRecording: index)) (content)"
    }
  }

  // MARK: While it goes on

  /// - Returns: the reason why the result cannot be used: its recording is not as it was when the run began, or as
  ///   an earlier unit read it; `nil` if it can be used.
  /// - Throws: if a file that defines the data has changed since the run began.
  mutating func objection(to result: UnitResult) throws(Diagnostics) -> String? {
    let unit = units[result.unit]
    for path in shared + recordedFiles(of: unit) where hasChanged(path) {
      throw Diagnostics(
        "the file changed while the run was going on, so the rest would not be of the same data",
        in: path,
        hint:
          "what was finished is kept: put the file back and go on with --resume, or start again without it")
    }
    if let path = fileNotAsBefore(of: unit.recording) {
      return "\(path) was changed or replaced after the run began"
    }
    let digests = result.facts.files.map(\.sha256)
    guard !digests.isEmpty else { return nil }
    guard let first = recordings[unit.recording] else {
      recordings[unit.recording] = digests
      return nil
    }
    return first == digests ? nil : "the recording changed while the run was going on"
  }

  /// Returns the path of the first file of a recording that was replaced or written to since the run began,
  /// relative to its data set's root; `nil` if there is none. A file that no longer exists is not counted: either
  /// it was read before, or the reading has failed.
  private func fileNotAsBefore(of recording: Int) -> String? {
    let changed = files[recording]?.first { path, version in
      let mark = FileMark(path)
      return !mark.isMissing && mark.version != version
    }
    guard let path = changed?.path else { return nil }
    let root = experiment.dataset(ofRecording: recording).root + "/"
    return path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path
  }

  private func recordedFiles(of unit: WorkUnit) -> [String] {
    let scenario = experiment.scenarios[unit.scenario]
    return experiment.detectors.compactMap { plan in
      guard let source = plan.recorded, plan.takesPart(in: scenario) else { return nil }
      return source.file(
        recording: unit.recording, scenario: scenario.damageLabel, repetition: unit.repetition)
    }
  }

  /// Returns true if the content has changed; reads a file again only if its mark has changed.
  private mutating func hasChanged(_ path: String) -> Bool {
    guard let entry = known[path] else { return false }
    let mark = FileMark(path)
    if entry.mark == mark { return false }
    guard FileMark.digest(of: path) == entry.digest else { return true }
    known[path]?.mark = mark
    return false
  }
}
