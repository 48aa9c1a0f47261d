package import HRPlugins

/// Parameters that hold the two edges of a band, which must be in order.
package protocol BandParameters: ParameterSet {
  var lowCutoffHz: Double { get }
  var highCutoffHz: Double { get }
}

extension BandParameters {
  package var conflicts: [String] { bandConflicts }

  /// For parameters that have more to contradict each other.
  var bandConflicts: [String] {
    lowCutoffHz < highCutoffHz ? [] : ["lowCutoffHz must be below highCutoffHz"]
  }
}
