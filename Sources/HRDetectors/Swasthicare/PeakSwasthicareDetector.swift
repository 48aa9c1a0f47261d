internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// The red-channel guide's peak counter, as published.
///
/// Band-pass (``OnePoleBandFilter``), threshold, peaks, median of the plausible intervals, rounded to a whole rate.
///
/// - Note: The corrected ``PeakDetector`` repairs three flaws: a rate quantised by whole samples and whole beats per
///   minute (at 120 bpm a sample is 8 bpm), the upper of the two middle intervals taken as median, and a reading taken
///   while the filter still starts up.
struct PeakSwasthicareDetector: SwasthicareDetector, ArrivalReader {
  struct Parameters: ParameterSet {
    var readingIntervalSeconds = ReadingInterval.seconds
    var precision = Precision.published
    var timeStamps = FrameTimes.published

    static let table: [Parameter<Self>] = [
      ReadingInterval.parameter(\.readingIntervalSeconds),
      FrameTimes.parameter(\.timeStamps),
      Parameter(
        "precision", \.precision,
        "Peaks on whole samples, the upper middle interval and whole rates, as published, or none of these."),
    ]
  }

  /// Resolution of a rate made from the peaks.
  enum Precision: String, CaseIterable, Sendable {
    case published, corrected
  }

  static let info = PluginInfo(
    "peak.swasthicare", version: 2, "Peak counting of the red-channel guide, as published.",
    source: "red-channel camera guide (SwasthiCare)")
  /// Rates to which an interval may correspond.
  static let plausibleBPM = 40.0...200.0

  let timeStamps: FrameTimes
  private let readings: SwasthicareReadings

  var rangeBPM: ClosedRange<Double>? { Self.plausibleBPM }

  init(parameters: Parameters) {
    timeStamps = parameters.timeStamps
    readings = SwasthicareReadings(
      everySeconds: parameters.readingIntervalSeconds, method: Self.method(parameters.precision))
  }

  static func method(_ precision: Precision) -> SwasthicareMethod {
    switch precision {
    case .published: { rate($0, precision: .published) }
    case .corrected: { rate($0, precision: .corrected) }
    }
  }

  func firstReading(in window: Window) -> Double? {
    readings.firstReading(in: window)
  }

  func estimate(in window: Window) -> Estimate {
    readings.estimate(in: window)
  }

  /// The guide's rate from raw frames, taken to be 1/30 s apart.
  ///
  /// A peak is strictly above both neighbours and above element ⌊0.6 n⌋ of the sorted absolute values, at least
  /// ⌊0.3 · rate⌋ samples after the last accepted one. Fewer than three peaks, or no interval between 40 and 200 bpm:
  /// no answer. The rate is 60 / (element ⌊m / 2⌋ of the sorted intervals), rounded half away from zero.
  ///
  /// With corrected precision peaks are placed at the top of the parabola through three samples, and the rate is 60 /
  /// median, not rounded.
  static func rate(
    _ raw: ArraySlice<Double>, precision: Precision = .published
  ) -> Result<Double, Silence> {
    let sampleRate = SwasthicareGuide.sampleRate
    let x = OnePoleBandFilter.filtered(raw, sampleRate: sampleRate, bandHz: SwasthicareGuide.bandHz)
    guard x.count > 2 else { return .failure(Silence(reason: .windowTooShort)) }
    let threshold = x.map { abs($0) }.element(
      atRank: Int(saturating: 0.6 * Double(x.count)), in: x.indices)
    let refractory = Int(saturating: 0.3 * sampleRate)

    var peaks: [Int] = []
    for i in 1..<(x.count - 1) where x[i] > x[i - 1] && x[i] > x[i + 1] && x[i] > threshold {
      if let last = peaks.last, i - last < refractory { continue }
      peaks.append(i)
    }
    guard peaks.count >= 3 else { return .failure(Silence(reason: .tooFewBeats)) }

    let places =
      switch precision {
      case .published: peaks.map(Double.init)
      case .corrected:
        peaks.map { Double($0) + (parabolicApex(x[$0 - 1], x[$0], x[$0 + 1])?.offset ?? 0) }
      }
    let intervals = zip(places.dropFirst(), places)
      .map { ($0 - $1) / sampleRate }
      .filter { plausibleBPM.contains(60 / $0) }
      .sorted()
    guard !intervals.isEmpty else { return .failure(Silence(reason: .noPlausibleInterval)) }
    let middle = intervals[intervals.count / 2]
    switch precision {
    case .published: return .success((60 / middle).rounded(.toNearestOrAwayFromZero))
    case .corrected:
      return .success(
        60 / (intervals.count % 2 == 1 ? middle : (middle + intervals[intervals.count / 2 - 1]) / 2))
    }
  }
}
