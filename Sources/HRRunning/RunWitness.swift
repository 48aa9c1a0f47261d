internal import HRExperiments
internal import HRResults
internal import HRSystem
internal import Foundation
internal import HRDiagnostics
internal import HRRecordings

/// Sees to it that all results of a run come from the same files: it is shown each result before that is kept.
///
/// Workers read descriptors, tables, noise, recorded output and recordings at moments of their own.
struct RunWitness: Sendable {
  private struct Known {
    var mark: FileMark?
    let digest: String
  }

  private let experiment: Experiment
  private let units: [WorkUnit]
  /// Files whose content counts, as it was when the run began.
  private var known: [String: Known] = [:]
  /// Those that every unit depends on.
  private var shared: [String] = []
  /// Digests of each recording's files, as the first unit of it has them.
  private var recordings: [Int: [String]] = [:]
  /// Each recording's files, and which version of each there was when the run began.
  private var files: [Int: [(path: String, version: String)]] = [:]

  init(_ experiment: Experiment) {
    self.experiment = experiment
    units = experiment.units
  }

  // MARK: When the run begins

  /// A file that was read already, and what it held.
  mutating func expect(_ path: String, digest: String) {
    // No mark yet: it may have changed since it was read.
    known[path] = Known(mark: nil, digest: digest)
    if !shared.contains(path) { shared.append(path) }
  }

  /// A recording's files as they are now, before any is read.
  mutating func expect(recording: Int, _ versions: [(path: String, version: String)]) {
    files[recording] = versions
  }

  /// ``ContentHash/joint(_:)`` of the files.
  ///
  /// - Parameter onlyWithUnits: each file belongs to single units of work, with which it is looked at.
  mutating func watch(_ paths: [String], onlyWithUnits: Bool = false) -> String {
    let digests = paths.map { path -> String in
      if let already = known[path] { return already.digest }
      // The mark comes first: a change while the file is read must not go unseen.
      let mark = FileMark(path)
      let digest = FileMark.digest(of: path)
      known[path] = Known(mark: mark, digest: digest)
      if !onlyWithUnits { shared.append(path) }
      return digest
    }
    return ContentHash.joint(digests)
  }

  /// Takes the results of an earlier, interrupted run as seen.
  ///
  /// Recordings whose files are marked as untouched since that run began are not read again; others are, at the speed
  /// of the disk, and not faster than some 1 GB a second.
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
      let plan = experiment.recordings[doubtful[place]]
      let digests = try? experiment.datasets[plan.dataset].digests(of: plan.entry).map(\.sha256)
      return digests == recordings[doubtful[place]]
    }
    return zip(doubtful, areSame).filter { !$1 }.map { index, _ in
      let plan = experiment.recordings[index]
      return
        "the recording \(experiment.datasets[plan.dataset].qualifiedName(of: plan.entry.id)) (content)"
    }
  }

  // MARK: While it goes on

  /// - Returns: why the result cannot be used: its recording is not as it was when the run began, or as an
  ///   earlier unit found it; `nil` where it can.
  /// - Throws: when a file that says what the data are has changed since the run began.
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

  /// The first file of a recording that is another, or was written to, since the run began, below its data set's root.
  /// One that is gone by now has no part in it: either it was read before, or the reading has failed.
  private func fileNotAsBefore(of recording: Int) -> String? {
    let changed = files[recording]?.first { path, version in
      let mark = FileMark(path)
      return !mark.isMissing && mark.version != version
    }
    guard let path = changed?.path else { return nil }
    let root = experiment.datasets[experiment.recordings[recording].dataset].root + "/"
    return path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path
  }

  private func recordedFiles(of unit: WorkUnit) -> [String] {
    let scenario = experiment.scenarios[unit.scenario]
    return experiment.detectors.compactMap { plan in
      guard let source = plan.recorded, plan.takesPart(in: scenario) else { return nil }
      return source.file(
        recording: unit.recording, scenario: scenario.label, repetition: unit.repetition)
    }
  }

  /// Reads a file again only where its mark has moved.
  private mutating func hasChanged(_ path: String) -> Bool {
    guard let entry = known[path] else { return false }
    let mark = FileMark(path)
    if entry.mark == mark { return false }
    guard FileMark.digest(of: path) == entry.digest else { return true }
    known[path]?.mark = mark
    return false
  }
}
