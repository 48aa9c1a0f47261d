internal import HRPlugins

/// Parameters that hold the two edges of a band, which must be in order.
protocol BandParameters: ParameterSet {
  var lowCutoffHz: Double { get }
  var highCutoffHz: Double { get }
}

extension BandParameters {
  var conflicts: [String] { bandConflicts }

  var bandHz: ClosedRange<Double> { lowCutoffHz...highCutoffHz }

  /// The band in beats per minute.
  var bandBPM: ClosedRange<Double> { bandHz.perMinute }

  /// Conflict between the edges. Parameters with further conflicts of their own add to it.
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

  /// Share of the range below a value: 0 up to its start, 1 from its end on, linear between.
  func share(below value: Double) -> Double {
    Swift.min(Swift.max((value - lowerBound) / (upperBound - lowerBound), 0), 1)
  }
}
