@testable import HRScenarios

extension ScenarioPromise {
  static let sensor: [ScenarioPromise] = []
}
