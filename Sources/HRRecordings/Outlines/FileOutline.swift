package import HRSupport

/// Contents of a file as found without a descriptor: names, shapes, rates, units, and statistics of the values.
package struct FileOutline: Codable, Equatable, Sendable {
  /// Name of the reader in descriptors: `csv`.
  package var reader: String
  package var series: [SeriesOutline] = []
  /// Layout of a text table.
  package var table: TableOutline?
  /// Single numbers of an HDF5 or MAT file.
  package var numbers: [NumberOutline] = []
  /// Names of files beside it with which it is read, or that are parts of it.
  package var parts: [String] = []
  /// The rows of each sensor as a table, in place of ``series``, if the sensors take turns in one table.
  package var tables: [FileOutline] = []
  /// Word that the rows of this sensor have, and those of all sensors.
  package var word: String?
  package var words: [String] = []
  /// Of a video: true if it looks like light through a finger, false if not.
  package var showsFinger: Bool?
  /// Parts that were not examined, with the reasons.
  package var notes: [String] = []
  /// Problems for which a reader refuses the file, or parts of it that were not examined.
  package var problems: [Diagnostic] = []
}

/// One number of a file that holds more than one.
package struct NumberOutline: Codable, Equatable, Sendable {
  package let object: String
  package let value: Double
}

/// A series of values in a file.
package struct SeriesOutline: Codable, Equatable, Sendable {
  /// Name of the series in a descriptor.
  package enum Place: Codable, Hashable, Sendable {
    case column(NameOrIndex)
    case row(NameOrIndex)
    case object(String, ObjectPart)
    case signal(NameOrIndex)
    /// Annotations with one of these texts; beats of all kinds if there is none.
    case annotations([String])
    /// The single series of a file.
    case whole
    /// A mean colour of the frames of a video.
    case frames
  }

  package enum Form: Codable, Equatable, Sendable {
    case numbers
    /// Texts, of which the first few are kept.
    case texts([String])
    /// Dates with times of day in ISO 8601.
    case dateTimes
    case timesOfDay
    /// Times since the beginning, as texts.
    case elapsed
    /// Pixels of a camera, with their dimensions.
    case pixels([Int])
  }

  /// Place in which a file states a sample rate.
  package enum RateSource: Codable, Equatable, Sendable {
    /// The format's own header, which readers use.
    case header
    /// Words before a table, which no reader uses.
    case words(String)
    /// An attribute of an object of an HDF5 file.
    case attribute(object: String, name: String)
    case object(String)
  }

  package var place: Place
  /// Name for messages and lists.
  package var name: String
  /// Other names in the file: a sensor, a label.
  package var hints: [String] = []
  package var form = Form.numbers
  package var unit: String?
  /// True if readers support the unit stated in the file.
  package var isUnitKnown = true
  package var rate: Double?
  package var rateSource: RateSource?
  /// Number of values, if it is known.
  package var count: Int?
  package var summary: ValueSummary?
  /// Seconds from 1970, or from midnight, to the first of its moments.
  package var beginsAt: Double?

  package init(_ place: Place, name: String, count: Int? = nil, summary: ValueSummary? = nil) {
    (self.place, self.name, self.count, self.summary) = (place, name, count, summary)
  }
}

/// Layout of a text table, as far as it was found.
package struct TableOutline: Codable, Equatable, Sendable {
  package var format = CSVFormat()
  /// Time of the beginning in seconds since 1970, if lines before the table state it.
  package var beginsAt: Double?
  /// Recordings that follow each other in the table.
  package var recordings: Recordings?

  /// A column that names recordings, and these names.
  package struct Recordings: Codable, Equatable, Sendable {
    package let column: NameOrIndex
    package let names: [String]
  }

  package init() {}
}
