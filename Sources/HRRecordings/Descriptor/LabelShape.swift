internal import HRSupport

extension DatasetDescriptor {
  /// Shape of an entry of `labels`.
  static let labelShape = Shape.either(
    [
      (
        "spans",
        .object(
          "\"spans\"",
          [
            .init("file", .string, "Name of the file; left out: the first one."),
            .init("start", location("\"start\""), required: true, "Where stretches start."),
            .init("end", location("\"end\""), "Where they end; or \"duration\"."),
            .init("duration", location("\"duration\""), "How long they last; or \"end\"."),
            .init(
              "label", location("\"label\""),
              "What they are called: texts of a CSV file, numbers of others; left out: as \"name\"."),
            .init("unit", timeUnits, fallback: "s", "Unit of \"start\" and \"end\", and of \"duration\"."),
          ] + momentFormFields)
      ),
      (
        "annotations",
        .object(
          "\"annotations\"",
          [
            .init("file", .string, "Name of the file; left out: the first one."),
            .init(
              "texts", .list(.string, atLeast: 1), "Texts of the annotations that are meant; left out: all."),
            .init(
              "until", .choice(of: LabelEnd.self), fallback: LabelEnd.duration.rawValue,
              "Where each ends: after its duration, or where the next one begins."),
          ])
      ),
      (
        "codes",
        location(
          "\"codes\"",
          [.init("missing", .list(.number(nil)), "Numbers that mean \"no label\".")] + timingFields)
      ),
    ].map { (marker: String, shape: Shape) -> Shape in
      .object(
        "an entry of labels", marker: marker,
        [
          .init("name", .string, required: true, "What strata call it."),
          .init(marker, shape, required: true, "Where the \(marker) stand."),
          .init("words", .map(.string), "What a label is called instead; \"\" leaves it out."),
          .init(
            "notJudged", .either([.boolean, .list(.string, atLeast: 1)]), fallback: "false",
            "Windows that such a stretch lies in have no reference: true for all labels, or a list of some."),
          .init("offsetSeconds", .number(-86_400...86_400), fallback: "0", "Added to their times."),
          .init("optional", .boolean, fallback: "false", "Some recordings lack them."),
        ])
    })
}
