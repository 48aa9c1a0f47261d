internal import HRSignals

/// Pulse waves and accelerometer of one recording on one clock of 125 samples per second, in the trackers' windows.
///
/// The field's windows: 8 s long, one every 2 s, the first at the latest of the channels' starts; only whole ones that
/// all channels cover. Channels at other rates are interpolated linearly, by time; nothing at or after a window's end
/// goes into the window, so the last samples of a slower channel are held there instead.
struct WristRecording: Sendable {
  static let sampleRate = 125.0
  static let windowSeconds = 8.0
  static let hopSeconds = 2.0
  /// Samples of a window.
  static let windowCount = 1000

  let startTime: Double
  /// Number of windows.
  let count: Int
  /// End of the channel that ends first.
  private let endTime: Double
  private let pulses: [Signal]
  private let axes: [Signal]
  /// See ``Channels/accelerationIsInG``.
  let axesAreInG: Bool

  /// - Returns: `nil` without a pulse wave or without an axis of the accelerometer.
  init?(_ channels: Channels) {
    guard let first = channels[.ppg]?.uniform() else { return nil }
    axesAreInG = channels.accelerationIsInG
    pulses = [first] + [channels[.ppg2]?.uniform()].compactMap { $0 }
    axes = Cadence.axes.compactMap { channels[$0]?.uniform() }
    guard axes.count == Cadence.axes.count, (pulses + axes).allSatisfy({ $0.count > 1 }) else { return nil }
    let starts = (pulses + axes).map(\.startTime)
    let ends = (pulses + axes).map(\.endTime)
    startTime = starts.max() ?? 0
    endTime = ends.min() ?? 0
    let spare = endTime - startTime - Self.windowSeconds
    count =
      spare < -TimeRange.slack
      ? 0 : Int(saturating: ((spare + TimeRange.slack) / Self.hopSeconds).rounded(.down)) + 1
  }

  /// All channels from the first window's start to the end of the shortest: pulse waves, then x, y, z.
  ///
  /// Gaps are filled as in a window. A sample of them may depend on samples up to ``reachSeconds`` after it.
  func columns() -> (pulses: [[Double]], axes: [[Double]]) {
    guard count > 0 else { return ([], []) }
    let samples = ((endTime - startTime + TimeRange.slack) * Self.sampleRate).rounded(.down)
    let range = TimeRange(start: startTime, end: startTime + samples / Self.sampleRate)
    return (pulses.map { Self.samples(of: $0, in: range) }, axes.map { Self.samples(of: $0, in: range) })
  }

  /// Look-ahead of the interpolation in ``columns()``: one sample of the slowest channel that is not on the recording's
  /// clock; 0 if all are.
  var reachSeconds: Double {
    (pulses + axes).filter { Self.place(of: startTime, in: $0) == nil }.map { 1 / $0.sampleRate }.max() ?? 0
  }

  func range(ofWindow index: Int) -> TimeRange {
    let start = startTime + Double(index) * Self.hopSeconds
    return TimeRange(start: start, end: start + Self.windowSeconds)
  }

  /// The samples of a window: pulse waves that are not flat, then x, y, z.
  struct Window {
    /// Pulse waves, at most two; none if all pulse waves are flat.
    var pulses: [[Double]] = []
    var axes: [[Double]] = []
  }

  func window(_ index: Int) -> Window {
    let range = range(ofWindow: index)
    return Window(
      pulses: pulses.map { Self.samples(of: $0, in: range) }.filter(Self.isAlive),
      axes: axes.map { Self.samples(of: $0, in: range) })
  }

  private static func samples(of signal: Signal, in range: TimeRange) -> [Double] {
    let windowCount = Int(saturating: (range.duration * sampleRate).rounded())
    let samples: [Double]
    if let first = place(of: range.start, in: signal), first >= 0, first + windowCount <= signal.count {
      samples = Array(signal.samples[first..<(first + windowCount)])
    } else {
      let last = signal.indices(in: range).upperBound - 1
      let step = signal.sampleRate / sampleRate
      let origin = (range.start - signal.startTime) * signal.sampleRate
      samples = interpolated(signal.samples, upTo: last, from: origin, step: step, count: windowCount)
    }
    return samples.holdingOverGaps
  }

  /// The sample at a given time; `nil` if the signal's clock is another or runs between the recording's ticks.
  private static func place(of time: Double, in signal: Signal) -> Int? {
    let place = (time - signal.startTime) * sampleRate
    guard abs(signal.sampleRate - sampleRate) < 1e-9 * sampleRate, abs(place - place.rounded()) < 1e-3 else {
      return nil
    }
    return Int(saturating: place.rounded())
  }

  /// Linear interpolation at `origin` + k · `step`, in samples; held before the first and from the `last` on.
  private static func interpolated(
    _ source: [Double], upTo last: Int, from origin: Double, step: Double, count: Int
  ) -> [Double] {
    guard last > 0 else { return Array(repeating: source.first ?? 0, count: count) }
    return source.withUnsafeBufferPointer { x in
      [Double](unsafeUninitializedCapacity: count) { out, used in
        for k in 0..<count {
          let position = max(0, origin + Double(k) * step)
          // A rounding error of 1e-9 samples must not lose the sample at that time.
          let below = min(Int(saturating: position + 1e-9), last)
          let fraction = position - Double(below)
          out[k] =
            below == last || fraction < 1e-9 ? x[below] : x[below] + fraction * (x[below + 1] - x[below])
        }
        used = count
      }
    }
  }

  /// Returns true if a row of samples spans more than 10⁻⁹ of its largest size.
  static func isAlive(_ samples: some Collection<Double>) -> Bool {
    guard let low = samples.min(), let high = samples.max() else { return false }
    return high - low > 1e-9 * max(abs(low), abs(high))
  }
}
