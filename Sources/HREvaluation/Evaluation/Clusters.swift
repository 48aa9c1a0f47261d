internal import HRRunning

/// The cluster of each recording: its subject where that is known, else the recording itself; within its data set.
///
/// Windows of one cluster are not independent, so intervals and tests count clusters.
struct Clusters: Sendable {
  /// Cluster number by recording index.
  let ofRecording: [Int]
  let count: Int
  let kind: ClusterKind
  /// Unique name of the cluster by recording index: the subject's, else the recording's. With several data sets the
  /// data set's name is in front: `bidmc/s1`. A name that another cluster has already gets a number at its end.
  let names: [String]
  /// Name of the subject, else of the recording, by recording index; the same in several data sets.
  private let ownNames: [String]

  init(plan: RunPlan, results: UnitResults) {
    let units = plan.units
    var subjects = plan.recordings.map(\.subject)
    var (failed, usable): (Set<Int>, Set<Int>) = ([], [])
    for result in results.withoutEstimates {
      let recording = units[result.unit].recording
      subjects[recording] = result.facts.subject ?? subjects[recording]
      switch result.outcome {
      case .failed: failed.insert(recording)
      case .windows: usable.insert(recording)
      }
    }
    var numbers: [String: Int] = [:]
    ofRecording = zip(plan.recordings, subjects).map { note, subject in
      let name = "\(note.dataset)/" + (subject.map { "subject \($0)" } ?? "recording \(note.id)")
      let number = numbers[name] ?? numbers.count
      numbers[name] = number
      return number
    }
    count = numbers.count
    ownNames = zip(plan.recordings, subjects).map { $1 ?? $0.id }
    names = Self.names(of: ofRecording, subjects: subjects, plan: plan)
    // A recording that could not be read may have no subject name, and is in no cluster of any figure.
    let known = subjects.indices.filter { subjects[$0] != nil || usable.contains($0) || !failed.contains($0) }
    let named = known.count { subjects[$0] != nil }
    kind = named == 0 ? .recordings : named == known.count ? .subjects : .subjectsOrRecordings
  }

  /// Returns for each cluster the one of the same name in a data set; `nil` where it has none.
  func namesakes(in dataset: String, of plan: RunPlan) -> [Int?] {
    var (there, found) = ([String: Int](), [Int?](repeating: nil, count: count))
    for (index, note) in plan.recordings.enumerated() where plan.datasets[note.dataset].name == dataset {
      there[ownNames[index]] = ofRecording[index]
    }
    for (index, cluster) in ofRecording.enumerated() { found[cluster] = there[ownNames[index]] }
    return found
  }

  /// - Parameters:
  ///   - numbers: the cluster of each recording.
  ///   - subjects: of each recording, where known.
  ///   - plan: the run's plan.
  private static func names(of numbers: [Int], subjects: [String?], plan: RunPlan) -> [String] {
    var spoken: [Int: String] = [:]
    var taken: Set<String> = []
    return zip(plan.recordings, subjects).enumerated().map { index, recording in
      if let known = spoken[numbers[index]] { return known }
      let (note, subject) = recording
      let plain =
        (plan.datasets.count > 1 ? plan.datasets[note.dataset].name + "/" : "") + (subject ?? note.id)
      var name = plain
      var copy = 2
      while taken.contains(name) {
        name = "\(plain) (\(copy))"
        copy += 1
      }
      taken.insert(name)
      spoken[numbers[index]] = name
      return name
    }
  }
}

/// The kind of a run's clusters.
package enum ClusterKind: String, Sendable {
  /// Every recording names its subject.
  case subjects
  /// No recording names its subject.
  case recordings
  case subjectsOrRecordings = "subjects or recordings"

  package var word: String { rawValue }

  /// `1 subject`, `12 subjects or recordings`
  package func counted(_ count: Int) -> String { "\(count) \(noun(count))" }

  /// Returns the noun for a count.
  package func noun(_ count: Int) -> String {
    guard count == 1 else { return word }
    switch self {
    case .subjects: return "subject"
    case .recordings: return "recording"
    case .subjectsOrRecordings: return "subject or recording"
    }
  }
}
