package import HRSignals

/// Changes of the findings about a run's data since its baseline was made.
package struct FindingsChange: Equatable, Sendable {
  /// Findings of the run that are not acknowledged, of a kind that the baseline does not have of their data set.
  package let new: [DataFindings.Group]
  /// Findings that the baseline has and the run does not have, of data sets all of whose recordings could be used.
  package let gone: [Gone]

  package struct Gone: Equatable, Sendable {
    package let dataset: String
    package let kind: DataFinding.Kind
  }

  /// - Parameters:
  ///   - evaluation: of the run.
  ///   - baseline: the baseline of the comparison.
  init(_ evaluation: Evaluation, since baseline: Baseline) {
    let before = baseline.findings
    let found = evaluation.findings
    new = found.open.filter { group in
      !before.contains { $0.name == group.dataset && $0.value.contains(group.kind) }
    }
    let failed = Set(evaluation.recordings.filter { $0.failure != nil }.map(\.dataset))
    gone = before.filter { !failed.contains($0.name) }.flatMap { dataset in
      dataset.value.filter { kind in
        !found.groups.contains { $0.dataset == dataset.name && $0.kind == kind }
      }.map { Gone(dataset: dataset.name, kind: $0) }
    }
  }
}
