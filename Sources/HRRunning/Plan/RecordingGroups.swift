/// The groups of a unit by one stratum.
package enum UnitGroups: Equatable, Sendable {
  /// The recording belongs to one group.
  case whole(String)
  /// Each window belongs to a group of its own.
  case windows(WindowTable.LabelColumn)

  /// Names of the groups, each once.
  package var names: [String] {
    switch self {
    case .whole(let name): [name]
    case .windows(let column): column.words
    }
  }

  /// Returns true if a window is in a group.
  package func contain(_ window: Int, in group: String) -> Bool {
    switch self {
    case .whole(let name): name == group
    case .windows(let column): column[window] == group
    }
  }
}

/// Groups of recordings, or of their windows, for tables of their own.
extension RunPlan {
  /// The stratum that every run has: the data set a recording is from.
  package static let datasetStratum = "dataset"

  /// Names of the data sets that recordings are from, in the experiment's order.
  package var usedDatasets: [String] {
    let used = Set(recordings.map(\.dataset))
    return datasets.indices.filter(used.contains).map { datasets[$0].name }
  }

  /// Strata that recordings are grouped by: the declared ones and, if several data sets are used, the data set.
  package var groupings: [String] {
    usedDatasets.count > 1 && !strata.contains(Self.datasetStratum) ? [Self.datasetStratum] + strata : strata
  }

  /// Returns the groups of a unit: by the labels of its windows if the stratum names a kind of label, else by the
  /// recording's metadata.
  package func groups(of result: UnitResult, recording: Int, by name: String) -> UnitGroups {
    if name == Self.datasetStratum { return .whole(datasets[recordings[recording].dataset].name) }
    if case .windows(let table) = result.outcome, let column = table.labels.first(where: { $0.name == name })
    {
      return .windows(column)
    }
    return .whole(result.facts.stratum(name))
  }
}
