package import HRSupport
internal import HRRunning

extension Comparison {
  /// The recordings that the detectors of a comparison are stated to have been tuned on.
  package struct Seen: Equatable, Sendable {
    /// Number of recordings that each detector was tuned on, by its label (of two runs with the run's name); only
    /// detectors with at least one.
    package let counts: [Named<Int>]
    package let recordings: Int
    /// True if no recording is left on which no detector was tuned.
    package let isAll: Bool

    /// - Parameter plans: the plans, each with the name of its run where that is to be said.
    init?(_ plans: [(name: String?, plan: RunPlan)]) {
      counts = plans.flatMap { name, plan in
        plan.detectors.indices.map {
          Named(
            name: plan.detectors[$0].label + (name.map { " of \($0)" } ?? ""), value: plan.seen(by: $0).count)
        }
      }.filter { $0.value > 0 }
      guard !counts.isEmpty, let first = plans.first?.plan else { return nil }
      recordings = first.recordings.count
      let areSeen = plans.map(\.plan.areSeen)
      isAll = first.recordings.indices.allSatisfy { index in areSeen.contains { $0[index] } }
    }
  }
}
