internal import RealModule
internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Alternating stretches without and with an artefact: the Markov chain of Paliakaitė et al., 2021.
///
/// From a clean stretch the chain goes to one of the four kinds with the given probabilities, from each kind back to
/// clean. A stretch lasts at least a second; the time beyond is exponential, so that the mean is the given one. The
/// amplitude of each artefact is drawn from a gamma distribution with shape 3 about the mean of its kind.
///
/// The chain starts anew each hour, counted from time 0, in its steady state. So the artefacts do not depend on the
/// recording's start or end, and the expected share of disturbed time is the same at all times. An artefact that would
/// last beyond the hour is cut.
struct ArtefactChain {
  static let leastSeconds = 1.0
  private static let blockSeconds = 3600.0

  let meanCleanSeconds: Double
  let meanArtefactSeconds: Double
  /// Weights of the kinds, in their order; their sum is positive.
  let weights: [Double]
  let random: RandomSource

  /// The artefacts that touch the range, in order.
  func episodes(in range: TimeRange) -> [ArtefactEpisode] {
    guard range.duration > 0 else { return [] }
    let first = Int(saturating: (range.start / Self.blockSeconds).rounded(.down))
    let last = Int(saturating: (range.end / Self.blockSeconds).rounded(.down))
    return (first...last).flatMap { episodes(inHour: $0, before: range.end) }.filter {
      $0.range.end > range.start && $0.range.start < range.end
    }
  }

  /// The artefacts of an hour that begin before the limit.
  private func episodes(inHour hour: Int, before limit: Double) -> [ArtefactEpisode] {
    var stream = random.stream("artefacts \(hour)")
    var time = Double(hour) * Self.blockSeconds
    let end = time + Self.blockSeconds
    let startsClean =
      stream.uniform() * (meanCleanSeconds + meanArtefactSeconds) < meanCleanSeconds
    var episodes: [ArtefactEpisode] = []
    while time < min(end, limit) {
      let isFirst = episodes.isEmpty
      // Drawn in any case, so that the numbers that follow do not depend on the parameters.
      let clean = seconds(mean: meanCleanSeconds, isRest: isFirst, &stream)
      let kind = kind(at: stream.uniform())
      let lasting = seconds(mean: meanArtefactSeconds, isRest: isFirst && !startsClean, &stream)
      // A gamma variable with a whole-numbered shape is a sum of exponential ones.
      let mean = kind.meanAmplitudeRatio
      let ratio = (0..<3).reduce(0.0) { sum, _ in sum + stream.exponential(mean: mean / 3) }
      if startsClean || !isFirst { time += clean }
      guard time < min(end, limit) else { break }
      let span = TimeRange(start: time, end: min(time + lasting, end))
      episodes.append(
        ArtefactEpisode(
          kind: kind, range: span, amplitudeRatio: ratio, name: "artefact \(hour) \(episodes.count)"))
      time = span.end
    }
    return episodes
  }

  /// Duration of a stretch, or, in the middle of one, of the rest of it.
  private func seconds(mean: Double, isRest: Bool, _ stream: inout RandomStream) -> Double {
    let place = stream.uniform() * mean
    let beyond = stream.exponential(mean: mean - Self.leastSeconds)
    // In a steady state the first second of stretches takes 1 / mean of all time, and the time beyond has no memory.
    return beyond + (isRest ? max(Self.leastSeconds - place, 0) : Self.leastSeconds)
  }

  private func kind(at share: Double) -> ArtefactKind {
    var left = share * weights.reduce(0, +)
    var drawn = ArtefactKind.contact
    for (kind, weight) in zip(ArtefactKind.allCases, weights) where weight > 0 && left >= 0 {
      drawn = kind
      left -= weight
    }
    return drawn
  }
}

/// Cause of a disturbance in a wrist photoplethysmogram: the four kinds of Paliakaitė et al., 2021.
enum ArtefactKind: String, CaseIterable, Sendable {
  /// The device slides on the skin.
  case displacement
  case forearm
  case hand
  /// The device sits too loosely.
  case contact

  /// Slope of the power spectrum, in decibels per decade: the slower the movement, the steeper. Our choice.
  var slopeDecibelsPerDecade: Double {
    switch self {
    case .displacement: -30
    case .forearm: -20
    case .hand: -15
    case .contact: -10
    }
  }

  /// Mean amplitude over that of the pulse. Our choice.
  var meanAmplitudeRatio: Double {
    switch self {
    case .displacement: 4
    case .forearm: 2.5
    case .hand: 1.5
    case .contact: 1
    }
  }
}

/// An artefact with its kind, time and strength.
struct ArtefactEpisode: Equatable, Sendable {
  let kind: ArtefactKind
  let range: TimeRange
  /// Root mean square times √2, over the pulse amplitude.
  let amplitudeRatio: Double
  /// Name of the stream of its noise.
  let name: String
}

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
