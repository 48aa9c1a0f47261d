/// Which readings of recorded output count, as an entry of an experiment has it.
package struct RecordedRule: Equatable, Sendable {
  package enum Stable: String, CaseIterable, Sendable {
    /// Readings that are not marked stable are scored like the others: the program showed them.
    case any
    /// Only readings marked stable.
    case only
  }

  /// What becomes of the one value for a whole measurement, in spot mode; continuous mode never looks at it.
  package enum Strict: String, CaseIterable, Sendable {
    /// Where it is given, it is the estimate; else the series.
    case prefer
    /// It, or nothing.
    case only
    /// The series only.
    case never
  }

  package var stable: Stable
  package var strict: Strict
  /// 0…1; 0 asks for none. It is for readings of the series: a strict value bears no confidence on this scale, and
  /// comes only where the program's own demands on the signal are met.
  package var minimumConfidence: Double

  package init(stable: Stable = .any, strict: Strict = .prefer, minimumConfidence: Double = 0) {
    self.stable = stable
    self.strict = strict
    self.minimumConfidence = minimumConfidence
  }
}
