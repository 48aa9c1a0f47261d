package import HRExperiments
internal import HRResults
internal import Foundation
internal import HRSignals
package import HRDiagnostics

/// What a short look into a data set of an experiment found: its smallest recordings, until one can be used.
package struct DatasetProbe: Sendable {
  /// Numbers of the recordings that were opened, and what they are; the smallest first.
  package private(set) var looks: [(recording: Int, look: RecordingLook)] = []
  /// Whether the time was over before one could be used.
  package private(set) var isCut = false
  /// Recordings of the data set.
  package let count: Int

  /// The one that can be used.
  package var usable: (recording: Int, look: RecordingLook)? { looks.last { $0.look.failure == nil } }

  /// Looks into every data set, each for its share of the time.
  ///
  /// - Parameter seconds: for reading, over all data sets; the worker's own start is not counted.
  /// - Throws: when there is no worker to read with.
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
      try probe.look(at: experiment.bySize(mine), by: worker, until: clock.now + .seconds(left))
      probes.append(probe)
    }
    return probes
  }

  private mutating func look(
    at recordings: [Int], by worker: ExpendableWorker, until end: ContinuousClock.Instant
  ) throws(Diagnostics) {
    for recording in recordings {
      let left = (end - ContinuousClock.now).seconds
      guard left > 0 else {
        isCut = true
        return
      }
      let look: RecordingLook
      do throws(ExpendableWorker.Loss) {
        look = try worker.answer(to: UnitQuestion.look(recording: recording).bytes, within: left) {
          try? RecordingLook(bytes: $0)
        }
      } catch {
        guard case .answerless(let reason, _, let wasSilent) = error else { throw error.diagnostics }
        // Silence says nothing of a recording but that it takes longer than this look may.
        if wasSilent {
          isCut = true
          return
        }
        look = RecordingLook(facts: .unknown, failure: reason)
      }
      guard look.failure == nil else {
        looks.append((recording, look))
        continue
      }
      looks.append((recording, try Self.examined(look, recording, by: worker)))
      return
    }
  }

  /// How long the examination of one recording may take; the smallest ones need a fraction of it.
  private static let examSeconds = 5.0

  /// A look with what is suspicious about the recording.
  private static func examined(
    _ look: RecordingLook, _ recording: Int, by worker: ExpendableWorker
  ) throws(Diagnostics) -> RecordingLook {
    var look = look
    do throws(ExpendableWorker.Loss) {
      look.exam = try worker.answer(
        to: UnitQuestion.exam(recording: recording).bytes, within: examSeconds
      ) {
        try? ExamAnswer(bytes: $0)
      }.exam
    } catch {
      guard case .answerless(let reason, _, _) = error else { throw error.diagnostics }
      look.examFailure = reason
    }
    return look
  }
}

extension Experiment {
  /// Recordings by the size of their files, the smallest first; those of one size stay in their order.
  fileprivate func bySize(_ indices: [Int]) -> [Int] {
    let sizes = indices.map { index in
      let recording = recordings[index]
      return datasets[recording.dataset].files(of: recording.entry).reduce(0) { sum, path in
        var facts = stat()
        return sum + (stat(path, &facts) == 0 ? Int(clamping: facts.st_size) : 0)
      }
    }
    return zip(indices, sizes).enumerated().sorted {
      ($0.element.1, $0.offset) < ($1.element.1, $1.offset)
    }.map(\.element.0)
  }

  /// What a look found wrong with whole data sets, at the place that names them.
  ///
  /// - Parameter file: as the experiment was resolved from.
  package func problems(of probes: [DatasetProbe], in file: ExperimentFile) -> [Diagnostic] {
    let nodes = file.document.root["datasets"]?.elements ?? []
    let names = recordingNames
    return zip(probes, nodes).flatMap { probe, node -> [Diagnostic] in
      guard probe.usable == nil, !probe.looks.isEmpty else { return [] }
      let groups = FailureGroup.groups(
        of: probe.looks.map {
          (names[$0.recording], recordings[$0.recording].entry.id, $0.look.failure ?? "")
        }
      )
      let opened = probe.looks.count
      let isAll = opened == probe.count
      let whole =
        isAll
        ? (opened == 1 ? "its only recording" : "none of its \(opened) recordings")
        : (opened == 1 ? "its smallest recording" : "none of its \(opened) smallest recordings")
      let verb = opened == 1 ? "cannot be used" : "can be used"
      let unopened =
        isAll ? nil : "the other \(probe.count - opened) were not opened; `hreval inspect` opens them"
      return groups.prefix(5).map { group in
        let own = probe.looks.first { names[$0.recording] == group.names.first }?.look.hint
        let hints = [own, unopened].compactMap(\.self)
        return file.document.problem(
          "the data set \"\(datasets[recordings[probe.looks[0].recording].dataset].name)\": \(whole) \(verb): \(group.text)",
          at: node["dataset"] ?? node,
          hint: hints.isEmpty ? nil : hints.joined(separator: "; "))
      }
    }
  }
}
