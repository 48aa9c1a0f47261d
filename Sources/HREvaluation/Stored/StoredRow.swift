package import HRSupport
internal import HRRunning
internal import HRStatistics

extension StoredResults {
  /// One detector in one scenario.
  package struct Row: Sendable {
    package let scenario, detector: String
    package let counts: Counts
    package let metrics: [Named<Double?>]
    /// Windows without a value or a reference, by reason.
    package let outcomes: [Named<Int>]
    /// `nil` in the rows of a stratum.
    let diagnosis: InPlan<RowDiagnosis>?
    let perRecording: [RecordingPart]
    /// `nil` where the experiment declares no acceptable difference.
    package let acceptable: AcceptableAgreement.Word?
    /// Reasons why the limits of agreement have no intervals although there are clusters enough.
    let limitDoubts: [LimitDoubts.Reason]

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
      .init(ifAnyMembersOf: \.diagnosis, InPlan<RowDiagnosis>.form).writtenOnly(nil),
      .init("recordings", \.perRecording, .list(RecordingPart.form), "The same row per recording.")
        .writtenOnly([]),
      .init(
        "acceptable", ifAny: \.acceptable, .choice,
        "Whether the limits of agreement are within what the experiment calls acceptable: shown, if the intervals of both are inside; refuted, if that of either is wholly outside; unclear between; unknown without limits or intervals. Left out if it declares nothing."
      ),
      .init(
        "limitDoubts", \.limitDoubts, .list(.choice), fallback: [],
        "Why limits of agreement have no intervals although there are subjects enough; empty without a reason."
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

  /// A row's result on one recording.
  struct RecordingPart: Sendable {
    let plan: RunPlan
    let detector: Int
    let score: Evaluation.RecordingScore
    /// Tolerances of the score's beats.
    let tolerancesSeconds: [Double]

    var note: RunPlan.RecordingNote { plan.recordings[score.recording] }
    var dataset: String { plan.datasets[note.dataset].name }

    var beats: [Within<RecordBeats>] {
      zip(tolerancesSeconds, score.beats).map { .init(toleranceSeconds: $0, part: $1) }
    }

    /// True if the detector is stated to have been tuned on it; `nil` where not all of that is stated.
    var seen: Bool? {
      if plan.hasSeen(detector, recording: score.recording) { return true }
      return plan.detectors[detector].tunedOn?.unstated.isEmpty == true ? false : nil
    }

    static let form = JSONForm<Self>.written(
      "a recording's result",
      .init("dataset", \.dataset, .text, "Its data set."),
      .init("id", \.note.id, .text, "Its name."),
      .init("windows", \.score.windows, .count, "Full windows."),
      .init("referenceWindows", \.score.referenceWindows, .count, "Windows with a reference."),
      .init("estimates", \.score.estimates, .count, "Windows with both."),
      .init("maeBPM", \.score.maeBPM, .optional(.number), "Mean absolute error."),
      .init("biasBPM", \.score.biasBPM, .optional(.number), "Mean error, estimate minus reference."),
      .init(
        "lag", ifAny: \.score.lag, RecordingLag.form,
        "Where the estimates would lie nearest the reference; left out where windows cannot be shifted."),
      .init(
        "beats", ifAny: \.beats, .list(Within<RecordBeats>.form),
        "Beats by the rule of WFDB's bxb, repeats together, one entry per tolerance; left out where the detector or the reference gives none, or the two are not aligned."
      ),
      .init(
        "seen", \.seen, .optional(.boolean),
        "Whether the detector is stated to have been tuned on it; null: it is not, and not all of its stages state what they were tuned on."
      ))
  }
}

extension RecordingLag {
  static let form = JSONForm<Self>.written(
    "a lag",
    .init("windows", \.count, .count, "Windows used at every lag."),
    .init(
      "bestLagSeconds", \.bestLagSeconds, .number,
      "Where the error is lowest. Negative: against the reference of later windows."),
    .init("bestMAEBPM", \.bestMAEBPM, .number, "Mean absolute error there."),
    .init("zeroLagMAEBPM", \.zeroLagMAEBPM, .number, "The same at lag 0."),
    .init("clear", \.isClear, .boolean, "Whether that place stands out."))
}
