package import HRSignals

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
