internal import HRExternal
internal import HRPlugins

/// What a run's plan notes of recorded output.
extension RunPlan {
  private static let recordedName = "recorded"
  /// New in 2: a file is read for the experiment's measurand, the web service's strict values and percent are read, and there are
  /// rules on which readings count.
  package static let recordedDefinition = recordedName + "@2"
  package static let recordedTraceDefinition = "recordedTrace@1"
  static let recordedDigestName = "recordedSHA256"
}

extension RunPlan.DetectorNote {
  /// Whether its estimates were made by another program, on samples that hreval cannot know.
  package var isRecorded: Bool { detector.definition.prefix { $0 != "@" } == RunPlan.recordedName }
}

extension RunPlan.StageNote {
  init(estimatesFrom source: RecordedSource, by rule: RecordedRule) {
    self.init(
      definition: RunPlan.recordedDefinition,
      parameters: Self.files(of: source) + [
        RunPlan.ParameterNote(name: "stable", .choice(rule.stable.rawValue)),
        RunPlan.ParameterNote(name: "strict", .choice(rule.strict.rawValue)),
        RunPlan.ParameterNote(name: "minimumConfidence", .number(rule.minimumConfidence)),
      ])
  }

  init(traceFrom source: RecordedSource) {
    self.init(definition: RunPlan.recordedTraceDefinition, parameters: Self.files(of: source))
  }

  private static func files(of source: RecordedSource) -> [RunPlan.ParameterNote] {
    [
      RunPlan.ParameterNote(name: "path", value: source.notedPath, number: nil),
      RunPlan.ParameterNote(
        name: RunPlan.recordedDigestName, value: source.sha256 ?? "not read", number: nil),
    ]
  }
}
