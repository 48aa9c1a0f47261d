/// A sentence that somebody publishes about a system, and the figures of this run that would make it true.
package struct Claim: Codable, Equatable, Sendable {
  package let claim: String
  /// Author or publication of the claim.
  package let source: String
  /// `nil`: the experiment does not say.
  package var kind: Kind?
  /// Conditions of the claim, all of which must hold.
  package let conditions: [Condition]

  /// Relation of the sentence to its source.
  package enum Kind: String, Codable, CaseIterable, Sendable {
    /// The source says so.
    case quoted
    /// The source does not say so, but its design rests on it.
    case presumed
    /// Neither: common advice, or a question of the experiment's own.
    case other
  }

  /// A detector in a scenario, by their labels.
  package struct Row: Codable, Equatable, Sendable {
    package let detector: String
    package let scenario: String
    /// Group of the condition's stratum; `nil`: each of its groups.
    package var group: String?
  }

  package struct Condition: Codable, Equatable, Sendable {
    package let row: Row
    package let metric: ClaimMetric
    package let demand: Demand
    /// The stratum in each of whose groups the condition must hold; `nil`: the run's recordings together.
    package let stratum: String?
  }

  /// Bound on the figure.
  package enum Demand: Codable, Equatable, Sendable {
    case atLeast(Double)
    case atMost(Double)
    /// Less than another row's plus a margin.
    case lessThan(Row, margin: Double, windows: ComparedWindows)
    /// More than another row's plus a margin.
    case moreThan(Row, margin: Double, windows: ComparedWindows)
  }

  /// Windows that the figures of two rows are made of.
  package enum ComparedWindows: String, Codable, CaseIterable, Sendable {
    /// Windows that both rows have; the rows are of one scenario.
    case common
    /// Windows of each row.
    case own
  }
}

/// A figure that is a mean over windows, so that each subject has one.
package enum ClaimMetric: String, Codable, CaseIterable, Sendable {
  case coverage, withinBPMShare, withinToleranceShare, maeBPM, biasBPM

  package var isShare: Bool {
    switch self {
    case .coverage, .withinBPMShare, .withinToleranceShare: true
    case .maeBPM, .biasBPM: false
    }
  }
}
