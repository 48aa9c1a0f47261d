internal import HRSignals
internal import HRStatistics
package import HRSupport

/// A plan as `results.json` and `run.json` have it; the same for every run of one experiment.
///
/// Of a plan that was read back, parts that these files do not have are empty: recordings, metrics, strata, formats,
/// words, claims.
@dynamicMemberLookup
package struct StoredPlan: Equatable, Sendable {
  package let plan: RunPlan
  package let windows: Windows
  package let scenarios: [Scenario]

  package subscript<Part>(dynamicMember path: KeyPath<RunPlan, Part>) -> Part { plan[keyPath: path] }

  package var json: JSONText { Self.form.write(self) }

  package static let form = JSONForm<StoredPlan>.object(
    "the experiment",
    {
      name, description, seed, quantity, mode, windows, tolerance, beats, datasets, readsCadence, baseline,
      qualities, scenarios, detectors, split, question, acceptableDifferenceBPM, marginBPM, mixedMathematics,
      variability in
      var plan = RunPlan(
        hreval: "", name: name, description: description, seed: seed, mode: mode,
        windowSeconds: windows.windowSeconds, measurand: quantity.measurand, variability: variability,
        hopSeconds: windows.hopSeconds,
        withinBPM: tolerance.withinBPM, withinPercent: tolerance.withinPercent,
        beatToleranceSeconds: beats.toleranceSeconds, beatLagSeconds: beats.lagSeconds, metrics: [],
        strata: [], formats: [], datasets: datasets, recordings: [], scenarios: scenarios.map(\.note),
        detectors: detectors, baseline: baseline, readsCadence: readsCadence, qualities: qualities,
        startSeconds: windows.startSeconds, tries: windows.tries,
        choose: windows.choose, waitSeconds: windows.waitSeconds,
        minimumSampleShare: windows.minimumSampleShare, split: split, question: question,
        acceptableDifferenceBPM: acceptableDifferenceBPM, marginBPM: marginBPM,
        mixedMathematics: mixedMathematics)
      (plan.alsoWithinSeconds, plan.beatLearningSeconds) = (beats.further, beats.learning)
      return StoredPlan(plan: plan, windows: windows, scenarios: scenarios)
    },
    .init("name", \.plan.name, .text, "The experiment's name."),
    .init("description", \.plan.description, .optional(.text), "The experiment's description."),
    .init("seed", \.plan.seed, .seed, "The experiment's seed; as text when it is very large."),
    .init(
      "measurand", \.plan.quantity, .choice,
      "What bpm counts: beats or breaths; of hrv what ends in BPM is in the unit of its scenario."),
    .init("mode", \.plan.mode, .choice, "Windows all along a recording, or one."),
    .init("windows", \.windows, Windows.form, "How recordings were cut."),
    .init("tolerance", \.plan.tolerance, tolerance, "When an estimate counted as right."),
    .init("beats", \.plan.beatRule, beats, "When a detected beat counted as one of the reference's."),
    .init("datasets", \.plan.datasets, .list(dataset), "Where the recordings came from."),
    .init(
      "cadence", \.plan.readsCadence, .boolean, "Whether the accelerometer was read for the cadence alone."),
    .init(
      "baseline", \.plan.baseline, .optional(.text), "Label of the detector the others are compared with."),
    .init("qualities", \.plan.qualities, .list(quality), "Quality indices written to qualities.csv."),
    .init("scenarios", \.scenarios, .list(Scenario.form), "What was done to them."),
    .init("detectors", \.plan.detectors, .list(detector), "What was on trial, with all parameters."),
    .init(
      "split", ifAny: \.plan.split, splitForm,
      "How the recordings are split, and which part was run, where the experiment splits them."),
    .init("question", ifAny: \.plan.question, .text, "What the experiment asks, where it says so."),
    .init(
      "acceptable", ifAny: \.plan.acceptableDifferenceBPM, acceptable,
      "Which limits of agreement are acceptable, where the experiment declares that."),
    .init(
      "margin", ifAny: \.plan.marginBPM, margin,
      "Which difference of errors does not matter, where the experiment declares that."),
    .init(
      "mixedMathematics", ifAny: \.plan.mixedMathematics, .list(mathematics),
      "Of which machines the units are, where it was merged of shards from machines whose elementary functions differ in their last digits."
    ),
    .init(
      "hrv", ifAny: \.plan.variability, hrv,
      "How heart-rate variability was measured, where it is the measurand."))

  private static let hrv = JSONForm<VariabilityRule>.object(
    "\"hrv\"",
    VariabilityRule.init(windowSeconds:hopSeconds:artefacts:spectrum:figures:margins:acceptable:),
    .init("windowSeconds", \.windowSeconds, .number, "Length of a window of intervals."),
    .init("hopSeconds", \.hopSeconds, .number, "From one window's start to the next."),
    .init("artefacts", \.artefacts, .choice, "What was done to intervals that are not normal ones."),
    .init("spectrum", \.spectrum, .choice, "How LF, HF and LF/HF were computed."),
    .init("metrics", \.figures, .list(.choice), "The figures, in order."),
    .init("margins", \.margins, VariabilityKey.numbers("\"margins\""), "Differences that do not matter."),
    .init(
      "acceptable", \.acceptable, VariabilityKey.numbers("\"acceptable\""),
      "How far limits of agreement may be from 0."))

  private static let mathematics = JSONForm<RunPlan.MathematicsNote>.object(
    "machines of one kind", RunPlan.MathematicsNote.init(fingerprint:units:),
    .init("fingerprint", \.fingerprint, .text, "Hash of what their elementary functions give."),
    .init("units", \.units, .count, "How many units of work they did."))

  private static let acceptable = JSONForm<Double>.object(
    "\"acceptable\"", { $0 },
    .init("differenceBPM", \.self, .number, "How far from 0 they may lie, either way."))

  private static let margin = JSONForm<Double>.object(
    "\"margin\"", { $0 },
    .init("differenceBPM", \.self, .number, "Two errors that differ by less count as equivalent."))

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
    /// `nil`: the surest.
    package let choose: TryChoice?
    /// `nil`: no pause.
    let waitSeconds: [Double]?
    let minimumSampleShare: Double?
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
        "How many measurements are made, of which one counts."),
      .init(
        "choose", ifAny: \.choose, .choice,
        "Which of them counts; absent: the surest."),
      .init(
        "waitSeconds", ifAny: \.waitSeconds, .list(.number),
        "Pauses between one and the next; absent: none."),
      .init(
        "minimumSampleShare", ifAny: \.minimumSampleShare, .number,
        "Share of a window that must have samples for it to be judged; absent in results of builds that judged every window."
      ),
      .init("described", \.described, .text, "The same in words."))
  }

  private static let tolerance = JSONForm<Tolerance>.object(
    "\"tolerance\"", Tolerance.init(withinBPM:withinPercent:),
    .init("withinBPM", \.withinBPM, .number, "Beats per minute."),
    .init("withinPercent", \.withinPercent, .optional(.number), "Percent of the reference."))

  private static let beats = JSONForm<BeatRule>.object(
    "\"beats\"",
    { BeatRule(toleranceSeconds: $0, lagSeconds: $1, alsoWithinSeconds: $2, learningSeconds: $3 ?? 0) },
    .init("toleranceSeconds", \.toleranceSeconds, .number, "Furthest the two may be apart."),
    .init("lagSeconds", \.lagSeconds, .number, "How much later than the reference's beats."),
    .init(
      "alsoWithinSeconds", ifAny: \.alsoWithinSeconds, .list(.number),
      "Further tolerances for the counts record by record; absent: none."),
    .init(
      "learningSeconds", ifAny: \.learning, .number,
      "How long after the start of a recording's first window the counts record by record begin; absent: 0."))

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

  @dynamicMemberLookup
  package struct Scenario: Equatable, Sendable {
    package let note: RunPlan.ScenarioNote
    /// Cutting of the recordings in this scenario, in words, where scenarios differ in it; `nil`: as the run's.
    package let windows: String?

    package subscript<Part>(dynamicMember path: KeyPath<RunPlan.ScenarioNote, Part>) -> Part {
      note[keyPath: path]
    }

    static let form = JSONForm<Scenario>.object(
      "a scenario",
      { label, familyLabel, swept, repeats, steps, untouched, windows, judged in
        Scenario(
          note: .init(
            label: label, family: 0, familyLabel: familyLabel, swept: swept, steps: steps, repeats: repeats,
            untouchedDatasets: untouched, judged: judged), windows: windows)
      },
      .init("label", \.note.label, .text, "Name in the tables."),
      .init(
        "family", \.note.familyLabel, .text,
        "The label before swept values were filled in; its random numbers follow from it."),
      .init("swept", \.note.swept, parameters, "Values of the sweep."),
      .init("repeats", \.note.repeats, .count, "Independent draws of the noise."),
      .init(
        "steps", \.note.steps, .list(stage),
        "Scenario plugins, in order; of recorded noise also its path as noise, and noiseSHA256."),
      .init(
        "untouched", \.note.untouchedDatasets, .list(.text),
        "Data sets in which it damages no channel that is read."),
      .init(
        "windows", \.windows, .optional(.text),
        "How recordings are cut in it, where scenarios differ in that; null: as \"windows\" of the run says."),
      .init(
        "hrv", ifAny: \.note.judged, figure, "The figure of heart-rate variability that is judged, if any.")
    )

    private static let figure = JSONForm<RunPlan.FigureNote>.object(
      "\"hrv\"", { figure, damage, _ in RunPlan.FigureNote(figure: figure, damage: damage) },
      .init("metric", \.figure, .choice, "Which figure."),
      .init(
        "damage", \.damage, .text,
        "The label without the figure: scenarios that share it do the same to the recordings."),
      .init("unit", \.unit, .text, "Unit of everything whose name ends in BPM; empty for a ratio."))
  }

  private static let range = JSONForm<[Double?]>.list(.optional(.number), atLeast: 2).mapped(
    to: { ends in ends[0].map { RunPlan.RangeNote(lowBPM: $0, highBPM: ends[1]) } },
    from: { [$0.lowBPM, $0.highBPM] })

  /// Form of a detector with its whole pipeline; a baseline has it too.
  package static let detector = JSONForm<RunPlan.DetectorNote>.object(
    "a detector",
    {
      label, extractors, recordedTrace, filters, detector, baseline, beatLagSeconds, acceptWhen,
      confidenceFrom, scenarios, range, tunedOn, chanceWithinBPM, delaySeconds in
      RunPlan.DetectorNote(
        label: label, extractors: extractors, filters: filters, detector: detector, baseline: baseline,
        beatLagSeconds: beatLagSeconds, acceptWhen: acceptWhen, confidenceFrom: confidenceFrom,
        scenarios: scenarios, range: range, recordedTrace: recordedTrace, tunedOn: tunedOn,
        chanceWithinBPM: chanceWithinBPM, delaySeconds: delaySeconds)
    },
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
      "rangeBPM", \.range, .optional(range),
      "The lowest and highest rate it declares, null for no upper bound; null where it declares nothing."),
    .init(
      "tunedOn", \.tunedOn, .optional(tuning),
      "What is stated of the recordings it was tuned on; null in results of builds that did not say so."),
    .init(
      "chanceWithinBPM", \.chanceWithinBPM, .optional(.number),
      "Within how many bpm its confidence is stated to be the chance of being right; null where it is not stated to be a chance."
    ),
    .init(
      "delaySeconds", ifAny: \.delaySeconds, .number,
      "How long after the heart its readings are stated to be, from the moment of the reading; absent where nothing is stated. Nothing is shifted by it."
    ))
}

extension StoredPlan {
  package init(_ plan: RunPlan) {
    self.init(
      plan: plan,
      windows: Windows(
        windowSeconds: plan.windowSeconds, hopSeconds: plan.hopSeconds,
        startSeconds: plan.windowPlans.count == 1 ? plan.startSeconds ?? 0 : nil, tries: plan.tries ?? 1,
        choose: plan.choose, waitSeconds: plan.waitSeconds,
        minimumSampleShare: plan.minimumSampleShare, described: plan.windowsDescribed),
      scenarios: plan.scenarios.enumerated().map { index, note in
        Scenario(note: note, windows: note.size == nil ? nil : plan.windows(of: index).described)
      })
  }
}
