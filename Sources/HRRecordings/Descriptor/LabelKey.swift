internal import HRSupport

/// Keys of an entry of `labels`.
enum LabelKey {
  static let name = MetadataKey.name
  static let spans = source("spans", SpanKey.shape)
  static let annotations = source(
    "annotations", .object("\"annotations\"", [LocationKey.file.field, texts.field, until.field]))
  static let codes = source(
    "codes",
    LocationKey.shape(
      "\"codes\"", [ChannelKey.missing.with("Numbers that mean \"no label\".")] + TimingKey.fields))
  static let words = JSONKey(
    "words", .node(.map(.string)), "What a label is called instead; \"\" leaves it out.")
  static let notJudged = JSONKey(
    "notJudged", .node(.either([.boolean, .list(.string, atLeast: 1)])),
    "Windows that such a stretch lies in have no reference: true for all labels, or a list of some.")

  /// Annotations of a file.
  static let texts = JSONKey(
    "texts", .list(.text, atLeast: 1), "Texts of the annotations that are meant; left out: all.")
  static let until = JSONKey(
    "until", .choice, fallback: LabelEnd.duration,
    "Where each ends: after its duration, or where the next one begins.")

  static let shape = Shape.either(
    [spans, annotations, codes].map { source in
      .object(
        "an entry of labels", marker: source.name,
        [
          name.field, source.field, words.field, notJudged.with(fallback: "false"),
          ReferenceKey.offsetSeconds.with("Added to their times."),
          ChannelKey.optional.with("Some recordings lack them."),
        ])
    })

  private static func source(_ name: String, _ shape: Shape) -> JSONKey<JSONNode?> {
    JSONKey(name, .node(shape), required: true, "Where the \(name) stand.")
  }
}

/// Keys of stretches with a row for each.
enum SpanKey {
  static let start = JSONKey(
    "start", .node(LocationKey.shape("\"start\"")), required: true, "Where stretches start.")
  static let end = JSONKey("end", .node(LocationKey.shape("\"end\"")), "Where they end; or \"duration\".")
  static let duration = JSONKey(
    "duration", .node(LocationKey.shape("\"duration\"")), "How long they last; or \"end\".")
  static let label = JSONKey(
    "label", .node(LocationKey.shape("\"label\"")),
    "What they are called: texts of a CSV file, numbers of others; left out: as \"name\".")

  fileprivate static let shape = Shape.object(
    "\"spans\"",
    [
      LocationKey.file.field, start.field, end.field, duration.field, label.field,
      MomentKey.unit.with("Unit of \"start\" and \"end\", and of \"duration\"."),
    ] + MomentKey.formFields)
}
