/// Which cluster each recording belongs to: its subject where that is known, else itself; within its data set.
///
/// Windows of one cluster are not independent, so intervals and tests count clusters.
struct Clusters: Sendable {
  /// By recording index.
  let ofRecording: [Int]
  let count: Int
  let kind: ClusterKind

  init(plan: RunPlan, results: [UnitResult]) {
    let units = plan.units
    var subjects = plan.recordings.map(\.subject)
    for result in results {
      let recording = units[result.unit].recording
      subjects[recording] = result.facts.subject ?? subjects[recording]
    }
    var numbers: [String: Int] = [:]
    ofRecording = zip(plan.recordings, subjects).map { note, subject in
      let name = "\(note.dataset)/" + (subject.map { "subject \($0)" } ?? "recording \(note.id)")
      let number = numbers[name] ?? numbers.count
      numbers[name] = number
      return number
    }
    count = numbers.count
    let named = subjects.count { $0 != nil }
    kind = named == subjects.count ? .subjects : named == 0 ? .recordings : .subjectsOrRecordings
  }
}

/// What the clusters of a run are.
package enum ClusterKind: Sendable {
  /// Every recording names its subject.
  case subjects
  /// None does.
  case recordings
  case subjectsOrRecordings

  package var word: String {
    switch self {
    case .subjects: "subjects"
    case .recordings: "recordings"
    case .subjectsOrRecordings: "subjects or recordings"
    }
  }

  /// `1 subject`, `12 subjects or recordings`
  package func counted(_ count: Int) -> String {
    guard count == 1 else { return "\(count) \(word)" }
    switch self {
    case .subjects: return "1 subject"
    case .recordings: return "1 recording"
    case .subjectsOrRecordings: return "1 subject or recording"
    }
  }
}
