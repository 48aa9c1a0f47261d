internal import HREvaluation
package import HRRunning
internal import HRSupport
internal import HRStatistics

/// Words for parts of a claim that a plan and a verdict share.
extension Claim {
  /// `red-channel guide, quoted`; the source alone where the experiment does not say more.
  package var attribution: String { kind.map { "\(source), \($0.rawValue)" } ?? source }
}

extension Claim.Condition {
  /// `at least 95 %`
  var asked: String {
    switch demand {
    case .atLeast(let bound): return "at least \(shown(bound, short: true)) \(unit)"
    case .atMost(let bound): return "at most \(shown(bound, short: true)) \(unit)"
    case .lessThan(_, let margin, _): return "less than \(shown(margin, short: true)) \(unit)"
    case .moreThan(_, let margin, _): return "more than \(shown(margin, short: true)) \(unit)"
    }
  }

  /// Unit of the figure. A difference of two shares is in percentage points.
  var unit: String {
    guard metric.isShare else { return "bpm" }
    return demand.other == nil ? "%" : "percentage points"
  }

  func shown(_ value: Double, short: Bool = false) -> String {
    let shown = metric.isShare ? 100 * value : value
    return short ? shortest(shown, decimals: 2) : fixed(shown, decimals: metric.isShare ? 1 : 2)
  }

  /// `[73.5, 100.0]`
  func shown(_ interval: Interval) -> String { "[\(shown(interval.low)), \(shown(interval.high))]" }
}

/// Sentences on claims that the number of subjects cannot decide, before a run.
package struct ClaimForecastText: Sendable {
  private let plan: RunPlan

  package init(_ plan: RunPlan) { self.plan = plan }

  /// `claim 3 does not hold even for a perfect detector with 12 subjects, which gets [73.5, 100.0] %; asked: at least 95 %; it takes 72`
  package var sentences: [String] {
    ClaimForecast.all(plan).enumerated().flatMap { index, forecast -> [String] in
      let figures = forecast.figures
      func place(_ figure: ClaimForecast.Figure) -> String {
        let group = figure.group.map { " of \(Findings.named($0))" } ?? ""
        return "with \(forecast.clusterKind.counted(figure.reach.clusters))\(group)"
      }
      var sentences: [String] = []
      if let figure = figures.filter({ !$0.reach.canHold }).max(by: { $0.effort < $1.effort }) {
        let (condition, reach) = (figure.condition, figure.reach)
        let asked = "asked: \(condition.asked); \(reach.effortWords)"
        sentences.append(
          reach.best.map {
            "does not hold even for a perfect detector \(place(figure)), which gets \(condition.shown($0)) \(condition.unit); \(asked)"
          } ?? "cannot hold \(place(figure)), of which there is no interval; \(asked)")
      }
      if let figure = figures.first, figures.allSatisfy({ !$0.reach.canBeRefuted }) {
        let (condition, reach) = (figure.condition, figure.reach)
        sentences.append(
          reach.worst.map {
            "is not refuted even by the worst detector \(place(figure)), which gets \(condition.shown($0)) \(condition.unit); asked: \(condition.asked)"
          } ?? "cannot be refuted \(place(figure)), of which there is no interval")
      }
      return sentences.map { "claim \(index + 1) \($0)" }
    }
  }
}

extension ClaimForecast.Figure {
  /// Clusters that it takes to hold, for comparison.
  fileprivate var effort: Int { reach.needed ?? .max }
}

extension ClaimReach {
  /// `it takes 72`
  var effortWords: String { needed.map { "it takes \(grouped($0))" } ?? "no number of them is enough" }
}
