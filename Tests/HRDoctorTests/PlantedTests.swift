import Foundation
import HRDoctor
import HRRecordings
import HRSignals
import HRTestSupport
import Testing

@Suite struct PlantedTests {
  /// The first claim of the table, on two short recordings; the page has all of them.
  @Test func grossMistakesAreFoundAndNamedRight() {
    let bases = Array(PlantedPage.syntheticBases(seconds: 180).prefix(2))
    let gross = PlantedPage.gross(bases)
    #expect(gross.planted > 60)
    #expect(Double(gross.named) >= 0.95 * Double(gross.planted), "\(gross.named) of \(gross.planted)")
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["HREVAL_PLANTED_PAGE"] != nil,
      "made on demand: ./setup.sh planted"),
    .enabled(if: RealData.has("bidmc", "neurokit", "uw-oximetry", "welltory-ppg"), "\(RealData.absence)"))
  func thePage() throws {
    let page = try PlantedPage(
      synthetic: PlantedPage.syntheticBases(), real: RealRecordings.firstOfEach.map(PlantedPage.Base.init))
    let path = try #require(ProcessInfo.processInfo.environment["HREVAL_PLANTED_PAGE"])
    try page.text.write(toFile: path, atomically: true, encoding: .utf8)
  }
}

/// Recordings of the shared sets.
enum RealRecordings {
  static func all(of name: String) throws -> [Recording] {
    let set = try Dataset.load(
      path: ProjectFolder.url("datasets/\(name)/dataset.json").path, dataDirectory: RealData.folder.path)
    return try set.recordings.map { try set.load($0, labels: nil) }
  }

  /// First two recordings of each set that have a reference and are long enough for a planted mistake.
  static var firstOfEach: [Recording] {
    get throws {
      try ["bidmc", "neurokit", "uw-oximetry", "welltory-ppg"].flatMap { name in
        try all(of: name).filter { $0.reference != .none && $0.end >= 55 }.prefix(2)
      }
    }
  }
}
