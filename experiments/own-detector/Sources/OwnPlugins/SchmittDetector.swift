public import HRPlugins
public import HRSignals

/// Counts a beat when the wave rises through an upper threshold after it has been below a lower one.
///
/// The running mean over `levelSeconds` is subtracted from the window. The wave's height is the distance between
/// the 10th and the 90th percentile of the rest. The thresholds are `hysteresisShare` of half the height above and
/// below 0. A beat's time is the point at which the line between two samples crosses the upper threshold. The rate
/// is 60 over the mean of the intervals that are within a quarter of the median interval.
///
/// O. H. Schmitt, "A thermionic trigger", Journal of Scientific Instruments 15(1), 1938.
///
/// - Note: Abstains with ``Abstention/windowTooShort`` below 3 s of samples, ``Abstention/flatSignal``,
///   ``Abstention/tooFewBeats`` below four beats and ``Abstention/noPlausibleInterval`` outside 40 to 200 bpm. A sample
///   that is not finite counts as the last one before it that is.
public struct SchmittDetector: WindowDetector {
  public struct Parameters: ParameterSet {
    public var levelSeconds = 1.5
    public var hysteresisShare = 0.3

    public init() {}

    public static let table: [Parameter<Self>] = [
      Parameter("levelSeconds", \.levelSeconds, in: 0.5...5, "Length of the running mean that is the level."),
      Parameter(
        "hysteresisShare", \.hysteresisShare, in: 0.05...0.9,
        "Distance of the thresholds from the level, as a share of half the wave's height."),
    ]
  }

  public static let info = PluginInfo(
    "schmitt", version: 1, "Rises through an upper threshold after a lower one.",
    source: "O. H. Schmitt, J. Sci. Instrum. 15(1), 1938")
  public static let inputs = [ChannelKind.ppg]

  private let parameters: Parameters

  public init(parameters: Parameters) {
    self.parameters = parameters
  }

  public var rangeBPM: ClosedRange<Double>? { 40...200 }

  public func estimate(in window: Window) -> Estimate {
    let signal = window[.ppg]
    var last = signal.samples.first { $0.isFinite } ?? 0
    let samples = signal.samples.map { sample -> Double in
      if sample.isFinite { last = sample }
      return last
    }
    guard signal.duration >= 3, let top = samples.max(), let bottom = samples.min() else {
      return .abstained(.windowTooShort)
    }
    // The rounding errors of a constant are no wave.
    guard top - bottom > 1e-9 * max(abs(top), abs(bottom)) else { return .abstained(.flatSignal) }
    let crossings = crossings(samples.map { ($0 - bottom) / (top - bottom) }, rate: signal.sampleRate)
    guard crossings.count >= 4 else { return .abstained(.tooFewBeats) }
    let intervals = zip(crossings.dropFirst(), crossings).map { $0 - $1 }
    let median = intervals.sorted()[intervals.count / 2]
    let usual = intervals.filter { abs($0 - median) <= 0.25 * median }
    let mean = usual.reduce(0, +) / Double(usual.count)
    var estimate = Estimate.bpm(
      60 * signal.sampleRate / mean, confidence: Double(usual.count) / Double(intervals.count))
    estimate.beats = crossings.map { signal.startTime + $0 / signal.sampleRate }
    return estimate.within(40...200, else: .noPlausibleInterval)
  }

  /// Times at which the wave rises through the upper threshold, in samples from the first.
  private func crossings(_ samples: [Double], rate: Double) -> [Double] {
    let level = runningMean(samples, reach: Int(parameters.levelSeconds * min(rate, 1e6) / 2))
    let wave = zip(samples, level).map { $0 - $1 }
    let sorted = wave.sorted()
    let tenth = sorted.count / 10
    let height = sorted[sorted.count - 1 - tenth] - sorted[tenth]
    let threshold = parameters.hysteresisShare * height / 2
    guard threshold > 0 else { return [] }
    var crossings: [Double] = []
    var isArmed = false
    for index in wave.indices.dropFirst() {
      if wave[index] < -threshold {
        isArmed = true
      } else if isArmed, wave[index] >= threshold {
        isArmed = false
        let share = (threshold - wave[index - 1]) / (wave[index] - wave[index - 1])
        crossings.append(Double(index - 1) + share)
      }
    }
    return crossings
  }
}
