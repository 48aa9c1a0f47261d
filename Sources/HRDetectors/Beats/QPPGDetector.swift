internal import HRPlugins
internal import HRSignals

/// Finds the feet of the pulse wave by its summed upward slope (`qppg`, after W. Zong's `wabp` for arterial pressure).
///
/// The wave is scaled to −2000…2000 by its extremes. The slope sum z of a sample is the sum of all upward steps among
/// the `slopeSeconds` before it. A learning pass over the first `learningSeconds` starts with Ta = 3·(mean of z there)
/// and a threshold T1 of 2·(that mean); then the search begins anew with T1 = the mean. Where z exceeds T1:
/// - max is the largest z of the next `blindSeconds`, min the smallest from there back to half of that time before. A
///   sample that is itself the largest, or max ≤ min + 10, is passed over.
/// - Going back from max to below ⅔·(max − min), and on to where z grows by less than (max − min)/100 + 2 in 0.024 s:
///   the foot is 0.016 s before (or, where there is no such place, 0.04 s before the crossing), then moved to the
///   lowest local minimum of the wave from 0.20 s before to 0.05 s after it. A foot that is not later than the last one
///   is dropped.
/// - Ta ← Ta + (max − Ta)/10, T1 = Ta/3, and the search goes on `blindSeconds` after the foot.
///
/// After 2.5 s without a crossing Ta loses 1 per sample, down to 5. All thresholds are in scaled units and all of them
/// depend on the first seconds of the window: a detector with a memory, which starts afresh in every window. It needs
/// those `learningSeconds`; with less it abstains.
///
/// - Note: The reading is ppg-beats' `qppg_beat_detector`, itself the PhysioNet Cardiovascular Signal Toolbox's. Both
///   keep z in a ring of 4096 values whose seam loses a sample and which, above 512 Hz, is overwritten before the
///   search begins; here z is whole. Theirs finds nothing in a window of 8 s, since learning ends one sample later;
///   here learning ends with the window. Recordings over 5 minutes, which they scale by medians of extremes, do not
///   occur as windows. The loss of 1 per sample makes the recovery after a pause depend on the sample rate: it was
///   made for 125 Hz.
/// - Note: Known weak point: one spike sets the scale for the whole window and takes the pulse below the fixed 10.
struct QPPGDetector: BeatDetector {
  struct Parameters: ParameterSet {
    var slopeSeconds = 0.17
    var blindSeconds = 0.34
    var pauseSeconds = 2.5

    static let table: [Parameter<Self>] = [
      Parameter("slopeSeconds", \.slopeSeconds, in: 0.05...0.5, "Time over which upward steps are summed."),
      Parameter(
        "blindSeconds", \.blindSeconds, in: 0.1...0.6, "Time after a foot in which no other is sought."),
      Parameter(
        "pauseSeconds", \.pauseSeconds, in: 1...10, "Time without a beat before the threshold sinks."),
    ]
  }

  static let info = PluginInfo(
    "qppg", version: 1, "Feet of the pulse wave by the sum of its upward slope.",
    source: "A. N. Vest et al., Physiological Measurement 39(10), 2018, after W. Zong et al., 2003; ppg-beats"
  )

  static let leastSeconds = learningSeconds
  private static let learningSeconds = 8.0
  private static let leastLevel = 5.0

  let parameters: Parameters

  func beats(in wave: Signal) -> [Double] {
    let scaled = Self.scaled(wave.samples)
    let slopes = SlopeSum(
      scaled, window: max(1, Self.count(parameters.slopeSeconds, wave.sampleRate)))
    return feet(of: scaled, slopes, sampleRate: wave.sampleRate).map { wave.time(at: $0) }
  }

  /// Samples in a time, halves rounded up.
  private static func count(_ seconds: Double, _ sampleRate: Double) -> Int {
    Int(saturating: (seconds * sampleRate).rounded())
  }

  private static func scaled(_ samples: [Double]) -> [Double] {
    let low = samples.min() ?? 0
    let span = (samples.max() ?? 0) - low
    return samples.map { ($0 - low) / span * 4000 - 2000 }
  }

  /// The state of the search.
  private struct Level {
    /// Runs after the size of the slopes.
    var running: Double
    var threshold: Double
    /// Samples since the last crossing.
    var pause = 0
  }

  private func feet(of wave: [Double], _ slopes: SlopeSum, sampleRate: Double) -> [Int] {
    let blind = max(2, Self.count(parameters.blindSeconds, sampleRate))
    let pauseLimit = Self.count(parameters.pauseSeconds, sampleRate)
    let learning = min(Self.count(Self.learningSeconds, sampleRate) + 1, wave.count)
    let meanSlope = slopes.mean(ofFirst: learning)
    var level = Level(running: 3 * meanSlope, threshold: 2 * meanSlope)

    var index = 0
    while index < learning {
      level.threshold = 2 * meanSlope
      if slopes[index] > level.threshold, let pulse = pulse(at: index, wave, slopes, blind, sampleRate) {
        level.running += (pulse.slope - level.running) / 10
        index = max(index, pulse.onset + blind)
      }
      index += 1
    }

    level.threshold = meanSlope
    var feet: [Int] = []
    index = 0
    while index < wave.count {
      if slopes[index] > level.threshold {
        level.pause = 0
        if let pulse = pulse(at: index, wave, slopes, blind, sampleRate) {
          if let foot = pulse.foot, foot > feet.last ?? -1 { feet.append(foot) }
          level.running += (pulse.slope - level.running) / 10
          level.threshold = level.running / 3
          index = max(index, pulse.onset + blind)
        }
      } else {
        level.pause += 1
        if level.pause > pauseLimit, level.running > Self.leastLevel {
          level.running -= 1
          level.threshold = level.running / 3
        }
      }
      index += 1
    }
    return feet
  }

  private struct Pulse {
    /// Sample at which the slope begins; may be before the wave.
    let onset: Int
    /// The valley next to it, if it is inside the wave.
    let foot: Int?
    /// The largest slope sum.
    let slope: Double
  }

  /// The pulse whose slope sum crosses the threshold at a sample, if it is one.
  private func pulse(
    at crossing: Int, _ wave: [Double], _ slopes: SlopeSum, _ blind: Int, _ sampleRate: Double
  ) -> Pulse? {
    var (largest, top) = (slopes[crossing], crossing)
    for index in (crossing + 1)..<(crossing + blind) where slopes[index] > largest {
      (largest, top) = (slopes[index], index)
    }
    guard top > crossing else { return nil }
    let first = crossing + 1 - blind / 2
    var smallest = largest
    for index in stride(from: top, through: first, by: -1) { smallest = min(smallest, slopes[index]) }
    guard largest > smallest + 10 else { return nil }

    var index = top
    while index > first, slopes[index] >= (largest - smallest) * 2 / 3 { index -= 1 }
    let growth = (largest - smallest) / 100 + 2
    let reach = Self.count(0.024, sampleRate)
    var onset = crossing - Self.count(0.04, sampleRate)
    while index >= first - 1 + reach {
      if slopes[index] - slopes[index - reach] < growth {
        onset = index - Self.count(0.016, sampleRate)
        break
      }
      index -= 1
    }
    return Pulse(onset: onset, foot: valley(near: onset, wave, sampleRate), slope: largest)
  }

  private func valley(near onset: Int, _ wave: [Double], _ sampleRate: Double) -> Int? {
    guard wave.indices.contains(onset) else { return nil }
    var valley = onset
    let first = max(1, onset - Self.count(0.2, sampleRate))
    let last = min(onset + Self.count(0.05, sampleRate), wave.count - 2)
    for index in stride(from: first, through: last, by: 1)
    where wave[index] < wave[valley] && wave[index] <= wave[index - 1] && wave[index] <= wave[index + 1] {
      valley = index
    }
    return valley
  }
}

/// ``QPPGDetector`` under the name of its second program (`qppgfast`).
///
/// The PhysioNet Cardiovascular Signal Toolbox has the method twice: `qppg_fast` passes the state of `qppg` on as
/// arguments instead of keeping it in global variables. The arithmetic is the same, so the beats are; in a table both
/// rows must be equal.
struct QPPGFastDetector: BeatDetector {
  static let info = PluginInfo(
    "qppgfast", version: 1, "The beats of qppg, under the name of its faster program.",
    source: "A. N. Vest et al., Physiological Measurement 39(10), 2018; ppg-beats")

  static let leastSeconds = QPPGDetector.leastSeconds

  let parameters: QPPGDetector.Parameters

  func beats(in wave: Signal) -> [Double] { QPPGDetector(parameters: parameters).beats(in: wave) }
}

/// Sum of the upward steps among the samples before each sample (W. Zong's slope sum function).
///
/// With a window of W the value of sample i is the sum of max(0, x[k − 1] − x[k − 2]) over k = i − W + 1 … i: one
/// sample late, as in `wabp`. Outside the wave there are no steps, so after its end the sum dies away within W samples.
struct SlopeSum: Sendable {
  private let sums: [Double]

  init(_ wave: [Double], window: Int) {
    let count = wave.count
    sums = [Double](unsafeUninitializedCapacity: count + window) { sums, used in
      wave.withUnsafeBufferPointer { x in
        func step(_ k: Int) -> Double { k >= 2 && k < count ? max(0, x[k - 1] - x[k - 2]) : 0 }
        var sum = 0.0
        for index in 0..<(count + window) {
          let gone = step(index - window)
          // The sum is exactly zero again once no step in the window rises.
          sum = max(0, sum + step(index) - gone)
          sums[index] = sum
        }
      }
      used = count + window
    }
  }

  /// 0 where no step is within reach.
  subscript(index: Int) -> Double { sums.indices.contains(index) ? sums[index] : 0 }

  func mean(ofFirst count: Int) -> Double {
    sums[..<count].reduce(0, +) / Double(count)
  }
}
