import HRPluginTesting
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// Every scenario keeps the promises of ``ScenarioPromise``, for each row of the catalog.
@Suite struct ScenarioContractTests {
  static let cases: [ScenarioCase] =
    [ScenarioCase(name: "clean", harmless: [:], usesChance: false)]
    + ScenarioCase.noise + ScenarioCase.motion + ScenarioCase.contact + ScenarioCase.sensor
    + [
      ScenarioCase(
        name: "recompressed", whyNeverHarmless: "an encoder without loss is not among the codecs",
        usesChance: false)
    ] + ScenarioCase.timing
    + RhythmPromise.heart.map {
      // With its defaults every beat of it is a second one, whatever the seed.
      ScenarioCase(
        name: $0.name, harmless: [$0.harmless.parameter: $0.harmless.value],
        usesChance: $0.usesChance && $0.name != "bigeminy")
    }

  @Test func everyScenarioHasACase() {
    #expect(Self.cases.map(\.name) == Catalog<ScenarioEntry>.builtIn.names)
  }

  /// Noise for the scenarios that need some: five seconds of it, at another rate than any channel.
  static let noise: [Signal] = {
    let samples = (0..<450).map { index -> Double in
      let step: Double = index > 250 ? 20 : 0
      return step + Double((index * 7919) % 101) - 50
    }
    return [Signal(samples: samples, sampleRate: 90)]
  }()

  @Test(arguments: cases) func keepsItsPromises(_ one: ScenarioCase) throws {
    let entry = try #require(Catalog<ScenarioEntry>.builtIn[one.name])
    #expect(PluginContract.brokenPromises(of: entry, expecting: one.expectations) == [])
  }
}
