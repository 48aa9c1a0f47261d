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
