internal import HRRecordings
package import HRResults
package import HRSignals

/// What is suspicious about the data of a run: the findings of all recordings, put together by data set, kind and place.
package struct DataFindings: Equatable, Sendable {
  /// In the order of data sets, then of ``DataFinding/Kind``.
  package let groups: [Group]
  /// What descriptors say is known and nobody found, although recordings that it is of were examined.
  package let unmet: [Unmet]

  /// One finding, wherever it was made in a data set.
  package struct Group: Equatable, Sendable {
    package let kind: DataFinding.Kind
    /// Name of the data set.
    package let dataset: String
    /// What it is about: `channel ppg`; `nil` for whole recordings.
    package let place: String?
    /// In the order of the plan; never empty.
    package let recordings: [Concerned]
    /// How many recordings of the data set were examined.
    package let ofRecordings: Int
    /// Why it may stay, where the descriptor says so.
    package let reason: String?
  }

  /// One recording in which a finding was made.
  package struct Concerned: Equatable, Sendable {
    /// Its name within the data set.
    package let id: String
    package let evidence: String
    package let mend: String
  }

  package struct Unmet: Equatable, Sendable {
    package let dataset: String
    package let kind: DataFinding.Kind
  }

  /// Those that no descriptor says are known.
  package var open: [Group] { groups.filter { $0.reason == nil } }

  package var acknowledged: [Group] { groups.filter { $0.reason != nil } }
}

/// A finding and the recording that it is about.
struct RecordingFinding: Equatable {
  /// Index of the plan.
  let recording: Int
  let finding: DataFinding
}

extension DataFindings {
  /// What examinations of single recordings came to.
  ///
  /// - Parameters:
  ///   - plan: what was, or is to be, run.
  ///   - exams: by index of the recording, of those that were examined.
  package init(_ plan: RunPlan, exams: [Int: RecordingExam]) {
    self.init(plan, exams: exams, ofAll: [])
  }

  /// - Parameter more: what only all recordings together show.
  init(_ plan: RunPlan, exams: [Int: RecordingExam], ofAll more: [RecordingFinding]) {
    let own = exams.sorted { $0.key < $1.key }.flatMap { recording, exam in
      exam.findings.map { RecordingFinding(recording: recording, finding: $0) }
    }
    // Recording by recording, so that what several looks found of one comes together.
    let found = (own + more).enumerated().sorted {
      ($0.element.recording, $0.offset) < ($1.element.recording, $1.offset)
    }.map(\.element)
    var gathering = Gathering(plan)
    for one in found { gathering.add(one) }
    var examined = [Int](repeating: 0, count: plan.datasets.count)
    for recording in exams.keys { examined[plan.recordings[recording].dataset] += 1 }
    groups = gathering.groups(examined: examined)
    unmet = plan.datasets.enumerated().flatMap { dataset, note -> [Unmet] in
      guard examined[dataset] > 0 else { return [] }
      let mine = plan.recordings.filter { $0.dataset == dataset }
      let made = found.filter { plan.recordings[$0.recording].dataset == dataset }
      return note.acknowledged.filter { known in
        mine.contains { known.isOf($0.id) }
          && !made.contains { known.covers($0.finding.kind, of: plan.recordings[$0.recording].id) }
      }.map { Unmet(dataset: note.name, kind: $0.finding) }
    }
  }

  /// Puts findings of one kind, data set, place and acknowledgement together.
  private struct Gathering {
    private struct Key: Hashable {
      let dataset: Int
      let kind: DataFinding.Kind
      let place: String?
      /// Index among those of the data set's descriptor; `nil` where it does not know of it.
      let acknowledgement: Int?
    }

    private let plan: RunPlan
    private var places: [Key: Int] = [:]
    /// In the order in which they came up.
    private var gathered: [(key: Key, recordings: [Concerned])] = []

    init(_ plan: RunPlan) {
      self.plan = plan
    }

    mutating func add(_ one: RecordingFinding) {
      let (note, finding) = (plan.recordings[one.recording], one.finding)
      let known = plan.datasets[note.dataset].acknowledged
      let key = Key(
        dataset: note.dataset, kind: finding.kind, place: finding.place,
        acknowledgement: known.firstIndex { $0.covers(finding.kind, of: note.id) })
      let index = places[key] ?? gathered.count
      if index == gathered.count {
        places[key] = index
        gathered.append((key, []))
      }
      var evidence = finding.evidence
      if let last = gathered[index].recordings.last, last.id == note.id {
        gathered[index].recordings.removeLast()
        evidence = "\(last.evidence); \(evidence)"
      }
      gathered[index].recordings.append(Concerned(id: note.id, evidence: evidence, mend: finding.mend))
    }

    func groups(examined: [Int]) -> [Group] {
      let ranks = Dictionary(
        uniqueKeysWithValues: DataFinding.Kind.allCases.enumerated().map { ($0.element, $0.offset) })
      return gathered.enumerated().sorted { a, b in
        let (one, other) = (a.element.key, b.element.key)
        return (one.dataset, ranks[one.kind] ?? 0, a.offset) < (
          other.dataset, ranks[other.kind] ?? 0, b.offset
        )
      }.map { _, found in
        let note = plan.datasets[found.key.dataset]
        return Group(
          kind: found.key.kind, dataset: note.name, place: found.key.place, recordings: found.recordings,
          ofRecordings: max(examined[found.key.dataset], found.recordings.count),
          reason: found.key.acknowledgement.map { note.acknowledged[$0].reason })
      }
    }
  }
}
