internal import HRSupport
internal import HRNumerics

/// Moments in whole nanoseconds, as the cells of a file state them. Seconds are counted later from a nearby origin,
/// so no precision is lost.
struct Moments: Sendable {
  /// Mark of a missing moment in ``nanoseconds``, which count from 1970, or from midnight for times of day.
  static let missing = Int64.min
  static let perSecond: Int64 = 1_000_000_000
  static let perDay: Int64 = 86_400 * perSecond

  var nanoseconds: [Int64]
  /// True if the cells name their time zones, or the descriptor names one.
  let isZoned: Bool

  /// Returns seconds from an origin, each the number nearest to the exact value; NaN where a moment is missing.
  func seconds(from origin: Int64) -> [Double] {
    nanoseconds.map { moment in
      guard moment != Self.missing else { return .nan }
      let (whole, rest) = (moment - origin).quotientAndRemainder(dividingBy: Self.perSecond)
      // Within about a hundred days a `Double` resolves nanoseconds; further away the fraction is added last.
      guard abs(whole) < 9_000_000 else { return Double(whole) + Double(rest) / 1e9 }
      return Double(moment - origin) / 1e9
    }
  }

  /// Returns these times of day on the given dates, row by row; missing if either of them is.
  func on(_ dates: Moments) -> Moments {
    let sums = zip(nanoseconds, dates.nanoseconds).map { time, date in
      time == Self.missing || date == Self.missing ? Self.missing : date + time
    }
    return Moments(nanoseconds: sums, isZoned: isZoned)
  }

  /// First moment that is not missing.
  var first: Int64? { nanoseconds.first { $0 != Self.missing } }
}

/// Moment from which the seconds of a recording are counted.
struct TimeOrigin: Equatable, Sendable {
  /// Nanoseconds since 1970, or since midnight for times of day.
  let nanoseconds: Int64
  let isZoned: Bool
  let isTimeOfDay: Bool

  /// Returns the moment a number of seconds after the origin in ISO 8601: `2016-11-24 13:58:58.081`, `13:58:58.081`,
  /// with `Z` if zones are named.
  func spoken(after seconds: Double = 0) -> String {
    let moment = nanoseconds &+ Int64(clamping: Int(saturating: (seconds * 1e9).rounded()))
    let days = Self.floorDivision(moment, Moments.perDay)
    let inDay = moment - days * Moments.perDay
    let (whole, fraction) = inDay.quotientAndRemainder(dividingBy: Moments.perSecond)
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    var text = "\(two(whole / 3600)):\(two(whole / 60 % 60)):\(two(whole % 60))"
    if fraction > 0 {
      var digits = String(String(fraction + Moments.perSecond).dropFirst())
      while digits.hasSuffix("0") { digits.removeLast() }
      text += "." + digits
    }
    guard !isTimeOfDay else { return text }
    let (year, month, day) = Self.date(days)
    return "\(year)-\(two(month))-\(two(day)) \(text)" + (isZoned ? "Z" : "")
  }

  private static func floorDivision(_ number: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// Returns the date of a number of days since 1970; years before 1 do not occur.
  private static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    var year: Int64 = 1970
    var left = days
    func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
    while left < 0 {
      year -= 1
      left += isLeap(year) ? 366 : 365
    }
    while left >= (isLeap(year) ? 366 : 365) {
      left -= isLeap(year) ? 366 : 365
      year += 1
    }
    var month: Int64 = 1
    for length in [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as [Int64] {
      guard left >= length else { break }
      left -= length
      month += 1
    }
    return (year, month, left + 1)
  }
}

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
