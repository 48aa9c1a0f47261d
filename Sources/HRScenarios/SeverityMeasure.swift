internal import HRNumerics
package import HRSignals
internal import RealModule

/// Severity of damage, measured from a channel before and after it, whatever its cause.
///
/// Measures that compare samples one by one (SNR, changed and clipped shares) are `nil` if the two channels do not have
/// the same times. Measures without meaning for a channel are `nil` too.
package struct SeverityMeasure: Equatable, Sendable {
  /// 10 log₁₀ of the clean channel's pulsatile power (``PulsatileBand``) over the mean square of the difference
  /// (divisor: the samples that are finite in both), in dB.
  ///
  /// `nil` also if nothing differs and if the clean channel carries no measurable pulse.
  package let snrDecibels: Double?
  /// Share of samples whose value has changed; one that went missing has changed. `nil` for no samples.
  package let changedShare: Double?
  /// One less the samples after over the samples before: negative if samples were added. `nil` for none before.
  package let lostShare: Double?
  /// Share of samples at or beyond a limit of the kind's levels that were not so before; `nil` for kinds without
  /// levels.
  package let clippedShare: Double?
  package let intervalsBefore: Intervals?
  package let intervalsAfter: Intervals?
  /// Time of the first sample after less that before, in seconds: positive is later. `nil` for no samples.
  package let startShiftSeconds: Double?
  /// Duration from first to last sample, after over before. `nil` for fewer than two samples before or none after.
  package let durationRatio: Double?

  /// The steps from sample to sample, in milliseconds.
  package struct Intervals: Equatable, Sendable {
    package let medianMilliseconds: Double
    /// Standard deviation about the mean (divisor: the number of intervals); 0 for an even channel.
    package let deviationMilliseconds: Double

    /// - Returns: `nil` for fewer than two samples.
    init?(_ channel: Channel) {
      switch channel {
      case .uniform(let signal):
        guard signal.count > 1 else { return nil }
        medianMilliseconds = 1000 / signal.sampleRate
        deviationMilliseconds = 0
      case .irregular(let series):
        let steps = zip(series.times.dropFirst(), series.times).map { 1000 * ($0 - $1) }
        guard let middle = median(steps) else { return nil }
        let mean = steps.reduce(0, +) / Double(steps.count)
        let variance = steps.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(steps.count)
        medianMilliseconds = middle
        deviationMilliseconds = Double.sqrt(variance)
      }
    }
  }

  /// - Parameter kind: of both channels.
  package init(_ kind: ChannelKind, clean: Channel, damaged: Channel) {
    let isAligned = clean.count > 0 && clean.hasTimes(of: damaged)
    let pairs = isAligned ? Array(zip(clean.values, damaged.values)) : []
    func share(_ isMeant: (Double, Double) -> Bool) -> Double? {
      isAligned ? Double(pairs.reduce(0) { $0 + (isMeant($1.0, $1.1) ? 1 : 0) }) / Double(pairs.count) : nil
    }
    changedShare = share { $0 != $1 && !($0.isNaN && $1.isNaN) }
    clippedShare = kind.levels.flatMap { levels in
      share { levels.isReached(by: $1) && !levels.isReached(by: $0) }
    }
    snrDecibels = Self.snrDecibels(clean, pairs)
    lostShare = clean.count > 0 ? 1 - Double(damaged.count) / Double(clean.count) : nil
    intervalsBefore = Intervals(clean)
    intervalsAfter = Intervals(damaged)
    let hasBoth = clean.count > 0 && damaged.count > 0
    startShiftSeconds = hasBoth ? damaged.time(at: 0) - clean.time(at: 0) : nil
    durationRatio = hasBoth && clean.count > 1 ? damaged.span / clean.span : nil
  }

  private static func snrDecibels(_ clean: Channel, _ pairs: [(Double, Double)]) -> Double? {
    let differences = pairs.lazy.filter { $0.0.isFinite && $0.1.isFinite }.map { $0.1 - $0.0 }
    let count = differences.reduce(0) { count, _ in count + 1 }
    guard count > 0 else { return nil }
    let mean = differences.reduce(0, +) / Double(count)
    let sum = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    // The rounding error of a level that is off by the same everywhere is no noise either.
    guard sum > 1e-20 * mean * mean * Double(count), let power = PulsatileBand(clean)?.power, power > 0 else {
      return nil
    }
    return 10 * Double.log10(power * Double(count) / sum)
  }
}

extension Channel {
  /// Seconds from the first sample to the last; of a channel that has some.
  fileprivate var span: Double { time(at: count - 1) - time(at: 0) }
}

extension ClosedRange<Double> {
  fileprivate func isReached(by value: Double) -> Bool { value <= lowerBound || value >= upperBound }
}
