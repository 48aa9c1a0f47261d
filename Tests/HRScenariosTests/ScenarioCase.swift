import HRPluginTesting
import HRSignals
import Testing

/// Expectations of the contract for a scenario, beyond its row of the catalog. Each folder has its table.
struct ScenarioCase: Sendable, CustomTestStringConvertible {
  let name: String
  let expectations: ScenarioExpectations

  /// - Parameter whyNeverHarmless: reason why no value is harmless, if none is given.
  init(
    name: String, values: KeyValuePairs<String, Double> = [:], harmless: KeyValuePairs<String, Double>? = nil,
    whyNeverHarmless: String? = nil, severe: KeyValuePairs<String, Double> = [:], usesChance: Bool = true,
    keepsTimes: Bool = true, changesByDefault: [ChannelKind]? = nil
  ) {
    self.name = name
    var expectations = ScenarioExpectations()
    (expectations.values, expectations.harmless, expectations.severe) = (values, harmless, severe)
    (expectations.usesChance, expectations.keepsTimes) = (usesChance, keepsTimes)
    expectations.changes = changesByDefault
    if let whyNeverHarmless { expectations.excused[.isHarmlessWithoutSeverity] = whyNeverHarmless }
    self.expectations = expectations
  }

  var testDescription: String { name }
}
