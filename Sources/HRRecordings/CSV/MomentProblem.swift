internal import HRDiagnostics

/// What can be wrong with texts that should say moments, wherever they stand.
enum MomentProblem {
  /// - Parameters:
  ///   - expected: `a date and time as 2016-11-24 13:58:58.081`.
  ///   - found: what is there instead, in words or in quotes.
  ///   - name: what holds it: `column "t"`, `datetime{17}`.
  static func unread(
    _ expected: String, found: String, in name: String, place: Diagnostic.Place, hint: String?
  ) -> Diagnostic {
    Diagnostic("expected \(expected) in \(name), found \(found)", place: place, hint: hint)
  }

  /// One that names its zone after others that do not, or the other way round.
  static func zone(isNamed: Bool, in name: String, place: Diagnostic.Place) -> Diagnostic {
    let (this, before) = isNamed ? ("names its", "do not") : ("names no", "do")
    return Diagnostic(
      "the time in \(name) \(this) time zone, and those before it \(before)", place: place,
      hint: "all times of a recording name their zones, or none does")
  }
}
