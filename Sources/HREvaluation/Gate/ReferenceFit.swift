internal import HRSupport

/// Comparison of the references of a run with those of its baseline, window by window.
///
/// Two references are the same where both are unknown, or both are known and no more than ``toleranceBPM`` apart after
/// both were rounded as in ``WindowNumbers``. Recordings of which one of the two has no windows are left out: their
/// failure is reported elsewhere.
struct ReferenceFit {
  static let toleranceBPM = 0.01

  /// Number of compared windows, of all scenarios and repeats.
  private var windows = 0
  private var differing = 0
  /// Number of differing windows with a reference in only one of the two.
  private var knownInOne = 0
  private var largestBPM = 0.0
  /// Indices of recordings with a differing window.
  private var recordings: Set<Int> = []
  /// Sentences about recordings that have another number of windows.
  private var lengths: [String] = []

  /// Returns the differences of the references for which run and baseline do not fit.
  ///
  /// Another noise may move the beats themselves, and the reference with them. So scenarios with another noise are not
  /// checked here; see ``notes(_:_:)``.
  static func problems(_ run: Baseline, _ baseline: Baseline) -> [String] {
    var fit = ReferenceFit()
    for (now, before) in pairs(run, baseline) where baseline.hasSameNoise(as: run, scenario: now.label) {
      fit.add(now, before, run)
    }
    return fit.lengths + (fit.differing > 0 ? [fit.sentence(run, baseline)] : [])
  }

  /// Returns one sentence per scenario with another noise whose references differ.
  static func notes(_ run: Baseline, _ baseline: Baseline) -> [String] {
    pairs(run, baseline).compactMap { now, before in
      guard !baseline.hasSameNoise(as: run, scenario: now.label) else { return nil }
      var fit = ReferenceFit()
      fit.add(now, before, run)
      guard fit.differing > 0 else { return nil }
      return
        "\(now.label): \(fit.count) are not those of the baseline; its noise is another, which may have moved the beats"
    }
  }

  private static func pairs(
    _ run: Baseline, _ baseline: Baseline
  ) -> [(now: Baseline.Scenario, before: Baseline.Scenario)] {
    baseline.scenarios.compactMap { before in
      run.scenario(before.label).map { ($0, before) }
    }
  }

  private mutating func add(_ now: Baseline.Scenario, _ before: Baseline.Scenario, _ run: Baseline) {
    for (recording, (now, then)) in zip(now.references, before.references).enumerated() {
      let (values, earlier) = (now.values, then.values)
      guard !values.isEmpty, !earlier.isEmpty else { continue }
      guard values.count == earlier.count else {
        lengths.append(
          "\(run.recordings[recording].name) has \(values.count) windows in \"\(before.label)\" and had \(earlier.count)"
        )
        continue
      }
      windows += values.count
      let known = differing
      for (now, then) in zip(values, earlier) { add(now, then) }
      if differing > known { recordings.insert(recording) }
    }
  }

  private mutating func add(_ now: Float?, _ then: Float?) {
    if let now, let then {
      let distance = abs(Double(now) - Double(then))
      guard distance > Self.toleranceBPM else { return }
      largestBPM = max(largestBPM, distance)
    } else {
      guard now != nil || then != nil else { return }
      knownInOne += 1
    }
    differing += 1
  }

  /// `the references of 3 of 60 windows in 1 recording (up to 2 bpm apart)`
  private var count: String {
    let apart = [
      largestBPM > 0 ? "up to \(shortest(largestBPM, decimals: 2)) bpm apart" : nil,
      knownInOne > 0 ? "\(knownInOne) known in only one of the two" : nil,
    ].compactMap(\.self).joined(separator: ", ")
    return
      "the references of \(differing) of \(windows) windows in \(recordings.count) recording\(recordings.count == 1 ? "" : "s") (\(apart))"
  }

  private func sentence(_ run: Baseline, _ baseline: Baseline) -> String {
    let names = recordings.sorted().map { run.recordings[$0].name }.firstFew
    return "\(count) are not those of the baseline: \(names); \(cause(run, baseline))"
  }

  private func cause(_ run: Baseline, _ baseline: Baseline) -> String {
    let datasets = recordings.sorted().map { run.recordings[$0].dataset }.distinct
    func concerned(_ choices: [ReferenceChoice]) -> [ReferenceChoice] {
      choices.filter { datasets.contains($0.name) }
    }
    let (old, new) = (concerned(baseline.datasets), concerned(run.datasets))
    guard ReferenceChoice.changes(from: old, to: new).isEmpty else {
      return "the choice of the reference changed, as said"
    }
    let changed = recordings.count { run.recordings[$0].sha256 != baseline.recordings[$0].sha256 }
    let descriptors = ReferenceChoice.changedDescriptors(from: old, to: new)
    let named = descriptors.isEmpty ? nil : "the descriptor of \(descriptors.firstFew) changed (SHA-256)"
    if changed > 0 {
      return
        "the data files of \(changed) of these recordings changed (SHA-256)\(named.map { ", and \($0)" } ?? ""), which is the likely cause"
    }
    if let named { return "\(named), which is the likely cause" }
    return old.contains { $0.offsetSeconds != nil }
      ? "data files, choice and offset of the reference are the same, so the likely cause is a build that reads it otherwise"
      : "the data files are the same, so likely causes are another offset or another choice of the reference, or a build that reads it otherwise"
  }
}
