package import HRSupport

/// Result of a short check of one of an experiment's data sets: reads its smallest recordings until one can be
/// used.
package struct DatasetProbe: Sendable {
  /// Numbers of the recordings that were opened, each with the result of its reading; the smallest first.
  package private(set) var inspections: [(recording: Int, inspection: RecordingInspection)] = []
  /// True if the time was over before a usable recording was found.
  package private(set) var isCut = false
  /// Number of recordings of the data set.
  package let count: Int

  /// The recording that can be used; `nil` if none was found.
  package var usable: (recording: Int, inspection: RecordingInspection)? {
    inspections.last { $0.inspection.failure == nil }
  }

  /// Checks every data set, each for its share of the time.
  ///
  /// - Parameter seconds: for reading, over all data sets; the worker's own start is not counted.
  /// - Throws: if no worker can be started.
  package static func all(
    of experiment: Experiment, by worker: ExpendableWorker, seconds: Double
  ) throws(Diagnostics) -> [DatasetProbe] {
    let clock = ContinuousClock()
    try worker.makeReady()
    let end = clock.now + .seconds(seconds)
    var probes: [DatasetProbe] = []
    for dataset in experiment.datasets.indices {
      let left = (end - clock.now).seconds / Double(experiment.datasets.count - dataset)
      let mine = experiment.recordings.indices.filter { experiment.recordings[$0].dataset == dataset }
      var probe = DatasetProbe(count: mine.count)
      try probe.inspection(at: experiment.bySize(mine), by: worker, until: clock.now + .seconds(left))
      probes.append(probe)
    }
    return probes
  }

  private mutating func inspection(
    at recordings: [Int], by worker: ExpendableWorker, until end: ContinuousClock.Instant
  ) throws(Diagnostics) {
    for recording in recordings {
      let left = (end - ContinuousClock.now).seconds
      guard left > 0 else {
        isCut = true
        return
      }
      let inspection: RecordingInspection
      do throws(ExpendableWorker.Loss) {
        inspection = try worker.inspection(.inspection(recording: recording), within: left)
      } catch {
        guard case .answerless(let reason, _, let wasSilent) = error else { throw error.diagnostics }
        // Silence means only that the recording takes longer than the time that is left.
        if wasSilent {
          isCut = true
          return
        }
        inspection = RecordingInspection(facts: .unknown, failure: reason)
      }
      guard inspection.failure == nil else {
        inspections.append((recording, inspection))
        continue
      }
      inspections.append((recording, try Self.examined(inspection, recording, by: worker)))
      return
    }
  }

  /// Longest time for the examination of one recording, in seconds; the smallest ones need a fraction of it.
  private static let examSeconds = 5.0

  /// Returns the result of the reading with the findings of the examination added.
  private static func examined(
    _ inspection: RecordingInspection, _ recording: Int, by worker: ExpendableWorker
  ) throws(Diagnostics) -> RecordingInspection {
    var inspection = inspection
    do throws(ExpendableWorker.Loss) {
      inspection.exam = try worker.inspection(.exam(recording: recording), within: examSeconds).exam
    } catch {
      guard case .answerless(let reason, _, _) = error else { throw error.diagnostics }
      inspection.examFailure = reason
    }
    return inspection
  }
}

extension Experiment {
  /// Recordings by the size of their files, the smallest first; those of equal size by their index.
  fileprivate func bySize(_ indices: [Int]) -> [Int] {
    let sizes = indices.map { index in
      let recording = recordings[index]
      let files = datasets[recording.dataset].files(of: recording.entry)
      return files.reduce(0) { $0 + (FileMark.bytes(of: $1) ?? 0) }
    }
    return zip(sizes, indices).sorted { $0 < $1 }.map(\.1)
  }

  /// Returns the problems of data sets of which no opened recording can be used, each at the JSON node that names
  /// the data set.
  ///
  /// - Parameter file: the file from which the experiment was resolved.
  package func problems(of probes: [DatasetProbe], in file: ExperimentFile) -> [Diagnostic] {
    let nodes = file.document.root["datasets"]?.elements ?? []
    let names = recordingNames
    return zip(probes, nodes).flatMap { probe, node -> [Diagnostic] in
      guard probe.usable == nil, !probe.inspections.isEmpty else { return [] }
      let groups = FailureGroup.groups(
        of: probe.inspections.map {
          (names[$0.recording], recordings[$0.recording].entry.id, $0.inspection.failure ?? "")
        }
      )
      let opened = probe.inspections.count
      let isAll = opened == probe.count
      let whole =
        isAll
        ? (opened == 1 ? "its only recording" : "none of its \(opened) recordings")
        : (opened == 1 ? "its smallest recording" : "none of its \(opened) smallest recordings")
      let verb = opened == 1 ? "cannot be used" : "can be used"
      let unopened =
        isAll ? nil : "the other \(probe.count - opened) were not opened; `hreval inspect` opens them"
      return groups.prefix(5).map { group in
        let own = probe.inspections.first { names[$0.recording] == group.names.first }?.inspection.hint
        let hints = [own, unopened].compactMap(\.self)
        return file.document.problem(
          "the data set \"\(datasets[recordings[probe.inspections[0].recording].dataset].name)\": \(whole) \(verb): \(group.text)",
          at: node["dataset"] ?? node,
          hint: hints.isEmpty ? nil : hints.joined(separator: "; "))
      }
    }
  }
}
