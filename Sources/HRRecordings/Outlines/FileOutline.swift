/// What a file says of itself before a descriptor says how to read it: names, shapes, rates, units, and a look at the
/// values.
package struct FileOutline: Codable, Equatable, Sendable {
  /// As descriptors call it: `csv`
  package var reader: String
  package var series: [SeriesOutline] = []
  /// Of a text table.
  package var table: TableOutline?
  /// Single numbers of an HDF5 or MAT file.
  package var numbers: [NumberOutline] = []
  /// Names of files beside it that it is read with, or that are parts of it.
  package var parts: [String] = []
  /// What was not looked at, and why.
  package var notes: [String] = []

  package init(reader: String, series: [SeriesOutline] = []) {
    self.reader = reader
    self.series = series
  }
}

/// One number of a file that holds more.
package struct NumberOutline: Codable, Equatable, Sendable {
  package let object: String
  package let value: Double

  package init(object: String, value: Double) {
    self.object = object
    self.value = value
  }
}

/// A series of values in a file.
package struct SeriesOutline: Codable, Equatable, Sendable {
  /// How a descriptor names it.
  package enum Place: Codable, Hashable, Sendable {
    case column(String)
    case columnAt(Int)
    case row(Int)
    case object(String)
    case objectColumn(String, Int)
    case objectRow(String, Int)
    case signal(String)
    case signalAt(Int)
    /// Beats of all kinds in a file of annotations.
    case annotations
    /// The file holds one series.
    case whole
  }

  package enum Form: Codable, Equatable, Sendable {
    case numbers
    /// The first few.
    case texts([String])
    /// ISO 8601: a date and a time of day.
    case dateTimes
    case timesOfDay
    /// Pixels of a camera, with their dimensions.
    case pixels([Int])
  }

  /// Where a file states a sample rate.
  package enum RateSource: Codable, Equatable, Sendable {
    /// The format's own header, which readers know.
    case header
    /// Words before a table, which no reader takes up.
    case words(String)
    /// An attribute of an object of an HDF5 file.
    case attribute(object: String, name: String)
    case object(String)
  }

  package var place: Place
  /// What it is called, as people read it.
  package var name: String
  /// What else the file calls it: a sensor, a label.
  package var hints: [String] = []
  package var form = Form.numbers
  package var unit: String?
  /// Whether readers know the unit that the file states.
  package var isUnitKnown = true
  package var rate: Double?
  package var rateSource: RateSource?
  /// How many values it has, where that is known.
  package var count: Int?
  package var look: ValueLook?

  package init(_ place: Place, name: String) {
    self.place = place
    self.name = name
  }
}

/// How a text table is laid out, as far as it was found out.
package struct TableOutline: Codable, Equatable, Sendable {
  /// As descriptors write it: `;` or `blanks`
  package var delimiter = ","
  package var decimalMark = "."
  package var skipLines = 0
  package var commentPrefix: String?
  package var hasHeader = true
  package var missing: [String] = []
  package var stopAt: String?
  /// Which rows count: those whose cell in this column is one of the texts.
  package var keptColumn: Int?
  package var keptTexts: [String] = []
  /// When it begins, in seconds since 1970, where lines before it say so.
  package var beginsAt: Double?

  package init() {}

  var format: CSVFormat {
    var format = CSVFormat()
    if delimiter == "blanks" {
      format.isPartedByBlanks = true
    } else if let byte = delimiter.utf8.first {
      format.delimiter = byte
    }
    if let mark = decimalMark.utf8.first { format.decimalMark = mark }
    format.skipLines = skipLines
    format.commentPrefix = commentPrefix
    format.hasHeader = hasHeader
    format.missing = missing
    format.stopAt = stopAt
    format.keptRows = keptColumn.map { .init(column: .at($0), values: keptTexts) }
    return format
  }
}
