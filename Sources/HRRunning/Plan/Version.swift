/// Version of this build. Packages, `CITATION.cff` and the changelog have it from here.
package enum Version {
  package static let current = "0.3.0"
}

/// Versions of the files that one build writes and another may read. No other version is read; `docs/reference/results/versions.md`
/// states the policy.
package enum FormatVersion {
  /// `units.store`
  package static let store = 10
  /// `signals.store`
  package static let signals = 1
  package static let results = 2
  package static let run = 2
  package static let baseline = 4
  /// The manifest of `hreval export`
  package static let trials = 1
  /// `plan.json` and the files of shards
  package static let shards = 3
}
