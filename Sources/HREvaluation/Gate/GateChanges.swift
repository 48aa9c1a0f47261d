internal import HRRunning
internal import HRSupport

extension Gate {
  /// Differences between a run and its baseline that may have moved the figures, other than the build of hreval.
  package struct Changes: Equatable, Sendable {
    /// Sentences, one per difference; empty where none is known.
    package let sentences: [String]
    /// True if the baseline stores the parameters of detectors and the digests of programs, so that a change of them
    /// is among the sentences.
    package let knowsParameters: Bool

    init(_ run: Baseline, since baseline: Baseline) {
      knowsParameters = !baseline.detectors.isEmpty
      sentences =
        Self.detectors(run, baseline) + Self.seed(run, baseline) + Self.files(run, baseline)
        + Self.descriptors(run, baseline)
    }

    /// Returns changed definitions, parameters, filters, programs of each detector; without the baseline's parameters,
    /// changed definitions alone.
    private static func detectors(_ run: Baseline, _ baseline: Baseline) -> [String] {
      guard !baseline.detectors.isEmpty else {
        return run.rows.compactMap { row in
          guard let before = baseline.row(like: row), before.definition != row.definition else { return nil }
          return "detector \(row.detector): \(before.definition) → \(row.definition)"
        }.distinct
      }
      return run.detectors.compactMap { now in
        guard let before = baseline.detectors.first(where: { $0.label == now.label }) else { return nil }
        let changes = RunChange.ofDetector(before, now).map(\.text)
        return changes.isEmpty ? nil : "detector \(now.label): \(changes.joined(separator: "; "))"
      }
    }

    private static func seed(_ run: Baseline, _ baseline: Baseline) -> [String] {
      run.seed == baseline.seed
        ? [] : ["seed: \(baseline.seed) → \(run.seed), so that scenarios have other noise"]
    }

    private static func files(_ run: Baseline, _ baseline: Baseline) -> [String] {
      let changed = zip(run.recordings, baseline.recordings).count {
        $0.windows > 0 && $0.sha256 != $1.sha256
      }
      guard changed > 0 else { return [] }
      return [
        "the files of \(changed) of \(run.recordings.count) recordings are not those the baseline was made from (SHA-256)"
      ]
    }

    /// A changed choice or offset of the reference is no entry here, since it is refused before.
    private static func descriptors(_ run: Baseline, _ baseline: Baseline) -> [String] {
      let changed = ReferenceChoice.changedDescriptors(from: baseline.datasets, to: run.datasets)
      guard !changed.isEmpty else { return [] }
      return [
        "the descriptor of \(Gate.listed(changed)) is not the baseline's (SHA-256); which reference it gives, and its offset, are the same"
      ]
    }
  }
}
