internal import HRSupport
internal import HRRecordings

extension ExperimentResolver {
  /// Returns the names of `strata`. Reports names that no data set has, which would put every recording in one
  /// group, and names that are listed twice. A name that only some data sets have is valid: recordings of the
  /// others are "(not stated)".
  mutating func strataNames(_ nodes: [JSONNode], datasets: [Dataset]) -> [String] {
    // The names of a data set that cannot be opened are not known.
    let isWhole = datasets.count == document.root.node(ExperimentKey.datasets)?.elements?.count
    let known =
      (datasets.flatMap { $0.descriptor.metadataNames + $0.descriptor.labelNames } + [RunPlan.datasetStratum])
      .distinct
    var names: [String] = []
    for node in nodes {
      guard let name = node.string else { continue }
      if names.contains(name) {
        complain("the stratum \"\(name)\" is listed twice", at: node)
      } else if isWhole, !known.contains(name) {
        complain(
          "no data set of this experiment has metadata or labels called \"\(name)\"", at: node,
          hint: suggestionHint(for: name, among: known))
      }
      names.append(name)
    }
    return names
  }
}
