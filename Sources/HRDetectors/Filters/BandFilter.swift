internal import HRNumerics
internal import HRSignals
internal import RealModule

/// A causal recursive band-pass that can be run sample by sample, and has a computable delay.
///
/// The first sample pushed is subtracted from all, so an offset causes no start-up swing.
struct BandFilter: Sendable {
  let sections: SecondOrderSections
  private let sampleRate: Double
  private var level: Double?
  /// Two delays per section (transposed direct form II).
  private var delays: [(Double, Double)]

  /// A Butterworth band-pass.
  ///
  /// - Parameter order: poles of each edge.
  /// - Returns: as ``init(_:bandHz:sampleRate:)``.
  init?(order: Int, bandHz: ClosedRange<Double>, sampleRate: Double) {
    self.init(.butterworth(order: order), bandHz: bandHz, sampleRate: sampleRate)
  }

  /// - Returns: if the band reaches to half the rate or beyond, the high-pass at its lower edge, as all frequencies
  ///   above it are in band. `nil` if the lower edge is there too.
  init?(_ prototype: AnalogPrototype, bandHz: ClosedRange<Double>, sampleRate: Double) {
    let band =
      bandHz.upperBound < sampleRate / 2
      ? FilterBand.bandPass(bandHz)
      : .highPass(bandHz.lowerBound)
    guard let sections = SecondOrderSections(prototype, band: band, sampleRate: sampleRate)
    else { return nil }
    self.sections = sections
    self.sampleRate = sampleRate
    delays = Array(repeating: (0, 0), count: sections.sections.count)
  }

  /// The next sample through the filter.
  mutating func push(_ sample: Double) -> Double {
    let first = level ?? sample
    level = first
    var value = sample - first
    for (index, section) in sections.sections.enumerated() {
      let output = section.b0 * value + delays[index].0
      delays[index].0 = section.b1 * value - section.a1 * output + delays[index].1
      delays[index].1 = section.b2 * value - section.a2 * output
      value = output
    }
    return value
  }

  /// A whole signal, forward in time, from a filter at rest on its first sample.
  func filtered(_ samples: [Double]) -> [Double] {
    guard let first = samples.first else { return [] }
    return sections.filtered(samples.map { $0 - first })
  }

  /// Seconds by which a sine comes out late; negative early.
  func phaseDelay(atHz frequency: Double) -> Double {
    let angle = 2 * Double.pi * frequency / sampleRate
    let (cosine, sine) = (Double.cos(angle), Double.sin(angle))
    let (cosineTwice, sineTwice) = (2 * cosine * cosine - 1, 2 * sine * cosine)
    let phase = sections.sections.reduce(0) { sum, section in
      let above = Double.atan2(
        y: -section.b1 * sine - section.b2 * sineTwice,
        x: section.b0 + section.b1 * cosine + section.b2 * cosineTwice)
      let below = Double.atan2(
        y: -section.a1 * sine - section.a2 * sineTwice,
        x: 1 + section.a1 * cosine + section.a2 * cosineTwice)
      // Each section's phase within half a turn, so that sections' turns do not add up.
      let difference = above - below
      return sum + difference - 2 * Double.pi * (difference / (2 * Double.pi)).rounded()
    }
    return -phase / (2 * Double.pi * frequency)
  }
}

extension Signal {
  /// The samples through a Butterworth band-pass, forward and backward.
  ///
  /// - Returns: `nil` if the band is beyond half the rate.
  func zeroPhase(order: Int, bandHz: ClosedRange<Double>) -> [Double]? {
    BandFilter(order: order, bandHz: bandHz, sampleRate: sampleRate)?.sections.zeroPhase(samples)
  }
}
