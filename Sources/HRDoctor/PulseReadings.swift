internal import HRDetectors
internal import HRNumerics
internal import HRPlugins
package import HRSignals

/// Pulse rate of one channel in windows, estimated by two different methods: the largest peak of the spectrum (`fft`)
/// and the median interval between peaks (`peak`). If both agree, there is a pulse of known rate.
package struct PulseReadings: Sendable {
  package static let windowSeconds = 20.0
  package static let hopSeconds = 10.0
  /// Seconds between the first and the last window above which the wider hop is used; it gives enough windows.
  private static let longSeconds = 300.0
  private static let longHopSeconds = 15.0
  /// Maximum number of windows; very long recordings have a wider hop.
  private static let mostWindows = 360
  /// Agreement limits of two rates, in beats per minute and as a share of the rate; the larger one applies.
  private static let agreementBPM = 2.0
  private static let agreementShare = 0.03

  package struct Reading: Equatable, Sendable {
    package let window: TimeRange
    /// Rate by the spectrum, in beats per minute.
    package let bpm: Double
  }

  package let kind: ChannelKind
  /// Samples per second.
  package let sampleRate: Double
  package let windows: [TimeRange]
  /// Readings of the windows in which both methods agree, in order of time.
  package private(set) var readings: [Reading]
  /// The channel at about ``workingRate``.
  let wave: Signal
  /// Beats of those windows in seconds, ascending, without repetition.
  package let beats: [Double]

  /// Share of windows in which both methods agree.
  package var agreedShare: Double {
    windows.isEmpty ? 0 : Double(readings.count) / Double(windows.count)
  }

  /// Rates of the readings, each beside that of a reference in the same window, where it has one.
  func beside(_ course: RateCourse) -> [(signal: Double, reference: Double)] {
    readings.compactMap { reading in course.bpm(at: reading.window.start).map { (reading.bpm, $0) } }
  }

  /// - Parameters:
  ///   - signal: signal of light that carries the pulse; all samples finite.
  ///   - kind: kind of the channel.
  /// - Returns: `nil` for a signal that is shorter than a window.
  package init?(_ signal: Signal, kind: ChannelKind) {
    let extent = TimeRange(start: signal.startTime, end: signal.endTime)
    guard extent.duration.isFinite else { return nil }
    let spare = extent.duration - Self.windowSeconds
    guard spare >= 0 else { return nil }
    let usual = spare > Self.longSeconds ? Self.longHopSeconds : Self.hopSeconds
    let count = min(Self.mostWindows, Int(saturating: spare / usual) + 1)
    let hop = count == Self.mostWindows ? spare / Double(count - 1) : usual
    self.kind = kind
    sampleRate = signal.sampleRate
    windows = (0..<count).map { index in
      let start = extent.start + Double(index) * hop
      return TimeRange(start: start, end: start + Self.windowSeconds)
    }
    wave = Self.thinned(signal)
    let spectral = Self.estimates("fft", wave, windows)
    let beatwise = Self.estimates("peak", wave, windows)
    var readings: [Reading] = []
    var beats: [Double] = []
    for (index, window) in windows.enumerated() {
      guard let rate = spectral[index].bpm, let other = beatwise[index].bpm,
        abs(rate - other) <= max(Self.agreementBPM, Self.agreementShare * rate)
      else { continue }
      readings.append(Reading(window: window, bpm: rate))
      // Windows overlap: beats before or less than 0.2 s after the last kept one are left out.
      let from = max(window.start, (beats.last ?? -.infinity) + 0.2)
      beats += beatwise[index].beats.filter { $0 >= from && $0 < window.end }
    }
    self.readings = readings
    self.beats = beats
  }

  private static let workingRate = 28.0

  /// Returns the signal at a lower rate; both methods use frequencies below 4 Hz.
  static func thinned(_ signal: Signal) -> Signal {
    let factor = max(1, Int(saturating: signal.sampleRate / workingRate))
    guard factor > 1 else { return signal }
    let rate = signal.sampleRate / Double(factor)
    return Decimator(
      sampleRate: signal.sampleRate, passHz: 5, stopHz: rate - 5, factor: factor, attenuationDecibels: 50
    ).apply(signal)
  }

  private static func estimates(_ name: String, _ signal: Signal, _ windows: [TimeRange]) -> [Estimate] {
    let nothing = windows.map { _ in Estimate.abstained(.noReading) }
    guard let made = try? Catalog<DetectorEntry>.builtIn[name]?.make() else { return nothing }
    let driver = DetectorDriver(Channels([.ppg: .uniform(signal)]), windows: windows)
    return (try? driver.estimates(of: made, inputs: [.ppg], optionalInputs: [])) ?? nothing
  }

  /// Returns the readings without those whose rate may be that of steps: on a moving wrist, movement is read as a
  /// pulse.
  func without(cadenceOf channels: Channels) -> PulseReadings {
    guard Cadence.axes.contains(where: { channels[$0] != nil }) else { return self }
    let steps = Cadence.perMinute(of: channels, in: readings.map(\.window))
    var kept = self
    kept.readings = zip(readings, steps).filter { reading, steps in
      guard let steps else { return true }
      return ![0.5, 1, 2].contains { abs(reading.bpm / ($0 * steps) - 1) < 0.05 }
    }.map(\.0)
    return kept
  }
}
