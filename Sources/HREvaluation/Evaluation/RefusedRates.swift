internal import HRSupport
package import HRRunning

extension RunPlan {
  /// Returns the detectors whose rates were refused somewhere, each with the rates that would have counted:
  /// `mine (40 to 200 bpm)`, `other (10 to 600 bpm, for it declares no range)`.
  package func refused(_ rows: [Evaluation.Row]) -> [String] {
    let indices = detectors.indices.filter { detector in
      rows.contains { row in
        row.detector == detector
          && row.tally.reasons.contains { $0.outcome == .outsideRange }
      }
    }
    return indices.map { index in
      let note = detectors[index]
      let conceivable = measurand.conceivablePerMinute
      let low = note.range?.lowBPM ?? conceivable.lowerBound
      let high = note.range.map(\.highBPM) ?? conceivable.upperBound
      let bounds = "\(shortest(low, decimals: 1)) to \(high.map { shortest($0, decimals: 1) } ?? "any")"
      return "\(note.label) (\(bounds) bpm\(note.range == nil ? ", for it declares no range" : ""))"
    }
  }
}
