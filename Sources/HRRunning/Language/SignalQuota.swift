internal import HRSupport

/// Number of windows of each row whose signals are kept: the key `keepSignals`.
package struct SignalQuota: Equatable, Sendable {
  /// Windows with the largest errors.
  package let worst: Int
  /// Windows with errors nearest to the median one.
  package let median: Int
  /// Windows drawn at random from all that have a reference.
  package let random: Int

  package init(worst: Int, median: Int, random: Int) {
    self.worst = worst
    self.median = median
    self.random = random
  }

  /// The quota for `true`.
  package static let usual = SignalQuota(worst: 2, median: 1, random: 1)

  package var total: Int { worst + median + random }
}

extension SignalQuota {
  package static let key = "keepSignals"

  static let field = ObjectShape.Field(
    key,
    .either([
      .boolean,
      .object(
        "\"keepSignals\"",
        [
          .init("worst", .integer(0...20), fallback: "0", "Those with the largest errors."),
          .init("median", .integer(0...20), fallback: "0", "Those with errors next to the median one."),
          .init("random", .integer(0...20), fallback: "0", "Drawn from all that have a reference."),
        ]),
    ]), fallback: "false",
    "Of how many windows of each detector in each scenario the page shows what the detector saw; true: worst 2, median 1, random 1."
  )

  /// - Returns: `nil` if nothing is to be kept.
  init?(_ node: JSONNode) {
    if let isUsual = node.boolean {
      guard isUsual else { return nil }
      self = .usual
      return
    }
    self.init(
      worst: node["worst"]?.integer ?? 0, median: node["median"]?.integer ?? 0,
      random: node["random"]?.integer ?? 0)
    guard total > 0 else { return nil }
  }
}
