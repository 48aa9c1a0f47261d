import HRPlugins
import HRSignals
import Synchronization

@testable import HRRunning
@testable import HRStatistics

/// Returns the mean of its input, so that its estimates show which samples it got.
struct MeanDetector: WindowDetector {
  static let info = PluginInfo("test.mean", version: 1, "Mean of the window.")
  static let inputs = [ChannelKind.ppg]

  init(parameters: NoParameters) {}

  var rangeBPM: ClosedRange<Double>? { .unbounded }

  func estimate(in window: Window) -> Estimate {
    let samples = window[.ppg].samples
    return .bpm(samples.reduce(0, +) / Double(samples.count), confidence: Double(samples.count) / 1000)
  }
}

/// Returns the same mean at a sample rate of its own.
struct SlowMeanDetector: WindowDetector {
  static let info = PluginInfo("test.slowMean", version: 1, "Mean of the window at 10 Hz.")
  static let inputs = [ChannelKind.ppg]
  init(parameters: NoParameters) {}

  var rangeBPM: ClosedRange<Double>? { .unbounded }
  var sampleRate: Double? { 10 }

  func estimate(in window: Window) -> Estimate {
    MeanDetector(parameters: NoParameters()).estimate(in: window)
  }
}

/// Reads the contact channel beside the pulse wave.
struct ContactDetector: WindowDetector {
  static let info = PluginInfo("test.contact", version: 1, "100 where there is contact, else 50.")
  static let inputs = [ChannelKind.ppg, .contact]

  init(parameters: NoParameters) {}

  func estimate(in window: Window) -> Estimate {
    .bpm(window[.contact].samples.contains(0) ? 50 : 100)
  }
}

/// Uses a second pulse wave.
struct SecondWaveDetector: WindowDetector {
  static let info = PluginInfo("test.second", version: 1, "First sample of the second wave, else 1.")
  static let inputs = [ChannelKind.ppg]
  static let optionalInputs = [ChannelKind.ppg2]

  init(parameters: NoParameters) {}

  var rangeBPM: ClosedRange<Double>? { .unbounded }

  func estimate(in window: Window) -> Estimate {
    .bpm(window[.ppg2].samples.first ?? 1)
  }
}

/// Counter of the calls of detectors in one test.
final class CallCount: Sendable {
  private let state = Mutex(0)
  @TaskLocal static var current = CallCount()

  var value: Int { state.withLock { $0 } }
  func increase() { state.withLock { $0 += 1 } }
}

struct CountingDetector: WindowDetector {
  static let info = PluginInfo("test.counting", version: 1, "Counts its calls.")
  static let inputs = [ChannelKind.ppg]

  init(parameters: NoParameters) {}

  func estimate(in window: Window) -> Estimate {
    CallCount.current.increase()
    return .bpm(80)
  }
}

struct CountingComposite: CompositeDetector {
  static let info = PluginInfo("test.composite", version: 1, "Twice its component.")
  static let inputs = [ChannelKind.ppg]
  let components = [Component(CountingDetector.self, NoParameters())]

  init(parameters: NoParameters) {}

  func estimate(from estimates: [Estimate]) -> Estimate {
    estimates.first?.bpm.map { .bpm(2 * $0) } ?? .abstained(.noReading)
  }
}

/// A detector whose reading is the value of the latest sample, and its confidence a thousandth of their number.
struct LatestDetector: StreamingDetector {
  static let info = PluginInfo("test.latest", version: 1, "Latest sample.")
  static let inputs = [ChannelKind.ppg]
  private var latest = 0.0
  private var count = 0.0

  init(parameters: NoParameters) {}

  var rangeBPM: ClosedRange<Double>? { .unbounded }

  mutating func begin(sampleRate: Double) {}
  mutating func push(_ frame: Frame) {
    latest = frame[0]
    count += 1
  }
  func reading(at time: Double) -> Estimate {
    count > 0 ? .bpm(latest, confidence: count / 1000) : .abstained(.noReading)
  }
}

/// Beats halfway through every whole second of its window.
struct SecondsDetector: WindowDetector {
  static let info = PluginInfo("test.seconds", version: 1, "A beat per second.")
  static let inputs = [ChannelKind.ppg]

  init(parameters: NoParameters) {}

  func estimate(in window: Window) -> Estimate {
    var estimate = Estimate.bpm(60)
    estimate.beats = (Int(window.range.start)..<Int(window.range.end)).map { Double($0) + 0.5 }
    return estimate
  }
}

/// Gives these beats for the last four seconds, as a streaming detector.
struct NewestSecondsDetector: StreamingDetector {
  static let info = PluginInfo("test.newestSeconds", version: 1, "A beat per second, four remembered.")
  static let inputs = [ChannelKind.ppg]

  init(parameters: NoParameters) {}

  mutating func begin(sampleRate: Double) {}
  mutating func push(_ frame: Frame) {}
  func reading(at time: Double) -> Estimate {
    var estimate = Estimate.bpm(60)
    estimate.beats = (Int(time) - 4..<Int(time)).map { Double($0) + 0.5 }
    return estimate
  }
}

/// Gives beats beside an invalid rate.
struct StoppedDetector: WindowDetector {
  static let info = PluginInfo("test.stopped", version: 1, "Rate 0.")
  static let inputs = [ChannelKind.ppg]

  init(parameters: NoParameters) {}

  func estimate(in window: Window) -> Estimate {
    var estimate = Estimate.bpm(0)
    estimate.beats = [window.range.start + 1]
    return estimate
  }
}

/// The pulse wave as recorded, with contact while it is at most 1000.
struct ContactExtractor: Extractor {
  static let info = PluginInfo("test.extractor", version: 1, "Pulse wave and contact.")
  static let inputs = [ChannelKind.ppg]

  init(parameters: NoParameters) {}

  func extract(from channels: Channels) -> Channels {
    var made = channels
    if let ppg = channels[.ppg] {
      made[.contact] = ppg.replacing(values: ppg.values.map { $0 <= 1000 ? 1 : 0 })
    }
    return made
  }
}

/// A filter whose output is the number of each sample it got, from 1.
struct CountingFilter: Filter {
  static let info = PluginInfo("test.filter", version: 1, "Number of the sample, from 1.")
  let causality = Causality.causal

  init(parameters: NoParameters) {}

  func apply(to signal: Signal) -> Signal {
    Signal(
      samples: (0..<signal.count).map { Double($0 + 1) }, sampleRate: signal.sampleRate,
      startTime: signal.startTime)
  }
}

extension Pipeline {
  static func sample<D: Detector>(
    _ type: D.Type, _ detector: DetectorEntry.Made, filtered: Bool = false
  ) -> Pipeline where D.Parameters == NoParameters {
    Pipeline(
      extractors: [
        .init(
          info: ContactExtractor.info, inputs: ContactExtractor.inputs,
          extractor: .plugin(ContactExtractor(parameters: NoParameters())))
      ],
      filters: filtered
        ? [
          .init(
            info: CountingFilter.info, parameters: ParameterValues(),
            filter: .plugin(CountingFilter(parameters: NoParameters())))
        ] : [],
      info: type.info, parameters: ParameterValues(), inputs: type.inputs,
      optionalInputs: type.optionalInputs, detector: .plugin(detector))
  }

  static func window<D: WindowDetector>(_ type: D.Type, filtered: Bool = false) -> Pipeline
  where D.Parameters == NoParameters {
    sample(type, .window(type.init(parameters: NoParameters())), filtered: filtered)
  }

  static func streaming<D: StreamingDetector>(_ type: D.Type) -> Pipeline where D.Parameters == NoParameters {
    sample(type, .streaming(type.init(parameters: NoParameters())))
  }
}
