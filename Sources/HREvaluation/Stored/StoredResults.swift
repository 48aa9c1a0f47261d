package import HRRunning
package import HRSupport

/// Content of `results.json`: the same for the same experiment, data and build.
///
/// It is made from an ``Evaluation``, written, and read back. It has the figures, not the windows. Details that nobody
/// reads back are empty, or `nil`, in results that were read: chance levels, claims, ``leaveOneOut``, findings, and of
/// each row the diagnosis and the single recordings.
@dynamicMemberLookup
package struct StoredResults: Sendable {
  /// The program's version.
  package let hreval: String
  package let plan: StoredPlan
  package let definitions: Definitions
  package let recordings: [Recording]
  /// `nil` in results of builds that did not note it.
  package let flow: RecordingFlow?
  /// Chance levels by scenario.
  let chanceLevels: [Named<Evaluation.ChanceLevels>]
  /// One per scenario and detector, in the experiment's order.
  package let rows: [Row]
  package let strata: [Stratum]
  let claims: [ClaimVerdict]
  package let words: [Stratum]
  /// `nil` where no detector is stated to have been tuned on any recording of the run.
  package let unseen: Unseen?
  /// `nil` where the run has fewer than two data sets.
  let leaveOneOut: InPlan<LeaveOneOut>?
  /// Findings about the data; empty where nothing is suspicious.
  let findings: [DataFindings.Group]

  package subscript<Part>(dynamicMember path: KeyPath<StoredPlan, Part>) -> Part { plan[keyPath: path] }

  /// The text of `results.json`.
  package var json: JSONText { Self.file.json(self) }

  package static let file = JSONFileForm(
    "hreval-results", "results file", version: FormatVersion.results, again: "run the experiment again",
    isOpen: true,
    JSONForm<StoredResults>.object(
      "the results", StoredResults.init,
      .init("hreval", \.hreval, .text, "Version of the program."),
      .init(membersOf: \.plan, StoredPlan.form),
      .init("definitions", \.definitions, Definitions.form, "What the figures mean."),
      .init("recordings", \.recordings, .list(Recording.form), "What was found of each recording."),
      .init(
        "flow", ifAny: \.flow, RecordingFlow.form,
        "Which recordings the data sets offer, and what became of each."),
      .init(
        "yardsticks", \.chanceLevels, .map(Evaluation.ChanceLevels.form),
        "Chance levels and the spread of the reference, by scenario."
      ).writtenOnly([]),
      .init("results", \.rows, .list(Row.form), "One per scenario and detector."),
      .init(
        "strata", \.strata, .list(Stratum.form("a stratum", "Name of the metadatum, or dataset.")),
        "The same for groups of recordings, or of windows."),
      .init(
        "claims", ifAny: \.claims, .list(ClaimVerdict.form),
        "What the run says of published sentences, where it puts some on trial."
      ).writtenOnly([]),
      .init(
        "words", ifAny: \.words, .list(Stratum.form("a word", "The kind of word.")),
        "The same for windows by what the detector said of them, where the experiment asks for it."),
      .init(
        "unseen", ifAny: \.unseen, Unseen.form,
        "The same without the recordings that any detector of the run is stated to have been tuned on, where there are such."
      ),
      .init(
        "leaveOneOut", ifAny: \.leaveOneOut, InPlan<LeaveOneOut>.form,
        "Detectors chosen, and confidences recalibrated, on the other data sets, where there are several."
      ).writtenOnly(nil),
      .init(
        "findings", \.findings, .list(DataFindings.Group.form),
        "What is suspicious about the data: one per kind, data set and place."
      ).writtenOnly([])))

  /// Definitions of the figures.
  package struct Definitions: Equatable, Sendable {
    /// `windows@1`
    package let windows: String
    package let reference: String
    /// `subjects`, `recordings`
    package let clusters: String
    package let intervals: String
    /// Metrics in the order of the file.
    package let metrics: [Named<MetricNote>]

    static let form = JSONForm<Definitions>.object(
      "\"definitions\"", Definitions.init,
      .init("windows", \.windows, .text, "How recordings are cut."),
      .init("reference", \.reference, .text, "How a window's reference is made."),
      .init("clusters", \.clusters, .text, "What counts as independent."),
      .init("intervals", \.intervals, .text, "What the intervals are."),
      .init("metrics", \.metrics, .map(MetricNote.form), "By name."))
  }

  package struct MetricNote: Equatable, Sendable {
    /// `maeBPM@1`
    package let definition: String
    /// Empty for a share or coefficient.
    package let unit: String
    package let summary: String
    package let source: String

    static let form = JSONForm<MetricNote>.object(
      "a metric", MetricNote.init,
      .init("definition", \.definition, .text, "Name and version."),
      .init("unit", \.unit, .text, "Its unit; empty for none."),
      .init("summary", \.summary, .text, "What it is."),
      .init("source", \.source, .text, "Where it comes from."))
  }

  package struct Recording: Equatable, Sendable {
    package let dataset, id: String
    package let subject: String?
    package let metadata: [Named<String>]
    package let seconds: Double
    package let windows, referenceWindows: Int
    /// Reason why it could not be used.
    package let failure: String?
    package let partialFailures: [Named<String>]
    package let channels: [Named<Channel>]

    static let form = JSONForm<Recording>.object(
      "a recording", Recording.init,
      .init("dataset", \.dataset, .text, "Its data set."),
      .init("id", \.id, .text, "Its name."),
      .init("subject", \.subject, .optional(.text), "Who was recorded."),
      .init("metadata", \.metadata, .map(.text), "For strata."),
      .init("seconds", \.seconds, .number, "How long it lasts."),
      .init("windows", \.windows, .count, "Full windows."),
      .init("referenceWindows", \.referenceWindows, .count, "Windows with a reference."),
      .init("failure", \.failure, .optional(.text), "Why nothing of it could be used."),
      .init(
        "partialFailures", \.partialFailures, .map(.text),
        "Why it could not be used in some scenarios, by their labels."),
      .init("channels", \.channels, .map(Channel.form), "Channels that were read."))
  }

  package struct Channel: Equatable, Sendable {
    package let sampleRate: Double
    package let irregular: Bool

    static let form = JSONForm<Channel>.object(
      "a channel", Channel.init,
      .init("sampleRate", \.sampleRate, .number, "Hz; of irregular samples one over the median interval."),
      .init("irregular", \.irregular, .boolean, "Whether samples have times of their own."))
  }

  /// Results without recordings that any of the run's detectors was tuned on.
  package struct Unseen: Sendable {
    /// Names of the recordings, with their data sets.
    package let recordings: [String]
    package let clusters: Int
    package let rows: [Row]

    static let form = JSONForm<Unseen>.object(
      "\"unseen\"", Unseen.init,
      .init(
        "recordings", \.recordings, .list(.text), "Those that are left and could be used: data set/recording."
      ),
      .init("clusters", \.clusters, .count, "Clusters of these."),
      .init("results", \.rows, .list(Row.form), "As above, on these alone; empty where none is left."))
  }

  /// The rows of one group of recordings, or of windows.
  package struct Stratum: Sendable {
    package let name, value: String
    package let rows: [Row]

    fileprivate static func form(_ name: String, _ kind: String) -> JSONForm<Stratum> {
      .object(
        name, Stratum.init,
        .init("name", \.name, .text, kind),
        .init("value", \.value, .text, "Its value."),
        .init("results", \.rows, .list(Row.form), "As above, on this group alone."))
    }
  }
}
