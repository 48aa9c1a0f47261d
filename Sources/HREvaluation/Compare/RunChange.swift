internal import HRPlugins
internal import HRRunning
internal import HRSignals
internal import HRSupport

/// A difference between two runs for which their figures cannot be compared as they are.
package struct RunChange: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case data, measurand, windows, reference, seed, tolerance, beats, metric, scenario, detector
  }

  package let kind: Kind
  /// `recordings 40 → 39`
  package let text: String

  /// `data: recordings 40 → 39`, `seed 7 → 8`
  package var described: String {
    text.hasPrefix(kind.rawValue) ? text : "\(kind.rawValue): \(text)"
  }

  /// Returns the differences that concern every scenario and detector, in a fixed order; empty for like runs.
  static func ofExperiment(_ old: ArchivedRun, _ new: ArchivedRun, metric: String) -> [RunChange] {
    data(old, new) + said(.measurand, "measurand", old.measurand.words, new.measurand.words)
      + windows(old, new) + reference(old, new) + said(.seed, "seed", String(old.seed), String(new.seed))
      + tolerance(old, new) + beats(old, new) + definition(of: metric, old, new)
  }

  /// Returns the further differences of one detector in one scenario.
  static func of(
    scenario: String, detector: String, _ old: ArchivedRun, _ new: ArchivedRun
  ) -> [RunChange] {
    Self.scenario(scenario, old, new) + Self.detector(detector, old, new)
  }

  /// Returns the label of the scenario or detector that the change concerns; `nil` for the whole run.
  func scope(in trend: Trend) -> String? {
    switch kind {
    case .scenario: trend.scenario
    case .detector: trend.detector
    case .data, .measurand, .windows, .reference, .seed, .tolerance, .beats, .metric: nil
    }
  }

  // MARK: Experiment

  private static func data(_ old: ArchivedRun, _ new: ArchivedRun) -> [RunChange] {
    let names = said(
      .data, "data sets", old.datasets.map(\.name).joined(separator: ", "),
      new.datasets.map(\.name).joined(separator: ", "))
    if !names.isEmpty { return names }
    let (before, after) = (old.usable, new.usable)
    if before.count != after.count {
      return [RunChange(kind: .data, text: "usable recordings \(before.count) → \(after.count)")]
    }
    if before.map({ [$0.dataset, $0.id] }) != after.map({ [$0.dataset, $0.id] }) {
      return [RunChange(kind: .data, text: "other recordings")]
    }
    if before.map(\.seconds) != after.map(\.seconds) {
      return [RunChange(kind: .data, text: "recordings of other lengths")]
    }
    let descriptors = zip(old.datasets, new.datasets).filter { before, after in
      before.descriptorSHA256 != after.descriptorSHA256 && before.descriptorSHA256 != nil
        && after.descriptorSHA256 != nil
    }.map(\.0.name)
    if !descriptors.isEmpty {
      return [RunChange(kind: .data, text: "another descriptor of \(descriptors.joined(separator: ", "))")]
    }
    if let files = old.origin.provenance?.dataFiles, let others = new.origin.provenance?.dataFiles,
      files != others
    {
      return [RunChange(kind: .data, text: "data files with other content")]
    }
    return []
  }

  private static func windows(_ old: ArchivedRun, _ new: ArchivedRun) -> [RunChange] {
    said(.windows, "mode", old.mode.rawValue, new.mode.rawValue)
      + (old.hasLengths || new.hasLengths
        ? [] : said(.windows, "windows", old.windows.described, new.windows.described))
      + said(.windows, "definition", old.definitions.windows, new.definitions.windows)
  }

  private static func reference(_ old: ArchivedRun, _ new: ArchivedRun) -> [RunChange] {
    let names = { (run: ArchivedRun) in run.datasets.map(\.reference).joined(separator: ", ") }
    return
      (old.datasets.map(\.name) == new.datasets.map(\.name)
      ? said(.reference, "reference", names(old), names(new)) + offsets(old, new) : [])
      + said(.reference, "definition", old.definitions.reference, new.definitions.reference)
  }

  /// Returns changed kinds and offsets of references that have the same name in both runs, where both state them.
  private static func offsets(_ old: ArchivedRun, _ new: ArchivedRun) -> [RunChange] {
    var changes: [RunChange] = []
    for (before, after) in zip(old.datasets, new.datasets) where before.reference == after.reference {
      let place = "of \"\(after.reference)\" (\(after.name))"
      if let kind = before.referenceKind, let now = after.referenceKind {
        changes += said(.reference, "kind \(place)", kind, now)
      }
      changes += said(.reference, "offset in s \(place)", before.offsetSeconds, after.offsetSeconds)
    }
    return changes
  }

  private static func tolerance(_ old: ArchivedRun, _ new: ArchivedRun) -> [RunChange] {
    let text = { (run: ArchivedRun) in
      "\(shortest(run.tolerance.withinBPM)) bpm"
        + (run.tolerance.withinPercent.map { " or \(shortest($0)) %" } ?? "")
    }
    return said(.tolerance, "tolerance", text(old), text(new))
  }

  private static func beats(_ old: ArchivedRun, _ new: ArchivedRun) -> [RunChange] {
    said(.beats, "tolerance in s", old.beatToleranceSeconds, new.beatToleranceSeconds)
      + said(.beats, "lag in s", old.beatLagSeconds, new.beatLagSeconds)
  }

  private static func definition(of metric: String, _ old: ArchivedRun, _ new: ArchivedRun) -> [RunChange] {
    guard let before = old.metric(metric), let after = new.metric(metric) else { return [] }
    return said(.metric, "definition", before.definition, after.definition)
  }

  // MARK: Scenario and detector

  private static func scenario(_ label: String, _ old: ArchivedRun, _ new: ArchivedRun) -> [RunChange] {
    guard let before = old.scenarios.first(where: { $0.label == label }),
      let after = new.scenarios.first(where: { $0.label == label })
    else { return [] }
    let lengths =
      old.hasLengths || new.hasLengths
      ? said(
        .scenario, "windows", before.windows ?? old.windows.described,
        after.windows ?? new.windows.described) : []
    return stages(.scenario, before.steps, after.steps) + lengths
      + said(.scenario, "repeats", String(before.repeats), String(after.repeats))
  }

  private static func detector(_ label: String, _ old: ArchivedRun, _ new: ArchivedRun) -> [RunChange] {
    guard let before = old.detectors.first(where: { $0.label == label }),
      let after = new.detectors.first(where: { $0.label == label })
    else { return [] }
    return stages(.detector, [before.detector], [after.detector])
      + said(
        .detector, "extractors", before.extractors.joined(separator: ", "),
        after.extractors.joined(separator: ", "))
      + stages(
        .detector, [before.recordedTrace].compactMap(\.self), [after.recordedTrace].compactMap(\.self),
        "recorded trace")
      + stages(.detector, before.filters, after.filters, "filters")
      + stages(.detector, before.acceptWhen, after.acceptWhen, "accepted where")
      + stages(
        .detector, [before.confidenceFrom].compactMap(\.self), [after.confidenceFrom].compactMap(\.self),
        "confidence from")
      + said(.detector, "beat lag in s", before.beatLagSeconds, after.beatLagSeconds)
  }

  /// Returns changed definitions, or else the parameters that differ.
  private static func stages(
    _ kind: Kind, _ old: [RunPlan.StageNote], _ new: [RunPlan.StageNote], _ what: String = ""
  ) -> [RunChange] {
    let names = { (stages: [RunPlan.StageNote]) in stages.map(\.definition).joined(separator: " + ") }
    guard names(old) == names(new) else { return said(kind, what, names(old), names(new)) }
    return zip(old, new).flatMap { before, after in
      var keys = before.parameters.map(\.name)
      keys += after.parameters.map(\.name).filter { !keys.contains($0) }
      return keys.flatMap { key in
        said(
          kind, key, before.parameters.first { $0.name == key }?.value ?? "",
          after.parameters.first { $0.name == key }?.value ?? "")
      }
    }
  }

  /// Returns the change of a number; empty where one of the results does not state it.
  private static func said(_ kind: Kind, _ what: String, _ old: Double?, _ new: Double?) -> [RunChange] {
    guard let old, let new else { return [] }
    return said(kind, what, shortest(old), shortest(new))
  }

  /// Returns `seed 7 → 8`, or nothing where both are the same.
  private static func said(_ kind: Kind, _ what: String, _ old: String, _ new: String) -> [RunChange] {
    guard old != new else { return [] }
    let (before, after) = (old.isEmpty ? "none" : old, new.isEmpty ? "none" : new)
    return [RunChange(kind: kind, text: (what.isEmpty ? "" : what + " ") + "\(before) → \(after)")]
  }
}

extension ArchivedRun {
  /// True if scenarios differ in how recordings are cut.
  fileprivate var hasLengths: Bool { self.scenarios.contains { $0.windows != nil } }

  /// Recordings without a failure.
  fileprivate var usable: [StoredResults.Recording] { self.recordings.filter { $0.failure == nil } }
}
