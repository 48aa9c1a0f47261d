internal import HRNumerics
package import HRPlugins
internal import HRSignals

/// Delay of a streaming detector's readings behind the present, measured on a rate that rises and on one that falls.
///
/// Definition `delay@1`: the pulse of the contract (`PulseChannels`), without noise, at 30 samples a second (250 of an
/// electrocardiogram), with the detector's defaults and none of its optional channels. In one recording of 120 s the
/// rate rises evenly from 90 to 150 bpm, by 1 bpm in 2 s; in another it falls as evenly from 150 to 90. (Breaths: 12 to
/// 24 per minute in 240 s.) From half of the recording on the detector is read once a second. A reading y at the time t
/// is (rate(t) − y) / slope seconds late: positive where it follows, 0 where it gives the rate of the moment, negative
/// where it runs ahead. The delay is the mean of the two recordings' medians, in which an even bias, that looks early on
/// the one and late on the other, has no part. There is none where readings do not follow the rate: from the first to
/// the last third of the readings their median changes by less than half of the rate's change, or by more than one and a
/// half of it.
///
/// The mean of such a rate over a window is the rate in the window's middle. So a detector that is read at the end of a
/// window of n seconds follows the window's mean by n / 2 less than this delay.
package struct DetectorDelay: Sendable {
  /// Delay in seconds.
  package let seconds: Double

  /// Largest distance between a stated and the measured delay in seconds.
  package static let toleranceSeconds = 0.3

  /// - Returns: `nil` for a window detector, and where in either recording fewer than half of the readings are a rate,
  ///   or they do not follow it.
  package init?(_ entry: DetectorEntry) {
    guard let made = try? entry.make(), case .streaming = made else { return nil }
    let delays = [RateRamp(entry, rises: true), RateRamp(entry, rises: false)].compactMap {
      $0.medianDelay(of: entry, made)
    }
    guard delays.count == 2 else { return nil }
    seconds = (delays[0] + delays[1]) / 2
  }
}

/// A pulse whose rate rises or falls evenly.
private struct RateRamp {
  private let pulse: PulseChannels

  init(_ entry: DetectorEntry, rises: Bool) {
    let (low, high, seconds) = entry.measuresBreath ? (12.0, 24.0, 240.0) : (90, 150, 120)
    let growth = (high - low) / seconds
    let sampleRate = entry.assumedSampleRate ?? (entry.inputs.contains(.ecg) ? 250 : 30)
    pulse = PulseChannels(
      rate: rises ? low : high, growth: rises ? growth : -growth, sampleRate: sampleRate, seconds: seconds)
  }

  /// Median of the delays of all readings in seconds; `nil` where fewer than half of the readings are a rate, or they do
  /// not follow it.
  func medianDelay(of entry: DetectorEntry, _ made: DetectorEntry.Made) -> Double? {
    let times = stride(from: pulse.seconds / 2, through: pulse.seconds, by: 1).map(\.self)
    let readings = entry.estimates(
      in: times.map { TimeRange(start: max(0, $0 - 30), end: $0) }, of: pulse.channels(of: entry), by: made)
    let delays = zip(times, readings).compactMap { time, reading in
      reading.bpm.map { (pulse.rate + pulse.growth * time - $0) / pulse.growth }
    }
    guard 2 * delays.count >= times.count, follows(times, readings) else { return nil }
    return median(delays)
  }

  private func follows(_ times: [Double], _ readings: [Estimate]) -> Bool {
    let third = times.count / 3
    guard let first = median(readings.prefix(third).compactMap(\.bpm)),
      let last = median(readings.suffix(third).compactMap(\.bpm))
    else { return false }
    let change = pulse.growth * (times[times.count - third] - times[0])
    return (0.5...1.5).contains((last - first) / change)
  }
}

extension DetectorTryout {
  /// Faults of the stated delay. The explanation has the measured one, which is what should be stated.
  func delays() -> [String] {
    guard case .streaming = made else { return [] }
    let measured = DetectorDelay(entry)?.seconds
    switch (entry.delaySeconds, measured) {
    case (nil, nil): return []
    case (nil, let measured?): return ["it states none, and \(Self.text(measured)) is measured"]
    case (let stated?, nil):
      return [
        "it states \(Self.text(stated)), and no delay can be measured: it answers too rarely, or does not follow the rate"
      ]
    case (let stated?, let measured?):
      // Not the opposite comparison, which NaN would pass.
      return abs(stated - measured) <= DetectorDelay.toleranceSeconds
        ? [] : ["it states \(Self.text(stated)), and \(Self.text(measured)) is measured"]
    }
  }

  /// `18.6 s`: to a tenth, as it is to be stated.
  private static func text(_ seconds: Double) -> String {
    "\((10 * seconds).rounded() / 10) s"
  }
}
