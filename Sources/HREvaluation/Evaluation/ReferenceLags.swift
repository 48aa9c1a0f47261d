internal import HRSupport
internal import HRNumerics
package import HRRunning
internal import HRStatistics

/// Recordings and data sets whose reference seems to come earlier or later than the descriptor declares. It is found
/// from several detectors together, in the first scenario that does not change the signals.
///
/// One detector that is nearest the reference at a time offset may be late itself. Where several agree, the
/// reference's times are the likelier cause, unless these detectors are slow together. No time is ever corrected by
/// it.
package struct ReferenceLags: Equatable, Sendable {
  /// Largest distance from their median at which detectors agree, unless half a step from lag to lag is more.
  package static let mostApartSeconds = 1.0
  /// Largest ratio of the error at the best lag to that at lag 0 with which a detector supports an offset.
  package static let mostOfZeroLag = 0.95

  /// Index of the scenario.
  package let scenario: Int
  /// Recordings in which some detector's windows can be shifted against each other, in the order of the plan.
  package let recordings: [OfRecording]
  /// Data sets with an offset, in the order of the plan.
  package let datasets: [OfDataset]

  package struct OfRecording: Equatable, Sendable {
    /// Index of the plan.
    package let recording: Int
    /// Median of the best lags of the detectors that have a clear one (of an even number the mean of the middle two);
    /// `nil` without such a detector. Below 0 the reference comes too late.
    package let lagSeconds: Double?
    /// Number of detectors that have a clear best lag.
    package let clear: Int
    /// Those of them that agree on ``lagSeconds``: no more than ``ReferenceLags/mostApartSeconds`` or half a step from
    /// it. Where ``lagSeconds`` is a step or more from 0, theirs must be too, on the same side.
    package let agreeing: [Int]
    /// True if the reference seems off: by a step or more, where more than half of the detectors with a clear lag agree
    /// and at least two of these have at most ``ReferenceLags/mostOfZeroLag`` of their error at lag 0.
    package let isOff: Bool
  }

  /// A data set in which the reference seems off to the same side in most recordings with at least two clear
  /// detectors.
  package struct OfDataset: Equatable, Sendable {
    /// Index of the plan.
    package let dataset: Int
    /// Median over those recordings; below 0 the reference comes too late.
    package let lagSeconds: Double
    /// The least and the largest of them.
    package let range: ClosedRange<Double>
    /// Number of recordings in which the reference seems off to that side, at least two. The next is the number of
    /// recordings that have at least two detectors with a clear lag.
    package let recordings: Int
    package let ofRecordings: Int
    /// Detectors that agree in any of them, in the order of the plan.
    package let detectors: [Int]
  }
}

extension Evaluation {
  /// Lags of the run's references; `nil` where every scenario changes the signals, or no window can be shifted.
  package var referenceLags: ReferenceLags? { ReferenceLags(self) }
}

extension ReferenceLags {
  /// Returns the scenario that they are of; `nil` where every scenario changes the signals.
  package static func scenario(of plan: RunPlan) -> Int? {
    plan.scenarios.firstIndex { !$0.changesSignals }
  }

  init?(_ evaluation: Evaluation) {
    let plan = evaluation.plan
    guard let scenario = Self.scenario(of: plan) else { return nil }
    var lags = plan.recordings.map { _ in [(detector: Int, lag: RecordingLag)]() }
    for row in evaluation.rows where row.scenario == scenario {
      for part in row.perRecording {
        if let lag = part.lag { lags[part.recording].append((row.detector, lag)) }
      }
    }
    let recordings = lags.enumerated().compactMap { OfRecording($0, $1) }
    guard !recordings.isEmpty else { return nil }
    self.scenario = scenario
    self.recordings = recordings
    datasets = plan.datasets.indices.compactMap { dataset in
      OfDataset(dataset, recordings.filter { plan.recordings[$0.recording].dataset == dataset })
    }
  }
}

extension ReferenceLags.OfRecording {
  /// - Parameters:
  ///   - recording: its index in the plan.
  ///   - lags: of the detectors that have one.
  fileprivate init?(_ recording: Int, _ lags: [(detector: Int, lag: RecordingLag)]) {
    guard let step = lags.first?.lag.stepSeconds else { return nil }
    let known = lags.filter(\.lag.isClear)
    self.recording = recording
    clear = known.count
    guard let middle = median(known.map(\.lag.bestLagSeconds)) else {
      lagSeconds = nil
      agreeing = []
      isOff = false
      return
    }
    let slack = 1e-6
    let isAway = abs(middle) >= step - slack
    let near = known.filter { _, lag in
      abs(lag.bestLagSeconds - middle) <= max(ReferenceLags.mostApartSeconds, step / 2) + slack
        && (!isAway || (lag.bestLagSeconds / middle > 0 && abs(lag.bestLagSeconds) >= step - slack))
    }
    let sure = near.count { $0.lag.bestMAEBPM <= ReferenceLags.mostOfZeroLag * $0.lag.zeroLagMAEBPM }
    lagSeconds = middle
    agreeing = near.map(\.detector)
    isOff = isAway && sure >= 2 && 2 * near.count > known.count
  }
}

extension ReferenceLags.OfDataset {
  fileprivate init?(_ dataset: Int, _ recordings: [ReferenceLags.OfRecording]) {
    let told = recordings.filter { $0.clear >= 2 }
    let off = told.filter(\.isOff)
    let late = off.filter { ($0.lagSeconds ?? 0) < 0 }
    let side = 2 * late.count > off.count ? late : off.filter { ($0.lagSeconds ?? 0) > 0 }
    let lags = side.compactMap(\.lagSeconds)
    guard side.count >= 2, 2 * side.count > told.count, let middle = median(lags),
      let least = lags.min(), let most = lags.max()
    else { return nil }
    self.dataset = dataset
    lagSeconds = middle
    range = least...most
    self.recordings = side.count
    ofRecordings = told.count
    detectors = side.flatMap(\.agreeing).distinct.sorted()
  }
}
