package import HRRunning
internal import HRStatistics

/// A beat of `beats.csv`: a pair of a reference and a detected beat, or one of them alone.
package struct BeatLine: Equatable, Sendable {
  package enum Match: String, Sendable {
    case matched, missed, extra
  }

  package let match: Match
  /// Time of the reference beat, in seconds on the recording's clock; `nil` for an extra beat.
  package let referenceSeconds: Double?
  /// Time of the detected beat; `nil` for a missed one.
  package let detectedSeconds: Double?
  /// Detected − lag − reference; `nil` for a beat that is alone.
  package let offsetMilliseconds: Double?
  /// Start of the window that the beat is expected in, at the reference's time plus the lag, or of an extra beat at its
  /// own time: of the windows around that time the one whose middle is nearest, of two as near the later; `nil` outside
  /// of all windows.
  package let windowStartSeconds: Double?
}

extension Evaluation {
  /// Detectors with beats to compare, by scenario, in the order of the experiment.
  package var beatDetectors: [[Int]] {
    plan.scenarios.indices.map { scenario in
      rows.filter { $0.scenario == scenario && $0.diagnosis?.beats != nil }.map(\.detector)
    }
  }
}

extension RunPlan {
  /// Returns every beat of a detector in a unit and of the reference in order of time, matched over the whole unit.
  package func beatLines(of detector: Int, in table: WindowTable) -> [BeatLine] {
    guard let beats = table.beats else { return [] }
    let lag = detectors[detector].beatLagSeconds
    let detected = beats.trains[detector]?.detected ?? []
    let matching = BeatMatching(
      reference: beats.reference, detected: detected, toleranceSeconds: beatToleranceSeconds, lagSeconds: lag)
    let windows = table.ranges
    let slices = windows.indices.map { BeatView.central.slice(of: $0, in: windows) }
    var window = 0
    return matching.beats(reference: beats.reference, detected: detected, lagSeconds: lag).map { beat in
      let expected = beat.reference.map { $0 + lag } ?? beat.detected ?? .infinity
      while window < slices.count, slices[window].end <= expected { window += 1 }
      let isInside = window < slices.count && slices[window].start <= expected
      let offset = beat.reference.flatMap { reference in beat.detected.map { $0 - lag - reference } }
      return BeatLine(
        match: beat.reference == nil ? .extra : beat.detected == nil ? .missed : .matched,
        referenceSeconds: beat.reference, detectedSeconds: beat.detected,
        offsetMilliseconds: offset.map { 1000 * $0 },
        windowStartSeconds: isInside ? windows[window].start : nil)
    }
  }
}
