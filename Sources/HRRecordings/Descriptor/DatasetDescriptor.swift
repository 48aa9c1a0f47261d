package import HRSignals

/// Checked content of `dataset.json`: the rules by which the files of a data set become recordings.
///
/// The keys are described in `docs/reference/datasets`; ``shape`` is their one declaration.
package struct DatasetDescriptor: Sendable {
  package let name: String
  package let title: String?
  package let summary: String?
  package let citation: String?
  package let license: String?
  /// Terms that a user has to agree to before files are fetched.
  package let agreement: String?
  /// Number of people that were recorded; `nil` where it is not published.
  package let participantCount: Int?
  package let homePage: String?
  package let fetch: [FetchItem]
  /// Name of its folder under `$HREVAL_DATA`.
  package let folder: String
  /// Folder of the files, relative to the descriptor.
  package let root: String?
  let recordingTemplate: CaptureTemplate
  var subject: SubjectSource?
  /// The first one finds the recordings; the others accompany it.
  var files: [FileDescription]
  var channels: [ChannelDescription]
  var references: [ReferenceDescription]
  var metadata: [MetadataDescription]
  var labels: [LabelDescription]
  /// Findings about its data that are known.
  package let acknowledged: [AcknowledgedFinding]
  /// SHA-256 of the text that it was read from; `nil` if that was not a file.
  package var sha256: String?

  /// File to download, and its path below the root.
  package struct FetchItem: Equatable, Sendable {
    package let url: String
    package let sha256: String
    package let bytes: Int?
    package let path: String
  }

  package var channelKinds: [ChannelKind] { channels.map(\.kind) }

  package var referenceNames: [String] { references.map(\.name) }

  /// Kinds of labels on stretches of the recordings.
  package var labelNames: [String] { labels.map(\.name) }

  package var metadataNames: [String] { metadata.map(\.name) }

  /// Returns the references that state a measurand, in the descriptor's order.
  package func referenceNames(of measurand: Measurand) -> [String] {
    references.filter { $0.measurand == measurand }.map(\.name)
  }
}

/// One `files` entry.
struct FileDescription: Sendable {
  let name: String
  let pattern: PathPattern
  let except: [PathPattern]
  let reader: FileReader
  var format: CSVFormat
  /// Recordings in the file, if it holds several.
  var inner: InnerPlace?
  /// Ticks per second of annotations, if neither they nor their record state it.
  var tickRate: Double?
}

/// Place of the recordings in a file that holds several.
enum InnerPlace: Equatable, Sendable {
  /// Groups of an HDF5 file, by a pattern with captures.
  case groups(PathPattern)
  /// Rows of a table, by the column with the names of their recordings.
  case column(NameOrIndex)

  /// Names in braces that it captures.
  var captureNames: [String] {
    switch self {
    case .groups(let pattern): pattern.captureNames
    case .column: ["recording"]
    }
  }
}

/// Series to read, and its file (an index into ``DatasetDescriptor/files``).
struct DataLocation: Hashable, Sendable {
  let file: Int
  let cell: DataCell
}

/// One series of numbers inside a file.
enum DataCell: Hashable, Sendable {
  case column(NameOrIndex)
  /// An HDF5 data set, or an array of a MAT file; its path may contain `*`.
  case object(String, ObjectPart)
  /// Means over the pixels of frames, in one plane of an HDF5 data set; its path may contain `*`.
  case pixels(String, PixelView, plane: Int)
  /// Mean of one colour over the pixels that a view selects in the frames of a clip.
  case clip(ClipView, ClipView.Light)
  /// Presentation times of a clip's frames, in seconds.
  case frameTimes
  /// All numbers of a text file.
  case everything
  /// A signal of an EDF file or a WFDB record, by its label or its index.
  case signal(NameOrIndex)
  /// Dates and times in texts, as seconds from the recording's origin.
  case moments(MomentCells)
  /// Onsets in seconds, ascending, of the annotations of an EDF+ or WFDB file that have one of these texts. An empty
  /// list means, for WFDB, beats of all kinds.
  case annotations([String])
  /// A row of an array of NumPy, by its index from 0; or of a text whose series stand in rows, also by its name.
  case row(NameOrIndex)

  var described: String {
    switch self {
    case .column(.named(let name)): "column \"\(name)\""
    case .column(.at(let index)): "column \(index)"
    case .object(let path, .whole): path
    case .object(let path, .column(let index)): "\(path) column \(index)"
    case .object(let path, .row(let index)): "\(path) row \(index)"
    case .object(let path, .member(let name, let entry)):
      "\(path) column \"\(ObjectPart.spoken(name, entry))\""
    case .pixels(let path, _, let plane): "\(path) colour \(plane)"
    case .clip(_, let light): "mean \(light.words) of the frames"
    case .frameTimes: "times of the frames"
    case .everything: "the numbers"
    case .signal(.named(let label)): "signal \"\(label)\""
    case .signal(.at(let index)): "signal \(index)"
    case .annotations([]): "annotated beats"
    case .moments(let cells): cells.described
    case .annotations(let texts): "annotations " + texts.map { "\"\($0)\"" }.joined(separator: ", ")
    case .row(let row): row.spoken(as: "row")
    }
  }

  /// Paths of all its HDF5 objects or MAT arrays, as written.
  var objects: [String] {
    if case .moments(let cells) = self { cells.objects } else { [object].compactMap(\.self) }
  }

  /// Returns the location with other paths of objects.
  func filled(_ fill: (String) -> String) -> DataCell {
    switch self {
    case .object(let path, let part): .object(fill(path), part)
    case .pixels(let path, let view, let plane): .pixels(fill(path), view, plane: plane)
    case .moments(let cells): .moments(cells.filled(fill))
    default: self
    }
  }

  /// Columns with the rectangles of a clip, if the clip's region follows a table.
  var rectangleColumns: RectangleColumns? {
    if case .clip(let view, _) = self, case .following(let columns) = view.region { columns } else { nil }
  }

  /// Columns of a table that it consists of.
  var columns: [NameOrIndex] {
    switch self {
    case .column(let column): [column]
    case .moments(let cells): cells.columns.map(\.column)
    default: []
    }
  }

  /// Path of its HDF5 object or MAT array, as written.
  var object: String? {
    switch self {
    case .object(let path, _), .pixels(let path, _, _): path
    default: nil
    }
  }
}

/// Part of an HDF5 data set or a MAT array that holds a series.
package enum ObjectPart: Codable, Hashable, Sendable {
  /// The whole object, which has one dimension that is not 1.
  case whole
  /// `object[:, n]`
  case column(Int)
  /// `object[n, :]`, as MATLAB stores a matrix's column.
  case row(Int)
  /// `object["name"]`, a member of records; `object["name"][:, n]` if the member is an array.
  case member(String, Int?)

  /// Parses the name of a member as a descriptor has it: `ppg`, `values_block_0[1]`.
  static func member(spoken text: String) -> ObjectPart {
    guard text.hasSuffix("]"), let bracket = text.lastIndex(of: "[") else { return .member(text, nil) }
    let digits = text[text.index(after: bracket)...].dropLast()
    guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let entry = Int(digits, radix: 10)
    else { return .member(text, nil) }
    return .member(String(text[..<bracket]), entry)
  }

  /// Returns the name of a member as a descriptor has it.
  static func spoken(_ name: String, _ entry: Int?) -> String { name + (entry.map { "[\($0)]" } ?? "") }

  var isMember: Bool { if case .member = self { true } else { false } }
}

/// Source of a single number.
enum NumberSource: Hashable, Sendable {
  case given(Double)
  case attribute(file: Int, object: String, name: String)
  /// A data set that holds one number.
  case object(file: Int, String)
  /// A fact about the recording, by its name in the descriptor's metadata.
  case fact(String)
}

/// Sample times of a series.
struct Timing: Hashable, Sendable {
  var sampleRate: NumberSource?
  /// Time of the first of evenly spaced samples, in seconds; 0 if not stated. Not needed with time stamps.
  var startTime: NumberSource?
  var stamps: TimeStamps?
  var repeatedTimes = RepeatedTimes.error
}

/// A column of times.
struct TimeStamps: Hashable, Sendable {
  var location: DataLocation
  let unit: TimeUnit
  /// True if the times are those of an even rate, merely rounded: the declared rate is used.
  let isUniform: Bool
  let isOptional: Bool
}

/// Times of events in a series of their own.
struct EventTimes: Hashable, Sendable {
  var location: DataLocation
  let unit: TimeUnit
}

enum TimeUnit: String, CaseIterable, Sendable {
  case s, ms, us, ns, min, h, d
  /// Unit of the intervals that heart-rate straps send by Bluetooth.
  case ticks = "1/1024 s"

  /// Units of times, in words: `s, ms, us, ns, min, h, d`.
  static let spoken = allCases.filter { $0 != .ticks }.map(\.rawValue).joined(separator: ", ")

  var perSecond: Double {
    switch self {
    case .s: 1
    case .ms: 1e3
    case .us: 1e6
    case .ns: 1e9
    case .min: 1 / 60.0
    case .h: 1 / 3600.0
    case .d: 1 / 86_400.0
    case .ticks: 1024
    }
  }
}

/// Treatment of a row whose time equals the previous row's.
enum RepeatedTimes: String, CaseIterable, Sendable {
  case error, keepFirst
}

struct ChannelDescription: Sendable {
  let kind: ChannelKind
  var location: DataLocation
  var timing: Timing
  /// Sample = file's number × scale + offset.
  let scale: Double
  let offset: Double
  /// Source of the unit of the numbers after that; `nil` if the descriptor does not state it.
  var unit: UnitSource?
  /// Numbers in the file that mean "no sample".
  let missing: [Double]
  /// Longest gap that is filled, in seconds; `nil` fills none.
  let fillGapSeconds: Double?
  let isOptional: Bool
}

struct ReferenceDescription: Sendable {
  let name: String
  let measurand: Measurand
  var source: ReferenceSource
  /// Offset added to the reference's times, in seconds.
  let offsetSeconds: Double
  let kind: ReferenceKind
  let clocks: ReferenceClocks
}

enum ReferenceSource: Sendable {
  case times(of: Events, DataLocation, unit: TimeUnit)
  /// Sample numbers; `first` is the number of the first sample.
  case samples(of: Events, DataLocation, first: Int, sampleRate: NumberSource)
  /// - times: those at which each interval ended; `nil` where each follows the one before.
  case rrIntervals(DataLocation, unit: TimeUnit, times: EventTimes?)
  /// 1 at the samples with a beat and 0 at the others.
  case beatFlags(DataLocation, Timing)
  case rateSeries([DataLocation], combine: Combination, missing: [Double], Timing)
  /// - missing: numbers that mean "no rate".
  case windowRates(WindowPlaces, bpm: DataLocation, missing: [Double])
  case ecg(ChannelDescription, ECGDetectors)
  case respiration(ChannelDescription)

  enum Combination: String, CaseIterable, Sendable {
    case median, mean
  }

  /// Events, by the noun for one of them.
  enum Events: String, Sendable {
    case beats = "beat"
    case breaths = "breath"

    func reference(_ times: [Double]) -> Reference {
      switch self {
      case .beats: .beats(times)
      case .breaths: .breaths(times)
      }
    }
  }
}

/// The detectors whose R peaks make a reference.
struct ECGDetectors: Equatable, Sendable {
  /// Detection methods, at least two, all different.
  let methods: [RPeakMethod]
  /// Number of detectors that must agree: more than half.
  let agree: Int

  /// Default detectors, chosen by `Tests/References`.
  static let standard = ECGDetectors(methods: [.panTompkins, .hamilton, .neurokit], agree: 3)

  /// Names for messages: `panTompkins + hamilton`; `2 of elgendi, neurokit, xqrs`.
  var spoken: String { described(\.rawValue) }

  /// Names with versions: `panTompkins@1 + hamilton@1`; `2 of elgendi@1, neurokit@1, xqrs@1`.
  var definition: String { described(\.definition) }

  private func described(_ name: (RPeakMethod) -> String) -> String {
    let names = methods.map(name)
    return names.count == 2 ? names.joined(separator: " + ") : "\(agree) of " + names.joined(separator: ", ")
  }
}

enum SubjectSource: Sendable {
  case template(CaptureTemplate)
  case attribute(file: Int, FileRequest.Attribute)
}

struct MetadataDescription: Sendable {
  let name: String
  var source: Source
  let isOptional: Bool

  enum Source: Sendable {
    case template(CaptureTemplate)
    case attribute(file: Int, FileRequest.Attribute)
    /// A column of a table with one row per key.
    case table(path: String, format: CSVFormat, keyColumn: String, column: String, key: CaptureTemplate)
    case values([String: String], key: CaptureTemplate)
  }
}
