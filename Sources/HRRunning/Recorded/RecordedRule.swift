/// Rule that selects the readings of recorded output that count, from an entry of an experiment.
package struct RecordedRule: Equatable, Sendable {
  package static let standard = RecordedRule()

  package enum Stable: String, CaseIterable, Sendable {
    /// Readings that are not marked stable are scored like the others: the program showed them.
    case any
    /// Only readings marked stable.
    case only
  }

  /// Use of the one value for a whole measurement, in spot mode; continuous mode ignores it.
  package enum Strict: String, CaseIterable, Sendable {
    /// The value is the estimate if it is given; else the series is used.
    case prefer
    /// The value, or no estimate.
    case only
    /// The series only.
    case never
  }

  package var stable = Stable.any
  package var strict = Strict.prefer
  /// 0…1; 0 requires none. It applies to readings of the series: a strict value has no confidence on this scale,
  /// and is given only if the program's own demands on the signal are met.
  package var minimumConfidence = 0.0
}
