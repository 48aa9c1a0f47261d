import Foundation
import HRSignals
import Testing

@testable import HRSynthesis

/// Figures that tests take from made recordings by plain means, not by the code that made them.
enum Measured {
  static func intervals(_ beats: [Double]) -> [Double] { zip(beats.dropFirst(), beats).map { $0 - $1 } }

  static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

  /// Standard deviation over mean.
  static func variation(_ values: [Double]) -> Double {
    let mean = mean(values)
    return (values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(values.count)).squareRoot() / mean
  }

  static func correlation(_ a: [Double], _ b: [Double]) -> Double {
    let (meanA, meanB) = (mean(a), mean(b))
    let product = zip(a, b).map { ($0 - meanA) * ($1 - meanB) }.reduce(0, +)
    let squares =
      a.map { ($0 - meanA) * ($0 - meanA) }.reduce(0, +) * b.map { ($0 - meanB) * ($0 - meanB) }.reduce(0, +)
    return product / squares.squareRoot()
  }

  static func samples(_ recording: Recording, _ kind: ChannelKind) throws -> [Double] {
    try #require(recording.channels[kind]).values
  }

  /// Largest minus smallest value from one beat's foot to `seconds` later.
  static func height(_ samples: [Double], rate: Double, from start: Double, seconds: Double) -> Double {
    let first = max(0, Int(start * rate))
    let last = min(samples.count - 1, Int((start + seconds) * rate))
    guard first < last else { return 0 }
    let part = samples[first...last]
    return part.reduce(-.infinity, max) - part.reduce(.infinity, min)
  }

  /// Amplitude (half of peak to peak) of the sine of a frequency in samples, by projection.
  static func amplitude(_ samples: [Double], rate: Double, hz: Double) -> Double {
    // Whole periods, so that nothing else of the signal's periodic parts leaks in.
    let periods = (Double(samples.count) / rate * hz).rounded(.down)
    let count = Int((periods / hz * rate).rounded())
    let mean = mean(Array(samples[0..<count]))
    var (sine, cosine) = (0.0, 0.0)
    for index in 0..<count {
      let angle = 2 * Double.pi * hz * Double(index) / rate
      sine += (samples[index] - mean) * sin(angle)
      cosine += (samples[index] - mean) * cos(angle)
    }
    return 2 * (sine * sine + cosine * cosine).squareRoot() / Double(count)
  }

  static func value(_ name: String, of recording: Recording) -> String? {
    recording.metadata.first { $0.name == name }?.value
  }
}
