internal import HRPlugins
internal import HRSignals
internal import RealModule

/// The judgements that the red-channel guide makes about its own signal and readings, as published.
///
/// Constants are in units of an 8-bit camera's frame mean (0 to 255); on any other scale the words keep their
/// arithmetic and lose their meaning.
enum SwasthicareGuide {
  /// Samples per second that the guide assumes.
  static let sampleRate = 30.0
  /// Number of newest samples that the guide uses: 20 s.
  static let bufferCount = 600
  /// Least number of samples (5 s) for a reading of the guide.
  static let firstReadingCount = 150
  static let bandHz = 0.7...3.5
  /// Duration of a measurement, by the clock.
  static let sessionSeconds = 20.0
  /// Usual time between the readings while a window fills.
  static let readingIntervalSeconds = 1.0

  /// The raw frames of a window in the order of time.
  static func frames(of window: Window) -> [Double] { window.channels[.ppg]?.values ?? [] }

  /// The guide's word for the raw (unfiltered) signal, from its newest 30 values.
  ///
  /// Spread is the population standard deviation (divisor n). The first row that applies gives the word:
  /// mean < 100 or range < 2, poor; mean < 150 or range < 5 or deviation < 1, fair; deviation < 3, good; else
  /// excellent. Fewer than 30 values are poor.
  static func quality(of raw: some BidirectionalCollection<Double>) -> SignalQuality {
    let newest = Array(raw.suffix(30))
    guard newest.count == 30, let least = newest.min(), let most = newest.max() else { return .poor }
    let mean = newest.reduce(0, +) / 30
    let range = most - least
    let deviation = Double.sqrt(newest.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 30)
    if mean < 100 || range < 2 { return .poor }
    if mean < 150 || range < 5 || deviation < 1 { return .fair }
    return deviation < 3 ? .good : .excellent
  }

  /// Returns true if the newest 10 raw values move too much: mean absolute difference of neighbours above 15.
  ///
  /// Of fewer values, those there are; a single one has not moved.
  static func hasExcessiveMotion(in raw: some BidirectionalCollection<Double>) -> Bool {
    let newest = Array(raw.suffix(10))
    guard newest.count > 1 else { return false }
    let total = zip(newest.dropFirst(), newest).reduce(0) { $0 + abs($1.0 - $1.1) }
    return total / Double(newest.count - 1) > 15
  }

  /// The guide's confidence in a series of readings: `1 − SD / 15`, kept within 0…1; 0 for fewer than three.
  ///
  /// - Parameter readings: beats per minute. The deviation is the population's (divisor n).
  static func confidence(of readings: [Double]) -> Double {
    guard readings.count >= 3 else { return 0 }
    let count = Double(readings.count)
    let mean = readings.reduce(0, +) / count
    let deviation = Double.sqrt(readings.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count)
    return max(0, min(1, 1 - deviation / 15))
  }
}
