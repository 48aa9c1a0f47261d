internal import Foundation
internal import HRNumerics
internal import HRSignals

extension PowerSpectrum {
  /// Computes the power spectrum of a wave in one window: definition `windowSpectrum@1`.
  ///
  /// The mean is subtracted, and the samples are weighted with von Hann's window 0.5 − 0.5·cos(2π(j + ½)/n). Then
  /// |Σ x[j]·e^(−iωj)|² is computed at every whole beat per minute from 30 to 240, which is 0.5 to 4 Hz; for
  /// breaths at every quarter from 3 to 60 per minute; up to half the sample rate. It is divided by its greatest
  /// value.
  ///
  /// - Returns: `nil` for fewer than eight samples, if a sample is missing, or if the samples do not vary.
  init?(of wave: Signal, measurand: Measurand) {
    let samples = wave.samples
    guard samples.count >= 8, samples.allSatisfy(\.isFinite), samples.min() != samples.max() else {
      return nil
    }
    let count = Double(samples.count)
    let mean = samples.reduce(0, +) / count
    let weighted = samples.enumerated().map { index, sample in
      (sample - mean) * (0.5 - 0.5 * cos(2 * .pi * (Double(index) + 0.5) / count))
    }
    let (first, step, last) =
      switch measurand {
      case .heartRate: (30.0, 1.0, 240.0)
      case .breathingRate: (3.0, 0.25, 60.0)
      }
    let powers = stride(from: first, through: min(last, 30 * wave.sampleRate), by: step).map { perMinute in
      singleBinPower(of: weighted, turnsPerSample: perMinute / 60 / wave.sampleRate)
    }
    guard let greatest = powers.max(), greatest > 0, greatest.isFinite else { return nil }
    self.init(firstHz: first / 60, stepHz: step / 60, power: powers.map { Float($0 / greatest) })
  }
}
