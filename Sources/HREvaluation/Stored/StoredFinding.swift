internal import HRSupport

/// A finding about the data of a run, as `results.json` has it.
package struct StoredFinding: Equatable, Sendable {
  /// `sampleRate`
  package let finding: String
  package let title, dataset: String
  package let place: String?
  package let ofRecordings: Int
  package let acknowledged: String?
  package let recordings: [Recording]

  package struct Recording: Equatable, Sendable {
    package let id, evidence, mend: String

    static let form = JSONForm<Recording>.object(
      "a recording of a finding", Recording.init,
      .init("id", \.id, .text, "Its name."),
      .init("evidence", \.evidence, .text, "What was measured."),
      .init("mend", \.mend, .text, "The most likely mend."))
  }

  static let form = JSONForm<StoredFinding>.object(
    "a finding", StoredFinding.init,
    .init("finding", \.finding, .text, "Its name, as `hreval list findings` has it."),
    .init("title", \.title, .text, "What it says."),
    .init("dataset", \.dataset, .text, "The data set."),
    .init("place", \.place, .optional(.text), "The channel, reference or labels; null: whole recordings."),
    .init("ofRecordings", \.ofRecordings, .count, "Recordings of the data set that were examined."),
    .init(
      "acknowledged", \.acknowledged, .optional(.text),
      "Why it may stay, where the descriptor says that it is known."),
    .init("recordings", \.recordings, .list(Recording.form, atLeast: 1), "Where it was made."))
}

extension DataFindings.Group {
  var stored: StoredFinding {
    .init(
      finding: kind.rawValue, title: kind.title, dataset: dataset, place: place, ofRecordings: ofRecordings,
      acknowledged: reason,
      recordings: recordings.map { .init(id: $0.id, evidence: $0.evidence, mend: $0.mend) })
  }
}
