internal import HRRunning

/// The windows of a row in which the absolute error rose most since the baseline, and the number of those that are
/// answered no longer.
package struct WorstWindows: Equatable, Sendable {
  /// Maximum number of windows that are listed.
  package static let most = 5

  /// Windows whose absolute error rose, the largest rise first; of equal rises in the order of the run.
  package let windows: [Window]
  /// Number of windows with a reference now that were answered before and have no answer now.
  package let silenced: Int

  package struct Window: Equatable, Sendable {
    /// Index in the plan; the next are those of the recording's repeat, and of the window in that.
    package let recording: Int
    package let repetition: Int
    package let window: Int
    /// `welltory-ppg/subject_04`
    package let name: String
    package let startSeconds: Double
    package let endSeconds: Double
    package let referenceBPM: Double
    /// Estimate minus reference in the baseline, and in the run.
    package let errorBeforeBPM: Double
    package let errorNowBPM: Double

    package var riseBPM: Double { abs(errorNowBPM) - abs(errorBeforeBPM) }
  }

  /// - Parameters:
  ///   - before: the row of the baseline.
  ///   - now: the same row of the run.
  ///   - references: of each recording of the run; see ``Baseline/Scenario/references``.
  ///   - units: of the run.
  init(before: Baseline.Row, now: Baseline.Row, references: [WindowNumbers], units: RunUnits) {
    var rises: [(rise: Double, recording: Int, index: Int)] = []
    var silenced = 0
    for (recording, (old, new)) in zip(before.figures, now.figures).enumerated() {
      let (then, answers) = (old.errors.values, new.errors.values)
      guard then.count == answers.count, references.indices.contains(recording) else { continue }
      let known = references[recording].values
      let tries = answers.isEmpty ? 1 : known.count / answers.count
      for (index, pair) in zip(then, answers).enumerated() {
        guard let was = pair.0 else { continue }
        if let isNow = pair.1 {
          let rise = abs(Double(isNow)) - abs(Double(was))
          if rise > 0 { rises.append((rise, recording, index)) }
        } else if known.dropFirst(index * tries).prefix(tries).contains(where: { $0 != nil }) {
          silenced += 1
        }
      }
    }
    rises.sort { ($1.rise, $0.recording, $0.index) < ($0.rise, $1.recording, $1.index) }
    self.silenced = silenced
    windows = rises.prefix(Self.most).compactMap { _, recording, index in
      guard let was = before.figures[recording].errors.values[index],
        let isNow = now.figures[recording].errors.values[index]
      else { return nil }
      return Window(
        recording: recording, index: index, scenario: now.scenario, detector: now.detector,
        errors: (Double(was), Double(isNow)), units: units)
    }
  }
}

extension WorstWindows.Window {
  /// Finds a window by its place among those of all repeats.
  ///
  /// - Returns: `nil` if the run has no such window.
  fileprivate init?(
    recording: Int, index: Int, scenario: String, detector: String, errors: (before: Double, now: Double),
    units: RunUnits
  ) {
    let plan = units.plan
    guard let scenario = plan.scenarios.firstIndex(where: { $0.label == scenario }),
      let detector = plan.detectors.firstIndex(where: { $0.label == detector })
    else { return nil }
    var first = 0
    for unit in units.units(of: recording, scenario: scenario) {
      guard let table = units.results.withoutEstimates.table(ofUnit: unit.index) else { continue }
      let references = table.references(of: detector)
      let row = index - first
      first += references.count
      guard row < references.count else { continue }
      guard let reference = references[row].bpm else { return nil }
      let window = table.window(of: detector, row: row)
      self.init(
        recording: recording, repetition: unit.repetition, window: window,
        name: plan.name(ofRecording: recording), startSeconds: table.ranges[window].start,
        endSeconds: table.ranges[window].end, referenceBPM: reference, errorBeforeBPM: errors.before,
        errorNowBPM: errors.now)
      return
    }
    return nil
  }
}
