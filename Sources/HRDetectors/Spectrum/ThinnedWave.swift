internal import HRNumerics
internal import HRPlugins
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
    let decimator = Decimator(
      thinning: raw.sampleRate, by: factor, upToHz: highestHz, attenuationDecibels: 50)
    signal = decimator?.apply(raw) ?? raw
    reachSeconds = decimator?.reachSeconds ?? 0
  }

  /// The window's samples, if a rate can be found in them.
  ///
  /// - Throws: `windowTooShort` for less than two periods of `lowestHz` (one of them inside the filter's support)
  ///   or eight samples; `flatSignal` where they are all alike within 10⁻¹² of the first one.
  func indices(in range: TimeRange, lowestHz: Double) throws(Abstention) -> Range<Int> {
    guard range.duration * lowestHz >= Self.leastPeriods else { throw .windowTooShort }
    // Raw samples are before the window's end, so a sample that reaches exactly to it belongs to the next window.
    let indices = signal.indices(
      in: TimeRange(start: range.start + reachSeconds, end: range.end - reachSeconds))
    guard indices.count >= 8, Double(indices.count) / signal.sampleRate * lowestHz >= 1 else {
      throw .windowTooShort
    }
    guard signal.samples[indices].changes else { throw .flatSignal }
    return indices
  }

  func samples(in range: TimeRange, lowestHz: Double) throws(Abstention) -> ArraySlice<Double> {
    signal.samples[try indices(in: range, lowestHz: lowestHz)]
  }
}

/// A recording's pulse wave thinned and band-passed forward in time, for methods in the time domain.
///
/// Gaps are filled (a sample that is not finite takes the value of the last finite one), the wave is thinned
/// (``ThinnedWave``) and run through a causal Butterworth band-pass of order 2 from the recording's start on. A
/// window taken from a prepared recording differs from the same window on its own by the filter's start-up, which
/// fades within about two seconds.
struct BandedWave: Sendable {
  let thinned: ThinnedWave
  /// Band-passed samples, as many as `thinned` has.
  let samples: [Double]

  private static let filterOrder = 2

  /// - Parameter upToHz: highest frequency that the thinned rate must carry, at a third of it; at least the band's
  ///   upper edge.
  /// - Returns: `nil` without samples, or where half the rate does not reach the band's lower edge.
  init?(_ channels: Channels, bandHz: ClosedRange<Double>, upToHz highestHz: Double) {
    guard var raw = channels[.ppg]?.uniform(), let held = raw.samples.forwardFilled else { return nil }
    raw.samples = held
    thinned = ThinnedWave(raw, upToHz: highestHz)
    guard
      let band = BandFilter(order: Self.filterOrder, bandHz: bandHz, sampleRate: thinned.signal.sampleRate)
    else { return nil }
    samples = band.filtered(thinned.signal.samples)
  }

  var sampleRate: Double { thinned.signal.sampleRate }

  /// The window's band-passed samples, if a rate can be found in them; see ``ThinnedWave/indices(in:lowestHz:)``.
  func samples(in range: TimeRange, lowestHz: Double) throws(Abstention) -> ArraySlice<Double> {
    samples[try thinned.indices(in: range, lowestHz: lowestHz)]
  }
}
