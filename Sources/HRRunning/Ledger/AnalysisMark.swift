internal import HRRecordings
internal import HRSupport

extension RunPlan {
  /// A mark of everything that a person chooses in an analysis and that its figures or verdicts depend on: data sets
  /// with reference and offset, recordings that are used and left out, windows, tolerance, seed, scenarios with their
  /// severities, detectors, groups, comparisons, claims, margin. Names and descriptions for people do not count.
  package var analysisMark: String {
    var plan = self
    (plan.hreval, plan.name, plan.description, plan.question) = ("", "", nil, nil)
    (plan.metrics, plan.formats, plan.qualities, plan.words) = ([], [], [], [])
    (plan.readsCadence, plan.mixedMathematics, plan.writesBeats) = (false, nil, nil)
    plan.datasets = datasets.map { note in
      DatasetNote(
        name: note.name, reference: note.reference, kind: note.referenceKind,
        offsetSeconds: note.offsetSeconds, descriptorSHA256: note.descriptorSHA256)
    }
    // Labels do not count, but what they stand for does.
    let marks = detectors.indices.map(detectorMark)
    let named = Dictionary(zip(detectors.map(\.label), marks)) { first, _ in first }
    func mark(_ label: String?) -> String? { label.map { named[$0] ?? $0 } }
    plan.baseline = mark(baseline)
    plan.detectors = zip(detectors, marks).map { note, own in
      var plain = DetectorNote(
        label: own, extractors: [], filters: [], detector: .init(definition: own, parameters: []))
      plain.baseline = mark(note.baseline)
      plain.beatLagSeconds = note.beatLagSeconds
      plain.scenarios = note.scenarios
      return plain
    }.sorted { $0.label < $1.label }
    let text = (try? JSONEncoder.sorted.encode(plan)) ?? Data()
    return LedgerEntry.short(ContentHash.digest(of: Array(text)))
  }
}
