internal import HRResults
internal import HRDiagnostics

extension RunPlan {
  /// What was run, as members of `results.json` and `run.json`; the same for every run of one experiment.
  var members: [(key: String, value: JSONText)] {
    [
      ("name", .string(name)), ("description", .optional(description)),
      ("seed", .seed(seed)),
      ("measurand", .string(measurand)), ("mode", .string(mode)),
      (
        "windows",
        .object([
          ("windowSeconds", .optional(windowSeconds)), ("hopSeconds", .number(hopSeconds)),
          ("startSeconds", .optional(windowPlans.count == 1 ? startSeconds ?? 0 : nil)),
          ("tries", .integer(tries ?? 1)), ("described", .string(windowsDescribed)),
        ])
      ),
      (
        "tolerance",
        .object([("withinBPM", .number(withinBPM)), ("withinPercent", .optional(withinPercent))])
      ),
      (
        "beats",
        .object([
          ("toleranceSeconds", .number(beatToleranceSeconds)), ("lagSeconds", .number(beatLagSeconds)),
        ])
      ),
      (
        "datasets",
        .array(
          datasets.map {
            .object([
              ("name", .string($0.name)), ("reference", .string($0.reference)),
              ("citation", .optional($0.citation)),
              ("license", .optional($0.license)), ("descriptorSHA256", .optional($0.descriptorSHA256)),
            ])
          })
      ),
      ("cadence", .boolean(readsCadence)), ("baseline", .optional(baseline)),
      (
        "qualities",
        .array(
          qualities.map {
            .object([
              ("label", .string($0.label)), ("extractors", .array($0.extractors.map { .string($0) })),
              ("quality", $0.quality.json),
            ])
          })
      ),
      ("scenarios", .array(scenarios.indices.map { scenarios[$0].json(windows: windows(of: $0)) })),
      ("detectors", .array(detectors.map(\.json))),
    ]
  }
}

extension RunPlan.ScenarioNote {
  /// - Parameter windows: told where scenarios differ in them.
  fileprivate func json(windows: WindowPlan) -> JSONText {
    .object([
      ("label", .string(label)), ("family", .string(familyLabel)),
      ("swept", .object(swept.map { ($0.name, $0.json) })), ("repeats", .integer(repeats)),
      ("steps", .array(steps.map(\.json))),
      ("untouched", .array(untouchedDatasets.map { .string($0) })),
      ("windows", size == nil ? .null : .string(windows.described)),
    ])
  }
}

extension RunPlan.DetectorNote {
  fileprivate var json: JSONText {
    .object([
      ("label", .string(label)), ("extractors", .array(extractors.map { .string($0) })),
      ("recordedTrace", recordedTrace.map(\.json) ?? .null),
      ("filters", .array(filters.map(\.json))), ("detector", detector.json),
      ("baseline", .optional(baseline)),
      ("beatLagSeconds", .number(beatLagSeconds)),
      ("acceptWhen", .array(acceptWhen.map(\.json))),
      ("confidenceFrom", confidenceFrom.map(\.json) ?? .null),
      ("scenarios", scenarios.map { .array($0.map { .string($0) }) } ?? .null),
      (
        "rangeBPM",
        range.map { .array([.number($0.lowBPM), .optional($0.highBPM)]) } ?? .null
      ),
    ])
  }
}

extension RunPlan.StageNote {
  fileprivate var json: JSONText {
    .object([
      ("definition", .string(definition)), ("parameters", .object(parameters.map { ($0.name, $0.json) })),
    ])
  }
}

extension RunPlan.ParameterNote {
  fileprivate var json: JSONText { number.map { .number($0) } ?? .string(value) }
}
