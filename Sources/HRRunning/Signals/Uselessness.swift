internal import HRSupport

extension Experiment {
  /// Returns the message for a run that leaves nothing to report; `nil` if any unit has windows.
  func uselessness(of results: UnitResults) -> Diagnostic? {
    guard !results.indices.contains(where: results.hasWindows(at:)) else { return nil }
    var reasons: [Int: String] = [:]
    let units = plan.units
    for result in results {
      guard case .failed(let reason) = result.outcome else { continue }
      let recording = units[result.unit].recording
      reasons[recording] = reasons[recording] ?? reason
    }
    let names = recordingNames
    let groups = FailureGroup.groups(
      of: recordings.indices.compactMap { index in
        reasons[index].map { (names[index], recordings[index].entry.id, $0) }
      })
    let most = 10
    var lines = groups.prefix(most).map(\.text)
    if groups.count > most { lines.append("… and \(groups.count - most) more reasons") }
    let isOne = lines.count == 1
    return Diagnostic(
      isOne ? "no recording can be used: \(lines[0])" : "no recording can be used:",
      details: isOne ? [] : lines,
      hint: "no report was written; `hreval inspect` shows what is in a recording")
  }
}
