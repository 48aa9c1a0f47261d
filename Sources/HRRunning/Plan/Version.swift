/// Version of this build.
package enum Version {
  package static let current = "0.2.0"
}

/// Versions of the files that one build writes and another may read; `reports/README.md` states the policy.
package enum FormatVersion {
  /// `units.store`; no other is read.
  package static let store = 7
  /// `signals.store`; no other is read.
  package static let signals = 1
  package static let results = 2
  package static let readableResults = 1...results
  package static let run = 2
  package static let readableRuns = 1...run
  package static let baseline = 4
  package static let readableBaselines = 1...baseline
  /// The manifest of `hreval export`; no other is read.
  package static let trials = 1
  /// `plan.json` and the files of shards; no other is read.
  package static let shards = 2
}
