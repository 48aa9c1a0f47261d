import HRPlugins
import HRSignals
import Foundation
import HRNumerics
import Testing

/// A clean pulse wave: a systolic and a smaller dicrotic bump per beat, at an exactly even rate.
struct PulseTrain {
  var bpm: Double
  var sampleRate: Double
  var seconds = 30.0
  var gain = 1.0
  var offset = 0.0

  func value(at time: Double) -> Double {
    let phase = (time * bpm / 60).truncatingRemainder(dividingBy: 1)
    let bump = { (centre: Double, width: Double) in
      let distance = (phase - centre) / width
      return exp(-0.5 * distance * distance)
    }
    return offset + gain * (bump(0.25, 0.09) + 0.45 * bump(0.6, 0.1))
  }

  var signal: Signal {
    let count = Int((seconds * sampleRate).rounded())
    return Signal(
      samples: (0..<count).map { value(at: Double($0) / sampleRate) }, sampleRate: sampleRate)
  }

  var channels: Channels { Channels([.ppg: .uniform(signal)]) }
}

extension DetectorEntry {
  /// The detector's estimate over the channels' whole time range, whichever shape it has.
  ///
  /// Window detectors are asked through `estimate(in:)`; streaming ones are pushed every frame.
  func estimate(_ channels: Channels, parameters: ParameterValues = ParameterValues()) throws -> Estimate {
    let range = channels.timeRange ?? TimeRange(start: 0, end: 0)
    switch try make(parameters) {
    case .window(let detector):
      return detector.estimate(in: Window(range, of: channels))
    case .streaming(var detector):
      let inputs = inputs.map { channels[$0] ?? .uniform(Signal(samples: [], sampleRate: 30)) }
      let columns = inputs.map(\.values)
      detector.begin(sampleRate: inputs.first?.nominalRate ?? 30)
      for index in 0..<(columns.map(\.count).min() ?? 0) {
        detector.push(Frame(time: inputs[0].time(at: index), columns: columns, index: index))
      }
      return detector.reading(at: range.end)
    }
  }

  /// The detector's estimate of a part of a recording that it reads from its beginning.
  func estimate(_ channels: Channels, in range: TimeRange) throws -> Estimate {
    let driver = DetectorDriver(channels, windows: [range])
    return try #require(
      try driver.estimates(of: try make(), inputs: inputs, optionalInputs: optionalInputs).first)
  }

  /// The same signal on every channel the detector reads; contact is given throughout.
  func channels(_ signal: Signal) -> Channels {
    var channels = Channels()
    for kind in inputs {
      channels[kind] =
        kind == .contact
        ? .uniform(
          Signal(
            samples: signal.samples.map { _ in 1 }, sampleRate: signal.sampleRate,
            startTime: signal.startTime)) : .uniform(signal)
    }
    return channels
  }
}
