internal import HRPlugins
internal import HRSignals

/// How often the app is taken to read while a window fills.
enum ReadingInterval {
  static let seconds = 1.0

  static func parameter<Set>(_ path: WritableKeyPath<Set, Double> & Sendable) -> Parameter<Set> {
    Parameter(
      "readingIntervalSeconds", path, in: 0.1...10,
      "Time between the readings behind the confidence; the first is at 5 s.")
  }
}

/// One of the guide's methods: the newest samples to a rate in whole beats per minute.
///
/// The argument holds 150 to 600 raw samples at 30 Hz.
typealias SwasthicareMethod = @Sendable (ArraySlice<Double>) -> Result<Double, Silence>

/// What the app would have said over a window, by one of its methods.
///
/// The app keeps the newest 600 samples and reads at every frame from the 150th on. A window stands for that buffer
/// at its end, so the estimate is the reading from the window's newest 600 samples. Its confidence is the guide's
/// ``SwasthicareGuide/confidence(of:)`` over the readings made while the window filled: the first at 5 s, then one
/// every `readingIntervalSeconds` up to the window's end, each from the newest 600 of the samples until then.
/// Readings without an answer are left out, as in the app. Quality and motion are those of the newest raw samples.
struct SwasthicareReadings: Sendable {
  private let intervalSeconds: Double
  private let method: SwasthicareMethod

  init(everySeconds intervalSeconds: Double, method: @escaping SwasthicareMethod) {
    self.intervalSeconds = intervalSeconds
    self.method = method
  }

  func estimate(of samples: [Double]) -> Estimate {
    let buffer = samples.suffix(SwasthicareGuide.bufferCount)
    guard buffer.count >= SwasthicareGuide.firstReadingCount else { return .abstained(.windowTooShort) }
    var estimate: Estimate
    switch method(buffer) {
    case .success(let rate): estimate = .bpm(rate)
    case .failure(let silence): estimate = .abstained(silence.reason)
    }
    estimate.confidence = SwasthicareGuide.confidence(of: readings(while: buffer))
    estimate.quality = SwasthicareGuide.quality(of: buffer)
    estimate.motion = SwasthicareGuide.hasExcessiveMotion(in: buffer)
    return estimate
  }

  /// The readings made while the samples arrived, in beats per minute.
  private func readings(while samples: ArraySlice<Double>) -> [Double] {
    var rates: [Double] = []
    for number in 0... {
      let seconds = 5 + Double(number) * intervalSeconds
      let count = Int(saturating: (seconds * SwasthicareGuide.sampleRate + TimeRange.slack).rounded(.down))
      guard count <= samples.count else { break }
      if case .success(let rate) = method(samples.prefix(count)) { rates.append(rate) }
    }
    return rates
  }
}
