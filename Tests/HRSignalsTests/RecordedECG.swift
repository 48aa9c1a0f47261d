import Foundation
import HRSignals

/// Electrocardiograms that some tests need; they are not part of the project.
///
/// `HREVAL_DATA` names the folder of data sets; without it, one beside the package is tried.
enum RecordedECG {
  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["HREVAL_DATA"] { return URL(filePath: path) }
    return URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "shared/datasets")
  }()

  static let isPresent = [
    "heartpy/118e24.csv", "bidmc/bidmc_01_Signals.csv", "neurokit/bio_resting_5min_100hz.csv",
    "wfdb-samples/100.dat", "wfdb-samples/100.atr",
  ]
  .allSatisfy { FileManager.default.fileExists(atPath: folder.appending(path: $0).path) }
  static let absence = "needs the data sets; set HREVAL_DATA to their folder"

  /// The finite numbers of one column, counted from 0.
  static func column(_ index: Int, of path: String) throws -> [Double] {
    let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    return text.split(whereSeparator: \.isNewline).compactMap { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      guard cells.indices.contains(index) else { return nil }
      return Double(cells[index].trimmingCharacters(in: .whitespaces))
    }
  }
}
