internal import HRPlugins
internal import HRSignals

/// Interval of the app's readings while a window fills.
enum ReadingInterval {
  static let seconds = 1.0

  static func parameter<Set>(_ path: WritableKeyPath<Set, Double> & Sendable) -> Parameter<Set> {
    Parameter(
      "readingIntervalSeconds", path, in: 0.1...10,
      "Time between the readings behind the confidence, 30 frames a second; the first is at 5 s.")
  }
}

/// A method of the guide: the newest samples to a rate in whole beats per minute.
///
/// The argument holds 150 to 600 raw frames, which count as 1/30 s apart.
typealias SwasthicareMethod = @Sendable (ArraySlice<Double>) -> Result<Double, Silence>

/// Answer of the app over a window, by one of its methods.
///
/// The app keeps the newest 600 frames and reads at every frame from the 150th on. The estimate is its reading at the
/// window's end. Its confidence is the guide's ``SwasthicareGuide/confidence(of:)`` over the readings made while the
/// window filled: the first at the 150th frame, then one every `readingIntervalSeconds` of 30 frames each up to the
/// window's end, each from the newest 600 of the frames until then. Readings without an answer are left out, as in the
/// app. Quality and motion are those of the newest raw frames.
struct SwasthicareReadings: Sendable {
  private let intervalSeconds: Double
  private let method: SwasthicareMethod

  init(everySeconds intervalSeconds: Double, method: @escaping SwasthicareMethod) {
    self.intervalSeconds = intervalSeconds
    self.method = method
  }

  func estimate(in window: Window) -> Estimate {
    let frames = SwasthicareGuide.frames(of: window)
    guard frames.count >= SwasthicareGuide.firstReadingCount else { return .abstained(.windowTooShort) }
    var estimate: Estimate
    switch method(frames.suffix(SwasthicareGuide.bufferCount)) {
    case .success(let rate): estimate = .bpm(rate)
    case .failure(let silence): estimate = .abstained(silence.reason)
    }
    estimate.confidence = SwasthicareGuide.confidence(of: readings(while: frames))
    estimate.quality = SwasthicareGuide.quality(of: frames)
    estimate.motion = SwasthicareGuide.hasExcessiveMotion(in: frames)
    return estimate
  }

  /// Value of ``ArrivalReader/firstReading(in:)``: the app reads at every new frame from the 150th on.
  func firstReading(in window: Window) -> Double? {
    let frames = SwasthicareGuide.frames(of: window)
    guard let channel = window.channels[.ppg] else { return nil }
    let counts = stride(from: SwasthicareGuide.firstReadingCount, through: frames.count, by: 1)
    let first = counts.first { count in
      // A rate of 0 is no rate.
      if case .success(let rate) = method(frames.prefix(count).suffix(SwasthicareGuide.bufferCount)) {
        return rate > 0
      }
      return false
    }
    return first.map { channel.time(at: $0 - 1) }
  }

  /// The readings made while the frames arrived, in beats per minute.
  private func readings(while frames: [Double]) -> [Double] {
    var rates: [Double] = []
    for number in 0... {
      let seconds = 5 + Double(number) * intervalSeconds
      let count = Int(saturating: (seconds * SwasthicareGuide.sampleRate + TimeRange.slack).rounded(.down))
      guard count <= frames.count else { break }
      let buffer = frames.prefix(count).suffix(SwasthicareGuide.bufferCount)
      if case .success(let rate) = method(buffer) { rates.append(rate) }
    }
    return rates
  }
}
