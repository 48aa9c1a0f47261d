internal import HRNumerics
package import HRSupport
internal import HRSignals

extension DatasetDescriptor {
  /// Shape of a descriptor; the source of validation, messages and the JSON Schema.
  package static let shape = Shape.object(
    "the data set",
    [
      .init("schemaVersion", .integer(1...1), required: true, "Version of this format: 1."),
      .init("name", .string, required: true, "Short name; its files may lie in $HREVAL_DATA/<name>."),
      .init("title", .string, "Full name, for reports."),
      .init("description", .string, "What was measured on whom and how; oddities of the files."),
      .init("citation", .string, "What to cite."),
      .init("license", .string, "Licence of the data, as an SPDX name where there is one."),
      .init("homePage", .string, "Where the data is published."),
      .init("fetch", .list(fetchShape), "How to get the files."),
      .init("folder", .string, "Its folder's name under $HREVAL_DATA; left out: the data set's name."),
      .init("root", .string, "Folder of the files, relative to this descriptor."),
      .init(
        "recording", .string, fallback: "{recording}",
        "Recording name, made of captures of the first file's path."),
      .init("subject", .either([.string, attributeShape("subject")]), "Who was recorded."),
      .init(
        "files", .list(.either([.string, fileShape]), atLeast: 1), required: true, "Files of a recording."),
      .init("channels", channelsShape, "What was measured, by channel name."),
      .init("frames", framesShape, "Camera frames, whose pixels' means are channels."),
      .init("reference", .list(referenceShape, atLeast: 1), "The true heart rate; the first is the default."),
      .init("metadata", .list(metadataShape), "Facts about recordings, for strata."),
      .init(
        "labels", .list(labelShape),
        "What is going on when: stretches with labels, for strata and for what is not to be judged."),
      .init(
        "acknowledged", .list(acknowledgedShape),
        "Findings about the data that are known, each with the reason why it may stay."),
      commentField,
    ])

  /// Remark field, since JSON has no comments.
  static let commentField = ObjectShape.Field("comment", .string, "A remark for people; nothing reads it.")

  private static let fetchShape = Shape.object(
    "a fetch entry",
    [
      .init("url", .string, required: true, "Where the file is."),
      .init("sha256", .string, required: true, "Its SHA-256, 64 hexadecimal digits."),
      .init("path", .string, required: true, "Where it goes, relative to the root."),
    ])

  private static let fileShape = Shape.object(
    "a file",
    [
      .init("name", .string, "What other keys call it; needed when there are several files."),
      .init(
        "path", .string, required: true,
        "Path below the root, with {recording}, {subject}, other captures and *."),
      .init("except", .list(.string), "Paths that fit but are something else."),
      .init("reader", .choice(of: FileReader.self), "Left out: as the file name's ending says."),
      .init("csv", csvShape, "How the text is laid out."),
    ] + timingFields + [commentField])

  static let csvShape = Shape.object(
    "\"csv\"",
    [
      .init(
        "delimiter", .string, fallback: ",",
        "One character between cells; \"blanks\": any number of blanks and tabs."),
      .init("decimalMark", .choice([".", ","]), fallback: ".", "Between whole and fraction."),
      .init("skipLines", .integer(0...100_000), fallback: "0", "Lines to skip before the header."),
      .init("commentPrefix", .string, "Lines that start with it are skipped."),
      .init("header", .boolean, fallback: "true", "Whether the first line names the columns."),
      .init("missing", .list(.string), "Cell texts that mean \"no value\"."),
      .init("stopAt", .string, "A row whose first cell is this text ends the table."),
      .init("keepRows", keepRowsShape, "Which rows count; left out: all."),
    ])

  private static let keepRowsShape = Shape.object(
    "\"keepRows\"",
    [
      .init(
        "column", .either([.string, .integer(0...1_000_000)]), required: true,
        "Column that decides: its name, or its index from 0."),
      .init("values", .list(.string, atLeast: 1), required: true, "Rows count whose cell is one of these."),
    ])

  static let timingFields: [ObjectShape.Field] = [
    .init(
      "sampleRate", numberSource("a sample rate", RecordingLimits.sampleRateHz),
      "Samples per second, or where that stands."),
    .init(
      "startTime", numberSource("a start time", nil), fallback: "0",
      "Time of the first sample in seconds, where there is no \"time\"."),
    .init("time", timeShape, "The samples' own times."),
    .init(
      "repeatedTimes", .choice(of: RepeatedTimes.self), fallback: "error",
      "What becomes of a row whose time equals the one before."),
  ]

  static let locationFields: [ObjectShape.Field] = [
    .init("file", .string, "Name of the file; left out: the first one."),
    .init(
      "column", .either([.string, .integer(0...1_000_000)]),
      "CSV, NPY: name, or index from 0. HDF5, MAT: index from 0."
    ),
    .init(
      "row", .integer(0...1_000_000),
      "HDF5, MAT, NPY: which row of an n×k array (HDF5 shows MATLAB's columns as rows)."),
    .init("object", .string, "HDF5, MAT: path of the object; * stands for part of a name."),
    .init(
      "signal", .either([.string, .integer(0...1_000_000)]),
      "EDF, WFDB: label of the signal, or its index from 0."),
  ]

  static let unitField = ObjectShape.Field(
    "unit", timeUnits, fallback: "s",
    "Unit of the times; CSV, MAT: dateTime (ISO 8601) or timeOfDay for texts.")

  static func location(_ name: String, _ more: [ObjectShape.Field] = []) -> Shape {
    .either([.string, .integer(0...1_000_000), .object(name, locationFields + more)])
  }

  private static let timeShape = location(
    "\"time\"",
    [
      unitField,
      .init(
        "uniform", .boolean, fallback: "false",
        "The times are an even rate's, merely rounded: use sampleRate."),
      .init("optional", .boolean, fallback: "false", "May be absent; sampleRate is used then."),
    ] + momentFields)

  static func numberSource(_ name: String, _ range: ClosedRange<Double>?) -> Shape {
    .either([
      .number(range),
      .object(
        name,
        [
          .init("file", .string, "Name of the file; left out: the same file."),
          .init("object", .string, "HDF5 or MAT path; left out: the channel's own object."),
          .init("attribute", .string, "Attribute of the object; left out: the object's single number."),
        ]),
    ])
  }

  private static func attributeShape(_ name: String) -> Shape {
    .object(
      "\"\(name)\"",
      [
        .init("attribute", .string, "Name of the attribute; left out: the object is the text itself."),
        .init(
          "object", .string, fallback: "/",
          "HDF5 path of the object that has it, HDF5 or MAT path of the text."),
        .init("file", .string, "Name of the file; left out: the first one."),
      ])
  }

  private static let channelsShape = Shape.object(
    ObjectShape(
      "\"channels\"",
      ChannelKind.allCases.map { kind in
        .init(kind.rawValue, channelShape(kind.rawValue), "The recording's \(kind.rawValue) channel.")
      },
      family: .init(
        pattern: ChannelKind.furtherPulsePattern, fits: { ChannelKind(rawValue: $0) != nil },
        shape: channelShape("ppg3"), "The third pulse channel, the fourth (ppg4), and so on.")))

  private static func channelShape(_ name: String) -> Shape {
    location(
      "channel \"\(name)\"",
      timingFields + [
        .init("scale", .number(nil), fallback: "1", "Sample = number in the file × scale + offset."),
        .init("offset", .number(nil), fallback: "0", "Added after scaling."),
        .init(
          "unit", .either([.choice(ChannelUnit.written), unitShape]),
          "What the numbers are in after scale and offset; converted to what hreval keeps."),
        .init("missing", .list(.number(nil)), "Numbers in the file that mean \"no sample\"."),
        .init(
          "fillGapSeconds", .number(0...3600), "Gaps up to this long are interpolated; left out: none may be."
        ),
        .init("optional", .boolean, fallback: "false", "Some recordings lack it."),
        commentField,
      ])
  }

  private static let unitShape = Shape.object(
    "\"unit\"",
    [
      .init("attribute", .string, required: true, "Name of the HDF5 attribute that says it."),
      .init("object", .string, "HDF5 path of the object that has it; left out: the channel's own."),
    ])

  private static let framesShape = Shape.object(
    "\"frames\"",
    [
      .init("file", .string, "Name of the file; left out: the first one."),
      .init(
        "object", .string, required: true,
        "HDF5 path of the pixels, numbers of any type; * stands for part of a name."),
      .init(
        "dimensions", .string, fallback: "NHWC",
        "Meaning of the dimensions, slowest first: N frames, H rows, W columns, C colours."),
      .init(
        "colours", .string, fallback: "rgb", "Colours in the file's order: r, g, b, i (infrared), - for none."
      ),
      .init(
        "region", .either([.choice(["whole", "centreHalf"]), regionShape]), fallback: "whole",
        "Part of the frame: all of it, the middle half of each side, or fractions."),
      .init("stride", .integer(1...1000), fallback: "1", "Every so many rows and columns count."),
      .init("scale", .number(nil), fallback: "1", "Sample = mean in the file × scale + offset."),
      .init("offset", .number(nil), fallback: "0", "Added after scaling."),
      .init("optional", .boolean, fallback: "false", "Some recordings lack them."),
    ] + timingFields)

  private static let regionShape = Shape.object(
    "\"region\"",
    [
      .init("left", .number(0...1), fallback: "0", "Left edge, as a share of the width."),
      .init("top", .number(0...1), fallback: "0", "Upper edge, as a share of the height."),
      .init("right", .number(0...1), fallback: "1", "Right edge, as a share of the width."),
      .init("bottom", .number(0...1), fallback: "1", "Lower edge, as a share of the height."),
    ])

  private static let metadataShape = Shape.either(
    [
      ("value", [.init("value", .string, required: true, "Text made of captures: \"{hand}\".")]),
      (
        "attribute",
        [
          .init("attribute", .string, required: true, "Name of an HDF5 attribute."),
          .init("object", .string, fallback: "/", "HDF5 path of the object that has it."),
          .init("file", .string, "Name of the file; left out: the first one."),
        ]
      ),
      (
        "table",
        [
          .init("table", .string, required: true, "CSV file below the root with one row per key."),
          .init("csv", csvShape, "How the table is laid out."),
          .init("keyColumn", .string, required: true, "Column that holds the key."),
          .init("column", .string, required: true, "Column that holds the value."),
          .init("key", .string, fallback: "{subject}", "The key, made of captures."),
        ]
      ),
      (
        "values",
        [
          .init("values", .map(.string), required: true, "The value for each key."),
          .init("key", .string, fallback: "{subject}", "The key, made of captures."),
        ]
      ),
      (
        "object",
        [
          .init("object", .string, required: true, "HDF5 or MAT path of a text or a number."),
          .init("file", .string, "Name of the file; left out: the first one."),
        ]
      ),
    ].map { (marker: String, fields: [ObjectShape.Field]) -> Shape in
      .object(
        "a metadata entry", marker: marker,
        [.init("name", .string, required: true, "What strata call it.")] + fields + [
          .init("optional", .boolean, fallback: "false", "Some recordings lack it.")
        ])
    })
}
