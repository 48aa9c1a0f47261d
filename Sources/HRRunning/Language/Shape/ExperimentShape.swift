package import HRSupport
internal import HRPlugins
internal import HRRecordings
internal import HRSignals
internal import HRStatistics

/// Keys of an experiment file. Those whose values name plugins get their shapes in ``ExperimentShape``.
enum ExperimentKey {
  static let name = JSONKey("name", .text, required: true, "Names the run and its folder under reports/.")
  static let description = JSONKey("description", .text, "What the experiment is for; printed in the report.")
  static let seed = JSONKey("seed", .count, fallback: 0, "Every random number follows from it.")
  static let datasets = JSONKey(
    "datasets", .list(.node(.either([.string, DatasetKey.shape])), atLeast: 1), required: true, missing: [],
    "Data sets by name (a folder under datasets/) or path of a descriptor.")
  static let measurand = JSONKey(
    "measurand", .choice, fallback: MeasuredQuantity.heartRate,
    "What is estimated and compared: a rate, whose bpm then stands for beats, or breaths, per minute; or hrv, heart-rate variability."
  )
  static let hrv = JSONKey(
    "hrv", .node(VariabilityKey.shape), "How heart-rate variability is measured; of the measurand hrv.")
  static let mode = JSONKey(
    "mode", .choice, fallback: MeasurementMode.continuous,
    "continuous: windows all along each recording; spot: one window per recording.")
  static let windows = JSONKey(
    "windows", .node(WindowsKey.shape), required: true, "How recordings are cut into windows.")
  static let tolerance = JSONKey(
    "tolerance", Tolerance.form, missing: Tolerance(),
    "When an estimate counts as right: within withinBPM, or withinPercent of the reference if that is more.")
  static let beats = JSONKey(
    "beats", BeatRule.form, missing: .standard,
    "When a beat of a detector that names beats is one of the reference's.")
  static let scenarios = JSONKey(
    "scenarios", .list(.node), "What is done to the recordings before detectors see them.")
  static let detectors = JSONKey(
    "detectors", .list(.node), required: true, missing: [],
    "The detectors on trial, in the order of the tables.")
  static let qualities = JSONKey(
    "qualities", .list(.node), missing: [],
    "Quality indices to write down for every window, in qualities.csv.")
  static let words = JSONKey(
    "words", .list(.node(.choice(of: DetectorWord.self)), atLeast: 1), missing: [],
    "The report has a table of how each detector did where it said which word of these.")
  static let cadence = JSONKey(
    "cadence", .boolean, fallback: false,
    "Whether to read the accelerometer, where a data set has one, and say how many wrong answers lie at the cadence."
  )
  static let baseline = JSONKey(
    "baseline", .text,
    "Label of the detector that the others are compared with; a detector may name its own.")
  static let metrics = JSONKey(
    "metrics", .list(.text(.choice(Metric.columns.map(\.name))), atLeast: 1),
    missing: Metric.columns.map(\.name),
    "Metrics of the tables people read; all when left out. Files always hold all.")
  static let strata = JSONKey(
    "strata", .list(.node(.string)), missing: [],
    "Metadata names of the data sets, or \"dataset\"; the report has a table per group of each.")
  static let claims = JSONKey(
    "claims", .list(.node(ClaimKey.shape), atLeast: 1), missing: [],
    "Published sentences and the figures that would make them true; the report and `hreval claims` say whether they are."
  )
  static let split = JSONKey(
    "split", .node(SplitKey.shape),
    "Keeps recordings back: run uses the development part, and run --final the test part alone.")
  static let report = JSONKey(
    "report",
    .object(
      "\"report\"", { $0 },
      .init(
        "formats", \.self, .list(.choice, atLeast: 1), fallback: ReportFormat.standard,
        "Which files a run writes besides run.json and windows.h5.")),
    missing: ReportFormat.standard, "What is written after a run.")
  static let limits = JSONKey(
    "limits", ReadingLimits.form, missing: ReadingLimits(),
    "How much is read of a recording before it is refused; raise one for data that are larger than usual.")
  static let question = JSONKey(
    "question", .text, "The question the experiment asks, in one line; heads its page.")
  static let acceptable = JSONKey(
    "acceptable",
    .object(
      "\"acceptable\"", { $0 },
      .init(
        "differenceBPM", \.self, .number(0.01...1000),
        "Limits of agreement are acceptable if they are within this of 0, either way.")),
    "Which limits of agreement are acceptable, decided before the run.")
  static let margin = JSONKey(
    "margin",
    .object(
      "\"margin\"", { $0 },
      .init(
        "differenceBPM", \.self, .number(0...100),
        "Two mean absolute errors count as equivalent if they are shown to differ by less than this.")),
    "Which difference of errors does not matter, decided before the run; compare and gate use it.")
  static let keepSignals = JSONKey(
    "keepSignals", SignalQuota.form, fallback: nil,
    "Of how many windows of each detector in each scenario the page shows what the detector saw; true: worst 2, median 1, random 1."
  )
}

/// Keys of an entry of `datasets`, which may also be a name alone.
enum DatasetKey {
  static let dataset = JSONKey(
    "dataset", .text, required: true, "Name under datasets/, or path of a descriptor.")
  static let root = JSONKey("root", .text, "Folder that holds the files, relative to this experiment.")
  static let alsoReads = JSONKey(
    "alsoReads", .list(.text), missing: [],
    "Folders besides the root that its files may be in, relative to this experiment.")
  static let select = JSONKey(
    "select", .list(.text, atLeast: 1), missing: [],
    "Patterns (* and ?) of recordings to use; all when left out.")
  static let exclude = JSONKey("exclude", .list(.text), missing: [], "Patterns of recordings to leave out.")
  static let reference = JSONKey(
    "reference", .text,
    "Which of the data set's references to use; left out: the first whose files are there.")

  static let shape = Shape.object(
    "a data set", marker: dataset.name,
    [dataset.field, root.field, alsoReads.field, select.field, exclude.field, reference.field])
}

/// Keys of `windows`.
enum WindowsKey {
  static let windowSeconds = JSONKey(
    WindowSizeText.lengthName,
    .node(.either([.number(1...86_400), .list(.number(1...86_400), atLeast: 1), .choice(["recording"])])),
    required: true,
    "Length of a window; in spot mode also a list, which measures every scenario by each, or \"recording\", the whole of it."
  )
  static let startSeconds = JSONKey(
    WindowSizeText.startName, .oneOrMany(.number(0...86_400)), fallback: [0],
    "How long after a recording's first sample the first window starts; in spot mode also a list.")
  static let tries = JSONKey(
    "tries", .integer(1...10), fallback: 1,
    "Spot mode: how many measurements follow each other, of which one counts.")
  static let choose = JSONKey(
    "choose", .choice, fallback: TryChoice.surest,
    "Which of several tries counts. surest: the one of highest confidence; firstValid: the first with a value."
  )
  static let waitSeconds = JSONKey(
    "waitSeconds", .oneOrMany(.number(0...86_400)), fallback: [0],
    "Pause between one try and the next; a list has one fewer than tries.")
  static let hopSeconds = JSONKey(
    "hopSeconds", .number(0.01...86_400), "From one window's start to the next; continuous mode needs it.")

  static let minimumSampleShare = JSONKey(
    "minimumSampleShare", .number(0...1), fallback: 0.8,
    "Share of a window's time that must have samples; a window with less is not judged (noSamples).")

  static let shape = Shape.object(
    "\"windows\"",
    [
      windowSeconds.field, startSeconds.field, tries.field, choose.field, waitSeconds.field, hopSeconds.field,
      minimumSampleShare.field,
    ])
}

/// Keys of `split`: the recordings that are kept for the test.
enum SplitKey {
  /// Unit that is never divided.
  enum Unit: String, CaseIterable {
    case subject, recording
  }

  static let by = JSONKey<Unit?>("by", .choice, "What stays together; with testShare.")
  static let testShare = JSONKey(
    "testShare", .share,
    "Chance of each subject or recording to be in the test part; it hangs on its name and the seed alone.")
  static let seed = JSONKey("seed", .count, fallback: 0, "Draws anew which are in the test part.")
  static let test = JSONKey(
    "test", .list(.text, atLeast: 1), missing: [],
    "Instead: recordings of the test part, as recording or data set/recording, with * and ?.")

  static let shape = Shape.object("\"split\"", [by.field, testShare.field, seed.field, test.field])
}

extension Tolerance {
  fileprivate static let form = JSONForm<Tolerance>.object(
    "\"tolerance\"", { Tolerance(withinBPM: $0, withinPercent: $1) },
    .init("withinBPM", \.withinBPM, .number(0...100), fallback: Tolerance().withinBPM, "Beats per minute."),
    .init(
      "withinPercent", ifAny: \.withinPercent, .number(0...100), fallback: Tolerance().withinPercent,
      "Percent of the reference; the wider of the two counts."))
}

extension BeatRule {
  fileprivate static let form = JSONForm<BeatRule>.object(
    "\"beats\"", BeatRule.init,
    .init(
      "toleranceSeconds", \.toleranceSeconds, .number(toleranceSecondsRange),
      fallback: standard.toleranceSeconds,
      "Furthest a detected beat may be from the reference's, once the lag is taken off."),
    .init(
      "lagSeconds", \.lagSeconds, .number(lagSecondsRange), fallback: standard.lagSeconds,
      "How much later than the reference's beats a detector's are meant to come; negative: earlier."),
    .init(
      "alsoWithinSeconds", \.alsoWithinSeconds, .list(.number(toleranceSecondsRange)), fallback: [],
      "Further tolerances for the counts record by record."),
    .init(
      "learningSeconds", \.learningSeconds, .number(learningSecondsRange), fallback: standard.learningSeconds,
      "How long after the start of a recording's first window the counts record by record begin; WFDB's bxb skips 300 s."
    ),
    .init(
      "write", \.write, .boolean, fallback: standard.write, "Whether every beat is written, to beats.csv."))
}

extension ReadingLimits {
  fileprivate static let form = JSONForm(
    .object(
      "\"limits\"",
      Name.allCases.map {
        .init($0.rawValue, .integer($0.range), fallback: String($0.standard), $0.summary)
      }),
    write: { .object($0.changed.map { ($0.name.rawValue, .integer($0.value)) }) },
    value: { node in
      ReadingLimits(
        (node.members ?? []).reduce(into: [:]) { given, member in
          if let name = Name(rawValue: member.key) { given[name] = member.value.integer }
        })
    })
}

/// The form of an experiment file; validation, `hreval schema` and the reference page come from it.
package struct ExperimentShape {
  let plugins: Plugins

  package init(_ plugins: Plugins) {
    self.plugins = plugins
  }

  package var shape: Shape {
    typealias Key = ExperimentKey
    let entries = Shape.either([
      .choice(plugins.detectors.names), recordedShape, programShape, detectorShape,
    ])
    let columns = Shape.either([.choice(plugins.qualities.names), qualityColumnShape])
    return .object(
      "the experiment",
      [
        .init("schemaVersion", .integer(1...1), required: true, "Version of this format: 1."),
        Key.name.field, Key.description.field, Key.seed.field, Key.datasets.field, Key.measurand.field,
        Key.mode.field, Key.windows.field, Key.tolerance.field, Key.beats.field,
        Key.scenarios.with(
          shape: .list(scenarioShape, atLeast: 1), fallback: "[\"\(PluginInfo.clean.name)\"]"),
        Key.detectors.with(shape: .list(entries, atLeast: 1)),
        Key.qualities.with(shape: .list(columns, atLeast: 1)),
        Key.words.field, Key.cadence.field, Key.baseline.field, Key.metrics.field, Key.strata.field,
        Key.claims.field, Key.split.field, Key.report.field, Key.limits.field,
        .init("comment", .string, "A remark for people; nothing reads it."),
        Key.question.field, Key.acceptable.field, Key.margin.field, Key.keepSignals.field,
        Key.hrv.field,
      ])
  }
}

extension [ObjectShape.Field] {
  /// Returns the key that names a plugin, and `parameters`, whose form depends on that name.
  static func plugin<Entry>(
    _ key: JSONKey<String?>, _ catalog: Catalog<Entry>, sweeps: Bool = false, _ summary: String
  ) -> Self {
    let shapes = catalog.entries.map { entry in
      let name = entry.info.name
      let fields = parameters(entry.parameters, sweeps: sweeps)
      return (name, Shape.object("the parameters of \(key.name) \"\(name)\"", fields))
    }
    return [
      key.with(shape: .choice(catalog.names)),
      EntryKey.parameters.with(shape: .dependent(on: key.name, shapes), summary),
    ]
  }

  /// Returns one field for each parameter.
  static func parameters(_ parameters: [ParameterDescription], sweeps: Bool = false) -> Self {
    parameters.map { parameter in
      let one: Shape =
        switch parameter.domain {
        case .number(let range): .number(range)
        case .integer(let range): .integer(range)
        case .choice(let names): .choice(names)
        }
      return Element(
        parameter.name, sweeps ? .oneOrMany(one) : one, fallback: parameter.defaultValue.text,
        parameter.summary)
    }
  }
}
