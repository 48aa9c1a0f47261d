internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// A published beat detector: a rule that finds the beats of a pulse wave. The rate follows from the beats in one way
/// for all of them, so that tables compare the rules and not what is made of their beats.
///
/// Conform with `beats(in:)`; the estimate is ``BeatRate``'s. The wave is that of the first (and only) input: the pulse
/// wave unless the detector says otherwise.
protocol BeatDetector: WindowWaveDetector {
  /// Least duration of a wave; shorter ones are not passed to it.
  static var leastSeconds: Double { get }
  /// The beats of a wave with its peaks upward (the more blood, the higher).
  ///
  /// - Parameter wave: at least ``leastSeconds`` long, all samples finite and not all alike.
  /// - Returns: seconds on the wave's own clock, ascending.
  func beats(in wave: Signal) -> [Double]
}

extension BeatDetector {
  static var extractors: [String] { BeatRate.extractors }
  static var leastSeconds: Double { BeatRate.leastSeconds }
  var rangeBPM: ClosedRange<Double>? { BeatRate.plausibleBPM }

  func read(_ wave: Signal) throws(Abstention) -> Estimate {
    BeatRate.estimate(from: beats(in: try BeatRate.readable(wave, atLeast: Self.leastSeconds)))
  }
}

extension [Double] {
  /// Index of the largest value in a range, or with the sign −1 of the smallest; the first of equals.
  func extreme(in range: ClosedRange<Int>, sign: Double = 1) -> Int {
    var best = range.lowerBound
    for index in range where sign * self[index] > sign * self[best] { best = index }
    return best
  }
}

extension [Int] {
  /// The numbers in ascending order, each once.
  var ascendingOnce: [Int] {
    var result: [Int] = []
    result.reserveCapacity(count)
    for number in sorted() where number != result.last { result.append(number) }
    return result
  }
}

/// Computation of a rate from beats, for every detector that only finds beats. Definition `beatRate@1`.
///
/// 60 over the mean of the intervals that are within 30 % of their median (both edges included). The reference is a
/// mean, too; a missed or an extra beat, which makes one interval twice or half as long, is left out. Confidence is 1
/// minus ``BeatRhythm/unevenness``.
enum BeatRate {
  /// Pulse waves with their peaks upward.
  static let extractors = ["ppg", "red.inverted"]
  static let leastSeconds = 2.0
  /// Range of plausible rates; a rate outside counts as no rate.
  static let plausibleBPM = 30.0...240.0
  private static let toleratedShare = 0.3

  /// - Parameter beats: seconds, ascending.
  /// - Returns: an abstention for fewer than three beats, and for a rate outside ``plausibleBPM``.
  static func estimate(
    from beats: [Double], plausibleBPM: ClosedRange<Double> = plausibleBPM
  ) -> Estimate {
    let intervals = zip(beats.dropFirst(), beats).map { $0 - $1 }
    guard beats.count >= 3, let middle = median(intervals) else { return .abstained(.tooFewBeats) }
    let band = (1 - toleratedShare) * middle...(1 + toleratedShare) * middle
    var (sum, count, distance) = (0.0, 0.0, 0.0)
    for interval in intervals {
      distance += min(abs(interval - middle) / middle, 1)
      guard band.contains(interval) else { continue }
      sum += interval
      count += 1
    }
    guard middle > 0, count > 0, plausibleBPM.contains(60 * count / sum) else {
      return .abstained(.noPlausibleInterval)
    }
    var estimate = Estimate.bpm(60 * count / sum, confidence: 1 - distance / Double(intervals.count))
    estimate.beats = beats
    return estimate
  }

  /// The wave with gaps filled, if there is anything to find in it.
  ///
  /// A sample that is not finite takes the value of the last finite one before it (the first one, at the start).
  /// - Throws: `windowTooShort` under the length asked for (within a microsecond), `flatSignal` where the span is
  ///   below 10⁻⁹ of the largest size.
  static func readable(_ wave: Signal, atLeast leastSeconds: Double = leastSeconds) throws(Abstention)
    -> Signal
  {
    guard wave.duration >= leastSeconds - TimeRange.slack else { throw .windowTooShort }
    var (filled, extremes) = (wave, wave.samples.finiteExtremes)
    if extremes == nil {
      filled.samples = wave.samples.forwardFilled ?? []
      extremes = filled.samples.finiteExtremes
    }
    guard let (low, high) = extremes, high - low > 1e-9 * max(abs(low), abs(high))
    else { throw .flatSignal }
    return filled
  }
}
