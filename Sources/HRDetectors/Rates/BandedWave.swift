internal import HRSignals
internal import RealModule

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
  func samples(in range: TimeRange, lowestHz: Double) -> Result<ArraySlice<Double>, Silence> {
    thinned.indices(in: range, lowestHz: lowestHz).map { samples[$0] }
  }
}
