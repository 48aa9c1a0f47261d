import HRPlugins
import HRSignals
import Foundation

@testable import HRDetectors
@testable import HRNumerics

/// Every channel a detector may read, as a quiet person's recording would hold it, by formula.
///
/// Pulse waves have a shoulder; camera levels fall where it rises, about 205, 40 and 30; the electrocardiogram has a
/// spike and a T wave per beat; the accelerometer lies still under a trace of noise; the finger is in place. For a
/// breathing detector the rate is the breaths', and level, height and intervals of a pulse of 80 bpm follow them.
struct ContractChannels {
  var rate: Double
  var sampleRate: Double
  var seconds = 30.0
  var startTime = 0.0
  /// Applied to pulse waves and electrocardiogram; a camera's levels are what they are.
  var gain = 1.0
  var offset = 0.0
  /// Standard deviation of white noise on the pulse, by its height.
  var noise = 0.0

  static func measuresBreath(_ entry: DetectorEntry) -> Bool {
    entry.measurands == [.breathingRate]
  }

  /// Rates of a clean pulse, or of breaths.
  static func rates(of entry: DetectorEntry) -> [Double] {
    measuresBreath(entry) ? [10, 14, 18, 24] : [55, 75, 110, 150]
  }

  static func sampleRates(of entry: DetectorEntry) -> [Double] {
    if let assumed = entry.assumedSampleRate { return [assumed] }
    if entry.inputs.contains(.ecg) { return [125, 250, 500, 1000] }
    // Frames of a camera.
    if entry.inputs.contains(.red) || entry.inputs.contains(.contact) { return [30, 60, 100, 120] }
    return [30, 60, 125, 250]
  }

  /// The rate most rules are tried at.
  static func middleRate(of entry: DetectorEntry) -> Double { measuresBreath(entry) ? 16 : 84 }
  static func middleSampleRate(of entry: DetectorEntry) -> Double {
    entry.assumedSampleRate ?? (entry.inputs.contains(.ecg) ? 250 : 60)
  }

  /// The inputs (and the optional second pulse wave) of a detector.
  func channels(of entry: DetectorEntry) -> Channels {
    var channels = Channels()
    for kind in entry.inputs {
      channels[kind] = .uniform(signal(kind, breathing: Self.measuresBreath(entry)))
    }
    return channels
  }

  func signal(_ kind: ChannelKind, breathing: Bool) -> Signal {
    let count = Int((seconds * sampleRate).rounded())
    var random = RandomStream(seed: 11, ["contract", kind.rawValue])
    let values = (0..<count).map { index -> Double in
      let time = Double(index) / sampleRate
      let pulse = breathing ? breathed(at: time) : wave(phase: time * rate / 60)
      let noisy = noise > 0 ? pulse + noise * random.normal() : pulse
      switch kind {
      case .ppg, .ppg2, .infrared, .respiration: return offset + gain * noisy
      case .red: return 205 - 1.5 * noisy
      case .green: return 40 - 3 * noisy
      case .blue: return 30 - noisy
      case .ecg: return offset + gain * heart(phase: time * rate / 60)
      case .accelerometerX, .accelerometerY: return 0.002 * random.normal()
      case .accelerometerZ: return 1 + 0.002 * random.normal()
      case .contact: return 1
      }
    }
    return Signal(samples: values, sampleRate: sampleRate, startTime: startTime)
  }

  /// The pulse of a finger: a systolic wave with a shoulder, half as high as in ``PulseTrain``. Many published rules take
  /// a larger second bump for a beat, which is no matter of contract.
  private func wave(phase: Double) -> Double {
    let bump = { (centre: Double, width: Double) in
      let distance = (phase - phase.rounded(.down) - centre) / width
      return exp(-0.5 * distance * distance)
    }
    return bump(0.3, 0.1) + 0.25 * bump(0.6, 0.12)
  }

  private func breathed(at time: Double) -> Double {
    let breath = 2 * Double.pi * rate / 60 * time
    let turns = 80.0 / 60 * time - 0.03 * sin(breath)
    return (1 + 0.15 * sin(breath)) * wave(phase: turns) + 0.3 * sin(breath)
  }

  /// Q, R, S and T.
  private func heart(phase: Double) -> Double {
    let since = (phase - phase.rounded(.down)) * 60 / rate
    let bump = { (at: Double, width: Double) in exp(-0.5 * ((since - at) / width) * ((since - at) / width)) }
    return 1.2 * bump(0.15, 0.012) - 0.15 * bump(0.12, 0.01) - 0.25 * bump(0.18, 0.01) + 0.2
      * bump(0.34, 0.03)
  }
}

extension Channels {
  /// Every channel's samples changed.
  func mapValues(_ change: (ChannelKind, [Double]) -> [Double]) -> Channels {
    var changed = self
    for kind in kinds {
      if let channel = self[kind] { changed[kind] = channel.replacing(values: change(kind, channel.values)) }
    }
    return changed
  }

  /// The same samples at another pace: all times by a factor.
  func stretched(by factor: Double) -> Channels {
    var changed = self
    for kind in kinds {
      guard let signal = self[kind]?.uniform() else { continue }
      changed[kind] = .uniform(
        Signal(
          samples: signal.samples, sampleRate: signal.sampleRate / factor,
          startTime: signal.startTime * factor))
    }
    return changed
  }

  /// Another recording's samples right after this one's last.
  func followed(by other: Channels) -> Channels {
    mapValues { kind, values in values + (other[kind]?.values ?? []) }
  }
}

extension DetectorEntry {
  /// What a run makes of one window of a recording: prepared detectors see the recording from its start, streaming ones
  /// every frame before the window's end, all others the window alone; each at the rate it asks for.
  func estimate(
    in range: TimeRange, of channels: Channels, parameters: ParameterValues = ParameterValues()
  ) throws -> Estimate {
    try estimates(in: [range], of: channels, parameters: parameters)[0]
  }

  /// - Parameter ranges: in order of their ends.
  func estimates(
    in ranges: [TimeRange], of channels: Channels, parameters: ParameterValues = ParameterValues()
  ) throws -> [Estimate] {
    switch try make(parameters) {
    case .window(let detector):
      var fed = channels
      if let sampleRate = detector.sampleRate {
        for kind in inputs { fed[kind] = channels[kind]?.uniform(at: sampleRate).map { .uniform($0) } }
      }
      return Self.read(detector, in: ranges, of: fed)
    case .streaming(var detector):
      let columns = inputs.compactMap { channels[$0] }
      guard let first = columns.first, columns.count == inputs.count else {
        return ranges.map { _ in .abstained(.notCovered) }
      }
      detector.begin(sampleRate: first.nominalRate ?? 30)
      var next = 0
      return ranges.map { range in
        while next < first.count, first.time(at: next) < range.end - TimeRange.slack {
          detector.push(Frame(time: first.time(at: next), columns: columns.map(\.values), index: next))
          next += 1
        }
        return detector.reading(at: range.end)
      }
    }
  }

  private static func read(_ detector: any WindowDetector, in ranges: [TimeRange], of channels: Channels)
    -> [Estimate]
  {
    func prepared(_ detector: some PreparedWindowDetector) -> [Estimate] {
      let state = detector.prepare(channels)
      return ranges.map { detector.estimate(in: $0, of: state) }
    }
    if let composite = detector as? any CompositeDetector {
      let parts = composite.components.map { read($0.detector, in: ranges, of: channels) }
      return ranges.indices.map { index in composite.estimate(from: parts.map { $0[index] }) }
    }
    if let detector = detector as? any PreparedWindowDetector { return prepared(detector) }
    return ranges.map { detector.estimate(in: Window($0, of: channels)) }
  }
}
