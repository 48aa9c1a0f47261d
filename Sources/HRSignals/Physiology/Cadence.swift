internal import HRNumerics
internal import RealModule

/// Cadence of movement from the accelerometer: the false heart rate to which a detector may lock.
///
/// Definition `cadence@2`: each of the available axes, decimated to no less than 12 Hz. In a window the power spectra of
/// the axes are added, each of the axis with its own mean over the window removed (Hann taper, zeros appended so that
/// bins are at most 1 per minute apart). The cadence is the strongest peak of the sum between 0.7 and 4 Hz, times 60: a
/// bin above the one before it and not below the one after it, of equal ones the lowest, so that the slope of a slower
/// movement is none. Neither a constant offset of an axis nor the direction of gravity matters.
///
/// A window has a cadence only if there is movement: by its size where accelerations are in g
/// (``Channels/accelerationIsInG``), else by its regularity, which no scale changes.
///
/// `cadence@1` was that of the magnitude √(x² + y² + z²), which depends on the offset and doubles the frequency of a
/// movement across gravity.
public enum Cadence {
  /// Band in which a window's strongest frequency is searched.
  public static let bandHz = 0.7...4.0
  /// Minimum size of the movement, in g; below it there is none. It is the root of the sum over the axes of the mean
  /// squares within the band, seen through the taper.
  public static let leastDeviation = 0.05
  /// Minimum share of a window that samples must cover.
  static let coverageShare = 0.8

  /// Channels that are read.
  public static let axes: [ChannelKind] = [.accelerometerX, .accelerometerY, .accelerometerZ]

  /// Returns steps per minute in each window.
  ///
  /// - Returns: an empty array if there is no accelerometer, or its axes are sampled differently or too slowly; else
  ///   one entry per window, `nil` for too little movement or too few samples.
  public static func perMinute(of channels: Channels, in windows: [TimeRange]) -> [Double?] {
    let signals = axes.compactMap { channels[$0]?.uniform() }
    guard let first = signals.first, first.count > 0, signals.allSatisfy({ $0.hasTimes(of: first) }) else {
      return []
    }
    let factor = Decimator.factor(sampleRate: first.sampleRate, for: bandHz.upperBound)
    guard first.sampleRate / Double(factor) >= 2 * bandHz.upperBound else { return [] }
    let decimator = Decimator(thinning: first.sampleRate, by: factor, upToHz: bandHz.upperBound)
    let thinned = signals.map { signal in
      let level = signal.samples.first(where: \.isFinite) ?? 0
      let relative = signal.replacing(signal.samples.map { $0 - level })
      return decimator?.apply(relative) ?? relative
    }
    var search = CadenceSearch(
      thinned, rule: channels.accelerationIsInG ? .size : .regularity,
      longestSeconds: windows.map(\.duration).max() ?? 0)
    return windows.map { search.perMinute(in: $0) }
  }
}

/// Rule that says whether a window has movement.
enum CadenceRule {
  /// The size within the band exceeds ``Cadence/leastDeviation``.
  case size
  /// The peak and what belongs to its movement hold at least a share of the power within the band: all bins within
  /// 1 / T of 1/2, 1, 3/2 and 2 times its frequency (arms swing at half the rate of steps), T being the window's
  /// seconds. The share is 0.15 + 3.4 / T: 0.58 in 8 s, 0.32 in 20 s. White noise of a single axis reaches it in less
  /// than 1 of 200 windows, of three axes less often. Below 4 s hardly anything does. And the band holds at least 1/1000
  /// of the power below half the sample rate, so that what the taper lets through of a slow turn is no movement.
  case regularity

  fileprivate static let multiples = [0.5, 1, 1.5, 2]

  fileprivate static let leastBandShare = 0.001

  fileprivate static func leastShare(seconds: Double) -> Double { 0.15 + 3.4 / seconds }
}

/// One transform with its arrays, for all windows of a recording.
private struct CadenceSearch {
  /// Axes with the same times.
  private let signals: [Signal]
  private let rule: CadenceRule
  private let fft: RealFFT
  private let bins: ClosedRange<Int>
  private let perBin: Double
  /// Each axis under the taper.
  private var tapered: [[Double]]
  private var power: [Double] = []
  private var sum: [Double] = []
  private var taper: [Double] = []
  private var taperSquares = 0.0

  /// - Parameter signals: at least one.
  init(_ signals: [Signal], rule: CadenceRule, longestSeconds: Double) {
    (self.signals, self.rule) = (signals, rule)
    tapered = signals.map { _ in [] }
    let rate = signals[0].sampleRate
    let seconds = max(60, longestSeconds + 1)
    fft = RealFFT(count: RealFFT.smoothCount(atLeast: Int(saturating: (seconds * rate).rounded(.up))))
    perBin = rate / Double(fft.count)
    let low = Int(saturating: (Cadence.bandHz.lowerBound / perBin).rounded(.up))
    let high = Int(saturating: (Cadence.bandHz.upperBound / perBin).rounded(.down))
    bins = low...high
  }

  mutating func perMinute(in range: TimeRange) -> Double? {
    let indices = signals[0].indices(in: range)
    let rate = signals[0].sampleRate
    guard indices.count > 1, Double(indices.count) >= Cadence.coverageShare * range.duration * rate else {
      return nil
    }
    if taper.count != indices.count {
      taper = periodicHann(count: indices.count)
      taperSquares = taper.reduce(0) { $0 + $1 * $1 }
    }
    let squares = signals.indices.reduce(0) { $0 + fill($1, indices) }
    // The band holds no more than the whole, so most windows at rest need no transform.
    if rule == .size, square(of: squares) <= Cadence.leastDeviation * Cadence.leastDeviation { return nil }
    sum = Array(repeating: 0, count: fft.count / 2 + 1)
    for axis in tapered {
      fft.powerSpectrum(of: axis, into: &power)
      for bin in sum.indices { sum[bin] += power[bin] }
    }
    // NaN in a sample makes all bins NaN: no peak either.
    guard let peak, hasMovement(peak, seconds: Double(indices.count) / rate) else { return nil }
    return 60 * Double(peak) * perBin
  }

  /// Puts an axis, less its mean over a window, under the taper.
  ///
  /// - Returns: the sum of its squares there.
  private mutating func fill(_ axis: Int, _ indices: Range<Int>) -> Double {
    if tapered[axis].count != indices.count { tapered[axis] = taper }
    var squares = 0.0
    signals[axis].samples[indices].withUnsafeBufferPointer { samples in
      var level = 0.0
      for value in samples { level += value }
      level /= Double(samples.count)
      taper.withUnsafeBufferPointer { taper in
        tapered[axis].withUnsafeMutableBufferPointer { tapered in
          for index in 0..<samples.count {
            let value = taper[index] * (samples[index] - level)
            squares += value * value
            tapered[index] = value
          }
        }
      }
    }
    return squares
  }

  /// Mean square of a movement whose squares under the taper have a given sum.
  private func square(of squares: Double) -> Double { squares / taperSquares }

  private var peak: Int? {
    var best: Int?
    for bin in bins where sum[bin] > sum[bin - 1] && (bin + 1 >= sum.count || sum[bin] >= sum[bin + 1]) {
      if sum[bin] > best.map({ sum[$0] }) ?? 0 { best = bin }
    }
    return best
  }

  private func hasMovement(_ peak: Int, seconds: Double) -> Bool {
    var band = 0.0
    for bin in bins { band += sum[bin] }
    switch rule {
    case .size:
      // Each bin stands for two of the transform.
      return square(of: 2 * band / Double(fft.count)) > Cadence.leastDeviation * Cadence.leastDeviation
    case .regularity:
      guard band >= CadenceRule.leastBandShare * sum.reduce(0, +) else { return false }
      var held = 0.0
      for bin in bins {
        let belongs = CadenceRule.multiples.contains { multiple in
          abs(Double(bin) - multiple * Double(peak)) * perBin * seconds <= 1
        }
        if belongs { held += sum[bin] }
      }
      return held >= CadenceRule.leastShare(seconds: seconds) * band
    }
  }
}
