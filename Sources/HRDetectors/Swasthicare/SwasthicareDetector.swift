internal import HRPlugins
internal import HRSignals

/// Times that the guide's frames are taken to have.
enum FrameTimes: String, CaseIterable, Sendable {
  /// Frames 1/30 s apart, whatever their time stamps: the guide stores these and never uses them. A camera that
  /// delivers 24 frames a second is read 30/24 too fast.
  case published
  /// Frames at their time stamps, interpolated linearly onto an even grid of 30 a second first.
  case corrected
}

/// Parameters of a detector of the red-channel guide.
protocol SwasthicareParameters: ParameterSet {
  var timeStamps: FrameTimes { get set }
}

extension SwasthicareParameters {
  static var timeStampsRow: Parameter<Self> {
    Parameter(
      "timeStamps", \.timeStamps,
      "Frames taken to be 1/30 s apart whatever their times, as published, or put on an even grid by their times."
    )
  }
}

/// A detector of the red-channel guide: it reads the frames of a window, in order.
protocol SwasthicareDetector: WindowDetector where Parameters: SwasthicareParameters {
  var parameters: Parameters { get }
}

extension SwasthicareDetector {
  static var extractors: [String] { ["red", "ppg"] }
  static var words: [DetectorWord] { DetectorWord.allCases }
  private var isCorrected: Bool { parameters.timeStamps == .corrected }
  var sampleRate: Double? { isCorrected ? SwasthicareGuide.sampleRate : nil }
  var timeBase: TimeBase { isCorrected ? .even : .asRecorded }
  var assumedSampleRate: Double? { isCorrected ? nil : SwasthicareGuide.sampleRate }
}

/// Parameters of a detector whose confidence is of readings made while a window fills.
protocol ReadingParameters: SwasthicareParameters {
  var readingIntervalSeconds: Double { get set }
}

extension ReadingParameters {
  /// Rows of the shared parameters, and further ones.
  static func readingRows(_ further: [Parameter<Self>]) -> [Parameter<Self>] {
    [
      Parameter(
        "readingIntervalSeconds", \.readingIntervalSeconds, in: 0.1...10,
        "Time between the readings behind the confidence, 30 frames a second; the first is at 5 s."),
      timeStampsRow,
    ] + further
  }
}

/// Answer of the app over a window, by one of its methods.
///
/// The app keeps the newest 600 frames and reads at every frame from the 150th on. The estimate is its reading at the
/// window's end. Its confidence is the guide's ``SwasthicareGuide/confidence(of:)`` over the readings made while the
/// window filled: the first at the 150th frame, then one every `readingIntervalSeconds` of 30 frames each up to the
/// window's end, each from the newest 600 of the frames until then. Readings without an answer are left out, as in the
/// app. Quality and motion are those of the newest raw frames.
protocol ReadingDetector: SwasthicareDetector, ArrivalReader where Parameters: ReadingParameters {
  /// A method of the guide: the newest samples to a rate in whole beats per minute.
  ///
  /// - Parameter frames: 150 to 600 raw frames, which count as 1/30 s apart.
  func rate(_ frames: ArraySlice<Double>) throws(Abstention) -> Double
}

extension ReadingDetector {
  func estimate(in window: Window) -> Estimate { reading(in: window) }

  /// The app's reading at the window's end.
  func reading(in window: Window) -> Estimate {
    let frames = SwasthicareGuide.frames(of: window)
    guard frames.count >= SwasthicareGuide.firstReadingCount else { return .abstained(.windowTooShort) }
    return Estimate.unlessSilent { () throws(Abstention) in
      .bpm(try rate(frames.suffix(SwasthicareGuide.bufferCount)))
    }.judged(by: frames, readings: readings(while: frames))
  }

  /// The app reads at every new frame from the 150th on. A rate of 0 is no rate.
  func firstReading(in window: Window) -> Double? {
    let frames = SwasthicareGuide.frames(of: window)
    guard let channel = window.channels[.ppg] else { return nil }
    let counts = stride(from: SwasthicareGuide.firstReadingCount, through: frames.count, by: 1)
    return counts.first { (rate(of: frames, until: $0) ?? 0) > 0 }.map { channel.time(at: $0 - 1) }
  }

  /// The readings made while the frames arrived, in beats per minute.
  private func readings(while frames: [Double]) -> [Double] {
    var rates: [Double] = []
    for number in 0... {
      let seconds = 5 + Double(number) * parameters.readingIntervalSeconds
      let count = Int(saturating: (seconds * SwasthicareGuide.sampleRate + TimeRange.slack).rounded(.down))
      guard count <= frames.count else { break }
      if let rate = rate(of: frames, until: count) { rates.append(rate) }
    }
    return rates
  }

  private func rate(of frames: [Double], until count: Int) -> Double? {
    try? rate(frames.prefix(count).suffix(SwasthicareGuide.bufferCount))
  }
}

extension Estimate {
  /// The estimate with the guide's confidence, quality and motion.
  func judged(by frames: [Double], readings: [Double]) -> Estimate {
    var estimate = self
    estimate.confidence = SwasthicareGuide.confidence(of: readings)
    estimate.quality = SwasthicareGuide.quality(of: frames)
    estimate.motion = SwasthicareGuide.hasExcessiveMotion(in: frames)
    return estimate
  }
}
