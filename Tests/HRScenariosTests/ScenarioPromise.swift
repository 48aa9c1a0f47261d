import HRPlugins
import HRSignals
import Testing

/// What the contract tests must know of a scenario, beyond its row of the catalog. Each folder has its table.
struct ScenarioPromise: Sendable, CustomTestStringConvertible {
  let name: String
  /// Parameters that differ from their defaults in every contract test, where the defaults would leave a recording of
  /// one minute as it is. Those of ``harmless`` and ``severe`` go over them.
  var values: [(String, Double)] = []
  /// A parameter and its value at which the scenario changes nothing, bit for bit.
  var harmless: (parameter: String, value: Double)?
  /// Why no value is harmless.
  var whyNeverHarmless: String?
  /// Parameters that drive camera levels beyond both ends of their scale; empty where it cannot.
  var severe: [(String, Double)] = []
  /// Whether another seed gives other samples.
  var usesChance = true
  /// Whether every sample keeps its time.
  var keepsTimes = true
  /// What its defaults change of what it may touch, where that is not all: a parameter picks the channel.
  var changesByDefault: [ChannelKind]?

  var testDescription: String { name }
}
