internal import HRRecordings

/// How recordings are put in groups for tables of their own.
extension RunPlan {
  /// The stratum that every run has: the data set a recording is from.
  package static let datasetStratum = "dataset"

  /// Names of the data sets that recordings are from, in the experiment's order.
  package var usedDatasets: [String] {
    let used = Set(recordings.map(\.dataset))
    return datasets.indices.filter(used.contains).map { datasets[$0].name }
  }

  /// What recordings are grouped by: the declared strata, and the data set, unasked, where there are several.
  package var groupings: [String] {
    usedDatasets.count > 1 && !strata.contains(Self.datasetStratum) ? [Self.datasetStratum] + strata : strata
  }

  /// The group a recording belongs to.
  package func group(ofRecording index: Int, _ facts: RecordingFacts, by name: String) -> String {
    name == Self.datasetStratum ? datasets[recordings[index].dataset].name : facts.stratum(name)
  }
}
