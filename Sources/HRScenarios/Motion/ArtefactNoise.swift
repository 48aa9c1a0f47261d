internal import HRNumerics
internal import HRSignals
internal import RealModule

/// Noise whose power falls by a given number of decibels per decade of frequency from 0.1 to 8 Hz.
///
/// White Gaussian noise at 128 Hz through a cascade of first-order sections, one pole in each octave from 0.025 to 12.8
/// Hz with a zero at 2^(−slope / 20) times its frequency (bilinear transform with prewarped frequencies), which keeps
/// within 0.6 dB of a straight line from 0.1 to 8 Hz; then a fourth-order Butterworth low-pass at 12 Hz, because bodies
/// hardly move faster and so that cameras fold little back. Below 0.025 Hz the spectrum is flat.
struct ArtefactNoise {
  static let sampleRate = 128.0
  private static let lowestPoleHz = 0.025
  private static let poleCount = 10
  private static let highestHz = 12.0
  /// Time after which the slowest section, of 6.4 s, has nearly forgotten its start.
  private static let settlingSeconds = 24.0

  private let sections: [Section]
  private let lowPass: SecondOrderSections?

  private struct Section {
    let b0, b1, a1: Double
  }

  init(slopeDecibelsPerDecade slope: Double) {
    let apart = Double.pow(2, -slope / 20)
    sections = (0..<Self.poleCount).map { octave in
      let poleHz = Self.lowestPoleHz * Double(1 << octave)
      let pole = Double.tan(.pi * poleHz / Self.sampleRate)
      let zero = Double.tan(.pi * min(poleHz * apart, 0.49 * Self.sampleRate) / Self.sampleRate)
      // Unit gain at the lowest frequencies.
      let scale = pole / zero / (1 + pole)
      return Section(b0: scale * (1 + zero), b1: scale * (zero - 1), a1: (pole - 1) / (1 + pole))
    }
    lowPass = SecondOrderSections.butterworth(
      order: 4, band: .lowPass(Self.highestHz), sampleRate: Self.sampleRate)
  }

  /// Samples through the filter, which was at rest before the first.
  func filtered(_ samples: [Double]) -> [Double] {
    var values = samples
    for section in sections {
      var (before, after) = (0.0, 0.0)
      for index in values.indices {
        let value = values[index]
        after = section.b0 * value + section.b1 * before - section.a1 * after
        before = value
        values[index] = after
      }
    }
    return lowPass?.filtered(values) ?? values
  }

  /// Noise over a time, with a mean of 0 and a root mean square times √2 of 1 over its samples.
  ///
  /// - Returns: at least two samples from the start of the time to its end or a little beyond.
  func samples(seconds: Double, _ stream: inout RandomStream) -> [Double] {
    let count = Int(saturating: (seconds * Self.sampleRate).rounded(.up)) + 1
    let settling = Int(saturating: Self.settlingSeconds * Self.sampleRate)
    var noise = Array(filtered((0..<(settling + max(count, 2))).map { _ in stream.normal() })[settling...])
    let mean = noise.reduce(0, +) / Double(noise.count)
    let meanSquare = noise.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(noise.count)
    let scale = meanSquare > 0 ? 1 / Double.sqrt(2 * meanSquare) : 0
    for index in noise.indices { noise[index] = scale * (noise[index] - mean) }
    return noise
  }
}
