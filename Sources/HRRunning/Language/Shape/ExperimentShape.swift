package import HRSupport
internal import HRPlugins
internal import HRRecordings
internal import HRSignals
internal import HRStatistics

/// The form of an experiment file; validation, `hreval schema` and the reference page come from it.
package struct ExperimentShape {
  let plugins: Plugins

  package init(_ plugins: Plugins) {
    self.plugins = plugins
  }

  package var shape: Shape {
    .object(
      "the experiment",
      [
        .init("schemaVersion", .integer(1...1), required: true, "Version of this format: 1."),
        .init("name", .string, required: true, "Names the run and its folder under reports/."),
        .init("description", .string, "What the experiment is for; printed in the report."),
        .init(
          "seed", .integer(0...9_007_199_254_740_991), fallback: "0", "Every random number follows from it."),
        .init(
          "datasets", .list(.either([.string, Self.datasetShape]), atLeast: 1), required: true,
          "Data sets by name (a folder under datasets/) or path of a descriptor."),
        .init(
          "measurand", .choice(of: Measurand.self), fallback: Measurand.heartRate.rawValue,
          "What is estimated and compared; bpm then stands for beats, or breaths, per minute."),
        .init(
          "mode", .choice(of: MeasurementMode.self), fallback: "continuous",
          "continuous: windows all along each recording; spot: one window per recording."),
        .init("windows", Self.windowsShape, required: true, "How recordings are cut into windows."),
        .init(
          "tolerance", Self.toleranceShape,
          "When an estimate counts as right: within withinBPM, or withinPercent of the reference if that is more."
        ),
        .init(
          "beats", Self.beatsShape, "When a beat of a detector that names beats is one of the reference's."),
        .init(
          "scenarios",
          .list(.either([.choice(plugins.scenarios.names), stepsShape, scenarioShape]), atLeast: 1),
          fallback: "[\"clean\"]", "What is done to the recordings before detectors see them."),
        .init(
          "detectors",
          .list(
            .either([.choice(plugins.detectors.names), recordedShape, programShape, detectorShape]),
            atLeast: 1),
          required: true, "The detectors on trial, in the order of the tables."),
        .init(
          "qualities",
          .list(.either([.choice(plugins.qualities.names), qualityColumnShape]), atLeast: 1),
          "Quality indices to write down for every window, in qualities.csv."),
        .init(
          "words", .list(.choice(of: DetectorWord.self), atLeast: 1),
          "The report has a table of how each detector did where it said which word of these."),
        .init(
          "cadence", .boolean, fallback: "false",
          "Whether to read the accelerometer, where a data set has one, and say how many wrong answers lie at the cadence."
        ),
        .init(
          "baseline", .string,
          "Label of the detector that the others are compared with; a detector may name its own."),
        .init(
          "metrics", .list(.choice(Metric.columns.map(\.name)), atLeast: 1),
          "Metrics of the tables people read; all when left out. Files always hold all."),
        .init(
          "strata", .list(.string),
          "Metadata names of the data sets, or \"dataset\"; the report has a table per group of each."),
        ClaimShape.field,
        SplitShape.field,
        .init("report", Self.reportShape, "What is written after a run."),
        .init(
          "limits", Self.limitsShape,
          "How much is read of a recording before it is refused; raise one for data that are larger than usual."
        ),
        .init("comment", .string, "A remark for people; nothing reads it."),
        .init("question", .string, "The question the experiment asks, in one line; heads its page."),
        .init(
          "acceptable",
          .object(
            "\"acceptable\"",
            [
              .init(
                "differenceBPM", .number(0.01...1000), required: true,
                "Limits of agreement are acceptable where they lie within this of 0, either way.")
            ]), "Which limits of agreement are acceptable, decided before the run."),
        SignalQuota.field,
      ])
  }

  private static let limitsShape = Shape.object(
    "\"limits\"",
    ReadingLimits.Name.allCases.map {
      .init($0.rawValue, .integer($0.range), fallback: String($0.standard), $0.summary)
    })

  private static let datasetShape = Shape.object(
    "a data set", marker: "dataset",
    [
      .init("dataset", .string, required: true, "Name under datasets/, or path of a descriptor."),
      .init("root", .string, "Folder that holds the files, relative to this experiment."),
      .init(
        "alsoReads", .list(.string),
        "Folders besides the root that its files may lie in, relative to this experiment."),
      .init(
        "select", .list(.string, atLeast: 1), "Patterns (* and ?) of recordings to use; all when left out."),
      .init("exclude", .list(.string), "Patterns of recordings to leave out."),
      .init(
        "reference", .string,
        "Which of the data set's references to use; left out: the first whose files are there."),
    ])

  private static let windowsShape = Shape.object(
    "\"windows\"",
    [
      .init(
        WindowSizeText.lengthName,
        .either([.number(1...86_400), .list(.number(1...86_400), atLeast: 1), .choice(["recording"])]),
        required: true,
        "Length of a window; in spot mode also a list, which measures every scenario by each, or \"recording\", the whole of it."
      ),
      .init(
        WindowSizeText.startName, .oneOrMany(.number(0...86_400)), fallback: "0",
        "How long after a recording's first sample the first window starts; in spot mode also a list."),
      .init(
        "tries", .integer(1...10), fallback: "1",
        "Spot mode: how many measurements follow each other, of which the surest counts."),
      .init(
        "hopSeconds", .number(0.01...86_400),
        "From one window's start to the next; continuous mode needs it."),
    ])

  private static let toleranceShape = Shape.object(
    "\"tolerance\"",
    [
      .init("withinBPM", .number(0...100), fallback: "5", "Beats per minute."),
      .init(
        "withinPercent", .number(0...100), fallback: "10",
        "Percent of the reference; the wider of the two counts."),
    ])

  static let lagSeconds = Shape.number(BeatRule.lagSecondsRange)

  private static let beatsShape = Shape.object(
    "\"beats\"",
    [
      .init(
        "toleranceSeconds", .number(BeatRule.toleranceSecondsRange),
        fallback: ParameterValue.number(BeatRule.standard.toleranceSeconds).text,
        "Furthest a detected beat may be from the reference's, once the lag is taken off."),
      .init(
        "lagSeconds", Self.lagSeconds, fallback: ParameterValue.number(BeatRule.standard.lagSeconds).text,
        "How much later than the reference's beats a detector's are meant to come; negative: earlier."),
    ])

  private var filterShape: Shape {
    .object(
      "a filter", marker: "filter",
      [
        .init("filter", .choice(plugins.filters.names), required: true, "Name of the filter plugin."),
        .parameters(of: "filter", plugins.filters.entries, "The filter's parameters."),
      ])
  }

  private var detectorShape: Shape {
    .object(
      "a detector", marker: "detector",
      [
        .init("label", .string, "Name in the tables; the detector's own when left out."),
        .init(
          "extractor", extractorShape, "What makes the pulse wave; the detector's usual one when left out."),
        .init(
          RecordedKey.trace.rawValue, .string,
          "File of a pulse wave that another program made, in the extractor's place; \(Self.filledIn)"),
        .init(
          "filters", .list(filterChoice),
          "Filters applied to the pulse wave, over the whole recording, in this order."),
        .init("detector", .choice(plugins.detectors.names), required: true, "Name of the detector plugin."),
        .parameters(of: "detector", plugins.detectors.entries, "The detector's parameters."),
        .init(
          "acceptWhen", acceptanceRules,
          "What a quality index or the detector's own word must be for its estimate to stand; otherwise it counts as refused."
        ),
        .init(
          "confidenceFrom", confidenceShape,
          "A quality index whose value takes the place of the detector's own confidence."),
        .init(
          "beatLagSeconds", Self.lagSeconds,
          "This detector's own lag: each marks another point of the pulse wave; that of \"beats\" when left out."
        ),
        Self.ownBaseline, Self.ownScenarios, TuningKey.field, RecordedManifest.field,
      ])
  }

  var filterChoice: Shape {
    .either([.choice(plugins.filters.names), Self.programStage("a filter"), filterShape])
  }

  var extractorShape: Shape {
    .either([.choice(plugins.extractors.names), Self.programStage("an extractor")])
  }

  var acceptanceRules: Shape { .list(.either([acceptanceShape, Self.wordRuleShape]), atLeast: 1) }

  var confidenceShape: Shape { .either([.choice(plugins.qualities.names), qualityShape()]) }

  private func qualityShape(_ more: [ObjectShape.Field] = []) -> Shape {
    .object(
      "a quality index", marker: "quality",
      [
        .init("quality", .choice(plugins.qualities.names), required: true, "Name of the quality index."),
        .parameters(of: "quality", plugins.qualities.entries, "The index's parameters."),
      ] + more)
  }

  private var acceptanceShape: Shape {
    qualityShape([
      .init("atLeast", .number(nil), "Least value that is accepted."),
      .init("atMost", .number(nil), "Largest value that is accepted."),
    ])
  }

  private static let wordRuleShape = Shape.object(
    "a rule on the detector's own word", marker: "word",
    [
      .init(
        "word", .choice(of: DetectorWord.self), required: true, "What the detector says beside its rate."),
      .init(
        "anyOf", .list(.string, atLeast: 1), required: true,
        "The words that are accepted: "
          + DetectorWord.allCases.map { "\($0.rawValue): \($0.vocabulary.joined(separator: ", "))" }
          .joined(separator: "; ") + "."),
    ])

  private var qualityColumnShape: Shape {
    qualityShape([
      .init("label", .string, "Name in qualities.csv; the index's own when left out."),
      .init(
        "extractor", .choice(plugins.extractors.names),
        "What makes the pulse wave; the index's usual one when left out."),
    ])
  }

  private var recordedShape: Shape {
    .object(
      "a recorded detector", marker: "recorded",
      [
        .init("label", .string, required: true, "Name in the tables."),
        .init(
          RecordedKey.estimates.rawValue, .string, required: true,
          "File of recorded output; \(Self.filledIn)"),
        DeclaredRange.field,
      ] + RecordedRuleShape.fields + Self.ownKeys)
  }

  static let filledIn =
    "{recording}, {subject}, {dataset}, {scenario} and {repeat} are filled in."

  static let ownBaseline = ObjectShape.Field(
    "baseline", .string, "Label of the detector this one is compared with, in place of the experiment's.")

  private static let ownKeys = [ownBaseline, ownScenarios, TuningKey.field, RecordedManifest.field]

  static let ownScenarios = ObjectShape.Field(
    "scenarios", .list(.string, atLeast: 1),
    "Labels of the only scenarios in which this one has rows; a sweep's label as written means all of it. All when left out."
  )

  private static let reportShape = Shape.object(
    "\"report\"",
    [
      .init(
        "formats", .list(.choice(of: ReportFormat.self), atLeast: 1),
        fallback: "[\"markdown\", \"csv\", \"json\", \"html\"]",
        "Which files a run writes besides run.json and windows.h5.")
    ])
}

extension ObjectShape.Field {
  /// Makes the field `parameters`, whose form depends on the plugin that the key of its kind names in the same
  /// object.
  static func parameters(
    of kind: String, _ entries: [some CatalogEntry], sweeps: Bool = false, _ summary: String
  ) -> Self {
    let shapes = entries.map { entry in
      let fields = fields(of: entry.parameters, sweeps: sweeps)
      return (entry.info.name, Shape.object("the parameters of \(kind) \"\(entry.info.name)\"", fields))
    }
    return .init("parameters", .dependent(on: kind, shapes), summary)
  }

  /// Returns one field for each parameter.
  static func fields(of parameters: [ParameterDescription], sweeps: Bool = false) -> [Self] {
    parameters.map { parameter in
      let one: Shape =
        switch parameter.domain {
        case .number(let range): .number(range)
        case .integer(let range): .integer(range)
        case .choice(let names): .choice(names)
        }
      return Self(
        parameter.name, sweeps ? .oneOrMany(one) : one, fallback: parameter.defaultValue.text,
        parameter.summary)
    }
  }
}
