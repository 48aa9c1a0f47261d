import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

/// One promise of all detectors, with those that break it and why.
///
/// An exception is a fact: the flaw of something published that is kept as it is, or what a null is there for. One that
/// is no longer true fails the test, too.
struct ContractRule {
  let exceptions: KeyValuePairs<String, String>

  init(except exceptions: KeyValuePairs<String, String> = [:]) {
    self.exceptions = exceptions
  }

  /// - Parameter violations: how a detector breaks the promise, in words; empty where it keeps it.
  func check(_ name: String, _ violations: [String]) {
    if let reason = exceptions.first(where: { $0.key == name })?.value {
      #expect(!violations.isEmpty, "\(name) keeps the promise it is excused from: \(reason)")
    } else {
      #expect(violations.isEmpty, "\(name): \(violations.joined(separator: "; "))")
    }
  }
}

enum Contract {
  static let entries = Catalog<DetectorEntry>.builtIn.entries
  static let names = entries.map(\.info.name)

  static func entry(_ name: String) throws -> DetectorEntry {
    try #require(Catalog<DetectorEntry>.builtIn[name])
  }

  /// How long before its window a beat may lie: one found in the window where a filter's delay, since taken off, put it.
  private static func delaySeconds(_ entry: DetectorEntry) -> Double { entry.info.name == "peak" ? 0.25 : 0 }

  /// Whether a run would refuse an estimate's rate.
  static func rangeFault(_ estimate: Estimate, _ declared: ClosedRange<Double>?) -> String? {
    guard let bpm = estimate.bpm, let declared else { return nil }
    let limits = RateLimits(declared: declared, measurand: .heartRate)
    return limits.contain(bpm) ? nil : "a rate of \(bpm) outside \(declared)"
  }

  /// What is wrong with an estimate whatever the samples.
  static func faults(
    _ estimate: Estimate, of entry: DetectorEntry, in range: TimeRange,
    parameters: ParameterValues = ParameterValues()
  ) throws -> [String] {
    var faults: [String] = []
    if let bpm = estimate.bpm, !(bpm.isFinite && bpm > 0) { faults.append("a rate of \(bpm)") }
    if let fault = rangeFault(estimate, try entry.make(parameters).rangeBPM) { faults.append(fault) }
    if let confidence = estimate.confidence, !(0...1).contains(confidence) {
      faults.append("a confidence of \(confidence)")
    }
    let beats = estimate.beats
    if beats.contains(where: { !$0.isFinite }) { faults.append("a beat at no time") }
    if zip(beats, beats.dropFirst()).contains(where: { $0 >= $1 }) { faults.append("beats out of order") }
    // A streaming detector's beats are those it still remembers.
    var start = -Double.infinity
    if case .window = try entry.make() { start = range.start - delaySeconds(entry) - TimeRange.slack }
    if let first = beats.first, first < start {
      faults.append("a beat at \(first) before \(range.start)")
    }
    if let last = beats.last, last >= range.end { faults.append("a beat at \(last) after \(range.end)") }
    return faults
  }
}
