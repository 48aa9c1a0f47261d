/// Which reader takes a file apart, and what a descriptor may say of such a file.
enum FileReader: String, CaseIterable, Sendable {
  case csv, hdf5
  /// Numbers in a text, parted by blanks, commas, semicolons or line ends.
  case numbers
  /// EDF, EDF+, BDF and BDF+.
  case edf

  /// Whether such a file may hold annotations with texts.
  var hasMarks: Bool { naming == .signals }

  /// How descriptors name a series of numbers in such a file.
  enum Naming {
    /// By `column`: a name, or an index.
    case columns
    /// By `object`, and of its dimensions by `column` or `row`.
    case objects
    /// By `signal`, a label or an index, or by `annotations`.
    case signals
    /// Not at all: the file holds one series.
    case none
  }

  private struct Row {
    /// With its article: `an EDF file`
    let words: String
    /// In lower case.
    let endings: [String]
    let naming: Naming
    /// Whether the file says itself when its samples were taken.
    var statesTimes = false
  }

  private var row: Row {
    switch self {
    case .csv: Row(words: "a CSV file", endings: ["csv", "tsv"], naming: .columns)
    case .hdf5: Row(words: "an HDF5 file", endings: ["h5", "hdf5", "hdf", "mat"], naming: .objects)
    case .numbers: Row(words: "a file of plain numbers", endings: [], naming: .none)
    case .edf: Row(words: "an EDF file", endings: ["edf", "bdf"], naming: .signals, statesTimes: true)
    }
  }

  var words: String { row.words }
  var naming: Naming { row.naming }
  var statesTimes: Bool { row.statesTimes }

  /// The reader that a file name's ending asks for; `nil` when it does not say.
  init?(path: String) {
    guard let ending = path.split(separator: ".").last?.lowercased(),
      let reader = Self.allCases.first(where: { $0.row.endings.contains(ending) })
    else { return nil }
    self = reader
  }
}
