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

}

/// Parameters of a detector that follows the rate through windows of its own.
protocol TrackParameters: BandParameters {
  var windowSeconds: Double { get set }
  var hopSeconds: Double { get set }
  var driftBPM: Double { get set }
  var reading: TrackReading { get set }
}

extension TrackParameters {
  /// Rows of the shared parameters, with a tracker's own ones before the last.
  static func rows(_ own: [Parameter<Self>] = []) -> [Parameter<Self>] {
    searchEdges() + [
      Parameter("windowSeconds", \.windowSeconds, in: 4...60, "Length of the tracker's own windows."),
      Parameter("hopSeconds", \.hopSeconds, in: 0.5...30, "From one of its own windows to the next."),
      Parameter(
        "driftBPM", \.driftBPM, in: 0.1...30, "How far a rate wanders in a second (standard deviation)."),
    ] + own + [Parameter("reading", \.reading, "What the own readings inside a window become.")]
  }

  func trellis(_ channels: Channels) -> RateTrellis? {
    RateTrellis(channels, bandHz: bandHz, windowSeconds: windowSeconds, hopSeconds: hopSeconds)
  }
}

/// A detector whose readings are those of a whole recording's track.
protocol RateTracker: BandDetector, WaveDetector where Parameters: TrackParameters, Wave == RateTrack {
  func readings(of trellis: RateTrellis) -> [RateTrack.Reading?]
}

extension RateTracker {
  static var tracks: Bool { true }

  func prepare(_ channels: Channels) -> RateTrack? {
    parameters.trellis(channels).map { RateTrack(trellis: $0, readings: readings(of: $0)) }
  }

  func read(_ range: TimeRange, of track: RateTrack) -> Estimate {
    track.trellis.estimate(in: range, as: parameters.reading) { track.readings[$0] }
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
