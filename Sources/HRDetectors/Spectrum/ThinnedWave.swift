internal import HRNumerics
internal import HRSignals

/// A recording's pulse wave at the low rate that spectra of the cardiac band need, and its windows.
///
/// Low-passed and thinned once, to at least three times the highest frequency asked for; aliases may fall between that
/// and half the new rate, which is not used. A window is given the thinned samples whose filter support is inside it,
/// so that no sample after its end has entered them.
struct ThinnedWave: Sendable {
  let signal: Signal
  /// Raw samples within this time either side have gone into each sample.
  let reachSeconds: Double
  /// End of the raw samples.
  let endTime: Double

  /// Periods of the lowest rate that a window must hold.
  private static let leastPeriods = 2.0

  /// - Returns: `nil` without samples.
  init?(_ channels: Channels, upToHz highestHz: Double) {
    guard let raw = channels[.ppg]?.uniform(), raw.count > 0 else { return nil }
    self.init(raw, upToHz: highestHz)
  }

  init(_ raw: Signal, upToHz highestHz: Double) {
    endTime = raw.endTime
    let factor = Decimator.factor(sampleRate: raw.sampleRate, for: highestHz)
    guard factor > 1 else {
      signal = raw
      reachSeconds = 0
      return
    }
    let decimator = Decimator(
      sampleRate: raw.sampleRate, passHz: highestHz, stopHz: raw.sampleRate / Double(factor) - highestHz,
      factor: factor, attenuationDecibels: 50)
    signal = decimator.apply(raw)
    reachSeconds = decimator.reachSeconds
  }

  /// The window's samples, if a rate can be found in them.
  ///
  /// - Returns: `windowTooShort` for less than two periods of `lowestHz` (one of them inside the filter's support)
  ///   or eight samples; `flatSignal` where they are all alike within 10⁻¹² of the first one.
  func indices(in range: TimeRange, lowestHz: Double) -> Result<Range<Int>, Silence> {
    guard range.duration * lowestHz >= Self.leastPeriods else {
      return .failure(Silence(reason: .windowTooShort))
    }
    // Raw samples are before the window's end, so a sample that reaches exactly to it belongs to the next window.
    let indices = signal.indices(
      in: TimeRange(start: range.start + reachSeconds, end: range.end - reachSeconds))
    guard indices.count >= 8, Double(indices.count) / signal.sampleRate * lowestHz >= 1 else {
      return .failure(Silence(reason: .windowTooShort))
    }
    let first = signal.samples[indices.lowerBound]
    guard signal.samples[indices].contains(where: { abs($0 - first) > 1e-12 * abs(first) }) else {
      return .failure(Silence(reason: .flatSignal))
    }
    return .success(indices)
  }

  func samples(in range: TimeRange, lowestHz: Double) -> Result<ArraySlice<Double>, Silence> {
    indices(in: range, lowestHz: lowestHz).map { signal.samples[$0] }
  }
}
