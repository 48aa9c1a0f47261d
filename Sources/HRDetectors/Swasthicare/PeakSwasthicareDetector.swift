internal import HRNumerics
internal import HRPlugins

/// The red-channel guide's peak counter, as published.
///
/// Band-pass (``OnePoleBandFilter``), threshold, peaks, median of the plausible intervals, rounded to a whole rate.
///
/// - Note: The corrected ``PeakDetector`` repairs three flaws: a rate quantised by whole samples and whole beats per
///   minute (at 120 bpm a sample is 8 bpm), the upper of the two middle intervals taken as median, and a reading taken
///   while the filter still starts up.
struct PeakSwasthicareDetector: ReadingDetector {
  struct Parameters: ReadingParameters {
    var readingIntervalSeconds = SwasthicareGuide.readingIntervalSeconds
    var precision = Precision.published
    var interval = Interval.median
    var timeStamps = FrameTimes.published

    static let table = readingRows([
      Parameter(
        "precision", \.precision,
        "Peaks on whole samples, the upper middle interval and whole rates, as published, or none of these."),
      Parameter(
        "interval", \.interval,
        "Plausible interval that makes the rate: the median, as published, or the mean."),
    ])
  }

  /// Resolution of a rate made from the peaks.
  enum Precision: String, CaseIterable, Sendable {
    case published, corrected
  }

  /// The one interval that stands for all.
  enum Interval: String, CaseIterable, Sendable {
    case median, mean
  }

  static let info = PluginInfo(
    "peak.swasthicare", version: 2, "Peak counting of the red-channel guide, as published.",
    source: "red-channel camera guide (SwasthiCare)")
  /// Rates to which an interval may correspond.
  static let plausibleBPM = 40.0...200.0

  let parameters: Parameters

  var rangeBPM: ClosedRange<Double>? { Self.plausibleBPM }

  func rate(_ frames: ArraySlice<Double>) throws(Abstention) -> Double {
    try Self.rate(frames, precision: parameters.precision, interval: parameters.interval)
  }

  /// The guide's rate from raw frames, taken to be 1/30 s apart.
  ///
  /// A peak is strictly above both neighbours and above element ⌊0.6 n⌋ of the sorted absolute values, at least
  /// ⌊0.3 · rate⌋ samples after the last accepted one. Fewer than three peaks, or no interval between 40 and 200 bpm:
  /// no answer. The rate is 60 / (element ⌊m / 2⌋ of the sorted intervals), rounded half away from zero.
  ///
  /// With the mean interval the rate is 60 / mean of the plausible intervals, likewise rounded.
  ///
  /// With corrected precision peaks are placed at the top of the parabola through three samples, and the rate is 60 /
  /// median, not rounded.
  static func rate(
    _ raw: ArraySlice<Double>, precision: Precision = .published, interval: Interval = .median
  ) throws(Abstention) -> Double {
    let sampleRate = SwasthicareGuide.sampleRate
    let x = OnePoleBandFilter.filtered(raw, sampleRate: sampleRate, bandHz: SwasthicareGuide.bandHz)
    guard x.count > 2 else { throw .windowTooShort }
    let threshold = x.map { abs($0) }.element(
      atRank: Int(saturating: 0.6 * Double(x.count)), in: x.indices)
    let refractory = Int(saturating: 0.3 * sampleRate)

    var peaks: [Int] = []
    for i in 1..<(x.count - 1) where x[i] > x[i - 1] && x[i] > x[i + 1] && x[i] > threshold {
      if let last = peaks.last, i - last < refractory { continue }
      peaks.append(i)
    }
    guard peaks.count >= 3 else { throw .tooFewBeats }

    let isMended = precision == .corrected
    let places = peaks.map {
      Double($0) + (isMended ? parabolicApex(x[$0 - 1], x[$0], x[$0 + 1])?.offset ?? 0 : 0)
    }
    let intervals = zip(places.dropFirst(), places)
      .map { ($0 - $1) / sampleRate }
      .filter { plausibleBPM.contains(60 / $0) }
      .sorted()
    guard !intervals.isEmpty else { throw .noPlausibleInterval }
    let middle = intervals[intervals.count / 2]
    let isBetween = isMended && intervals.count % 2 == 0
    let chosen =
      switch interval {
      case .median: isBetween ? (middle + intervals[intervals.count / 2 - 1]) / 2 : middle
      case .mean: intervals.reduce(0, +) / Double(intervals.count)
      }
    return isMended ? 60 / chosen : (60 / chosen).rounded(.toNearestOrAwayFromZero)
  }
}
