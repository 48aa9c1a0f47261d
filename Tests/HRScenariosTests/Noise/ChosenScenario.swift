import HRPlugins
import Testing

@testable import HRScenarios

extension SampleChannels {
  /// A scenario with choices among its parameters.
  static func make(_ name: String, choosing values: [(String, ParameterValue)]) throws -> any Scenario {
    let entry = try #require(Catalog<ScenarioEntry>.builtIn[name])
    let made = try entry.make(ParameterValues(values.map { .init($0.0, $0.1) }))
    guard case .damage(let scenario) = made else { throw ScenarioFailure("\(name) moves beats") }
    return scenario
  }
}
