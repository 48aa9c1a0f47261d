internal import HRPlugins
internal import HRSignals

/// A tracker's readings at its own windows.
struct RateTrack: Sendable {
  struct Reading: Equatable, Sendable {
    let bpm: Double
    let confidence: Double
  }

  let trellis: RateTrellis
  /// Readings, one per step; `nil` before the first spectrum.
  let readings: [Reading?]

  func estimate(in range: TimeRange, as reading: TrackReading) -> Estimate {
    trellis.estimate(in: range, as: reading) { readings[$0] }
  }
}

extension RateTrellis {
  /// Estimate for a window from the readings at own windows: their mean, or the last one.
  ///
  /// - Parameter readings: one per step of the range it is given.
  /// - Returns: `windowTooShort` if no own window has ended by the range's end, `flatSignal` if the own windows in it
  ///   have no spectrum (memory does not replace it), `noReading` if there are no readings, `bandEdge` if they are
  ///   beyond the band's edge.
  func estimate(
    in range: TimeRange, as reading: TrackReading, _ readings: (Range<Int>) -> ArraySlice<RateTrack.Reading?>
  ) -> Estimate {
    let steps = steps(in: range)
    guard !steps.isEmpty else { return .abstained(.windowTooShort) }
    guard steps.contains(where: { self.steps[$0].power != nil }) else { return .abstained(.flatSignal) }
    let known = readings(steps)
    let wanted =
      switch reading {
      case .mean: known
      case .last: known.suffix(1)
      }
    var (bpm, confidence, count) = (0.0, 0.0, 0.0)
    for case .some(let one) in wanted {
      bpm += one.bpm
      confidence += one.confidence
      count += 1
    }
    guard count > 0 else { return .abstained(.noReading) }
    return Estimate.bpm(bpm / count, confidence: min(max(confidence / count, 0), 1))
      .within(bandBPM, else: .bandEdge)
  }
}

/// Rule that makes one reading of a tracker's own windows for the window that is asked for.
enum TrackReading: String, CaseIterable, Sendable {
  /// Mean of the readings at the own windows inside it, as the reference is a mean.
  case mean
  /// The reading at the last own window that ends by its end, as a display would show it.
  case last
}
