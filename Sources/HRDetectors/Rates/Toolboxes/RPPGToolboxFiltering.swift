internal import HRSignals

/// Filtering by rPPG-Toolbox of a wave before it takes a rate from it.
enum RPPGToolboxFiltering: String, CaseIterable, Sendable {
  /// Butterworth of order 1 from 0.6 to 3.3 Hz, forward and backward over the window alone.
  case bandPass
  case none

  static let bandHz = 0.6...3.3

  /// The window's samples as input of the toolbox's rate functions.
  ///
  /// - Returns: `windowTooShort` for up to nine samples, where SciPy's `filtfilt` refuses; `notCovered` where a
  ///   sample is not finite; `flatSignal` where all are alike within 10⁻¹² of the first one.
  func samples(of wave: Signal) -> Result<[Double], Silence> {
    guard wave.count > 9, let first = wave.samples.first else {
      return .failure(Silence(reason: .windowTooShort))
    }
    guard wave.samples.allSatisfy(\.isFinite) else { return .failure(Silence(reason: .notCovered)) }
    guard wave.samples.contains(where: { abs($0 - first) > 1e-12 * abs(first) }) else {
      return .failure(Silence(reason: .flatSignal))
    }
    switch self {
    case .none: return .success(wave.samples)
    case .bandPass:
      guard let band = BandFilter(order: 1, bandHz: Self.bandHz, sampleRate: wave.sampleRate) else {
        return .failure(Silence(reason: .windowTooShort))
      }
      return .success(band.sections.zeroPhase(wave.samples))
    }
  }
}
