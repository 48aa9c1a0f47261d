internal import HRSupport
internal import HRPlugins

/// Keys that entries of several lists have.
enum EntryKey {
  static let label = JSONKey("label", .text, required: true, "Name in the tables.")
  /// Values of a plugin's or a program's parameters, whose shape it decides.
  static let parameters = JSONKey("parameters", .node, "Its parameters.")
}

/// Keys of an entry of `detectors`.
enum DetectorKey {
  static let extractor = JSONKey(
    "extractor", .node, "What makes the pulse wave; the detector's usual one when left out.")
  static let filters = JSONKey(
    "filters", .list(.node), missing: [],
    "Filters applied to the pulse wave, over the whole recording, in this order.")
  static let filter = JSONKey("filter", .text, required: true, "Name of the filter plugin.")
  static let detector = JSONKey("detector", .text, required: true, "Name of the detector plugin.")
  static let acceptWhen = JSONKey(
    "acceptWhen", .list(.node), missing: [],
    "What a quality index or the detector's own word must be for its estimate to stand; otherwise it counts as refused."
  )
  static let confidenceFrom = JSONKey(
    "confidenceFrom", .node, "A quality index whose value takes the place of the detector's own confidence.")
  static let beatLagSeconds = JSONKey(
    "beatLagSeconds", .number(BeatRule.lagSecondsRange),
    "This detector's own lag: each marks another point of the pulse wave; that of \"beats\" when left out.")
  static let baseline = JSONKey(
    "baseline", .text, "Label of the detector this one is compared with, in place of the experiment's.")
  static let scenarios = JSONKey(
    "scenarios", .list(.node(.string), atLeast: 1),
    "Labels of the only scenarios in which this one has rows; a sweep's label as written means all of it. All when left out."
  )
  /// Data on which the experiment's author tuned it.
  static let tunedOn = JSONKey(
    "tunedOn", .list(.node(.string)),
    "Recordings by which its parameters here were chosen: a data set's name, or data set/recording, with * and ?. Empty: there are none."
  )

  static let ownFields = [baseline.field, scenarios.field, tunedOn.field, RecordedKey.manifest.field]
}

/// Keys of a quality index, in rules on it and among `qualities`.
enum QualityKey {
  static let quality = JSONKey("quality", .text, required: true, "Name of the quality index.")
  static let atLeast = JSONKey("atLeast", .number, "Least value that is accepted.")
  static let atMost = JSONKey("atMost", .number, "Largest value that is accepted.")
  static let label = JSONKey(
    EntryKey.label.name, .text, "Name in qualities.csv; the index's own when left out.")
}

/// Keys of a rule on a detector's own word.
enum WordRuleKey {
  static let word = JSONKey<DetectorWord?>(
    "word", .choice, required: true, "What the detector says beside its rate.")
  static let anyOf = JSONKey(
    "anyOf", .list(.node(.string), atLeast: 1), required: true, missing: [],
    "The words that are accepted: "
      + DetectorWord.allCases.map { "\($0.rawValue): \($0.vocabulary.joined(separator: ", "))" }
      .joined(separator: "; ") + ".")

  static let shape = Shape.object(
    "a rule on the detector's own word", marker: word.name, [word.field, anyOf.field])
}

/// The entries of `detectors` and `qualities`.
extension ExperimentShape {
  var detectorShape: Shape {
    .object(
      "a detector", marker: DetectorKey.detector.name,
      [EntryKey.label.with(required: false, "Name in the tables; the detector's own when left out.")]
        + waveFields() + .plugin(DetectorKey.detector, plugins.detectors, "The detector's parameters.")
        + judgementFields())
  }

  /// Fields that only a detector of a pulse wave has.
  static let stageFields = [
    DetectorKey.extractor.field, RecordedKey.trace.field, DetectorKey.filters.field,
    DetectorKey.acceptWhen.field, DetectorKey.confidenceFrom.field,
  ]

  /// Fields that say how the pulse wave is made.
  func waveFields(_ extractor: String? = nil) -> [ObjectShape.Field] {
    let extractors = Shape.either([.choice(plugins.extractors.names), Self.programStage("an extractor")])
    let filter = Shape.object(
      "a filter", marker: DetectorKey.filter.name,
      .plugin(DetectorKey.filter, plugins.filters, "The filter's parameters."))
    let filters = Shape.either([.choice(plugins.filters.names), Self.programStage("a filter"), filter])
    return [
      DetectorKey.extractor.with(shape: extractors, extractor), RecordedKey.trace.field,
      DetectorKey.filters.with(shape: .list(filters)),
    ]
  }

  /// Fields that say how the estimates are judged.
  func judgementFields(
    _ acceptWhen: String? = nil, _ confidenceFrom: String? = nil
  ) -> [ObjectShape.Field] {
    let range = qualityShape([QualityKey.atLeast.field, QualityKey.atMost.field])
    let confidence = Shape.either([.choice(plugins.qualities.names), qualityShape([])])
    return [
      DetectorKey.acceptWhen.with(shape: .list(.either([range, WordRuleKey.shape]), atLeast: 1), acceptWhen),
      DetectorKey.confidenceFrom.with(shape: confidence, confidenceFrom), DetectorKey.beatLagSeconds.field,
    ] + DetectorKey.ownFields
  }

  private func qualityShape(_ more: [ObjectShape.Field]) -> Shape {
    .object(
      "a quality index", marker: QualityKey.quality.name,
      .plugin(QualityKey.quality, plugins.qualities, "The index's parameters.") + more)
  }

  var qualityColumnShape: Shape {
    qualityShape([
      QualityKey.label.field,
      DetectorKey.extractor.with(
        shape: .choice(plugins.extractors.names),
        "What makes the pulse wave; the index's usual one when left out."),
    ])
  }

  var recordedShape: Shape {
    .object(
      "a recorded detector", marker: RecordedKey.estimates.name,
      [EntryKey.label.field] + RecordedKey.fields + [DetectorKey.beatLagSeconds.field] + DetectorKey.ownFields
    )
  }
}
