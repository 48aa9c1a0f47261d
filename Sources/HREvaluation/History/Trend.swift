package import HRStatistics

/// One detector in one scenario over the runs of an experiment.
package struct Trend: Sendable {
  package let scenario: String
  package let detector: String
  /// One per run that has this scenario and detector, oldest first; never empty.
  package let points: [Point]
  /// Stretches of equal level in the metric that is followed, and in coverage.
  package let levels: Levels
  package let coverageLevels: Levels
  /// Number of runs of the whole history.
  private let runCount: Int

  package struct Point: Sendable {
    /// Index among the history's runs.
    package let run: Int
    package let row: StoredResults.Row
    /// The metric that is followed; `nil` where it does not exist.
    package let value: Double?
    package let interval: Interval?
    /// Differences between this run and that of the point before.
    package let changes: [RunChange]

    package var coverage: Double? { row[Metric.coverage.name] }
  }

  /// Points between the two levels of the latest change point at which the reference or its offset is not that of the
  /// point before. The change point itself is left out, since its own changes show it.
  package var referencesChangedAcrossStep: [Point] {
    guard let after = levels.stretches.last, let before = levels.stretches.dropLast().last else { return [] }
    return (before.first...after.last).filter { $0 != before.first && $0 != after.first }.map { points[$0] }
      .filter { $0.changes.contains { $0.kind == .reference } }
  }

  /// True if the newest run does not have the scenario and detector.
  package var isGone: Bool { points.last?.run != runCount - 1 }
  /// True if the oldest run does not have the scenario and detector.
  package var isLater: Bool { points.first?.run != 0 }

  init(
    scenario: String, detector: String, runs: [ArchivedRun], metric: String,
    changes shared: (_ old: Int, _ new: Int) -> [RunChange]
  ) {
    self.scenario = scenario
    self.detector = detector
    runCount = runs.count
    let bounds = Metric.named(metric)?.intervals.first
    var points: [Point] = []
    for (index, run) in runs.enumerated() {
      guard let row = run.row(scenario: scenario, detector: detector) else { continue }
      let changes = points.last.map { last in
        shared(last.run, index)
          + RunChange.of(scenario: scenario, detector: detector, runs[last.run], run)
      }
      points.append(
        Point(
          run: index, row: row, value: row[metric],
          interval: bounds.flatMap { Interval(ifAny: row[$0.low.name], row[$0.high.name]) },
          changes: changes ?? []))
    }
    self.points = points
    levels = Levels(points.map(\.value))
    coverageLevels = Levels(points.map(\.coverage))
  }
}

/// A trend cut at its change points.
package struct Levels: Equatable, Sendable {
  package struct Stretch: Equatable, Sendable {
    /// Indices of its first and last point that have a value.
    package let first: Int
    package let last: Int
    /// Mean of its values.
    package let level: Double
  }

  package let stretches: [Stretch]

  /// The latest change point and the change of the level at it; `nil` without one.
  package var lastStep: (point: Int, change: Double)? {
    guard let last = stretches.last, let before = stretches.dropLast().last else { return nil }
    return (last.first, last.level - before.level)
  }

  /// - Parameter values: one per point; points without a value are passed over.
  init(_ values: [Double?]) {
    let places = values.indices.filter { values[$0] != nil }
    let changes = ChangePoints(places.compactMap { values[$0] })
    let ends = changes.starts.dropFirst() + [places.count]
    stretches = zip(zip(changes.starts, ends), changes.levels).map { span, level in
      Stretch(first: places[span.0], last: places[span.1 - 1], level: level)
    }
  }

  /// Returns the level at a point; `nil` for points outside every stretch.
  package func level(at point: Int) -> Double? {
    stretches.first { ($0.first...$0.last).contains(point) }?.level
  }

  package func startsStretch(at point: Int) -> Bool {
    stretches.dropFirst().contains { $0.first == point }
  }
}
