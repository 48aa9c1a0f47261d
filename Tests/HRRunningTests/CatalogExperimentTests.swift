import HRTestSupport
import Foundation
@testable import HRDetectors
import HRSupport
import HRPlugins
import HRSignals
import Testing

/// The experiments over the whole catalogue name all of it: a new detector must be added to them too.
@Suite struct CatalogExperimentTests {
  /// Reads the detectors that one of the project's own experiments names, with or without labels and parameters.
  private func detectors(in file: String) throws -> [String] {
    let root = try JSONDocument(ProjectFolder.text("experiments/\(file)"), file: file).root
    let rows = try #require(root["detectors"]?.elements)
    return rows.compactMap { $0.string ?? $0["detector"]?.string }
  }

  @Test(arguments: [("catalogue.json", Measurand.heartRate), ("breathing.json", .breathingRate)])
  func namesEveryDetectorOfItsMeasurand(_ file: String, _ measurand: Measurand) throws {
    let named = try detectors(in: file)
    let entries = Catalog<DetectorEntry>.builtIn.entries.filter { $0.measurands.contains(measurand) }
    let missing = entries.map(\.info.name).filter { !named.contains($0) }
    #expect(missing.isEmpty, "\(file) lacks \(missing.joined(separator: ", "))")
    let others = named.filter { name in !entries.contains { $0.info.name == name } }
    #expect(others.isEmpty, "\(file) names \(others.joined(separator: ", ")), which measure something else")
  }
}
