internal import HRPlugins
package import HRRunning
package import HRSupport
package import HRSignals
package import HRStatistics

/// The experiment as `results.json` and `run.json` have it; the same for every run of one experiment.
package struct StoredPlan: Equatable, Sendable {
  /// The experiment's name.
  package let name: String
  package let description: String?
  package let seed: UInt64
  package let measurand: Measurand
  package let mode: MeasurementMode
  package let windows: Windows
  package let tolerance: Tolerance
  /// Criterion of a matched beat.
  package let beats: BeatMatching
  package let datasets: [RunPlan.DatasetNote]
  package let cadence: Bool
  package let baseline: String?
  package let qualities: [RunPlan.QualityNote]
  package let scenarios: [Scenario]
  package let detectors: [Detector]
  /// `nil` where the recordings are not split.
  package let split: RunPlan.SplitNote?
  package let question: String?
  /// `nil` where the experiment declares no acceptable difference.
  package let acceptable: Acceptable?
  /// `nil` where all units come from machines that agree.
  package let mixedMathematics: [RunPlan.MathematicsNote]?

  package static let form = JSONForm<StoredPlan>.object(
    "the experiment", StoredPlan.init,
    .init("name", \.name, .text, "The experiment's name."),
    .init("description", \.description, .optional(.text), "The experiment's description."),
    .init("seed", \.seed, .seed, "The experiment's seed; as text when it is very large."),
    .init("measurand", \.measurand, .choice, "What bpm counts: beats or breaths."),
    .init("mode", \.mode, .choice, "Windows all along a recording, or one."),
    .init("windows", \.windows, Windows.form, "How recordings were cut."),
    .init("tolerance", \.tolerance, tolerance, "When an estimate counted as right."),
    .init(
      "beats", \.beats, BeatMatching.form,
      "When a detected beat counted as one of the reference's."),
    .init("datasets", \.datasets, .list(dataset), "Where the recordings came from."),
    .init(
      "cadence", \.cadence, .boolean,
      "Whether the accelerometer was read for the cadence alone."),
    .init("baseline", \.baseline, .optional(.text), "Label of the detector the others are compared with."),
    .init("qualities", \.qualities, .list(quality), "Quality indices written to qualities.csv."),
    .init("scenarios", \.scenarios, .list(Scenario.form), "What was done to them."),
    .init("detectors", \.detectors, .list(Detector.form), "What was on trial, with all parameters."),
    .init(
      "split", ifAny: \.split, splitForm,
      "How the recordings are split, and which part was run, where the experiment splits them."),
    .init("question", ifAny: \.question, .text, "What the experiment asks, where it says so."),
    .init(
      "acceptable", ifAny: \.acceptable, Acceptable.form,
      "Which limits of agreement are acceptable, where the experiment declares that."),
    .init(
      "mixedMathematics", ifAny: \.mixedMathematics, .list(mathematics),
      "Of which machines the units are, where it was merged of shards from machines whose elementary functions differ in their last digits."
    ))

  private static let mathematics = JSONForm<RunPlan.MathematicsNote>.object(
    "machines of one kind", RunPlan.MathematicsNote.init(fingerprint:units:),
    .init("fingerprint", \.fingerprint, .text, "Hash of what their elementary functions give."),
    .init("units", \.units, .count, "How many units of work they did."))

  package struct Acceptable: Equatable, Sendable {
    package let differenceBPM: Double

    static let form = JSONForm<Acceptable>.object(
      "\"acceptable\"", Acceptable.init,
      .init("differenceBPM", \.differenceBPM, .number, "How far from 0 they may lie, either way."))
  }

  private static let splitForm = JSONForm<RunPlan.SplitNote>.object(
    "\"split\"", RunPlan.SplitNote.init(part:rule:developmentRecordings:testRecordings:),
    .init("part", \.part, .choice, "The part that was run."),
    .init("rule", \.rule, .text, "Which recordings are in the test part, in words."),
    .init("developmentRecordings", \.developmentRecordings, .count, "How many are in the development part."),
    .init("testRecordings", \.testRecordings, .list(.text), "Those of the test part: data set/recording."))

  package struct Windows: Equatable, Sendable {
    /// `nil`: the whole recording, or several lengths, which the scenarios state.
    package let windowSeconds: Double?
    package let hopSeconds: Double
    package let startSeconds: Double?
    package let tries: Int
    /// `20 s windows every 5 s`
    package let described: String

    static let form = JSONForm<Windows>.object(
      "\"windows\"", Windows.init,
      .init(
        "windowSeconds", \.windowSeconds, .optional(.number),
        "null: the whole recording, or several lengths, as the scenarios say."),
      .init("hopSeconds", \.hopSeconds, .number, "From one window's start to the next."),
      .init(
        "startSeconds", \.startSeconds, .optional(.number),
        "How long after the first sample the first window starts; null where scenarios differ in length or start."
      ),
      .init(
        "tries", \.tries, .integer(1...10),
        "How many measurements are made, of which the surest counts."),
      .init("described", \.described, .text, "The same in words."))
  }

  private static let tolerance = JSONForm<Tolerance>.object(
    "\"tolerance\"", Tolerance.init(withinBPM:withinPercent:),
    .init("withinBPM", \.withinBPM, .number, "Beats per minute."),
    .init("withinPercent", \.withinPercent, .optional(.number), "Percent of the reference."))

  package struct BeatMatching: Equatable, Sendable {
    package let toleranceSeconds, lagSeconds: Double

    static let form = JSONForm<BeatMatching>.object(
      "\"beats\"", BeatMatching.init,
      .init("toleranceSeconds", \.toleranceSeconds, .number, "Furthest the two may be apart."),
      .init("lagSeconds", \.lagSeconds, .number, "How much later than the reference's beats."))
  }

  private static let dataset = JSONForm<RunPlan.DatasetNote>.object(
    "a data set",
    RunPlan.DatasetNote.init(
      name:reference:citation:license:descriptorSHA256:referenceKind:offsetSeconds:clocks:acknowledged:),
    .init("name", \.name, .text, "Its name."),
    .init("reference", \.reference, .text, "The reference that was used."),
    .init("citation", \.citation, .optional(.text), "What to cite."),
    .init("license", \.license, .optional(.text), "Its licence."),
    .init("descriptorSHA256", \.descriptorSHA256, .optional(.text), "SHA-256 of its descriptor."),
    .init(
      "referenceKind", \.referenceKind, .optional(.text),
      "What the descriptor gives the reference as: beats, rateSeries, ecg …; null without one."),
    .init(
      "offsetSeconds", \.offsetSeconds, .optional(.number),
      "What the descriptor adds to the reference's times; null without one."),
    .init(
      "clocks", \.clocks, .optional(.choice),
      "separate: the descriptor says that the reference's clock is not the signals', so no beats are judged."),
    .init(
      "acknowledged", ifAny: \.acknowledged, .list(acknowledged),
      "Findings about its data that the descriptor says are known."))

  private static let acknowledged = JSONForm<AcknowledgedFinding>.object(
    "an acknowledged finding", AcknowledgedFinding.init(_:reason:recordings:),
    .init("finding", \.finding, .choice, "Its name."),
    .init("reason", \.reason, .text, "Why it may stay, in the descriptor's words."),
    .init(
      "recordings", \.recordings, .list(.text), "Patterns of the recordings it is known of; empty: all."))

  /// Parameters: numbers, and texts for values that are not numbers.
  private static let parameters = JSONForm<[Named<RunPlan.ParameterNote>]>.map(
    JSONForm(
      .either([.number(nil), .string]), write: { $0.number.map { .number($0) } ?? .string($0.value) }
    ) { node in
      (node.string ?? node.number.map { shortest($0) }).map {
        RunPlan.ParameterNote(name: "", value: $0, number: node.number)
      }
    }
  ).mapped(
    to: { $0.map { RunPlan.ParameterNote(name: $0.name, value: $0.value.value, number: $0.value.number) } },
    from: { $0.map { Named(name: $0.name, value: $0) } })

  private static let stage = JSONForm<RunPlan.StageNote>.object(
    "a stage", RunPlan.StageNote.init(definition:parameters:),
    .init("definition", \.definition, .text, "Name and version: fft@1."),
    .init("parameters", \.parameters, parameters, "Every parameter with its value."))

  private static let tuning = JSONForm<RunPlan.TuningNote>.object(
    "\"tunedOn\"", RunPlan.TuningNote.init(stated:unstated:),
    .init("stated", \.stated, .list(statedTuning), "What stages, or the experiment, state."),
    .init("unstated", \.unstated, .list(.text), "Stages that state nothing."))

  private static let statedTuning = JSONForm<RunPlan.TuningNote.Stated>.object(
    "a statement", RunPlan.TuningNote.Stated.init(by:dataset:recordings:what:),
    .init("by", \.by, .text, "The stage that states it, or the experiment."),
    .init("dataset", \.dataset, .text, "The data set, with * and ? as in patterns."),
    .init("recordings", \.recordings, .list(.text), "Patterns of its recordings; empty: all."),
    .init("what", \.what, .text, "What was chosen by them."))

  private static let quality = JSONForm<RunPlan.QualityNote>.object(
    "a quality index", RunPlan.QualityNote.init(label:extractors:quality:),
    .init("label", \.label, .text, "Name in the file."),
    .init("extractors", \.extractors, .list(.text), "In the order they are tried."),
    .init("quality", \.quality, stage, "The index itself."))

  package struct Scenario: Equatable, Sendable {
    package let label: String
    /// The label before swept values were filled in.
    package let familyLabel: String
    package let swept: [RunPlan.ParameterNote]
    package let repeats: Int
    package let steps: [RunPlan.StageNote]
    package let untouched: [String]
    /// Cutting of the recordings in this scenario, in words, where scenarios differ in it; `nil`: as the run's.
    package let windows: String?

    static let form = JSONForm<Scenario>.object(
      "a scenario", Scenario.init,
      .init("label", \.label, .text, "Name in the tables."),
      .init(
        "family", \.familyLabel, .text,
        "The label before swept values were filled in; its random numbers follow from it."),
      .init("swept", \.swept, parameters, "Values of the sweep."),
      .init("repeats", \.repeats, .count, "Independent draws of the noise."),
      .init(
        "steps", \.steps, .list(stage),
        "Scenario plugins, in order; of recorded noise also its path as noise, and noiseSHA256."),
      .init(
        "untouched", \.untouched, .list(.text),
        "Data sets in which it damages no channel that is read."),
      .init(
        "windows", \.windows, .optional(.text),
        "How recordings are cut in it, where scenarios differ in that; null: as \"windows\" of the run says.")
    )
  }

  package struct Detector: Equatable, Sendable {
    package let label: String
    /// Extractors in the order in which they are tried.
    package let extractors: [String]
    /// The recorded wave that it read; `nil` where it read none.
    package let recordedTrace: RunPlan.StageNote?
    package let filters: [RunPlan.StageNote]
    package let detector: RunPlan.StageNote
    package let baseline: String?
    /// Seconds by which its beats are meant to be later than the reference's.
    package let beatLagSeconds: Double
    package let acceptWhen: [RunPlan.StageNote]
    package let confidenceFrom: RunPlan.StageNote?
    package let scenarios: [String]?
    package let rangeBPM: [Double?]?
    package let tunedOn: RunPlan.TuningNote?
    package let chanceWithinBPM: Double?

    static let form = JSONForm<Detector>.object(
      "a detector", Detector.init,
      .init("label", \.label, .text, "Name in the tables."),
      .init("extractors", \.extractors, .list(.text), "In the order they are tried."),
      .init(
        "recordedTrace", \.recordedTrace, .optional(stage),
        "The pulse wave of another program in the place of an extractor's: from which files; null: none."),
      .init("filters", \.filters, .list(stage), "In order."),
      .init("detector", \.detector, stage, "The detector itself."),
      .init("baseline", \.baseline, .optional(.text), "Label of what it is compared with, if its own."),
      .init(
        "beatLagSeconds", \.beatLagSeconds, .number,
        "How much later than the reference's beats its own are meant to come."),
      .init(
        "acceptWhen", \.acceptWhen, .list(stage),
        "What the quality of a window had to be: the index, its parameters, its bounds."),
      .init(
        "confidenceFrom", \.confidenceFrom, .optional(stage),
        "The quality index in the place of the detector's own confidence."),
      .init(
        "scenarios", \.scenarios, .optional(.list(.text)),
        "Labels of the only scenarios in which it has rows; null: all."),
      .init(
        "rangeBPM", \.rangeBPM, .optional(.list(.optional(.number), atLeast: 2)),
        "The lowest and highest rate it declares, null for no upper bound; null where it declares nothing."),
      .init(
        "tunedOn", \.tunedOn, .optional(tuning),
        "What is stated of the recordings it was tuned on; null in results of builds that did not say so."),
      .init(
        "chanceWithinBPM", \.chanceWithinBPM, .optional(.number),
        "Within how many bpm its confidence is stated to be the chance of being right; null where it is not stated to be a chance."
      ))
  }
}
