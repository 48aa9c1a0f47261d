internal import HRNumerics
internal import HRSignals

/// Delay from a beat to the upstroke of its pulse in a channel: definition `pulseDelay@1`.
///
/// The pulsatile part of the channel (``PulsatileBand/pulse``) is averaged over the beats, every 10 ms from 0.25 s
/// before to 0.15 s past a period after each; the period is the median interval, at most one second. The upstroke
/// is where the average changes fastest, up or down, for cameras see the pulse upside down: of the places where it
/// changes faster than beside them, from 0.05 s to 0.05 s and a period after the beat, the first that comes within
/// 10 % of the fastest.
///
/// Pulse and beats may come from clocks and filters of their own: the monitor of BIDMC's recording 01
/// shows the upstroke 0.57 s after the R wave. It is taken as it was recorded. The thresholds are our choice.
struct PulseDelay {
  /// Delay assumed if none can be measured; our choice.
  static let usualSeconds = 0.25

  static let stepSeconds = 0.01
  static let stepsBefore = 25
  static let stepsAfter = 15
  static let earliestStep = 5
  static let leastShareOfPower = 0.25
  static let fewestBeats = 5

  /// - Returns: `nil` if fewer than five beats can be seen, or if the average holds less than a quarter of the
  ///   pulsatile power: the channel does not show these beats.
  static func seconds(in channel: Channel, pulse band: PulsatileBand, beats: [Double]) -> Double? {
    let intervals = zip(beats.dropFirst(), beats).map { $0 - $1 }
    guard beats.count >= fewestBeats, let typical = median(intervals) else { return nil }
    let period = min(1, typical)
    let steps = Int(saturating: period / stepSeconds)
    guard let average = average(of: channel, band.pulse, after: beats, steps: steps) else { return nil }
    let power = average[stepsBefore..<(stepsBefore + steps)].reduce(0) { $0 + $1 * $1 } / Double(steps)
    guard steps > 2, power > 0, power >= leastShareOfPower * band.power else { return nil }
    // Entry k: change over two steps around step k, counted from `stepsBefore` before the beat.
    let changes = average.indices.map { step -> Double in
      step > 0 && step + 1 < average.count ? average[step + 1] - average[step - 1] : 0
    }
    let searched = (stepsBefore + earliestStep)..<(stepsBefore + earliestStep + steps)
    let fastest = searched.map { changes[$0].magnitude }.max() ?? 0
    let upstroke = searched.first { step in
      changes[step].magnitude >= 0.9 * fastest
        && changes[step].magnitude >= changes[step - 1].magnitude
        && changes[step].magnitude >= changes[step + 1].magnitude
    }
    return upstroke.map { Double($0 - stepsBefore) * stepSeconds }
  }

  /// Mean of the pulse at each step, over the beats around which all of it was recorded.
  private static func average(
    of channel: Channel, _ pulse: [Double], after beats: [Double], steps: Int
  ) -> [Double]? {
    var sums = [Double](repeating: 0, count: stepsBefore + steps + stepsAfter)
    let times = channel.times
    var seen = 0
    var start = 0
    for beat in beats {
      let first = beat - Double(stepsBefore) * stepSeconds
      while start + 2 < times.count, times[start + 1] <= first { start += 1 }
      guard times[start] <= first,
        first + Double(sums.count) * stepSeconds <= times[times.count - 1]
      else { continue }
      seen += 1
      var index = start
      for step in sums.indices {
        let moment = first + Double(step) * stepSeconds
        while times[index + 1] < moment { index += 1 }
        let share = (moment - times[index]) / (times[index + 1] - times[index])
        sums[step] += pulse[index] + share * (pulse[index + 1] - pulse[index])
      }
    }
    return seen >= fewestBeats ? sums.map { $0 / Double(seen) } : nil
  }
}
