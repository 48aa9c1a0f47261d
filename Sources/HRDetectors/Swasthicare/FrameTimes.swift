internal import HRPlugins
internal import HRSignals

/// Times that the guide's frames are taken to have.
enum FrameTimes: String, CaseIterable, Sendable {
  /// Frames 1/30 s apart, whatever their time stamps: the guide stores these and never uses them. A camera that
  /// delivers 24 frames a second is read 30/24 too fast.
  case published
  /// Frames at their time stamps, interpolated linearly onto an even grid of 30 a second first.
  case corrected

  static func parameter<Set>(_ path: WritableKeyPath<Set, FrameTimes> & Sendable) -> Parameter<Set> {
    Parameter(
      "timeStamps", path,
      "Frames taken to be 1/30 s apart whatever their times, as published, or put on an even grid by their times."
    )
  }

  /// Value of ``WindowDetector/sampleRate``.
  var fedRate: Double? {
    switch self {
    case .published: nil
    case .corrected: SwasthicareGuide.sampleRate
    }
  }

  /// Value of ``WindowDetector/timeBase``.
  var timeBase: TimeBase {
    switch self {
    case .published: .asRecorded
    case .corrected: .even
    }
  }

  /// Value of ``WindowDetector/assumedSampleRate``.
  var assumedRate: Double? {
    switch self {
    case .published: SwasthicareGuide.sampleRate
    case .corrected: nil
    }
  }
}

/// A detector of the red-channel guide: it reads the frames of a window, in order.
protocol SwasthicareDetector: WindowDetector {
  var timeStamps: FrameTimes { get }
}

extension SwasthicareDetector {
  static var inputs: [ChannelKind] { [.ppg] }
  static var extractors: [String] { ["red", "ppg"] }
  static var words: [DetectorWord] { DetectorWord.allCases }
  var sampleRate: Double? { timeStamps.fedRate }
  var timeBase: TimeBase { timeStamps.timeBase }
  var assumedSampleRate: Double? { timeStamps.assumedRate }
}
