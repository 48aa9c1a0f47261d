/// Relation of the clock of a reference's times to that of the signals.
///
/// Separate clocks drift apart, so a single beat on one cannot be told from its neighbour on the other. Rates over
/// windows tolerate this; a comparison of beats with beats does not.
package enum ReferenceClocks: String, CaseIterable, Codable, Sendable {
  case shared, separate
}
