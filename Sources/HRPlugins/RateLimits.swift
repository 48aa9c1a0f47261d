package import HRSignals

extension ClosedRange<Double> {
  /// The range of a detector whose method sets no bound: it says so, where one without a range has said nothing.
  public static var unbounded: ClosedRange<Double> { 0...(.infinity) }
}

extension Estimate {
  /// The estimate, or an abstention where its rate lies outside a range.
  public func within(_ rangeBPM: ClosedRange<Double>, else reason: Abstention) -> Estimate {
    guard let bpm, !rangeBPM.contains(bpm) else { return self }
    return .abstained(reason)
  }
}

/// Which of a detector's rates count as estimates: those in the range it declares or, where it declares none, those
/// that can be thought of at all.
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
