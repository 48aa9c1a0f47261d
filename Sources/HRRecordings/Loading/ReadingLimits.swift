package import HRSupport

/// Limits on the sizes that readers accept.
///
/// A file that exceeds a limit was made to fill the memory, is damaged, or is one for which this program is not made.
/// It fails the recording, but neither the run nor the machine. Sizes that a file declares are checked against the
/// limits before anything is allocated for them.
package struct ReadingLimits: Equatable, Sendable {
  /// One row of the table of limits: the key in the experiment, the bounded quantity, and the range.
  package enum Name: String, CaseIterable, Sendable {
    case recordingBytes, values, expansion, textBytes, members, tableBytes, lineBytes, columns, windows,
      workerBytes

    /// Default value unless an experiment or a command line sets another, unit in the plural, and the bounded
    /// quantity.
    private var row: (standard: Int, unit: String, summary: String) {
      switch self {
      case .recordingBytes:
        (
          1_000_000_000, "bytes",
          "Memory for the numbers of one recording, 8 bytes each, and for the text of a file while it is read; also of one chunk or frame of an HDF5 file, of one data record of an EDF file, and of one packed variable of a MAT file."
        )
      case .values: (125_000_000, "numbers", "Numbers of one series: a channel, its times, a column.")
      case .expansion:
        (
          1_100, "times as many bytes",
          "How many times larger an HDF5 dataset may be than what the file holds of it (the first 1 MB is free). gzip packs at most 1032 times; more are fill values."
        )
      case .textBytes: (1_000_000, "bytes", "Length of one text in an HDF5 or MAT file: a subject, a label.")
      case .members:
        (
          100_000, "names",
          "Names in the groups of an HDF5 file that are gone through for one pattern; variables, cells and fields of a MAT file."
        )
      case .tableBytes:
        (
          1_000_000_000, "bytes",
          "Size of a text file (CSV, plain numbers), as stored and once it is unpacked."
        )
      case .lineBytes: (16_000_000, "bytes", "Length of one of its lines.")
      case .columns: (100_000, "cells", "Cells in one of its rows.")
      case .windows: (5_000_000, "windows", "Windows of one recording.")
      case .workerBytes:
        (
          6_000_000_000, "bytes",
          "Memory of a worker process, on Linux its address space; what a limit of the system leaves of it. A recording that needs more fails before it is read."
        )
      }
    }

    package var standard: Int { row.standard }
    package var summary: String { row.summary }
    fileprivate var unit: String { row.unit }

    /// Range that an experiment or a command line may set. A worker needs some memory for itself.
    package var range: ClosedRange<Int> {
      (self == .workerBytes ? 500_000_000 : 1)...ReadingLimits.largest
    }
  }

  private static let largest = 1_000_000_000_000_000

  private var given: [Name: Int]

  /// - Parameter given: the limits that differ from the default.
  package init(_ given: [Name: Int] = [:]) {
    self.given = given
  }

  package subscript(_ name: Name) -> Int {
    get { given[name] ?? name.standard }
    set { given[name] = newValue }
  }

  /// Limits that differ from the default, in the order of the table.
  package var changed: [(name: Name, value: Int)] {
    Name.allCases.compactMap { name in
      self[name] == name.standard ? nil : (name, self[name])
    }
  }

  /// Returns the problem of something that exceeds a limit.
  ///
  /// - Parameters:
  ///   - subject: the object and its size: `the line has 20000000 bytes`.
  ///   - needed: the limit that would be enough.
  func problem(
    _ name: Name, _ subject: String, needed: UInt64, place: Diagnostic.Place?
  ) -> Diagnostics {
    Diagnostics(
      "\(subject), and at most \(self[name]) \(name.unit) are read", place: place,
      hint: Self.hint(name, needed: needed))
  }

  /// Returns the advice how to raise a limit.
  package static func hint(_ name: Name, needed: UInt64) -> String {
    guard needed <= UInt64(clamping: name.range.upperBound) else {
      return "the file is damaged, or made to fill the memory"
    }
    return
      "\(Self.raising)--limits \(name.rawValue)=\(needed), or \"limits\": {\"\(name.rawValue)\": \(needed)} in the experiment"
  }

  private static let raising = "if the file is right, raise the limit: "

  /// Returns the advice how to raise the limit that a recording exceeds, for its failure; `nil` for other failures.
  package static func remedy(in problem: Diagnostic) -> String? {
    problem.hint.flatMap { $0.hasPrefix(raising) ? $0 : nil }
  }
}
