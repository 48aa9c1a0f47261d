/// Facts about a reader, for listings.
package struct ReaderFacts: Sendable {
  /// Name of the reader in descriptors.
  package let name: String
  package let summary: String
  /// File name endings in lower case, without the dot.
  package let endings: [String]
  /// Part of the format that this build does not read, and how to add it; `nil` if it reads all.
  package let lack: String?

  /// Endings as a text: `edf, bdf`.
  package var endingsText: String {
    endings.isEmpty ? "none: \"reader\" must say it" : endings.joined(separator: ", ")
  }

  package static var all: [ReaderFacts] {
    FileReader.allCases.map { reader in
      ReaderFacts(
        name: reader.rawValue, summary: reader.summary, endings: reader.endings,
        lack: reader.optional.flatMap { $0.isRead ? nil : $0.absence })
    }
  }
}

extension FileReader {
  fileprivate var summary: String {
    switch self {
    case .csv: "Text tables: any delimiter, decimal mark, header, missing-value texts."
    case .hdf5: "HDF5 and MATLAB v7.3: numbers of any width, contiguous, chunked, compressed."
    case .numbers: "A text of numbers parted by blanks, commas, semicolons or line ends."
    case .edf: "EDF, EDF+, BDF and BDF+: signals of several rates, gaps between records, annotations."
    case .wfdb: "WFDB records, by their headers: all formats, several files and rates, segments."
    case .wfdbAnnotations: "WFDB annotations in the MIT format: beats, breaths, labels."
    case .mat: "MATLAB's MAT files: variables, cells and fields of version 4 to 7; version 7.3 as HDF5."
    case .npy: "One NumPy array: numbers of all types, one or two dimensions or named fields."
    }
  }

  /// Library that a first build omits.
  fileprivate var optional: OptionalFormat? {
    switch self {
    case .mat: .mat
    case .wfdb: .flac
    case .csv, .hdf5, .numbers, .edf, .npy, .wfdbAnnotations: nil
    }
  }
}
