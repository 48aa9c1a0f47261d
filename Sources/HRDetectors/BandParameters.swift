package import HRPlugins

/// Parameters that hold the two edges of a band, which must be in order.
package protocol BandParameters: ParameterSet {
  var lowCutoffHz: Double { get }
  var highCutoffHz: Double { get }
}

extension BandParameters {
  package var conflicts: [String] { bandConflicts }

  /// The band in beats per minute.
  var bandBPM: ClosedRange<Double> { (lowCutoffHz...highCutoffHz).perMinute }

  /// For parameters that have more to contradict each other.
  var bandConflicts: [String] {
    lowCutoffHz < highCutoffHz ? [] : ["lowCutoffHz must be below highCutoffHz"]
  }
}

extension ClosedRange<Double> {
  /// Frequencies in Hz as rates per minute.
  var perMinute: ClosedRange<Double> { 60 * lowerBound...60 * upperBound }

  /// The least range that holds both.
  func joined(with other: ClosedRange<Double>) -> ClosedRange<Double> {
    Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
  }
}
