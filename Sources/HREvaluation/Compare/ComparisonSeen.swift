package import HRDiagnostics
internal import HRResults

extension Comparison {
  /// What the detectors of a comparison were tuned on, as far as that is stated.
  package struct Seen: Equatable, Sendable {
    /// Detectors, of two runs with the run, and how many of the recordings each was tuned on.
    package let counts: [Named<Int>]
    package let recordings: Int
    /// Whether none is left that no detector was tuned on.
    package let isAll: Bool

    /// - Parameter plans: what they are called, if that is to be said, and the plans.
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
