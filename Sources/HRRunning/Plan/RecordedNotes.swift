/// Definitions and digest names in a run's plan for recorded output.
extension RunPlan {
  private static let recordedName = "recorded"
  /// Definition of recorded output. New in 2: a file is read for the experiment's measurand, the web service's strict
  /// values and percent are read, and there are rules on which readings count.
  package static let recordedDefinition = recordedName + "@2"
  package static let recordedTraceDefinition = "recordedTrace@1"
  package static let recordedDigestName = "recordedSHA256"
  /// Name of the digest of the manifest that the output is compared with.
  package static let manifestDigestName = "manifestSHA256"
}

extension RunPlan.DetectorNote {
  /// True if its estimates were made by another program, on samples that hreval cannot know.
  package var isRecorded: Bool { detector.definition.prefix { $0 != "@" } == RunPlan.recordedName }
}
