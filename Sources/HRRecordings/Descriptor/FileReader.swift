internal import HRSupport

/// Reader of a file format, and the descriptor keys that apply to such a file.
package enum FileReader: String, CaseIterable, Sendable {
  case csv, hdf5
  /// Numbers in a text, separated by blanks, commas, semicolons or line ends.
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
  /// Frames of a camera, by the programs ffmpeg and ffprobe.
  case video

  /// True if such a file may hold annotations with texts.
  var hasMarks: Bool { self == .edf || self == .wfdbAnnotations }

  /// Way in which descriptors name a series of numbers in such a file.
  enum Naming {
    /// By `column`: a name, or an index.
    case columns
    /// By `object`, and of its dimensions by `column` or `row`.
    case objects
    /// By `signal`, a label or an index, or by `annotations`.
    case signals
    /// No name: the file holds one series.
    case none
    /// By `annotations`, or by nothing for beats of all kinds.
    case annotations
    /// By `column`, a name or an index, or by `row`; by nothing if the array has one dimension.
    case arrays
    /// By `frames`: the file holds pictures, of whose pixels channels are means.
    case frames
  }

  private struct Row {
    /// Name with its article: `an EDF file`.
    let words: String
    /// File name endings in lower case.
    let endings: [String]
    let naming: Naming
    /// True if the file itself states the times of its samples.
    var statesTimes = false
    /// Library that a first build omits.
    var library: OptionalFormat?
    let summary: String
  }

  private var row: Row {
    switch self {
    case .csv:
      Row(
        words: "a CSV file", endings: ["csv", "tsv"], naming: .columns,
        summary: "Text tables: any delimiter, decimal mark, header, missing-value texts.")
    case .hdf5:
      Row(
        words: "an HDF5 file", endings: ["h5", "hdf5", "hdf"], naming: .objects,
        summary: "HDF5 and MATLAB v7.3: numbers of any width, contiguous, chunked, compressed.")
    case .numbers:
      Row(
        words: "a file of plain numbers", endings: [], naming: .none,
        summary: "A text of numbers parted by blanks, commas, semicolons or line ends.")
    case .edf:
      Row(
        words: "an EDF file", endings: ["edf", "bdf"], naming: .signals, statesTimes: true,
        summary: "EDF, EDF+, BDF and BDF+: signals of several rates, gaps between records, annotations.")
    case .wfdb:
      Row(
        words: "a WFDB record", endings: ["hea"], naming: .signals, statesTimes: true, library: .flac,
        summary: "WFDB records, by their headers: all formats, several files and rates, segments.")
    case .wfdbAnnotations:
      Row(
        words: "a WFDB annotation file", endings: ["atr"], naming: .annotations, statesTimes: true,
        summary: "WFDB annotations in the MIT format: beats, breaths, labels.")
    case .mat:
      Row(
        words: "a MAT file", endings: ["mat"], naming: .objects, library: .mat,
        summary:
          "MATLAB's MAT files: variables, cells and fields of version 4 to 7; version 7.3 as HDF5.")
    case .npy:
      Row(
        words: "an NPY file", endings: ["npy"], naming: .arrays,
        summary: "One NumPy array: numbers of all types, one or two dimensions or named fields.")
    case .video:
      Row(
        words: "a video", endings: ["mp4", "mov", "m4v", "3gp", "avi", "mkv", "webm", "mts", "m2ts", "ts"],
        naming: .frames, statesTimes: true,
        summary:
          "Videos, through an installed ffmpeg: H.264, H.265, VP9, AV1, MJPEG and others; 8 to 16 bits.")
    }
  }

  var words: String { row.words }
  /// File name endings in lower case, without the dot.
  package var endings: [String] { row.endings }
  var naming: Naming { row.naming }
  var statesTimes: Bool { row.statesTimes }
  package var summary: String { row.summary }
  /// Part of the format that this build does not read, and how to add it; `nil` if it reads all.
  package var lack: String? {
    if self == .video {
      do throws(Diagnostics) { _ = try VideoTools.found() } catch {
        return [error.first.message, error.first.hint].compactMap(\.self).joined(separator: ": ")
      }
    }
    return row.library.flatMap { $0.isRead ? nil : $0.absence }
  }

  /// Selects the reader by the ending of a file name, before `.gz` in the name of a packed text; `nil` if the ending is
  /// unknown.
  init?(path: String) {
    let plain = PackedText.unpackedName(path)
    guard let ending = plain.split(separator: ".").last?.lowercased(),
      let reader = Self.allCases.first(where: { $0.row.endings.contains(ending) }),
      plain == path || reader == .csv
    else { return nil }
    self = reader
  }

  /// Returns a hint for a path whose ending selects no reader; `nil` if the only advice is to name a reader.
  static func advice(for path: String) -> String? {
    guard path.lowercased().hasSuffix(".dat") else { return nil }
    return
      "signals of a WFDB record are read through its header: write \"\(path.dropLast(4)).hea\"; of another kind: add \"reader\""
  }

  /// Returns the reason why a named reader cannot read a path; `nil` if it can.
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
