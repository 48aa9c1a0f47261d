/// Whether a reference's times and the signals' come from one clock.
///
/// With clocks of their own the two run apart, so a single beat of one cannot be told from a neighbour of the other.
/// Rates over windows bear that; beats held against beats do not.
package enum ReferenceClocks: String, CaseIterable, Codable, Sendable {
  case shared, separate
}
