import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// The measured severity equals the given one: a finger that shifts and stays.
@Suite struct FingerShiftTests {
  private func shifted(
    _ channels: Channels, _ values: [(String, Double)], seed: UInt64 = 1
  ) throws -> Channels {
    try SampleChannels.make("fingerShift", values).apply(to: channels, in: SampleChannels.trial(seed))
  }

  /// First and last sample of each stretch in which the values change from one to the next.
  private func transitions(_ values: [Double]) -> [ClosedRange<Int>] {
    var found: [ClosedRange<Int>] = []
    for index in 1..<values.count where abs(values[index] - values[index - 1]) > 1e-12 {
      if let last = found.last, last.upperBound == index - 1 {
        found[found.count - 1] = last.lowerBound...index
      } else {
        found.append((index - 1)...index)
      }
    }
    return found
  }

  @Test(arguments: [1.0, 4, 12], [0.5, 3]) func levelStepsAsOftenAndAsHighAsAsked(
    _ perMinute: Double, _ ratio: Double
  ) throws {
    let channels = Channels([
      .ppg: SampleChannels.pulse(seconds: 600, rate: 125, level: 1, amplitude: 0.2),
      .red: SampleChannels.pulse(seconds: 600, rate: 30, level: 150, amplitude: -2),
    ])
    let damaged = try shifted(
      channels, [("perMinute", perMinute), ("stepRatio", ratio), ("leastPulseShare", 1)])
    for (kind, rate, pulse) in [(ChannelKind.ppg, 125.0, 0.2), (.red, 30, 2)] {
      let level = try difference(damaged[kind], channels[kind])
      let steps = transitions(level)
      #expect(steps.count == Int(10 * perMinute))
      for (number, step) in steps.enumerated() {
        let height = level[step.upperBound] - level[step.lowerBound]
        #expect(abs(abs(height) / (ratio * pulse) - 1) < 0.01)
        // 0.3 s, rounded up to samples at both ends.
        let seconds = Double(step.count - 1) / rate
        #expect(seconds > 0.3 - 2 / rate && seconds < 0.3 + 2 / rate)
        // Away and back in turn.
        #expect((abs(level[step.lowerBound]) < 1e-9) == (number % 2 == 0))
      }
      let upward = stride(from: 0, to: steps.count, by: 2).filter { level[steps[$0].upperBound] > 0 }.count
      if perMinute == 12 { #expect((15...45).contains(upward)) }
    }
  }

  @Test(arguments: [0.0, 0.4, 0.8]) func pulseHeightsLieBetweenTheLeastShareAndOne(_ least: Double) throws {
    let channels = Channels([
      .infrared: SampleChannels.pulse(seconds: 1800, rate: 50, level: 0, amplitude: 3)
    ])
    let damaged = try shifted(
      channels, [("perMinute", 6), ("stepRatio", 0), ("leastPulseShare", least)])
    let values = try #require(damaged[.infrared]).values
    // Pulse heights over whole beats of 40 samples, where the next beat is as high: no shift between.
    let heights = stride(from: 400, to: values.count - 400, by: 40).map { start in
      (2 * meanSquare(Array(values[start..<(start + 40)]))).squareRoot() / 3
    }
    let still = zip(heights, heights.dropFirst()).filter { abs($0 - $1) < 1e-4 }.map(\.0)
    #expect(still.count > heights.count * 8 / 10)
    #expect(still.allSatisfy { $0 > least - 0.005 && $0 < 1.005 })
    // 180 shares, uniform: their mean has a standard error of 2.2 % of the span.
    let mean = still.reduce(0, +) / Double(still.count)
    #expect(abs(mean - (1 + least) / 2) < 0.08 * (1 - least))
    #expect((still.min() ?? 1) < least + 0.1 * (1 - least))
    #expect((still.max() ?? 0) > 1 - 0.1 * (1 - least))
  }

  @Test func whereTheFingerLiesDoesNotDependOnTheStart() throws {
    let channels = Channels([
      .ppg: SampleChannels.pulse(seconds: 300, rate: 50, level: 0, amplitude: 1)
    ])
    let values = [("perMinute", 4.0), ("leastPulseShare", 1)]
    let whole = try difference(try shifted(channels, values)[.ppg], channels[.ppg])
    for start in stride(from: 5.0, to: 150, by: 12) {
      let part = channels.cut(to: TimeRange(start: start, end: start + 120))
      let piece = try difference(try shifted(part, values)[.ppg], part[.ppg])
      // Only the measured pulse amplitude differs a little.
      for (a, b) in zip(whole[Int(start * 50)...], piece) { #expect(abs(a - b) < 0.01 * abs(a) + 1e-9) }
    }
  }

  /// Colours step as they pulse: the ratio of the steps is that of the pulses.
  @Test func coloursStepAsTheyPulse() throws {
    let channels = SampleChannels.everything(seconds: 120)
    let damaged = try shifted(channels, [("leastPulseShare", 1), ("stepRatio", 3), ("perMinute", 3)])
    let red = try difference(damaged[.red], channels[.red])
    let green = try difference(damaged[.green], channels[.green])
    let blue = try difference(damaged[.blue], channels[.blue])
    #expect(red.contains { $0 != 0 })
    for index in red.indices {
      #expect(abs(green[index] - red[index] * 1.5 / 2) < 0.01)
      #expect(abs(blue[index] - red[index] * 0.8 / 2) < 0.01)
    }
  }
}
