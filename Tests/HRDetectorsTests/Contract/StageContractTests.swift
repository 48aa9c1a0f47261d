import HRPluginTesting
import HRPlugins
import Testing

@testable import HRDetectors

/// Every extractor keeps the promises of ``ExtractorPromise``, and every filter those of ``FilterPromise``.
@Suite struct StageContractTests {
  /// Extractors that pass a channel on with its gaps: filters and detectors fill them. `camera` passes red on if no
  /// colour has a weight.
  private static let passGapsOn = [
    "ppg", "ppg2", "ppg3", "ppg4", "ppg5", "ppg6", "ppg7", "ppg8", "red", "green", "blue", "infrared",
    "red.inverted", "green.inverted", "redMinusGreen", "camera",
  ]

  @Test(arguments: Catalog<ExtractorEntry>.builtIn.names) func extractorsKeepTheirs(_ name: String) throws {
    let entry = try #require(Catalog<ExtractorEntry>.builtIn[name])
    var expectations = ExtractorExpectations()
    expectations.passesGapsOn = Self.passGapsOn.contains(name)
    #expect(PluginContract.brokenPromises(of: entry, expecting: expectations) == [])
  }

  @Test(arguments: Catalog<FilterEntry>.builtIn.names) func filtersKeepTheirs(_ name: String) throws {
    let entry = try #require(Catalog<FilterEntry>.builtIn[name])
    #expect(PluginContract.brokenPromises(of: entry) == [])
  }
}
