import Foundation
import HRTestSupport

/// Electrocardiograms for some tests; they are not part of the project.
enum RecordedECG {
  static let isPresent = RealData.has(
    "heartpy/118e24.csv", "bidmc/bidmc_01_Signals.csv", "neurokit/bio_resting_5min_100hz.csv",
    "wfdb-samples/100.dat", "wfdb-samples/100.atr")

  /// Returns the finite numbers of one column, counted from 0.
  static func column(_ index: Int, of path: String) throws -> [Double] {
    let text = try String(contentsOf: RealData.folder.appending(path: path), encoding: .utf8)
    return text.split(whereSeparator: \.isNewline).compactMap { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      guard cells.indices.contains(index) else { return nil }
      return Double(cells[index].trimmingCharacters(in: .whitespaces))
    }
  }
}
