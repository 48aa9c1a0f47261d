internal import HRRecordings
internal import HRSignals

/// The groups of a unit by one stratum.
package enum UnitGroups: Equatable, Sendable {
  /// The recording belongs to one.
  case whole(String)
  /// Each window belongs to one of its own.
  case windows(WindowTable.LabelColumn)

  /// Each once.
  package var names: [String] {
    switch self {
    case .whole(let name): [name]
    case .windows(let column): column.words
    }
  }

  /// Whether a window is in a group.
  package func contain(_ window: Int, in group: String) -> Bool {
    switch self {
    case .whole(let name): name == group
    case .windows(let column): column[window] == group
    }
  }
}

/// How recordings, or their windows, are put in groups for tables of their own.
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

  /// The groups of a unit: by the labels of its windows, where these are what the stratum names, else by what is known
  /// of the recording.
  package func groups(of result: UnitResult, recording: Int, by name: String) -> UnitGroups {
    if name == Self.datasetStratum { return .whole(datasets[recordings[recording].dataset].name) }
    if case .windows(let table) = result.outcome, let column = table.labels.first(where: { $0.name == name })
    {
      return .windows(column)
    }
    return .whole(result.facts.stratum(name))
  }
}
