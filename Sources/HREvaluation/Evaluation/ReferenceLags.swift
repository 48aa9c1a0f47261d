internal import HRDiagnostics
internal import HRNumerics
package import HRResults
internal import HRStatistics

/// Whether the references of a run seem to come earlier or later than their descriptors declare, recording by
/// recording: what several detectors say together, in the first scenario that does nothing to the signals.
///
/// One detector that lies nearest the reference of another moment may be late itself; where several agree, the
/// reference's times are the likelier cause, but for detectors that are slow together. Nothing is ever shifted by it.
package struct ReferenceLags: Equatable, Sendable {
  /// Detectors agree that lie so near their median, or half a hop, whichever is more.
  package static let mostApartSeconds = 1.0
  /// Of a detector that says that the reference is off, the error at its best lag over that at lag 0.
  package static let mostOfZeroLag = 0.95

  /// Index of the scenario.
  package let scenario: Int
  /// In the order of the plan; those in which some detector's windows can be shifted against each other.
  package let recordings: [OfRecording]
  /// In the order of the plan.
  package let datasets: [OfDataset]

  package struct OfRecording: Equatable, Sendable {
    /// Index of the plan.
    package let recording: Int
    /// Median of the best lags of the detectors that have a clear one (of an even number the mean of the middle two);
    /// `nil` without such a detector. Below 0 the reference comes too late.
    package let lagSeconds: Double?
    package let hopSeconds: Double
    /// How many detectors have a clear best lag.
    package let clear: Int
    /// Those of them that agree on ``lagSeconds``: no more than ``ReferenceLags/mostApartSeconds`` or half a hop from it
    /// and, where it is a hop or more from 0, a hop or more from 0 on the same side.
    package let agreeing: [Int]
    /// Whether it says that the reference is off: a hop or more, where more than half of the detectors with a clear lag
    /// agree and at least two of these have at most ``ReferenceLags/mostOfZeroLag`` of their error at lag 0.
    package let isOff: Bool
  }

  /// A data set of which most recordings that can tell say that the reference is off, all to the same side.
  package struct OfDataset: Equatable, Sendable {
    /// Index of the plan.
    package let dataset: Int
    /// Median over those recordings; below 0 the reference comes too late.
    package let lagSeconds: Double
    /// The least and the largest of them.
    package let range: ClosedRange<Double>
    /// How many say so, of how many that have at least two detectors with a clear lag; the former are at least two.
    package let recordings: Int
    package let ofRecordings: Int
    /// Detectors that agree in any of them, in the order of the plan.
    package let detectors: [Int]
  }
}

extension Evaluation {
  /// `nil` where every scenario does something to the signals, or no window can be shifted.
  package var referenceLags: ReferenceLags? { ReferenceLags(self) }
}

extension ReferenceLags {
  /// The scenario that they are of; `nil` where every one does something to the signals.
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
    guard let hop = lags.first?.lag.hopSeconds else { return nil }
    let known = lags.filter(\.lag.isClear)
    self.recording = recording
    hopSeconds = hop
    clear = known.count
    guard let middle = median(known.map(\.lag.bestLagSeconds)) else {
      lagSeconds = nil
      agreeing = []
      isOff = false
      return
    }
    let slack = 1e-6
    let isAway = abs(middle) >= hop - slack
    let near = known.filter { _, lag in
      abs(lag.bestLagSeconds - middle) <= max(ReferenceLags.mostApartSeconds, hop / 2) + slack
        && (!isAway || (lag.bestLagSeconds / middle > 0 && abs(lag.bestLagSeconds) >= hop - slack))
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
