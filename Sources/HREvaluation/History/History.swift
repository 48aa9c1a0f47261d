package import HRDiagnostics

/// The runs of one experiment in order of time, and how each (scenario, detector) fared over them.
package struct History: Equatable, Sendable {
  /// The experiment's name.
  package let name: String
  /// The figure that is followed, as the newest run defines it.
  package let metric: Named<StoredResults.MetricNote>
  /// Oldest first.
  package let runs: [Run]
  /// In the order of the newest run; those it lacks stand at the end.
  package let trends: [Trend]

  package struct Run: Equatable, Sendable {
    /// The shortest end of the folder's path that tells it from the others.
    package let label: String
    package let stored: ArchivedRun
  }

  /// What makes a run unlike the one before it.
  package struct Change: Equatable, Sendable {
    /// Index among ``runs``.
    package let run: Int
    /// The scenario or detector it concerns; `nil`: all of them.
    package let scope: String?
    package let change: RunChange
  }

  /// Each change once, in order of the runs.
  package var changes: [Change] {
    var found: [Change] = []
    for run in runs.indices {
      for trend in trends {
        for point in trend.points where point.run == run {
          for change in point.changes {
            let noted = Change(run: run, scope: change.scope(in: trend), change: change)
            if !found.contains(noted) { found.append(noted) }
          }
        }
      }
    }
    return found
  }

  /// One history per name of an experiment, in order of the first run of each.
  ///
  /// - Parameters:
  ///   - runs: in the order in which they were given; see ``ordered(_:)``.
  ///   - metric: name of the figure to follow. Experiments whose runs do not know it are left out.
  package static func all(of runs: [ArchivedRun], metric: String) -> [History] {
    let ordered = ordered(runs)
    let labels = shortLabels(of: ordered.map(\.folder))
    let all = zip(labels, ordered).map { Run(label: $0, stored: $1) }
    var names: [String] = []
    for run in ordered where !names.contains(run.name) { names.append(run.name) }
    return names.compactMap { name in
      History(name: name, runs: all.filter { $0.stored.name == name }, metric: metric)
    }
  }

  /// - Returns: `nil` when no run knows the metric.
  private init?(name: String, runs: [Run], metric: String) {
    guard let note = runs.reversed().lazy.compactMap({ $0.stored.metric(metric) }).first else { return nil }
    self.name = name
    self.metric = note
    self.runs = runs
    var keys: [Key] = []
    for run in runs.reversed() {
      for row in run.stored.rows {
        let key = Key(scenario: row.scenario, detector: row.detector)
        if !keys.contains(key) { keys.append(key) }
      }
    }
    let stored = runs.map(\.stored)
    var changes = ExperimentChanges(stored, metric: metric)
    trends = keys.map { key in
      Trend(
        scenario: key.scenario, detector: key.detector, runs: stored, metric: metric,
        changes: &changes)
    }
  }

  private struct Key: Equatable {
    let scenario: String
    let detector: String
  }

  // MARK: Order and names

  /// By time of start; equal times keep the order they were given in. Runs whose start is not known keep their place,
  /// and the others are put in order around them.
  package static func ordered(_ runs: [ArchivedRun]) -> [ArchivedRun] {
    let timed = runs.enumerated().compactMap { index, run in
      run.origin.provenance.map { (index: index, time: $0.startedSeconds) }
    }
    var sorted = timed.sorted { ($0.time, $0.index) < ($1.time, $1.index) }.map(\.index)[...]
    return runs.map { run in
      guard run.origin.provenance != nil, let next = sorted.popFirst() else { return run }
      return runs[next]
    }
  }

  /// As many last parts of each path as it takes to tell all of them apart; the same number for all.
  package static func shortLabels(of paths: [String]) -> [String] {
    let parts = paths.map { $0.split(separator: "/").filter { $0 != "." } }
    let most = parts.map(\.count).max() ?? 0
    for count in 1...max(1, most) {
      let labels = parts.map { $0.suffix(count).joined(separator: "/") }
      if Set(labels).count == labels.count, !labels.contains("") { return labels }
    }
    return paths
  }

  /// Every figure that any of these runs knows, in the order of the newest.
  package static func metrics(of runs: [ArchivedRun]) -> [String] {
    var names: [String] = []
    for run in ordered(runs).reversed() {
      for metric in run.definitions.metrics where !names.contains(metric.name) { names.append(metric.name) }
    }
    return names
  }
}
