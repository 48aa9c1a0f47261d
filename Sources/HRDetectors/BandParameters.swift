internal import HRPlugins

/// Parameters that hold the two edges of a band, which must be in order.
protocol BandParameters: ParameterSet {
  var lowCutoffHz: Double { get set }
  var highCutoffHz: Double { get set }
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

  /// Rows of the two edges; the summaries begin with which edge it is.
  static func edges(
    low: ClosedRange<Double>, _ lowSummary: String, high: ClosedRange<Double>, _ highSummary: String
  ) -> [Parameter<Self>] {
    [
      Parameter("lowCutoffHz", \.lowCutoffHz, in: low, "Lower edge\(lowSummary)"),
      Parameter("highCutoffHz", \.highCutoffHz, in: high, "Upper edge\(highSummary)"),
    ]
  }

  /// Rows of the edges of a search for the heart rate, from 0.7 to 3.5 Hz if nothing else is said, and further ones.
  static func searchEdges(
    _ further: [Parameter<Self>] = [], low: ClosedRange<Double> = 0.3...2, high: ClosedRange<Double> = 2...6
  ) -> [Parameter<Self>] {
    edges(
      low: low, " of the search; 0.7 Hz is 42 bpm.", high: high, " of the search; 3.5 Hz is 210 bpm.")
      + further
  }

  /// Rows of the edges of a band-pass.
  static func passEdges(
    low: ClosedRange<Double> = 0.1...1.5, high: ClosedRange<Double> = 2...20
  ) -> [Parameter<Self>] {
    edges(low: low, " of the band-pass.", high: high, " of the band-pass.")
  }
}

/// A detector whose rates are those of its parameters' band.
protocol BandDetector: Detector where Parameters: BandParameters {
  var parameters: Parameters { get }
}

extension BandDetector {
  var rangeBPM: ClosedRange<Double>? { parameters.bandBPM }
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

  /// Factor that falls over the range: 1 up to its start, `least` from its end on, linear between.
  func factor(fallingTo least: Double, at value: Double) -> Double { 1 - (1 - least) * share(below: value) }
}
