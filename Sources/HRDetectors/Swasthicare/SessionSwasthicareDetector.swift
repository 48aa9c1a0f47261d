internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// The red-channel guide's final answer to a measurement, as published.
///
/// The app measures for 20 s. It reads its peak method at every new frame from the 150th on, each time on the newest
/// 600 frames. Its answer is the mean of all readings that gave a rate (`answer` tells what else could be made of
/// them), truncated to a whole number; its confidence is the guide's over the same readings; quality and motion are
/// those of its last frames. The first 20 s of the window are the measurement: use it in `spot` mode.
///
/// The guide offers the combination of both methods under its improvements and never calls it; `readings` set to
/// `combined` gives the answer that it would have made.
struct SessionSwasthicareDetector: SwasthicareDetector {
  /// Method that is read at every new frame.
  enum Readings: String, CaseIterable, Sendable {
    case peak, combined
  }

  /// Rule that makes one answer of the readings that gave a rate.
  enum Answer: String, CaseIterable, Sendable {
    /// The mean, as published.
    case mean
    case last
    /// The median; of an even number the mean of the middle two.
    case median
    /// The mean in which the k-th reading counts k times: the later, the fuller the buffer it was made of.
    case weighted

    /// - Returns: `nil` of no readings. Beats per minute, not yet truncated.
    func rate(of readings: [Double]) -> Double? {
      let count = readings.count
      guard let last = readings.last else { return nil }
      switch self {
      case .mean: return readings.reduce(0, +) / Double(count)
      case .last: return last
      case .median: return HRNumerics.median(readings)
      case .weighted:
        let sum = readings.enumerated().reduce(0) { $0 + Double($1.offset + 1) * $1.element }
        return sum / (Double(count) * Double(count + 1) / 2)
      }
    }
  }

  struct Parameters: SwasthicareParameters {
    var readings = Readings.peak
    var answer = Answer.mean
    var timeStamps = FrameTimes.published

    static let table: [Parameter<Self>] = [
      Parameter(
        "readings", \.readings,
        "Readings that are averaged: of the peak method, as published, or of the combination that the guide never calls."
      ),
      Parameter(
        "answer", \.answer,
        "What is made of all readings: their mean, as published, the last, the median, or a mean in which later ones weigh more."
      ),
      timeStampsRow,
    ]
  }

  static let info = PluginInfo(
    "session.swasthicare", version: 3,
    "The red-channel guide's answer to a measurement of 20 s, as published.",
    source: "red-channel camera guide (SwasthiCare)")

  let parameters: Parameters

  /// Readings of 0, where a spectrum had no power, count in the mean of combined ones.
  var rangeBPM: ClosedRange<Double>? {
    switch parameters.readings {
    case .peak: PeakSwasthicareDetector.plausibleBPM
    case .combined: 1...CombinedSwasthicareDetector.rangeBPM(.published).upperBound
    }
  }

  func estimate(in window: Window) -> Estimate {
    let start = window.range.start
    let measurement = TimeRange(start: start, end: start + SwasthicareGuide.sessionSeconds)
    let frames = SwasthicareGuide.frames(of: Window(measurement, of: window.channels))
    guard frames.count >= SwasthicareGuide.firstReadingCount else { return .abstained(.windowTooShort) }
    let (rates, silence) = rates(while: frames)
    let rate = parameters.answer.rate(of: rates)
    // A rate of 0 is no rate.
    let estimate =
      rate.map { $0 < 1 ? .abstained(.flatSignal) : Estimate.bpm($0.rounded(.towardZero)) }
      ?? .abstained(silence)
    return estimate.judged(by: frames, readings: rates)
  }

  /// Reads the method once per new frame.
  ///
  /// - Returns: the readings that gave a rate, and the reason of the last one that did not.
  private func rates(while frames: [Double]) -> (rates: [Double], silence: Abstention) {
    var rates: [Double] = []
    var silence = Abstention.noReading
    for count in SwasthicareGuide.firstReadingCount...frames.count {
      let buffer = frames.prefix(count).suffix(SwasthicareGuide.bufferCount)
      do {
        switch parameters.readings {
        case .peak: rates.append(try PeakSwasthicareDetector.rate(buffer))
        case .combined: rates.append(try CombinedSwasthicareDetector.rate(buffer, spacing: .published))
        }
      } catch {
        silence = error
      }
    }
    return (rates, silence)
  }
}
