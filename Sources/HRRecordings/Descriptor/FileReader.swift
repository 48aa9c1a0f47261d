/// Which reader takes a file apart, and what a descriptor may say of such a file.
enum FileReader: String, CaseIterable, Sendable {
  case csv, hdf5
  /// Numbers in a text, parted by blanks, commas, semicolons or line ends.
  case numbers
  /// EDF, EDF+, BDF and BDF+.
  case edf
  /// MATLAB's MAT files of all versions; those of version 7.3 are HDF5.
  case mat
  /// One array of NumPy.
  case npy

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
    /// By `column`, a name or an index, or by `row`; not at all where the array has one dimension.
    case arrays
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
    case .hdf5: Row(words: "an HDF5 file", endings: ["h5", "hdf5", "hdf"], naming: .objects)
    case .numbers: Row(words: "a file of plain numbers", endings: [], naming: .none)
    case .edf: Row(words: "an EDF file", endings: ["edf", "bdf"], naming: .signals, statesTimes: true)
    case .mat: Row(words: "a MAT file", endings: ["mat"], naming: .objects)
    case .npy: Row(words: "an NPY file", endings: ["npy"], naming: .arrays)
    }
  }

  var words: String { row.words }
  var endings: [String] { row.endings }
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
