internal import HRSupport

/// Messages about texts that should be moments, in tables and in MAT files.
enum MomentProblem {
  /// - Parameters:
  ///   - expected: `a date and time as 2016-11-24 13:58:58.081`.
  ///   - found: the text found instead, in words or in quotes.
  ///   - name: the place of the text: `column "t"`, `datetime{17}`.
  static func unread(
    _ expected: String, found: String, in name: String, place: Diagnostic.Place, hint: String?
  ) -> Diagnostic {
    Diagnostic("expected \(expected) in \(name), found \(found)", place: place, hint: hint)
  }

  /// Problem of a moment that names its zone after others that do not, or the reverse.
  static func zone(isNamed: Bool, in name: String, place: Diagnostic.Place) -> Diagnostic {
    let (this, before) = isNamed ? ("names its", "do not") : ("names no", "do")
    return Diagnostic(
      "the time in \(name) \(this) time zone, and those before it \(before)", place: place,
      hint: "all times of a recording name their zones, or none does")
  }
}
