internal import HRPlugins

/// A random walk of the rate, corrected by the strongest spectral peak of short windows as far as that is to be
/// trusted.
///
/// From the recording's start on, own windows of `windowSeconds` every `hopSeconds` (``RateTrellis``). Between them
/// the rate stays and its variance grows by driftBPM²·hopSeconds. Each window measures the strongest in-band peak,
/// with standard deviation `measurementBPM`/c², where c is the share of the in-band power within half a main lobe
/// of the peak and of its double: a clean pulse counts fully, a spectrum full of other things hardly. A measurement
/// more than `gate` standard deviations (of prediction and measurement together) from the prediction is left out;
/// after `restartSeconds` without any that was let in, the next one is where the walk begins anew, with its own
/// variance. The first measurement begins it. The answer for a window is the mean of the readings at the own
/// windows in it, or the last one (`reading`).
///
/// Confidence: 1 / (1 + (s/5)²) with s the standard deviation that the filter gives its rate, in beats per minute.
///
/// - Note: A scalar filter holds one hypothesis. Once it follows a wrong line it takes `restartSeconds` to leave
///   it; ``ViterbiDetector`` keeps the others alive.
struct KalmanDetector: RateTracker {
  struct Parameters: TrackParameters {
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.5
    var windowSeconds = 8.0
    var hopSeconds = 2.0
    var driftBPM = 1.5
    var measurementBPM = 2.0
    var gate = 3.0
    var restartSeconds = 20.0
    var reading = TrackReading.mean

    static let table: [Parameter<Self>] = rows([
      Parameter(
        "measurementBPM", \.measurementBPM, in: 0.1...30, "Standard deviation of a perfectly clean peak."),
      Parameter("gate", \.gate, in: 1...20, "Standard deviations beyond which a peak is left out."),
      Parameter(
        "restartSeconds", \.restartSeconds, in: 2...120, "After so long without a peak let in, begin anew."),
    ])
  }

  static let info = PluginInfo(
    "kalman", version: 1, "Random walk of the rate, corrected by spectral peaks as far as they are clean.",
    source:
      "R. E. Kalman, J. Basic Eng. 82(1), 1960; quality as variance after Q. Li, R. G. Mark and G. D. Clifford, 2008"
  )

  /// A standard deviation of this much is a confidence of one half.
  private static let halfConfidenceBPM = 5.0

  let parameters: Parameters

  func readings(of trellis: RateTrellis) -> [RateTrack.Reading?] {
    var state: (bpm: Double, variance: Double)?
    var sinceCorrection = 0.0
    return trellis.steps.indices.map { step in
      state?.variance += parameters.driftBPM * parameters.driftBPM * parameters.hopSeconds
      sinceCorrection += parameters.hopSeconds
      if let (bpm, variance) = measurement(trellis, step) {
        if let predicted = state, sinceCorrection <= parameters.restartSeconds {
          let innovation = bpm - predicted.bpm
          let total = predicted.variance + variance
          if innovation * innovation <= parameters.gate * parameters.gate * total {
            let gain = predicted.variance / total
            state = (predicted.bpm + gain * innovation, (1 - gain) * predicted.variance)
            sinceCorrection = 0
          }
        } else {
          state = (bpm, variance)
          sinceCorrection = 0
        }
      }
      return state.map {
        let ratio = $0.variance / (Self.halfConfidenceBPM * Self.halfConfidenceBPM)
        return RateTrack.Reading(bpm: $0.bpm, confidence: 1 / (1 + ratio))
      }
    }
  }

  private func measurement(_ trellis: RateTrellis, _ step: Int) -> (bpm: Double, variance: Double)? {
    guard let power = trellis.steps[step].power,
      let peak = try? SpectralPeak.strongest(of: power, in: 1...power.count - 2)
    else { return nil }
    let share = max(trellis.share(ofBin: peak.bin, in: step), 0.05)
    let deviation = parameters.measurementBPM / (share * share)
    return (trellis.bpm(atBin: peak.place), deviation * deviation)
  }
}
