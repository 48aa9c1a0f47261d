internal import HRDiagnostics
package import HRSignals

/// What a run measured, in words for reports.
extension RunPlan {
  package var measured: Measurand { Measurand(rawValue: measurand) ?? .heartRate }

  /// `heart rate`
  package var rateWords: String { measured.words }

  /// What a minute's worth of is a rate: `beats`, `breaths`.
  package var eventWords: String { measured.events }
}
