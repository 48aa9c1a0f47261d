extension Experiment {
  /// Size of each recording's files in megabytes; a file that several recordings share is divided equally between
  /// them.
  ///
  /// If no size of a data set is known, each of its recordings counts 1. If only some are known, the others count
  /// as much as their mean.
  package var recordingSizes: [RecordingSize] {
    let files = recordings.map { datasets[$0.dataset].files(of: $0.entry) }
    var sharers: [String: Int] = [:]
    for file in files.joined() { sharers[file, default: 0] += 1 }
    let bytes = files.map {
      $0.reduce(0) { $0 + (FileMark.bytes(of: $1) ?? 0) / Double(sharers[$1] ?? 1) }
    }
    var known = datasets.map { _ in (sum: 0.0, count: 0) }
    for (plan, bytes) in zip(recordings, bytes) where bytes > 0 {
      known[plan.dataset].sum += bytes
      known[plan.dataset].count += 1
    }
    return zip(recordings, bytes).map { plan, bytes in
      let (sum, count) = known[plan.dataset]
      let size = count == 0 ? 1 : (bytes > 0 ? bytes : sum / Double(count)) / 1e6
      return RecordingSize(dataset: plan.dataset, size: size)
    }
  }

  /// Returns the work of these units: each unit adds the size of its recording.
  func work(of units: [WorkUnit], sizes: [RecordingSize], coreSeconds: Double) -> RunWork {
    RunWork(
      coreSeconds: coreSeconds, units: units.count,
      unitMegabytes: units.reduce(0) { $0 + sizes[$1.recording].size })
  }
}
