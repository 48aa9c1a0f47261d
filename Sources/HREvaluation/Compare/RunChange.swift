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
    let runs = Versions(old: old, new: new)
    let notes = Versions(old: old.metric(metric), new: new.metric(metric)).both()
    return data(runs) + runs.said(.measurand, "measurand", \.quantity.words) + windows(runs)
      + reference(runs) + runs.said(.seed, "seed") { String($0.seed) }
      + runs.said(.tolerance, "tolerance") { run in
        (run.plan.variability == nil ? "\(shortest(run.tolerance.withinBPM)) bpm" : "none")
          + (run.tolerance.withinPercent.map { " or \(shortest($0)) %" } ?? "")
      } + runs.said(.beats, "tolerance in s", \.beatToleranceSeconds)
      + runs.said(.beats, "lag in s", \.beatLagSeconds)
      + (notes?.said(.metric, "definition", \.definition) ?? [])
  }

  /// Returns the further differences of one detector in one scenario.
  static func of(
    scenario: String, detector: String, _ old: ArchivedRun, _ new: ArchivedRun
  ) -> [RunChange] {
    let runs = Versions(old: old, new: new)
    return Self.scenario(scenario, runs) + Self.detector(detector, runs)
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

  private static func data(_ runs: Versions<ArchivedRun>) -> [RunChange] {
    let names = runs.said(.data, "data sets") { $0.datasets.map(\.name).joined(separator: ", ") }
    if !names.isEmpty { return names }
    let (old, new) = (runs.old, runs.new)
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
    let descriptors = ReferenceChoice.changedDescriptors(from: old.datasets, to: new.datasets)
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

  private static func windows(_ runs: Versions<ArchivedRun>) -> [RunChange] {
    runs.said(.windows, "mode", \.mode.rawValue)
      + (haveLengths(runs) ? [] : runs.said(.windows, "windows", \.windows.described))
      + runs.said(.windows, "definition", \.definitions.windows)
  }

  private static func reference(_ runs: Versions<ArchivedRun>) -> [RunChange] {
    let definition = runs.said(.reference, "definition", \.definitions.reference)
    guard runs.old.datasets.map(\.name) == runs.new.datasets.map(\.name) else { return definition }
    return runs.said(.reference, "reference") { $0.datasets.map(\.reference).joined(separator: ", ") }
      + offsets(runs) + definition
  }

  /// Returns changed kinds and offsets of references that have the same name in both runs, where both state them.
  private static func offsets(_ runs: Versions<ArchivedRun>) -> [RunChange] {
    zip(runs.old.datasets, runs.new.datasets).filter { $0.reference == $1.reference }.flatMap {
      before, after in
      let place = "of \"\(after.reference)\" (\(after.name))"
      let kinds = Versions(old: before.referenceKind, new: after.referenceKind).both()
      return (kinds?.said(.reference, "kind \(place)", \.self) ?? [])
        + Versions(old: before, new: after).said(.reference, "offset in s \(place)", \.offsetSeconds)
    }
  }

  // MARK: Scenario and detector

  private static func scenario(_ label: String, _ runs: Versions<ArchivedRun>) -> [RunChange] {
    guard let notes = runs.map({ $0.scenarios.first { $0.label == label } }).both() else { return [] }
    let lengths = Versions(
      old: notes.old.windows ?? runs.old.windows.described,
      new: notes.new.windows ?? runs.new.windows.described)
    return stages(.scenario, notes.map(\.steps))
      + (haveLengths(runs) ? lengths.said(.scenario, "windows", \.self) : [])
      + notes.said(.scenario, "repeats") { String($0.repeats) }
  }

  private static func detector(_ label: String, _ runs: Versions<ArchivedRun>) -> [RunChange] {
    guard let notes = runs.map({ $0.detectors.first { $0.label == label } }).both() else { return [] }
    return ofDetector(notes.old, notes.new)
  }

  /// Returns the differences of two detectors: definition, parameters and everything before and after it.
  static func ofDetector(_ old: RunPlan.DetectorNote, _ new: RunPlan.DetectorNote) -> [RunChange] {
    let notes = Versions(old: old, new: new)
    return stages(.detector, notes.map { [$0.detector] })
      + notes.said(.detector, "extractors") { $0.extractors.joined(separator: ", ") }
      + stages(.detector, notes.map { [$0.recordedTrace].compactMap(\.self) }, "recorded trace")
      + stages(.detector, notes.map(\.filters), "filters")
      + stages(.detector, notes.map(\.acceptWhen), "accepted where")
      + stages(.detector, notes.map { [$0.confidenceFrom].compactMap(\.self) }, "confidence from")
      + notes.said(.detector, "beat lag in s", \.beatLagSeconds)
  }

  /// Returns changed definitions, or else the parameters that differ.
  private static func stages(
    _ kind: Kind, _ stages: Versions<[RunPlan.StageNote]>, _ what: String = ""
  ) -> [RunChange] {
    let names = stages.said(kind, what) { $0.map(\.definition).joined(separator: " + ") }
    guard names.isEmpty else { return names }
    return zip(stages.old, stages.new).flatMap { before, after in
      (before.parameters + after.parameters).map(\.name).distinct.flatMap { key in
        Versions(old: before, new: after).said(kind, key) { stage in
          stage.parameters.first { $0.name == key }?.shortValue ?? ""
        }
      }
    }
  }

  /// True if scenarios of one of the runs differ in how recordings are cut.
  private static func haveLengths(_ runs: Versions<ArchivedRun>) -> Bool {
    [runs.old, runs.new].contains { $0.scenarios.contains { $0.windows != nil } }
  }
}

/// A part of two runs.
private struct Versions<Part> {
  let old: Part
  let new: Part

  func map<Other>(_ transform: (Part) -> Other) -> Versions<Other> {
    Versions<Other>(old: transform(old), new: transform(new))
  }

  /// Both of them; `nil` where one of the runs does not have it.
  func both<Known>() -> Versions<Known>? where Part == Known? {
    guard let old, let new else { return nil }
    return Versions<Known>(old: old, new: new)
  }

  /// Returns `seed 7 → 8`, or nothing where both are the same.
  func said(_ kind: RunChange.Kind, _ what: String, _ words: (Part) -> String) -> [RunChange] {
    let (before, after) = (words(old), words(new))
    guard before != after else { return [] }
    let change = [before, after].map { $0.isEmpty ? "none" : $0 }.joined(separator: " → ")
    return [RunChange(kind: kind, text: (what.isEmpty ? "" : what + " ") + change)]
  }

  /// Returns the change of a number; empty where one of the runs does not state it.
  func said(_ kind: RunChange.Kind, _ what: String, _ number: (Part) -> Double?) -> [RunChange] {
    guard let before = number(old), let after = number(new) else { return [] }
    return Versions<Double>(old: before, new: after).said(kind, what) { shortest($0) }
  }
}

extension ArchivedRun {
  /// Recordings without a failure.
  fileprivate var usable: [StoredResults.Recording] { self.recordings.filter { $0.failure == nil } }
}
