/// What a run measured, in words for reports.
extension RunPlan {
  /// `heart rate`
  package var rateWords: String { measurand.words }

  /// What a minute's worth of is a rate: `beats`, `breaths`.
  package var eventWords: String { measurand.events }
}
