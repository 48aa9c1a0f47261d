package import HRSupport
internal import HRRunning

/// The runs of one experiment in order of time, and the trend of each (scenario, detector) over them.
package struct History: Sendable {
  /// The experiment's name.
  package let name: String
  /// The figure that is followed, as the newest run defines it.
  package let metric: Named<StoredResults.MetricNote>
  /// Oldest first.
  package let runs: [Run]
  /// Trends in the order of the newest run; those that it does not have are at the end.
  package let trends: [Trend]

  package struct Run: Sendable {
    /// The shortest end of the folder's path that distinguishes it from the others.
    package let label: String
    package let stored: ArchivedRun
  }

  /// A difference between a run and the one before it.
  package struct Change: Hashable, Sendable {
    /// Index among ``runs``.
    package let run: Int
    /// The scenario or detector that it concerns; `nil`: all of them.
    package let scope: String?
    package let change: RunChange
  }

  /// All changes, each once, in order of the runs.
  package var changes: [Change] {
    runs.indices.flatMap { run in
      trends.flatMap { trend in
        trend.points.filter { $0.run == run }.flatMap(\.changes).map {
          Change(run: run, scope: $0.scope(in: trend), change: $0)
        }
      }
    }.distinct
  }

  /// Returns one history per name of an experiment, in order of the first run of each.
  ///
  /// - Parameters:
  ///   - runs: in the order in which they were given; see ``ordered(_:)``.
  ///   - metric: name of the figure to follow. Experiments whose runs do not have it are left out.
  package static func all(of runs: [ArchivedRun], metric: String) -> [History] {
    let ordered = ordered(runs)
    let labels = shortLabels(of: ordered.map(\.folder))
    let all = zip(labels, ordered).map { Run(label: $0, stored: $1) }
    return ordered.map(\.name).distinct.compactMap { name in
      History(name: name, runs: all.filter { $0.stored.name == name }, metric: metric)
    }
  }

  /// - Returns: `nil` if no run has the metric.
  private init?(name: String, runs: [Run], metric: String) {
    guard let note = runs.reversed().lazy.compactMap({ $0.stored.metric(metric) }).first else { return nil }
    self.name = name
    self.metric = note
    self.runs = runs
    let keys = runs.reversed().flatMap(\.stored.rows).map { [$0.scenario, $0.detector] }.distinct
    let stored = runs.map(\.stored)
    // Two runs are compared once for all trends.
    var known: [[Int]: [RunChange]] = [:]
    func changes(_ old: Int, _ new: Int) -> [RunChange] {
      let found =
        known[[old, new]] ?? RunChange.ofExperiment(stored[old], stored[new], metric: metric)
      known[[old, new]] = found
      return found
    }
    trends = keys.map { key in
      Trend(
        scenario: key[0], detector: key[1], runs: stored, metric: metric, changes: changes)
    }
  }

  // MARK: Order and names

  /// Returns the runs by time of start; equal times keep the order in which they were given. Runs whose start is not
  /// known keep their place, and the others are put in order around them.
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

  /// Returns the last parts of each path, as many as are needed for all labels to differ; the same number for all.
  package static func shortLabels(of paths: [String]) -> [String] {
    let parts = paths.map { $0.split(separator: "/").filter { $0 != "." } }
    let most = parts.map(\.count).max() ?? 0
    for count in 1...max(1, most) {
      let labels = parts.map { $0.suffix(count).joined(separator: "/") }
      if Set(labels).count == labels.count, !labels.contains("") { return labels }
    }
    return paths
  }

  /// Returns the name of every figure that any of these runs has, in the order of the newest.
  package static func metrics(of runs: [ArchivedRun]) -> [String] {
    ordered(runs).reversed().flatMap { $0.definitions.metrics.map(\.name) }.distinct
  }
}
