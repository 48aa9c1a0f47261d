package import HRRunning
package import HRSupport
internal import HRSignals

/// Two runs whose windows can be paired: same windows of the same data with the same noise.
package struct RunMatch: Sendable {
  /// A stored run under the name it was given.
  package struct Run: Sendable {
    package let name: String
    package let plan: RunPlan
    /// Results in the order of the units, whichever arrived first.
    package let results: UnitResults

    package init(name: String, plan: RunPlan, results: UnitResults) {
      self.name = name
      self.plan = plan
      self.results = results
    }
  }

  /// A label that both runs have, with its index in each.
  package struct Shared: Equatable, Sendable {
    package let label: String
    let baseline: Int
    let candidate: Int
  }

  package let baseline: Run
  package let candidate: Run
  package let scenarios: [Shared]
  package let detectors: [Shared]
  /// Scenarios and detectors that only one of the runs has, recordings that failed in one of them, and descriptors that
  /// changed although the references did not.
  package private(set) var unpaired: [String]

  /// The key of a unit, by names that both runs have.
  struct UnitName: Hashable {
    let recording: String
    /// Place among the scenarios that both runs have.
    let scenario: Int
    let repetition: Int
  }

  /// A unit that has windows, of a scenario that both runs have.
  struct NamedUnit {
    let name: UnitName
    let unit: WorkUnit
  }

  /// Units of each run in the order of its plan.
  let baselineUnits: [NamedUnit]
  let candidateUnits: [NamedUnit]
  /// Indices of the baseline's units.
  let baselinePlaces: [UnitName: Int]

  /// - Throws: one diagnostic per difference of data, windows or noise.
  package init(baseline: Run, candidate: Run) throws(Diagnostics) {
    self.init(unchecked: candidate, since: baseline)
    let problems = mismatches
    guard problems.isEmpty else { throw Diagnostics(problems) }
    if !changedDescriptors.isEmpty {
      unpaired.append(
        "the descriptor of \(changedDescriptors.firstFew) is not the same in both (SHA-256); the windows and references that are compared are the same"
      )
    }
  }

  /// Pairs the two runs without a check that they match.
  private init(unchecked candidate: Run, since baseline: Run) {
    self.baseline = baseline
    self.candidate = candidate
    scenarios = Self.shared(baseline.plan.scenarios.map(\.label), candidate.plan.scenarios.map(\.label))
    detectors = Self.shared(baseline.plan.detectors.map(\.label), candidate.plan.detectors.map(\.label))
    unpaired =
      Self.unshared("scenario", baseline, candidate) { $0.scenarios.map(\.label) }
      + Self.unshared("detector", baseline, candidate) { $0.detectors.map(\.label) }
      + Self.failures(baseline) + Self.failures(candidate)
    baselineUnits = Self.units(baseline, scenarios.map(\.baseline))
    candidateUnits = Self.units(candidate, scenarios.map(\.candidate))
    baselinePlaces = Dictionary(baselineUnits.map { ($0.name, $0.unit.index) }) { first, _ in first }
    unpaired += unpairedRows
  }

  /// Returns two runs of one experiment whose recordings, data or references may differ.
  ///
  /// - Returns: `nil` where more than that differs: a window of one is then none of the other's.
  static func ofOneExperiment(baseline: Run, candidate: Run) -> RunMatch? {
    let match = RunMatch(unchecked: candidate, since: baseline)
    return match.hasOneExperiment ? match : nil
  }

  /// Returns units in the order of the candidate's run.
  ///
  /// - Parameters:
  ///   - scenario: of both.
  ///   - detector: of both.
  ///   - clusters: of the recordings.
  ///   - leftOut: whether each recording is left out; `nil` keeps all.
  func pairedUnits(
    scenario: Shared, detector: Shared, clusters: Clusters, leavingOut leftOut: [Bool]?
  ) -> some Sequence<PairedTally.Unit> {
    let (later, earlier) = (
      candidate.results.reading([detector.candidate]), baseline.results.reading([detector.baseline])
    )
    return candidateUnits.lazy.compactMap { [baselinePlaces] mine -> PairedTally.Unit? in
      guard mine.unit.scenario == scenario.candidate, leftOut?[mine.unit.recording] != true,
        let place = baselinePlaces[mine.name], let table = later.table(ofUnit: mine.unit.index),
        let other = earlier.table(ofUnit: place)
      else { return nil }
      return PairedTally.Unit(
        cluster: clusters.ofRecording[mine.unit.recording],
        candidate: table.answers(of: detector.candidate), baseline: other.answers(of: detector.baseline))
    }
  }

  /// Flags of the recordings that any detector of either run has seen; `nil` where that is true of none, or of all.
  package var areSeen: [Bool]? {
    let seen = zip(baseline.plan.areSeen, candidate.plan.areSeen).map { $0 || $1 }
    return seen.areMixed ? seen : nil
  }

  /// Returns true if both runs have rows of the detector in the scenario.
  func isPaired(_ detector: Shared, in scenario: Shared) -> Bool {
    takePart(detector, in: scenario) == (true, true)
  }

  private func takePart(_ detector: Shared, in scenario: Shared) -> (baseline: Bool, candidate: Bool) {
    (
      baseline.plan.takesPart(detector: detector.baseline, in: scenario.baseline),
      candidate.plan.takesPart(detector: detector.candidate, in: scenario.candidate)
    )
  }

  /// One sentence per shared detector that has rows in a shared scenario in one run only.
  private var unpairedRows: [String] {
    detectors.flatMap { detector in
      scenarios.compactMap { scenario in
        let (old, new) = takePart(detector, in: scenario)
        guard old != new else { return nil }
        return
          "detector \"\(detector.label)\" has rows in \"\(scenario.label)\" only in \(old ? baseline.name : candidate.name)"
      }
    }
  }

  // MARK: What must be equal

  private var mismatches: [Diagnostic] {
    let data = recordingProblems + referenceProblems
    let plans = planProblems
    let scenarios = scenarioProblems
    var problems = plans + data + scenarios
    if problems.isEmpty { problems += windowProblems }
    return (problems + nothingInCommon).map {
      Diagnostic(
        "\(baseline.name) and \(candidate.name) cannot be compared: \($0)",
        hint:
          "compare runs of the same data, windows and noise; `hreval gate` compares a run with stored figures"
      )
    }
  }

  /// True if they differ in nothing but their recordings, data and references.
  private var hasOneExperiment: Bool {
    planProblems.isEmpty && scenarioProblems.isEmpty && nothingInCommon.isEmpty
  }

  private var recordingProblems: [String] {
    func names(_ run: Run) -> [String] {
      run.plan.recordings.indices.map(run.plan.name(ofRecording:))
    }
    let (first, second) = (names(baseline), names(candidate))
    var problems: [String] = []
    for (mine, others, run) in [(first, second, baseline.name), (second, first, candidate.name)] {
      let only = mine.filter { !others.contains($0) }
      if !only.isEmpty { problems.append("only \(run) has \(Self.listed(only, "recording"))") }
    }
    if problems.isEmpty, first != second { problems.append("their recordings are in another order") }
    guard problems.isEmpty else { return problems }
    // The files of a recording that failed may be unknown.
    let changed = zip(first, zip(Self.digests(baseline), Self.digests(candidate))).compactMap {
      name, digests in
      digests.0 == digests.1 || digests.0.isEmpty || digests.1.isEmpty ? nil : name
    }
    if !changed.isEmpty {
      problems.append("the data differ (SHA-256 of the files): \(Self.listed(changed, "recording"))")
    }
    return problems
  }

  private var referenceProblems: [String] {
    ReferenceChoice.changes(from: baseline.plan.datasets, to: candidate.plan.datasets)
  }

  private var changedDescriptors: [String] {
    ReferenceChoice.changedDescriptors(from: baseline.plan.datasets, to: candidate.plan.datasets)
  }

  /// Differences of windows and references, to be asked once everything they are made from is known to be equal.
  private var windowProblems: [String] {
    let (later, earlier) = (candidate.results.withoutEstimates, baseline.results.withoutEstimates)
    let changed = candidateUnits.compactMap { mine -> String? in
      guard let place = baselinePlaces[mine.name], let table = later.table(ofUnit: mine.unit.index),
        let other = earlier.table(ofUnit: place)
      else { return nil }
      if other.ranges == table.ranges, other.references == table.references { return nil }
      return candidate.plan.recordings[mine.unit.recording].id
    }
    let cause =
      changedDescriptors.isEmpty
      ? "" : "; the descriptor of \(changedDescriptors.firstFew) is not the same in both (SHA-256)"
    return changed.isEmpty
      ? [] : ["windows or references differ in \(Self.listed(changed.distinct, "recording"))\(cause)"]
  }

  private static func digests(_ run: Run) -> [[String]] {
    let units = run.plan.units
    var digests = [[String]](repeating: [], count: run.plan.recordings.count)
    for result in run.results.withoutEstimates where !result.facts.files.isEmpty {
      digests[units[result.unit].recording] = result.facts.files.map(\.sha256)
    }
    return digests
  }

  private static func failures(_ run: Run) -> [String] {
    let units = run.plan.units
    let names = run.results.indices.filter { !run.results.hasWindows(at: $0) }.map { index in
      run.plan.name(ofRecording: units[run.results.unit(at: index)].recording)
    }
    return names.distinct.map { "recording \($0) failed in \(run.name), so it is not compared" }
  }

  /// - Parameter scenarios: indices in the run's plan of the scenarios that both runs have.
  private static func units(_ run: Run, _ scenarios: [Int]) -> [NamedUnit] {
    let units = run.plan.units
    let names = run.plan.recordings.indices.map(run.plan.name(ofRecording:))
    return run.results.withWindows.units.compactMap { index in
      let unit = units[index]
      guard let scenario = scenarios.firstIndex(of: unit.scenario) else { return nil }
      return NamedUnit(
        name: UnitName(recording: names[unit.recording], scenario: scenario, repetition: unit.repetition),
        unit: unit)
    }
  }

  private static func shared(_ first: [String], _ second: [String]) -> [Shared] {
    second.enumerated().compactMap { index, label in
      first.firstIndex(of: label).map { Shared(label: label, baseline: $0, candidate: index) }
    }
  }

  private static func unshared(
    _ kind: String, _ first: Run, _ second: Run, _ labels: (RunPlan) -> [String]
  ) -> [String] {
    let (a, b) = (labels(first.plan), labels(second.plan))
    return a.filter { !b.contains($0) }.map { "\(kind) \"\($0)\" is only in \(first.name)" }
      + b.filter { !a.contains($0) }.map { "\(kind) \"\($0)\" is only in \(second.name)" }
  }

  /// `3 recordings (a, b, c)`
  private static func listed(_ names: [String], _ noun: String) -> String {
    "\(names.count) \(noun)\(names.count == 1 ? "" : "s") (\(names.firstFew))"
  }
}

/// Conditions on the plans of two runs, without which a window of one is none of the other's.
extension RunMatch {
  var planProblems: [String] {
    var problems: [String] = []
    let (a, b) = (baseline.plan, candidate.plan)
    if a.quantity != b.quantity {
      problems.append("they measure different things: the \(a.quantity.words) and the \(b.quantity.words)")
    }
    if a.split?.part != b.split?.part {
      func part(_ plan: RunPlan) -> String { plan.split?.part.words ?? "all recordings" }
      problems.append("they are of other parts of a split: \(part(a)) and \(part(b))")
    }
    if !haveLengths, a.windowPlans != b.windowPlans || a.windowsDescribed != b.windowsDescribed {
      problems.append("the windows differ: \(a.windowsDescribed) against \(b.windowsDescribed)")
    }
    return problems
  }

  /// True if one of the runs has several window lengths. The lengths that both have can be compared, each by itself.
  var haveLengths: Bool {
    baseline.plan.windowPlans.count > 1 || candidate.plan.windowPlans.count > 1
  }

  var scenarioProblems: [String] {
    let (a, b) = (baseline.plan, candidate.plan)
    var problems: [String] = []
    for scenario in scenarios {
      let (first, second) = (a.scenarios[scenario.baseline], b.scenarios[scenario.candidate])
      let (mine, other) = (a.windows(of: scenario.baseline), b.windows(of: scenario.candidate))
      if haveLengths, mine != other {
        problems.append(
          "the windows of \"\(scenario.label)\" differ: \(mine.described) against \(other.described)")
      }
      if first.steps != second.steps || first.repeats != second.repeats {
        problems.append(
          "the scenario \"\(scenario.label)\" is not the same in both: its steps or repeats differ")
      } else if first.changesSignals, first.familyLabel != second.familyLabel {
        problems.append(
          "the noise of scenario \"\(scenario.label)\" differs: it follows from the label as written, \"\(first.familyLabel)\" against \"\(second.familyLabel)\""
        )
      } else if a.seed != b.seed, first.changesSignals {
        problems.append(
          "the noise of scenario \"\(scenario.label)\" differs: seed \(a.seed) against seed \(b.seed)")
      }
    }
    return problems
  }

  var nothingInCommon: [String] {
    var problems: [String] = []
    if scenarios.isEmpty { problems.append("they have no scenario in common") }
    if detectors.isEmpty { problems.append("they have no detector in common") }
    if !scenarios.isEmpty, !detectors.isEmpty,
      !scenarios.contains(where: { scenario in detectors.contains { isPaired($0, in: scenario) } })
    {
      problems.append("no detector has rows in the same scenario of both")
    }
    return problems
  }
}
