package import HRSupport
internal import HRSignals

extension DatasetDescriptor {
  /// Shape of a descriptor; the source of validation, messages and the JSON Schema.
  package static let shape = Shape.object("the data set", DatasetKey.fields)
}

/// Keys of a descriptor.
enum DatasetKey {
  static let schemaVersion = JSONKey(
    "schemaVersion", .integer(1...1), required: true, "Version of this format: 1.")
  static let name = JSONKey(
    "name", .text, required: true, "Short name; its files may be in $HREVAL_DATA/<name>.")
  static let title = JSONKey("title", .text, "Full name, for reports.")
  static let summary = JSONKey(
    "description", .text, "What was measured on whom and how; oddities of the files.")
  static let citation = JSONKey("citation", .text, "What to cite.")
  static let license = JSONKey(
    "license", .text, "Licence of the data, as an SPDX name where there is one.")
  static let agreement = JSONKey(
    "agreement", .text,
    "What a user has to agree to before files are fetched: a sentence, or the address of the terms.")
  static let participants = JSONKey(
    "participants", .node(ParticipantsKey.shape), "Who was recorded, as far as it is published.")
  static let homePage = JSONKey("homePage", .text, "Where the data is published.")
  static let fetch = JSONKey("fetch", .list(.node(FetchKey.shape)), missing: [], "How to get the files.")
  static let folder = JSONKey(
    "folder", .text, "Its folder's name under $HREVAL_DATA; left out: the data set's name.")
  static let root = JSONKey("root", .text, "Folder of the files, relative to this descriptor.")
  static let recording = JSONKey(
    "recording", .text, fallback: "{recording}", "Recording name, made of captures of the first file's path.")
  static let subject = JSONKey(
    "subject",
    .node(
      .either([
        .string,
        .object(
          "\"subject\"",
          [
            LocationKey.attribute.field,
            LocationKey.object.with(
              fallback: "/", "HDF5 path of the object that has it, HDF5 or MAT path of the text."),
            LocationKey.file.field,
          ]),
      ])), "Who was recorded.")
  static let files = JSONKey(
    "files", .list(.node(.either([.string, FileKey.shape])), atLeast: 1), required: true, missing: [],
    "Files of a recording.")
  static let channels = JSONKey("channels", .node(channelsShape), "What was measured, by channel name.")
  static let frames = JSONKey(
    "frames", .node(FramesKey.shape), "Camera frames, whose pixels' means are channels.")
  static let reference = JSONKey(
    "reference", .list(.node(ReferenceKey.shape), atLeast: 1), missing: [],
    "The true heart rate; the first is the default.")
  static let metadata = JSONKey(
    "metadata", .list(.node(MetadataKey.shape)), missing: [], "Facts about recordings, for strata.")
  static let labels = JSONKey(
    "labels", .list(.node(LabelKey.shape)), missing: [],
    "What is going on when: stretches with labels, for strata and for what is not to be judged.")
  static let acknowledged = JSONKey(
    "acknowledged", .list(.node(AcknowledgedKey.shape)), missing: [],
    "Findings about the data that are known, each with the reason why it may stay.")
  /// Remark, since JSON has no comments.
  static let comment = JSONKey("comment", .text, "A remark for people; nothing reads it.")

  static let fields = [
    schemaVersion.field, name.field, title.field, summary.field, citation.field, license.field,
    agreement.field, participants.field, homePage.field, fetch.field, folder.field, root.field,
    recording.field, subject.field,
    files.field,
    channels.field, frames.field, reference.field, metadata.field, labels.field, acknowledged.field,
    comment.field,
  ]

  private static let channelsShape = Shape.object(
    ObjectShape(
      "\"channels\"",
      ChannelKind.allCases.map { kind in
        .init(kind.rawValue, ChannelKey.shape(kind.rawValue), "The recording's \(kind.rawValue) channel.")
      },
      family: .init(
        pattern: ChannelKind.furtherPulsePattern, fits: { ChannelKind(rawValue: $0) != nil },
        shape: ChannelKey.shape("ppg3"), "The third pulse channel, the fourth (ppg4), and so on.")))
}

/// Keys of `participants`.
enum ParticipantsKey {
  static let count = JSONKey("count", .integer(1...1_000_000), "How many people the recordings here are of.")

  static let shape = Shape.object("\"participants\"", [count.field])
}

/// Keys of a file to download.
enum FetchKey {
  static let url = JSONKey("url", .text, required: true, "Where the file is.")
  static let sha256 = JSONKey("sha256", .text, required: true, "Its SHA-256, 64 hexadecimal digits.")
  static let path = JSONKey("path", .text, required: true, "Where it goes, relative to the root.")

  static let bytes = JSONKey("bytes", .integer(0...4_000_000_000), "Its size; what is larger is not fetched.")

  static let shape = Shape.object("a fetch entry", [url.field, sha256.field, bytes.field, path.field])
}

/// Keys of an entry of `files`.
enum FileKey {
  static let name = JSONKey(
    "name", .text, "What other keys call it; needed when there are several files.")
  static let path = JSONKey(
    "path", .text, required: true, "Path below the root, with {recording}, {subject}, other captures and *.")
  static let except = JSONKey(
    "except", .list(.node(.string)), missing: [], "Paths that fit but are something else.")
  static let reader: JSONKey<FileReader?> = JSONKey(
    "reader", .choice, "Left out: as the file name's ending says.")
  static let csv = JSONKey("csv", .node(CSVKey.shape), "How the text is laid out.")

  static let recordingGroups = JSONKey(
    "recordingGroups", .text,
    "HDF5, first file: groups that are a recording each, with captures: \"/{recording}\", \"/{subject}/{session}\"."
  )
  static let recordingColumn = JSONKey(
    "recordingColumn", .node(.nameOrIndex),
    "CSV: column with the name of each row's recording, or of its first file; of the first file its words are the recordings."
  )

  static let shape = Shape.object(
    "a file",
    [
      name.field, path.field, except.field, reader.field, csv.field, recordingGroups.field,
      recordingColumn.field,
    ] + TimingKey.fields
      + [DatasetKey.comment.field])
}

/// Keys of the layout of a text table.
enum CSVKey {
  static let delimiter = JSONKey(
    "delimiter", .text, fallback: ",",
    "One character between cells; \"blanks\": any number of blanks and tabs.")
  static let decimalMark = JSONKey(
    "decimalMark", .text(.choice([".", ","])), fallback: ".", "Between whole and fraction.")
  static let skipLines = JSONKey(
    "skipLines", .integer(0...100_000), fallback: 0, "Lines to skip before the header.")
  static let commentPrefix = JSONKey(
    "commentPrefix", .text,
    "Lines that start with it are skipped, and so is the rest of a row from a cell on that starts with it."
  )
  static let header = JSONKey("header", .boolean, fallback: true, "Whether the first line names the columns.")
  static let missing = JSONKey(
    "missing", .list(.text), missing: [], "Cell texts that mean \"no value\".")
  static let skipBelowHeader = JSONKey(
    "skipBelowHeader", .integer(0...100), fallback: 0,
    "Rows to skip between the header and the data, such as units.")
  static let rows = JSONKey(
    "rows", .boolean, fallback: false,
    "Each line is a series; with a header, the first cell is a row's name.")
  static let stopAt = JSONKey("stopAt", .text, "A row whose first cell is this text ends the table.")
  static let keepRows = JSONKey("keepRows", .node(KeepRows.shape), "Which rows count; left out: all.")

  static let shape = Shape.object(
    "\"csv\"",
    [
      delimiter.field, decimalMark.field, skipLines.field, commentPrefix.field, header.field,
      skipBelowHeader.field, rows.field, missing.field, stopAt.field, keepRows.field,
    ])

  enum KeepRows {
    static let column = JSONKey(
      "column", .node(.nameOrIndex), required: true,
      "Column that decides: its name, or its index from 0.")
    static let values = JSONKey(
      "values", .list(.text, atLeast: 1), required: true, "Rows count whose cell is one of these.")

    static let shape = Shape.object("\"keepRows\"", [column.field, values.field])
  }
}

/// Keys of the times of samples.
enum TimingKey {
  static let sampleRate = JSONKey(
    "sampleRate", .node(LocationKey.number("a sample rate", RecordingLimits.sampleRateHz)),
    "Samples per second, or where that stands.")
  static let startTime = JSONKey(
    "startTime", .node(LocationKey.number("a start time", nil)),
    "Time of the first sample in seconds, where there is no \"time\".")
  static let time = JSONKey(
    "time",
    .node(
      LocationKey.shape(
        "\"time\"",
        [
          MomentKey.unit.field, uniform.field,
          ChannelKey.optional.with("May be absent; sampleRate is used then."),
        ] + MomentKey.fields)), "The samples' own times.")
  static let repeatedTimes = JSONKey(
    "repeatedTimes", .choice, fallback: RepeatedTimes.error,
    "What becomes of a row whose time equals the one before.")
  static let uniform = JSONKey(
    "uniform", .boolean, fallback: false,
    "The times are an even rate's, merely rounded: use sampleRate.")

  static let fields = [
    sampleRate.field, startTime.with(fallback: "0"), time.field, repeatedTimes.field,
  ]
}

/// Keys of the location of a series, a number or a text.
enum LocationKey {
  static let file = JSONKey("file", .text, "Name of the file; left out: the first one.")
  static let column = JSONKey(
    "column", .node(.nameOrIndex),
    "CSV, NPY: name, or index from 0. HDF5: index from 0, or a record's member: name, name[index]. MAT: index from 0."
  )
  static let row = JSONKey(
    "row", .node(.nameOrIndex),
    "HDF5, MAT, NPY: which row of an n×k array, from 0 (HDF5 shows MATLAB's columns as rows). Texts whose lines are series: its name, or its index from 0."
  )
  static let object = JSONKey(
    "object", .text, "HDF5, MAT: path of the object; * stands for part of a name.")
  static let signal = JSONKey(
    "signal", .node(.nameOrIndex), "EDF, WFDB: label of the signal, or its index from 0.")
  /// Annotations of events; of files that may hold some.
  static let annotations = JSONKey(
    "annotations", .list(.text, atLeast: 1),
    "EDF+: texts of the annotations that are meant. WFDB: symbols or texts; left out: beats of all kinds.")
  /// Attribute of an object.
  static let attribute = JSONKey(
    "attribute", .text, "Name of the attribute; left out: the object is the text itself.")

  /// Fact about the recording, for numbers.
  static let metadata = JSONKey("metadata", .text, "Name of a fact in \"metadata\".")

  static let fields = [file.field, column.field, row.field, object.field, signal.field]

  static func shape(_ name: String, _ more: [ObjectShape.Field] = []) -> Shape {
    .either([.string, .integer(0...1_000_000), .object(name, fields + more)])
  }

  /// Returns the shape of a number that is given, or that the data files hold.
  static func number(_ name: String, _ range: ClosedRange<Double>?) -> Shape {
    .either([
      .number(range),
      .object(
        name, marker: metadata.name,
        [metadata.with(required: true, "Name of a fact in \"metadata\" that is a number.")]),
      .object(
        name,
        [
          file.with("Name of the file; left out: the same file."),
          object.with("HDF5 or MAT path; left out: the channel's own object."),
          attribute.with("Attribute of the object; left out: the object's single number."),
        ]),
    ])
  }
}

/// Keys of a channel.
enum ChannelKey {
  static let scale = JSONKey(
    "scale", .number, fallback: 1, "Sample = number in the file × scale + offset.")
  static let offset = JSONKey("offset", .number, fallback: 0, "Added after scaling.")
  static let unit = JSONKey(
    "unit",
    .node(
      .either([
        .choice(ChannelUnit.written),
        .object(
          "\"unit\"",
          [
            LocationKey.attribute.with(required: true, "Name of the HDF5 attribute that says it."),
            LocationKey.object.with("HDF5 path of the object that has it; left out: the channel's own."),
          ]),
      ])), "What the numbers are in after scale and offset; converted to what hreval keeps.")
  static let missing = JSONKey(
    "missing", .list(.number), missing: [], "Numbers in the file that mean \"no sample\".")
  static let fillGapSeconds = JSONKey(
    "fillGapSeconds", .number(0...3600), "Gaps up to this long, and never more than 1 s, count as samples.")
  static let optional = JSONKey("optional", .boolean, fallback: false, "Some recordings lack it.")

  static func shape(_ name: String) -> Shape {
    LocationKey.shape(
      "channel \"\(name)\"",
      TimingKey.fields + [
        scale.field, offset.field, unit.field, missing.field, fillGapSeconds.field, optional.field,
        DatasetKey.comment.field,
      ])
  }
}

extension Shape {
  /// Name of a column or signal, or its index from 0.
  static let nameOrIndex = Shape.either([.string, .integer(0...1_000_000)])
}

extension JSONNode {
  /// Name of a column or signal, or its index from 0.
  var nameOrIndex: NameOrIndex? { integer.map { .at($0) } ?? string.map { .named($0) } }

  /// Value of a field of some object, as written; `nil` if it is missing.
  subscript(_ field: ObjectShape.Field) -> JSONNode? { self[field.key] }
}
