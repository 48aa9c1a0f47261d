internal import HRSignals

/// The band-pass of BioSPPy's pulse-wave pipeline: Butterworth of order 4, 1…8 Hz, forward and backward.
///
/// BioSPPy runs it as one polynomial of order 8, which loses digits at high rates; here it runs in sections of second
/// order.
enum BioSPPyBand {
  private static let order = 4
  private static let bandHz = 1.0...8.0

  /// - Returns: `nil` if the band is beyond half the rate.
  static func filtered(_ wave: Signal) -> [Double]? {
    BandFilter(order: order, bandHz: bandHz, sampleRate: wave.sampleRate)?.sections.zeroPhase(wave.samples)
  }
}
