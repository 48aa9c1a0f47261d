internal import HRNumerics
internal import HRSignals

/// Recordings that go on where another one ends, in time and in every channel that shows beats: one recording that was
/// cut into pieces.
///
/// The signals alone do not show it: of two recordings of one device some fit by chance, as
/// `docs/explanation/what-cannot-be-known.md` says with numbers.
struct ContinuedRecordings {
  /// Two recordings, by index of the plan.
  struct Pair: Equatable {
    /// The one that ends.
    let before: Int
    /// The one that goes on.
    let after: Int
    /// Channels that both have.
    let kinds: [ChannelKind]
    /// Error of a linear prediction over the joint, as a multiple of that inside; the largest of the channels.
    let errorRatio: Double
  }

  /// Largest error over the joint, as a multiple of that inside.
  private static let mostAtJoint = 3.0
  /// Largest distance in time between the end of one and the beginning of the other, in sample intervals.
  private static let mostIntervals = 1.0

  /// Pairs by the one that ends, then by the other.
  let pairs: [Pair]

  /// - Parameter ends: of each recording that was examined.
  init(_ ends: [Int: [ChannelEnds]]) {
    let known = ends.sorted { $0.key < $1.key }
    pairs = known.flatMap { before in
      known.compactMap { after -> Pair? in
        let joints = before.value.compactMap { one in
          after.value.first { $0.kind == one.kind }.map { (before: one, after: $0) }
        }
        guard joints.allSatisfy({ Self.goesOnInTime($0, $1) }),
          let largest = joints.map({ Self.errorRatio($0, $1) }).max(), largest <= Self.mostAtJoint
        else { return nil }
        return Pair(
          before: before.key, after: after.key, kinds: joints.map(\.before.kind), errorRatio: largest)
      }
    }
  }

  private static func goesOnInTime(_ before: ChannelEnds, _ after: ChannelEnds) -> Bool {
    let gap = after.range.start - before.range.end
    return after.range.start > before.range.start && abs(gap) * before.sampleRate <= mostIntervals
  }

  /// Returns the larger of the errors of both ends' predictions over the joint, each as a multiple of its own.
  private static func errorRatio(_ before: ChannelEnds, _ after: ChannelEnds) -> Double {
    let predictions = [before.last.prediction, after.first.prediction]
    return predictions.map { $0.error(before: before.last.edge, next: after.first.edge) / $0.error }.max()
      ?? 0
  }
}
