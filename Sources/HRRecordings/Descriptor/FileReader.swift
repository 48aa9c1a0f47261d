/// Which reader takes a file apart, and what a descriptor may say of such a file.
enum FileReader: String, CaseIterable, Sendable {
  case csv, hdf5
  /// Numbers in a text, parted by blanks, commas, semicolons or line ends.
  case numbers
  /// EDF, EDF+, BDF and BDF+.
  case edf
  /// A WFDB record, by its header.
  case wfdb
  /// WFDB annotations in the MIT format.
  case wfdbAnnotations
  /// MATLAB's MAT files of all versions; those of version 7.3 are HDF5.
  case mat
  /// One array of NumPy.
  case npy

  /// Whether such a file may hold annotations with texts.
  var hasMarks: Bool { self == .edf || self == .wfdbAnnotations }

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
    /// By `annotations`, or not at all for beats of all kinds.
    case annotations
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
    case .wfdb: Row(words: "a WFDB record", endings: ["hea"], naming: .signals, statesTimes: true)
    case .wfdbAnnotations:
      Row(words: "a WFDB annotation file", endings: ["atr"], naming: .annotations, statesTimes: true)
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

  /// What to do about a path whose ending does not say how to read it; `nil` where nothing better is known than to name
  /// a reader.
  static func advice(for path: String) -> String? {
    guard path.lowercased().hasSuffix(".dat") else { return nil }
    return
      "signals of a WFDB record are read through its header: write \"\(path.dropLast(4)).hea\"; of another kind: add \"reader\""
  }

  /// Why a reader that is named cannot be meant; `nil` where it can.
  func objection(toReading path: String) -> (message: String, hint: String)? {
    let path = path.lowercased()
    if path.hasSuffix(".hea"), self != .wfdb {
      return (
        "\(words) does not end in .hea, which the headers of WFDB records do",
        "leave out \"reader\": the header is read as a WFDB record, with the signal files that it names"
      )
    }
    if path.hasSuffix(".dat"), self == .wfdb {
      return (
        "a .dat holds the samples of a WFDB record, and its header says how they are packed",
        "write the header's path, which ends in .hea"
      )
    }
    return nil
  }
}
