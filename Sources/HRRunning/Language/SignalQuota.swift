internal import HRSupport

/// Number of windows of each row whose signals are kept: the key `keepSignals`.
package struct SignalQuota: Equatable, Sendable {
  /// Windows with the largest errors.
  package let worst: Int
  /// Windows with errors nearest to the median one.
  package let median: Int
  /// Windows drawn at random from all that have a reference.
  package let random: Int

  /// The quota for `true`.
  package static let usual = SignalQuota(worst: 2, median: 1, random: 1)

  package var total: Int { worst + median + random }
}

extension SignalQuota {
  /// True for the usual quota, or a number of each kind; a quota of none is `nil`.
  static let form = JSONForm<SignalQuota?>(
    .either([.boolean, numbers.shape]),
    write: { quota in
      quota.map { $0 == .usual ? .boolean(true) : numbers.write($0) } ?? .boolean(false)
    }
  ) { node, reading in
    if let isUsual = node.boolean { return .some(isUsual ? .usual : nil) }
    return numbers.read(node, &reading).map { $0.total > 0 ? $0 : nil }
  }

  private static let numbers = JSONForm<SignalQuota>.object(
    "\"keepSignals\"", SignalQuota.init,
    .init("worst", \.worst, .integer(0...20), fallback: 0, "Those with the largest errors."),
    .init("median", \.median, .integer(0...20), fallback: 0, "Those with errors next to the median one."),
    .init("random", \.random, .integer(0...20), fallback: 0, "Drawn from all that have a reference."))
}
