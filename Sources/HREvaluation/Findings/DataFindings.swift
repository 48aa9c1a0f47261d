internal import HRRecordings
package import HRRunning
package import HRSignals
internal import HRSupport

/// Suspicious properties of a run's data: the findings of all recordings, grouped by data set, kind and place.
package struct DataFindings: Equatable, Sendable {
  /// Groups in the order of data sets, then of ``DataFinding/Kind``.
  package let groups: [Group]
  /// Acknowledged findings that were not made, although recordings that they apply to were examined.
  package let unmet: [Absent]

  /// One finding with all recordings of a data set in which it was made.
  package struct Group: Equatable, Sendable {
    package let kind: DataFinding.Kind
    /// Name of the data set.
    package let dataset: String
    /// Object of the finding: `channel ppg`; `nil` for whole recordings.
    package let place: String?
    /// Recordings with the finding, in the order of the plan; never empty.
    package let recordings: [Concerned]
    /// Number of recordings of the data set that were examined.
    package let ofRecordings: Int
    /// Reason why it may stay, where the descriptor gives one.
    package let reason: String?
  }

  /// One recording in which a finding was made.
  package struct Concerned: Equatable, Sendable {
    /// Its name within the data set.
    package let id: String
    package let evidence: String
    package let mend: String
  }

  /// A kind of finding that was not made on a data set.
  package struct Absent: Equatable, Sendable {
    package let dataset: String
    package let kind: DataFinding.Kind
  }

  /// Groups that no descriptor acknowledges.
  package var open: [Group] { groups.filter { $0.reason == nil } }

  package var acknowledged: [Group] { groups.filter { $0.reason != nil } }
}

/// A finding and the recording that it is about.
package struct RecordingFinding: Equatable {
  /// Index of the plan.
  let recording: Int
  let finding: DataFinding
}

extension DataFindings {
  /// Groups the findings of examinations.
  ///
  /// - Parameters:
  ///   - plan: of a finished or planned run.
  ///   - exams: by index of the recording, of those that were examined.
  ///   - more: findings that only all recordings together show.
  package init(_ plan: RunPlan, exams: [Int: RecordingExam], ofAll more: [RecordingFinding] = []) {
    let own = exams.sorted { $0.key < $1.key }.flatMap { recording, exam in
      exam.findings.map { RecordingFinding(recording: recording, finding: $0) }
    }
    // Sorted by recording, so that findings of several examinations of one come together.
    let found = (own + more).enumerated().sorted {
      ($0.element.recording, $0.offset) < ($1.element.recording, $1.offset)
    }.map(\.element)
    var examined = [Int](repeating: 0, count: plan.datasets.count)
    for recording in exams.keys { examined[plan.recordings[recording].dataset] += 1 }
    let gathered = Dictionary(grouping: found.indices) { Key(found[$0], plan) }
    groups = gathered.sorted {
      ($0.key.dataset, $0.key.rank, $0.value[0]) < ($1.key.dataset, $1.key.rank, $1.value[0])
    }.map { key, places in
      let note = plan.datasets[key.dataset]
      let recordings = Self.concerned(places.map { found[$0] }, plan)
      return Group(
        kind: found[places[0]].finding.kind, dataset: note.name, place: key.place, recordings: recordings,
        ofRecordings: max(examined[key.dataset], recordings.count),
        reason: key.acknowledgement.map { note.acknowledged[$0].reason })
    }
    unmet = plan.datasets.enumerated().flatMap { dataset, note -> [Absent] in
      guard examined[dataset] > 0 else { return [] }
      let mine = plan.recordings.filter { $0.dataset == dataset }
      let made = found.filter { plan.recordings[$0.recording].dataset == dataset }
      return note.acknowledged.filter { known in
        mine.contains { known.isOf($0.id) }
          && !made.contains { known.covers($0.finding.kind, of: plan.recordings[$0.recording].id) }
      }.map { Absent(dataset: note.name, kind: $0.finding) }
    }
  }

  /// Findings of one kind, data set, place and acknowledgement are one group.
  private struct Key: Hashable {
    let dataset: Int
    /// Index among the kinds.
    let rank: Int
    let place: String?
    /// Index among those of the data set's descriptor; `nil` where the descriptor does not acknowledge it.
    let acknowledgement: Int?

    init(_ one: RecordingFinding, _ plan: RunPlan) {
      let note = plan.recordings[one.recording]
      dataset = note.dataset
      rank = DataFinding.Kind.allCases.firstIndex(of: one.finding.kind) ?? 0
      place = one.finding.place
      acknowledgement = plan.datasets[dataset].acknowledged.firstIndex {
        $0.covers(one.finding.kind, of: note.id)
      }
    }
  }

  /// Returns the recordings of one group; the evidence of several findings in one is joined.
  private static func concerned(_ found: [RecordingFinding], _ plan: RunPlan) -> [Concerned] {
    found.reduce(into: []) { concerned, one in
      let id = plan.recordings[one.recording].id
      let before = concerned.last.map { $0.id == id } == true ? concerned.removeLast().evidence + "; " : ""
      concerned.append(
        Concerned(id: id, evidence: before + one.finding.evidence, mend: one.finding.mend))
    }
  }
}

extension DataFindings.Group {
  static let form = JSONForm<Self>.written(
    "a finding",
    .init("finding", \.kind.rawValue, .text, "Its name, as `hreval list findings` has it."),
    .init("title", \.kind.title, .text, "What it says."),
    .init("dataset", \.dataset, .text, "The data set."),
    .init("place", \.place, .optional(.text), "The channel, reference or labels; null: whole recordings."),
    .init("ofRecordings", \.ofRecordings, .count, "Recordings of the data set that were examined."),
    .init(
      "acknowledged", \.reason, .optional(.text),
      "Why it may stay, where the descriptor says that it is known."),
    .init(
      "recordings", \.recordings, .list(DataFindings.Concerned.form, atLeast: 1), "Where it was made."))
}

extension DataFindings.Concerned {
  fileprivate static let form = JSONForm<Self>.written(
    "a recording of a finding",
    .init("id", \.id, .text, "Its name."),
    .init("evidence", \.evidence, .text, "What was measured."),
    .init("mend", \.mend, .text, "The most likely remedy."))
}

extension DataFindings {
  /// Gathers all findings about the data of a run.
  ///
  /// - Parameter rows: of the run.
  init(_ units: RunUnits, rows: [Evaluation.Row]) {
    let plan = units.plan
    var exams: [Int: RecordingExam] = [:]
    var facts: [Int: RecordingFacts] = [:]
    for result in units.results.withoutEstimates {
      let recording = units.recording(of: result)
      if let exam = result.exam { exams[recording] = exam }
      if facts[recording]?.files.isEmpty ?? true { facts[recording] = result.facts }
    }
    let subjects = plan.recordings.indices.map { facts[$0]?.subject ?? plan.recordings[$0].subject }
    let copies = CopyFindings(
      plan: plan, subjects: subjects,
      pairs: CopiedRecordings(
        marks: exams.mapValues(\.marks), files: facts.mapValues(\.files),
        landmarks: exams.mapValues(\.landmarks)
      ).pairs,
      continued: ContinuedRecordings(exams.mapValues(\.ends)).pairs)
    self.init(
      plan, exams: exams,
      ofAll: copies.all + SubjectNames(plan: plan, subjects: subjects).findings
        + WorseThanChance(units, rows: rows).findings + SameAnswers(units).findings)
  }
}
