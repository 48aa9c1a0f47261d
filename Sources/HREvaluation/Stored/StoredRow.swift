package import HRSupport

extension StoredResults {
  /// One detector in one scenario.
  package struct Row: Equatable, Sendable {
    package let scenario, detector: String
    package let counts: Counts
    package let metrics: [Named<Double?>]
    /// Windows without a value or a reference, by reason.
    package let outcomes: [Named<Int>]
    /// `nil` in the rows of a stratum.
    package let diagnosis: StoredDiagnosis?
    package let perRecording: [RecordingScore]
    /// `nil` where the experiment declares no acceptable difference.
    package let acceptable: AcceptableAgreement.Word?

    /// The value of a metric; `nil` where the run does not have it or it does not exist.
    package subscript(_ metric: String) -> Double? {
      metrics.first { $0.name == metric }.flatMap(\.value)
    }

    static let form = JSONForm<Row>.object(
      "a result", Row.init,
      .init("scenario", \.scenario, .text, "Label of the scenario."),
      .init("detector", \.detector, .text, "Label of the detector."),
      .init("counts", \.counts, Counts.form, "Of what the figures are made."),
      .init("metrics", \.metrics, .map(.optional(.number)), "By name; null: does not exist."),
      .init("outcomes", \.outcomes, .map(.count), "Windows without a value or a reference, by reason."),
      .init(ifAnyMembersOf: \.diagnosis, StoredDiagnosis.form),
      .init("recordings", \.perRecording, .list(RecordingScore.form), "The same row per recording."),
      .init(
        "acceptable", ifAny: \.acceptable, .choice,
        "Whether the limits of agreement are within what the experiment calls acceptable: shown, where the intervals of both lie inside; refuted, where that of either lies wholly outside; unclear between; unknown without limits or intervals. Left out where it declares nothing."
      ))
  }

  package struct Counts: Equatable, Sendable {
    package let recordings, failedRecordings, subjects, windows, referenceWindows, estimates, clusters: Int

    static let form = JSONForm<Counts>.object(
      "\"counts\"", Counts.init,
      .init("recordings", \.recordings, .count, "Recordings that could be used."),
      .init("failedRecordings", \.failedRecordings, .count, "Recordings that could not."),
      .init("subjects", \.subjects, .count, "Clusters among those that could."),
      .init("windows", \.windows, .count, "All windows, repeats included."),
      .init("referenceWindows", \.referenceWindows, .count, "Windows with a reference."),
      .init("estimates", \.estimates, .count, "Windows with both a reference and an estimate."),
      .init("clusters", \.clusters, .count, "Clusters among the estimates."))
  }

  package struct RecordingScore: Equatable, Sendable {
    package let dataset, id: String
    package let windows, referenceWindows, estimates: Int
    package let maeBPM, biasBPM: Double?
    package let lag: Lag?
    /// True if the detector is stated to have been tuned on it; `nil` where not all of that is stated.
    package let seen: Bool?

    static let form = JSONForm<RecordingScore>.object(
      "a recording's result", RecordingScore.init,
      .init("dataset", \.dataset, .text, "Its data set."),
      .init("id", \.id, .text, "Its name."),
      .init("windows", \.windows, .count, "Full windows."),
      .init("referenceWindows", \.referenceWindows, .count, "Windows with a reference."),
      .init("estimates", \.estimates, .count, "Windows with both."),
      .init("maeBPM", \.maeBPM, .optional(.number), "Mean absolute error."),
      .init("biasBPM", \.biasBPM, .optional(.number), "Mean error, estimate minus reference."),
      .init(
        "lag", ifAny: \.lag, Lag.form,
        "Where the estimates would lie nearest the reference; left out where windows cannot be shifted."),
      .init(
        "seen", \.seen, .optional(.boolean),
        "Whether the detector is stated to have been tuned on it; null: it is not, and not all of its stages state what they were tuned on."
      ))
  }

  package struct Lag: Equatable, Sendable {
    package let windows: Int
    package let bestLagSeconds, bestMAEBPM, zeroLagMAEBPM: Double
    package let clear: Bool

    static let form = JSONForm<Lag>.object(
      "a lag", Lag.init,
      .init("windows", \.windows, .count, "Windows used at every lag."),
      .init(
        "bestLagSeconds", \.bestLagSeconds, .number,
        "Where the error is lowest. Negative: against the reference of later windows."),
      .init("bestMAEBPM", \.bestMAEBPM, .number, "Mean absolute error there."),
      .init("zeroLagMAEBPM", \.zeroLagMAEBPM, .number, "The same at lag 0."),
      .init("clear", \.clear, .boolean, "Whether that place stands out."))
  }
}
