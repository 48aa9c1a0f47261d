internal import HRPlugins
internal import HRSignals

/// A detector that takes the motion out of the pulse wave sample by sample and leaves the rate to ``FFTDetector``.
///
/// Pulse wave and axes come from a ``WristStream``: 25 samples per second, 0.4–5 Hz, causally filtered since the
/// recording began, so that an estimate depends on samples before its window. The rate is the largest peak of the
/// cleaned wave's spectrum in the window asked for. Conform with `cleaned(_:axes:cadence:)`.
protocol MotionCanceller: PreparedWindowDetector where Prepared == CancelledWave? {
  /// - Parameters:
  ///   - pulse: the band-passed pulse wave.
  ///   - axes: the accelerometer's x, y, z, as many samples.
  ///   - rest: what counts as rest of the axes.
  ///   - cadence: see ``CancelledWave/cadence(of:from:count:)``; only computed if called.
  /// - Returns: as many samples; each depends on no later sample.
  func cleaned(
    _ pulse: [Double], axes: [[Double]], rest: AxesAtRest, cadence: () -> [Double?]
  ) -> [Double]
}

extension MotionCanceller {
  static var inputs: [ChannelKind] { [.ppg] + Cadence.axes }
  static var tracks: Bool { true }
  var rangeBPM: ClosedRange<Double>? { CancelledWave.rangeBPM }

  func prepare(_ channels: Channels) -> CancelledWave? {
    let rest = AxesAtRest(isInG: channels.accelerationIsInG)
    return CancelledWave(channels) { pulse, axes, cadence in
      cleaned(pulse, axes: axes, rest: rest, cadence: cadence)
    }
  }

  func estimate(in range: TimeRange, of wave: CancelledWave?) -> Estimate {
    wave?.estimate(in: range) ?? .abstained(.windowTooShort)
  }
}

/// Mean square of an axis' band-passed samples up to which it counts as at rest.
///
/// It is (0.02 g)², an upper limit of the accelerometer's noise, if accelerations are in g. In an unknown unit it is
/// (1/50)² of the largest mean square so far, so that a scale changes nothing; an accelerometer that has not moved yet
/// is then taken to move, since its noise predicts nothing of a pulse wave.
struct AxesAtRest {
  /// Upper limit of the accelerometer's noise, in g.
  private static let deviation = 0.02
  /// The same as a share of the largest movement, as one of 1 g would have it.
  private static let share = 0.02

  /// In g²; 0 before the first sample in an unknown unit.
  private(set) var meanSquare: Double
  private let isInG: Bool

  init(isInG: Bool) {
    self.isInG = isInG
    meanSquare = isInG ? Self.deviation * Self.deviation : 0
  }

  /// - Parameter energy: sum of the squares of the latest samples of all axes.
  mutating func meet(_ energy: Double, of count: Int) {
    guard !isInG else { return }
    meanSquare = max(meanSquare, Self.share * Self.share * energy / Double(count))
  }
}

/// A pulse wave without its motion, ready to be read.
struct CancelledWave: Sendable {
  static var rangeBPM: ClosedRange<Double> { FFTDetector.usual.parameters.bandBPM }

  private let raw: Signal
  private let thinned: ThinnedWave?
  /// Time after a cleaned sample up to which it depends on samples (``WristRecording/reachSeconds``).
  private let reachSeconds: Double

  /// - Returns: `nil` if channels are missing or the recording is shorter than a window of ``WristRecording``.
  init?(_ channels: Channels, _ clean: ([Double], [[Double]], () -> [Double?]) -> [Double]) {
    guard let raw = channels[.ppg]?.uniform(), let recording = WristRecording(channels), recording.count > 0
    else {
      return nil
    }
    let stream = WristStream(recording)
    guard let pulse = stream.pulses.first else { return nil }
    self.raw = raw
    reachSeconds = recording.reachSeconds
    let cleaned = clean(pulse, stream.axes) {
      Self.cadence(of: channels, from: stream.startTime, count: pulse.count)
    }
    let signal = Signal(
      samples: cleaned, sampleRate: WristStream.sampleRate, startTime: stream.startTime)
    thinned = FFTDetector.usual.prepare(Channels([.ppg: .uniform(signal)]))
  }

  func estimate(in range: TimeRange) -> Estimate {
    guard WristRecording.isAlive(raw.samples[raw.indices(in: range)]) else { return .abstained(.flatSignal) }
    // The interpolated value may depend on the next sample of a slower channel, which is not part of the window.
    return FFTDetector.usual.estimate(
      in: TimeRange(start: range.start, end: range.end - reachSeconds), of: thinned)
  }

  /// Steps per second (``Cadence``), one for each second of the stream: those of the 8 s that ended half a second
  /// before it began, which is the look-ahead of the cadence's own filter; `nil` if there was no motion.
  static func cadence(of channels: Channels, from start: Double, count: Int) -> [Double?] {
    let seconds = Int(saturating: (Double(count) / WristStream.sampleRate).rounded(.up))
    let windows = (0..<seconds).map { second in
      let end = start + Double(second) - 0.5
      return TimeRange(start: end - 8, end: end)
    }
    let found = Cadence.perMinute(of: channels, in: windows)
    return found.isEmpty ? windows.map { _ in nil } : found.map { $0.map { $0 / 60 } }
  }
}
