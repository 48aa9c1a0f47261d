package import Foundation

/// Recordings and expected figures that some tests need and that are not part of the project.
package enum RealData {
  /// `$HREVAL_DATA`, or the folder `shared/datasets` beside the package.
  package static let folder =
    ProcessInfo.processInfo.environment["HREVAL_DATA"].map { URL(filePath: $0) }
    ?? ProjectFolder.url("../shared/datasets").standardizedFileURL

  /// Figures of independent programs, beside the recordings.
  package static let oracles = folder.appending(path: "../oracles").standardizedFileURL

  /// Reason why a test is skipped; the gate searches for the variable's name.
  package static let absence = "needs the recordings; set HREVAL_DATA to their folder"

  /// Returns true if all of these are in the folder.
  package static func has(_ paths: String...) -> Bool {
    paths.allSatisfy { FileManager.default.fileExists(atPath: folder.appending(path: $0).path) }
  }

  package static func hasOracles(_ names: String...) -> Bool {
    names.allSatisfy { FileManager.default.fileExists(atPath: oracles.appending(path: $0).path) }
  }

  /// Files that the program once broke on or told wrongly, beside the recordings.
  package static let faults = folder.appending(path: "../faults/field").standardizedFileURL

  package static var hasFaults: Bool { FileManager.default.fileExists(atPath: faults.path) }
}
