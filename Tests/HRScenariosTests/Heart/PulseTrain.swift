import Foundation
import HRPlugins
import HRSignals

@testable import HRScenarios

/// A recording whose pulses are known: a bell curve after each beat, and a narrower one on each beat in the ECG.
enum PulseTrain {
  /// Time from a beat to the top of its pulse.
  static let peakDelaySeconds = 0.25
  static let pulseWidthSeconds = 0.04
  static let qrsWidthSeconds = 0.01

  /// Beats of a heart of the given mean rate, with slow and with beat-to-beat variation of 5 % in all.
  static func beats(bpm: Double, seconds: Double, variation: Double = 0.05) -> [Double] {
    var beats = [1.0]
    while let last = beats.last, last < seconds - 2 {
      let count = Double(beats.count)
      let wave: Double = sin(0.37 * count) + 0.5 * sin(2.1 * count)
      beats.append(last + 60 / bpm * (1 + variation * wave / 1.5))
    }
    return beats
  }

  static func bells(
    at centres: [Double], width: Double, times: [Double], level: Double = 0, height: Double = 1
  ) -> [Double] {
    var values = times.map { _ in level }
    var first = 0
    for centre in centres {
      while first < times.count, times[first] < centre - 8 * width { first += 1 }
      var index = first
      while index < times.count, times[index] <= centre + 8 * width {
        let distance: Double = (times[index] - centre) / width
        values[index] += height * exp(-0.5 * distance * distance)
        index += 1
      }
    }
    return values
  }

  /// A contact sensor at 125 Hz, a camera with uneven times at about 30 Hz, an ECG at 250 Hz, and two bystanders.
  static func channels(beats: [Double], seconds: Double) -> Channels {
    let peaks = beats.map { $0 + peakDelaySeconds }
    func even(_ rate: Double) -> [Double] { (0..<Int(seconds * rate)).map { Double($0) / rate } }
    let frames = (0..<Int(seconds * 30)).map { index -> Double in
      let wobble: Double = 0.006 * Double((index * 7) % 3)
      return Double(index) / 30 + wobble
    }
    return Channels([
      .ppg: .uniform(
        Signal(samples: bells(at: peaks, width: pulseWidthSeconds, times: even(125)), sampleRate: 125)),
      .green: .irregular(
        TimeSeries(
          times: frames,
          values: bells(at: peaks, width: pulseWidthSeconds, times: frames, level: 120, height: -6))),
      .ecg: .uniform(
        Signal(samples: bells(at: beats, width: qrsWidthSeconds, times: even(250)), sampleRate: 250)),
      .respiration: .uniform(Signal(samples: even(25).map { sin(1.5 * $0) }, sampleRate: 25)),
      .accelerometerX: .uniform(Signal(samples: even(50).map { sin(9 * $0) }, sampleRate: 50)),
    ])
  }

  /// Time and height of the highest value within `reach` of a given time, by the parabola through it and its
  /// neighbours.
  static func peak(of channel: Channel, near moment: Double, reach: Double, sign: Double = 1) -> (
    time: Double, height: Double
  )? {
    let indices = channel.indices(in: TimeRange(start: moment - reach, end: moment + reach))
    let values = channel.values
    guard let top = indices.max(by: { sign * values[$0] < sign * values[$1] }), top > 0,
      top + 1 < values.count
    else { return nil }
    let times = (top - 1...top + 1).map { channel.time(at: $0) - channel.time(at: top) }
    let left: Double = (values[top] - values[top - 1]) / -times[0]
    let right: Double = (values[top + 1] - values[top]) / times[2]
    let bend: Double = (right - left) / (times[2] - times[0])
    let slope: Double = (left * times[2] - right * times[0]) / (times[2] - times[0])
    guard bend != 0 else { return nil }
    let offset: Double = -slope / (2 * bend)
    return (channel.time(at: top) + offset, values[top] + offset * (slope + bend * offset))
  }
}

/// Scenarios that move beats.
extension SampleChannels {
  static func rhythm(_ name: String, _ values: [(String, ParameterValue)] = []) throws -> any RhythmScenario {
    guard let entry = Catalog<ScenarioEntry>.builtIn[name] else { throw ScenarioFailure("no \(name)") }
    let made = try entry.make(ParameterValues(values.map { .init($0.0, $0.1) }))
    guard case .rhythm(let scenario) = made else { throw ScenarioFailure("\(name) moves no beats") }
    return scenario
  }

  static func moved(
    _ beats: [Double], by name: String, _ values: [(String, ParameterValue)] = [], seed: UInt64 = 1
  ) throws -> MovedBeats {
    let trial = ScenarioTrial(
      random: RandomSource(seed: seed, names: ["test"]), heart: InstantaneousHeartRate(.beats(beats)))
    return try rhythm(name, values).moved(beats, in: trial)
  }
}

/// Differences from each element to the next.
func intervals(_ times: [Double]) -> [Double] { zip(times.dropFirst(), times).map { $0 - $1 } }
