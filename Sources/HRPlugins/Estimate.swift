package import HRSignals

/// A detector's result for one window or time: a rate, or the reason for having none.
public struct Estimate: Equatable, Sendable {
  /// A rate, or the reason for having none.
  public enum Outcome: Equatable, Sendable {
    /// Beats, or breaths, per minute; finite and positive.
    case bpm(Double)
    /// No rate, with the reason.
    case abstained(Abstention)
  }

  /// The rate, or the reason for having none.
  public var outcome: Outcome
  /// Confidence in 0…1, if the detector gives one; higher is surer.
  public var confidence: Double?
  /// The guide's quality word, if the detector gives one.
  public var quality: SignalQuality?
  /// True if the detector found excessive motion; `nil` if it does not test for it.
  public var motion: Bool?
  /// Times of the beats behind the rate in seconds, for beat detectors; else empty.
  public var beats: [Double] = []

  /// An estimate without confidence, words or beats.
  public init(_ outcome: Outcome) {
    self.outcome = outcome
  }

  /// A rate per minute, finite and positive, with its confidence, 0…1.
  public static func bpm(_ rate: Double, confidence: Double? = nil) -> Estimate {
    var estimate = Estimate(.bpm(rate))
    estimate.confidence = confidence
    return estimate
  }

  /// No rate, for this reason.
  public static func abstained(_ reason: Abstention) -> Estimate {
    Estimate(.abstained(reason))
  }

  /// The rate, if there is one.
  public var bpm: Double? {
    if case .bpm(let rate) = outcome { rate } else { nil }
  }
}

/// Reason of a detector for giving no rate.
public enum Abstention: String, CaseIterable, Sendable {
  /// Fewer samples than the method needs.
  case windowTooShort
  /// The samples do not vary.
  case flatSignal
  /// No spectral peak inside the band.
  case noPeak
  /// The strongest component is on the band's edge, so the true one may be outside.
  case bandEdge
  /// Fewer beats than a rate can be made of.
  case tooFewBeats
  /// All intervals are outside the plausible rates.
  case noPlausibleInterval
  /// Components that should agree do not.
  case disagreement
  /// The detector, or a rule of the experiment, finds the signal too poor.
  case lowQuality
  /// A streaming detector has not settled, or its last beats are too old.
  case noReading
  /// The channel does not cover the window.
  case notCovered
  /// The recording has samples in too little of the window.
  case noSamples
  /// Recorded output: no file, an empty series or no wave, nothing inside the window, or a value of 0 or null.
  case recordMissing, recordEmpty, recordNotCovered, recordZero
  /// Recorded output: the file holds a breathing rate where the heart rate is asked for, or the other way round; or a
  /// breathing wave and no pulse wave.
  case recordOtherQuantity
  /// Recorded output: no reading that the experiment accepts, though there are others: none inside the window is marked
  /// stable, no strict value, the reading's confidence is too low, or it has none.
  case recordNotStable, recordNotStrict, recordLowConfidence, recordNoConfidence
}

extension ClosedRange<Double> {
  /// The range of a detector whose method sets no bound; it declares this, while `nil` declares nothing.
  public static var unbounded: ClosedRange<Double> { 0...(.infinity) }
}

extension Estimate {
  /// The estimate, or an abstention if its rate is outside a range.
  public func within(_ rangeBPM: ClosedRange<Double>, else reason: Abstention) -> Estimate {
    guard let bpm, !rangeBPM.contains(bpm) else { return self }
    return .abstained(reason)
  }
}

/// Rates of a detector that count as estimates: those in the range it declares or, if it declares none, all conceivable
/// ones.
package struct RateLimits: Equatable, Sendable {
  private let low: Double
  private let high: Double

  /// A rate on the range's edge may miss it by rounding.
  private static let roundingShare = 1e-9

  package init(declared rangeBPM: ClosedRange<Double>?, measurand: Measurand) {
    let range = rangeBPM ?? measurand.conceivablePerMinute
    low = range.lowerBound - Self.roundingShare * abs(range.lowerBound)
    high = range.upperBound + Self.roundingShare * abs(range.upperBound)
  }

  package func contain(_ bpm: Double) -> Bool { bpm >= low && bpm <= high }
}
