import HRPlugins
import HRSignals
import Testing

@testable import HRRunning

/// A detector nested in a type of another module.
extension Recording {
  fileprivate struct Nested: WindowDetector {
    static let info = PluginInfo("nested", version: 1, "Nothing.")
    static let inputs = [ChannelKind.ppg]
    init(parameters: NoParameters) {}
    func estimate(in window: Window) -> Estimate { .abstained(.noReading) }
  }
}

/// The package that a plugin comes from.
@Suite struct PluginPackageTests {
  @Test func whatShipsWithHrevalIsItsOwn() {
    #expect(Plugins.builtIn.otherPackages == [])
    #expect(Plugins.builtIn.detectors["constant"]?.info.package == "hreval")
    // A method without a publication is hreval's own, and its source says so.
    #expect(Plugins.builtIn.detectors.entries.allSatisfy { !$0.info.source.isEmpty })
  }

  @Test func anotherModulesPluginsNameIt() {
    let outside = DetectorEntry(MeanDetector.self)
    #expect(outside.info.package == "HRRunningTests" && outside.info.source == "HRRunningTests")
    #expect(DetectorEntry(Recording.Nested.self).info.package == "HRRunningTests")
    let builtIn = Plugins.builtIn
    let all = Plugins(
      detectors: builtIn.detectors + Catalog([outside]), filters: builtIn.filters,
      extractors: builtIn.extractors, scenarios: builtIn.scenarios, qualities: builtIn.qualities)
    #expect(all.otherPackages == ["HRRunningTests"])
  }
}
