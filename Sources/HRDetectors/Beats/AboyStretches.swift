internal import HRNumerics
internal import HRSignals
internal import RealModule

/// The steps that M. Aboy's detector and its successor share: ten-second stretches, the heart rate of each, and bands
/// that follow it.
struct AboyStretches {
  static let seconds = 10.0
  static let stepSeconds = 8.0
  /// Range of the rates searched.
  static let plausibleBPM = 30.0...200.0
  /// Lower edge of every band: 0.9 of the lowest rate.
  static let lowCutoffHz = 0.9 * plausibleBPM.lowerBound / 60
  /// Enough for a spectrum of what the first band leaves.
  private static let spectrumRate = 30.0

  let prototype: AnalogPrototype
  let sampleRate: Double

  /// Stretches of 10 s, one every 8 s, and one that ends with the wave; the whole wave if it is no longer than that.
  static func ranges(of wave: Signal) -> [Range<Int>] {
    let length = Int(saturating: (seconds * wave.sampleRate).rounded())
    let step = max(1, Int(saturating: (stepSeconds * wave.sampleRate).rounded()))
    guard wave.count > length else { return [0..<wave.count] }
    var ranges = stride(from: 0, to: wave.count - length, by: step).map { $0..<($0 + length) }
    ranges.append((wave.count - length)..<wave.count)
    return ranges
  }

  /// Forward and backward through the band from ``lowCutoffHz`` up; where half the sample rate is not above the upper
  /// edge, only the lower one is cut.
  ///
  /// - Returns: `nil` where the upper edge is not above the lower one.
  func band(to highCutoffHz: Double, _ samples: [Double]) -> [Double]? {
    guard highCutoffHz > Self.lowCutoffHz else { return nil }
    return BandFilter(prototype, bandHz: Self.lowCutoffHz...highCutoffHz, sampleRate: sampleRate)?
      .sections.zeroPhase(samples)
  }

  /// The strongest of the frequencies k/T (T the stretch's duration) between two rates, under a Blackman window.
  ///
  /// Only every n-th sample is taken, n so that at least 30 a second are left.
  func heartRate(of filtered: [Double], between bpm: ClosedRange<Double>) -> Double? {
    let stepCount = max(1, Int(saturating: sampleRate / Self.spectrumRate))
    let count = (filtered.count + stepCount - 1) / stepCount
    let angle = 2 * Double.pi / Double(count)
    let faded = (0..<count).map { index in
      let turn = angle * Double(index)
      return filtered[index * stepCount] * (0.42 - 0.5 * Double.cos(turn) + 0.08 * Double.cos(2 * turn))
    }
    let hzPerBin = sampleRate / Double(count * stepCount)
    let first = Int(saturating: (bpm.lowerBound / 60 / hzPerBin - 1e-9).rounded(.up))
    let last = min(count / 2, Int(saturating: (bpm.upperBound / 60 / hzPerBin + 1e-9).rounded(.down)))
    var best: (bpm: Double, power: Double)?
    for bin in stride(from: first, through: last, by: 1) {
      let power = singleBinPower(of: faded, turnsPerSample: Double(bin) / Double(count))
      if power > best?.power ?? 0 { best = (60 * hzPerBin * Double(bin), power) }
    }
    return best?.bpm
  }

  /// Slope of the parabola through five samples; the first and last two as their neighbour.
  static func slope(_ x: [Double]) -> [Double] {
    guard x.count >= 5 else { return x.map { _ in 0 } }
    var slope = [Double](repeating: 0, count: x.count)
    for index in 2..<(x.count - 2) {
      slope[index] = (2 * (x[index + 2] - x[index - 2]) + x[index + 1] - x[index - 1]) / 10
    }
    (slope[0], slope[1]) = (slope[2], slope[2])
    (slope[x.count - 1], slope[x.count - 2]) = (slope[x.count - 3], slope[x.count - 3])
    return slope
  }

  /// Local maxima strictly above both neighbours and above a percentile of the samples.
  static func maxima(of x: [Double], abovePercentile percent: Double) -> [Int] {
    guard let limit = percentile(x, percent) else { return [] }
    return localMaxima(x).filter { x[$0] > limit }
  }

  /// The first top after each slope maximum, each once.
  static func tops(_ tops: [Int], after slopes: [Int]) -> [Int] {
    var result: [Int] = []
    var number = 0
    for slope in slopes {
      while number < tops.count, tops[number] <= slope { number += 1 }
      guard number < tops.count else { break }
      if result.last != tops[number] { result.append(tops[number]) }
    }
    return result
  }
}
