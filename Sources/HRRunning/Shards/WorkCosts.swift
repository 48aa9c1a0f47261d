/// Cost of a run's units: in seconds if speeds were measured, else in bytes.
///
/// A recording costs its reading in each shard that has any unit of it, and each unit its work. Both grow with the
/// recording's size, at a rate of its data set.
package struct WorkCosts: Equatable, Sendable {
  /// A cost that grows with a recording's size.
  package struct Line: Equatable, Sendable {
    package var fixed: Double
    package var perSize: Double

    package func cost(of size: Double) -> Double { fixed + perSize * size }
  }

  /// The costs of a data set's recordings.
  package struct OfDataset: Equatable, Sendable {
    package let reading: Line
    /// Cost of each unit of a recording, in order.
    package let units: [Line]
    /// Cost of all units of a recording together.
    fileprivate let work: Line

    package init(reading: Line, units: [Line]) {
      (self.reading, self.units) = (reading, units)
      work = Line(
        fixed: units.reduce(0) { $0 + $1.fixed }, perSize: units.reduce(0) { $0 + $1.perSize })
    }
  }

  private let datasets: [OfDataset]
  /// Data set and size of each recording.
  private let recordings: [RecordingSize]
  package let unitsPerRecording: Int

  /// - Parameters:
  ///   - datasets: each with as many units.
  ///   - recordings: of these data sets, in the order of the plan.
  package init(_ datasets: [OfDataset], recordings: [RecordingSize]) {
    (self.datasets, self.recordings) = (datasets, recordings)
    unitsPerRecording = max(1, datasets.first?.units.count ?? 1)
  }

  /// Creates costs without known speeds: a recording costs its size, with no more for being read twice.
  package init(sizes recordings: [RecordingSize], unitsPerRecording: Int) {
    let unit = Line(fixed: 0, perSize: 1 / Double(max(unitsPerRecording, 1)))
    let one = OfDataset(
      reading: Line(fixed: 0, perSize: 0), units: Array(repeating: unit, count: max(unitsPerRecording, 1)))
    let count = (recordings.map(\.dataset).max() ?? 0) + 1
    self.init(Array(repeating: one, count: count), recordings: recordings)
  }

  package var recordingCount: Int { recordings.count }

  package func reading(of recording: Int) -> Double {
    let one = recordings[recording]
    return datasets[one.dataset].reading.cost(of: one.size)
  }

  /// Returns a unit's work without the reading.
  package func work(of unit: Int) -> Double {
    let one = recordings[unit / unitsPerRecording]
    return datasets[one.dataset].units[unit % unitsPerRecording].cost(of: one.size)
  }

  /// Returns the cost of a recording that is read once, with all of its units.
  package func whole(_ recording: Int) -> Double {
    let one = recordings[recording]
    return reading(of: recording) + datasets[one.dataset].work.cost(of: one.size)
  }

  /// Returns the cost of these units for one process.
  package func cost(of units: Range<Int>) -> Double {
    var sum = 0.0
    var unit = units.lowerBound
    while unit < units.upperBound {
      let recording = unit / unitsPerRecording
      let end = min((recording + 1) * unitsPerRecording, units.upperBound)
      if end - unit == unitsPerRecording {
        sum += whole(recording)
      } else {
        sum += reading(of: recording) + (unit..<end).reduce(0) { $0 + work(of: $1) }
      }
      unit = end
    }
    return sum
  }
}

/// Data set and size of a recording.
package struct RecordingSize: Equatable, Sendable {
  /// Index of its data set.
  package let dataset: Int
  /// Megabytes (10⁶ bytes) of its files, its part of those that it shares; 1 if a data set's sizes are unknown.
  package let size: Double
}

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
