internal import HREvaluation
internal import HRRunning
internal import HRSupport

/// Differences of each two detectors for the script of a run's page, which shows those from the detector that the reader
/// chooses.
struct PagePairs {
  /// Maximum number of detectors of a scenario, and of pairs of all scenarios together.
  private static let mostDetectors = 16
  private static let mostPairs = 1500

  /// One object per scenario.
  let json: JSONText

  init(_ evaluation: Evaluation) {
    let plan = evaluation.plan
    let most = Self.most(of: plan.scenarios.count)
    let labels = plan.baselineLabels
    json = .array(
      plan.scenarios.indices.map { scenario -> JSONText in
        let order = evaluation.rows(ofScenario: scenario).bestFirst.filter { $0.score.estimateCount > 0 }.map(
          \.detector)
        let isBaseline = { (detector: Int) in labels.contains(plan.detectors[detector].label) }
        let chosen = Set((order.filter(isBaseline) + order).distinct.prefix(most))
        // A pair is the first's error minus the second's, as a declared comparison is the candidate's minus the
        // baseline's.
        let shown =
          order.filter { chosen.contains($0) && !isBaseline($0) }
          + order.filter { chosen.contains($0) && isBaseline($0) }
        guard shown.count > 1 else { return .null }
        let found = evaluation.pairDifferences(scenario: scenario, of: shown)
        return .object([
          ("detectors", .integers(shown)), ("all", .integer(order.count)),
          ("start", .integer(order.first { chosen.contains($0) && isBaseline($0) } ?? shown[0])),
          ("pairs", .array(found.map(Self.json))),
        ])
      })
  }

  /// Returns the number of detectors of each scenario that the pairs of all scenarios leave room for.
  private static func most(of scenarios: Int) -> Int {
    (2...mostDetectors).last { $0 * ($0 - 1) / 2 * scenarios <= mostPairs } ?? 0
  }

  /// First and second detector, difference with its interval, subjects (or recordings), windows.
  private static func json(_ pair: DetectorPair) -> JSONText {
    let (difference, interval) = (pair.difference, pair.difference.intervalBPM)
    func rounded(_ value: Double?) -> JSONText {
      value.map { .number(($0 * 1000).rounded() / 1000) } ?? .null
    }
    return .array([
      .integer(pair.first), .integer(pair.second), rounded(difference.deltaBPM), rounded(interval?.low),
      rounded(interval?.high), .integer(difference.clusterDeltasBPM.count), .integer(pair.windows),
    ])
  }
}
