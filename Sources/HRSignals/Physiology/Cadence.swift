internal import HRNumerics
internal import RealModule

/// Cadence of movement from the accelerometer: the false heart rate to which a detector may lock.
///
/// Definition `cadence@1`: the magnitude √(x² + y² + z²) of the available axes, decimated to no less than 12 Hz. In
/// each window it is the strongest frequency between 0.7 and 4 Hz, times 60 (mean removed, Hann taper, zeros appended
/// so that bins are at most 1 per minute apart; of equal ones the lowest). A window has a cadence only if the
/// standard deviation (divisor n) of the magnitude exceeds 0.05.
///
/// Channels have no unit: values are used as they are, and 0.05 is meant in g, as in hreval's own layouts. Gravity is
/// expected to be included: without it the magnitude of an oscillation has twice its frequency. A single axis is used
/// with its sign for the same reason.
public enum Cadence {
  /// Band in which a window's strongest frequency is searched.
  public static let bandHz = 0.7...4.0
  /// Minimum standard deviation of a window's magnitude, in g; below it there is no movement.
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
    guard let magnitude = magnitude(of: channels) else { return [] }
    let factor = Decimator.factor(sampleRate: magnitude.sampleRate, for: bandHz.upperBound)
    let rate = magnitude.sampleRate / Double(factor)
    guard rate >= 2 * bandHz.upperBound else { return [] }
    let decimator = Decimator(thinning: magnitude.sampleRate, by: factor, upToHz: bandHz.upperBound)
    let thinned = decimator?.apply(magnitude) ?? magnitude
    var search = CadenceSearch(thinned, longestSeconds: windows.map(\.duration).max() ?? 0)
    return windows.map { search.perMinute(in: $0) }
  }

  private static func magnitude(of channels: Channels) -> Signal? {
    let signals = axes.compactMap { channels[$0]?.uniform() }
    guard var sum = signals.first, sum.count > 0 else { return nil }
    guard signals.count > 1 else { return sum }
    let others = signals.dropFirst()
    guard others.allSatisfy({ [sum] in $0.hasTimes(of: sum) }) else { return nil }
    for index in sum.samples.indices {
      var square = sum.samples[index] * sum.samples[index]
      for other in others { square += other.samples[index] * other.samples[index] }
      sum.samples[index] = Double.sqrt(square)
    }
    return sum
  }
}

/// One transform with its arrays, for all windows of a recording.
private struct CadenceSearch {
  private let signal: Signal
  private let fft: RealFFT
  private let bins: ClosedRange<Int>
  private var tapered: [Double] = []
  private var power: [Double] = []
  private var taper: [Double] = []

  init(_ signal: Signal, longestSeconds: Double) {
    self.signal = signal
    let seconds = max(60, longestSeconds + 1)
    fft = RealFFT(
      count: RealFFT.smoothCount(atLeast: Int(saturating: (seconds * signal.sampleRate).rounded(.up))))
    let perBin = signal.sampleRate / Double(fft.count)
    let low = Int(saturating: (Cadence.bandHz.lowerBound / perBin).rounded(.up))
    let high = Int(saturating: (Cadence.bandHz.upperBound / perBin).rounded(.down))
    bins = low...high
  }

  mutating func perMinute(in range: TimeRange) -> Double? {
    let indices = signal.indices(in: range)
    let count = Double(indices.count)
    guard indices.count > 1, count >= Cadence.coverageShare * range.duration * signal.sampleRate
    else {
      return nil
    }
    var sum = 0.0
    for index in indices { sum += signal.samples[index] }
    let mean = sum / count
    var squares = 0.0
    for index in indices {
      squares += (signal.samples[index] - mean) * (signal.samples[index] - mean)
    }
    // NaN in a sample makes the sum NaN: no cadence either.
    guard squares > count * Cadence.leastDeviation * Cadence.leastDeviation else { return nil }
    if taper.count != indices.count { taper = periodicHann(count: indices.count) }
    tapered.removeAll(keepingCapacity: true)
    for (weight, index) in zip(taper, indices) {
      tapered.append(weight * (signal.samples[index] - mean))
    }
    fft.powerSpectrum(of: tapered, into: &power)
    var best = bins.lowerBound
    for bin in bins where power[bin] > power[best] { best = bin }
    return 60 * Double(best) * signal.sampleRate / Double(fft.count)
  }
}
