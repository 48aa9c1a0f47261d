internal import CHRFiles

/// Form of the moments in a column: a date and a time of day, or one of the two.
///
/// Without a format: ISO 8601 (`2016-11-24T13:58:58.081+01:00`), also with a blank in place of the T and with slashes
/// where the year comes first. Other forms are never guessed, since the same digits may be a day or a month.
package struct MomentForm: Hashable, Sendable {
  package enum Part: Sendable {
    case date, time, both
    /// Time since something began, as text: `75:12.5`, `1:02:03`, `0 days 00:00:01.25`.
    case elapsed

    var words: String {
      switch self {
      case .date: "a date"
      case .time: "a time of day"
      case .both: "a date and time"
      case .elapsed: "an elapsed time"
      }
    }

    fileprivate var example: String {
      switch self {
      case .date: "2016-11-24"
      case .time: "13:58:58.081"
      case .both: "2016-11-24 13:58:58.081"
      case .elapsed: "1:02:03.25 or 2:03.25"
      }
    }
  }

  struct Malformed: Error, Equatable {
    let message: String
  }

  package let part: Part
  /// Format string of the descriptor; `nil` for ISO 8601.
  package let format: String?
  private let pieces: [UInt8]

  /// Creates the ISO 8601 form of a part.
  package init(iso part: Part) {
    self.part = part
    format = nil
    pieces = []
  }

  /// - Parameter format: `YYYY`, `MM`, `DD`, `DDD` …, and the separators between them.
  init(_ format: String) throws(Malformed) {
    var rest = Array(format.utf8)[...]
    var pieces: [UInt8] = []
    var words: [String] = []
    while let byte = rest.first {
      guard Self.isLetter(byte) else {
        rest.removeFirst()
        guard (0x20..<0x7F).contains(byte), byte != UInt8(ascii: "%") else {
          throw Malformed(message: "\"\(format)\" is no form of a date or time: \(Self.known)")
        }
        pieces.append(byte)
        continue
      }
      let word = Self.isHalf(rest) ? "AM" : String(decoding: rest.prefix { $0 == byte }, as: UTF8.self)
      rest.removeFirst(word.utf8.count)
      if word == "T" {
        pieces.append(byte)
        continue
      }
      guard let more = Self.pieces(of: word, after: &pieces) else {
        throw Malformed(message: "\"\(word)\" in \"\(format)\" stands for nothing: \(Self.known)")
      }
      pieces += more
      let noun = Self.nouns.first { $0.words.contains(word) }?.noun ?? "fraction"
      if words.contains(noun) { throw Malformed(message: "\"\(format)\" has two places for the \(noun)") }
      words.append(noun)
    }
    guard pieces.count < Int(clamping: HR_MOMENT_PIECES) else {
      throw Malformed(message: "the form of a date or time has at most \(HR_MOMENT_PIECES - 1) parts")
    }
    part = try Self.part(words, of: format)
    self.format = format
    self.pieces = pieces
  }

  private static let known =
    "YYYY, MM, MMM (Jan), DD, DDD (day of the year), hh, mm, ss, S… (fraction), AM (or PM) and Z (zone) do"

  private static let nouns: [(noun: String, words: [String], code: hr_moment_piece)] = [
    ("year", ["YYYY"], HR_PIECE_YEAR), ("month", ["MM"], HR_PIECE_MONTH),
    ("month", ["MMM"], HR_PIECE_MONTH_NAME),
    ("day", ["DD"], HR_PIECE_DAY), ("day of the year", ["DDD"], HR_PIECE_DAY_OF_YEAR),
    ("hour", ["hh"], HR_PIECE_HOUR), ("minute", ["mm"], HR_PIECE_MINUTE), ("second", ["ss"], HR_PIECE_SECOND),
    ("half of the day", ["AM"], HR_PIECE_HALF), ("zone", ["Z"], HR_PIECE_ZONE),
  ]

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isHalf(_ rest: ArraySlice<UInt8>) -> Bool { rest.starts(with: "AM".utf8) }

  /// Returns the code of one word of the format; a point or comma before a fraction becomes part of it.
  private static func pieces(of word: String, after before: inout [UInt8]) -> [UInt8]? {
    if word.utf8.allSatisfy({ $0 == UInt8(ascii: "S") }) {
      guard let mark = before.last, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",") else {
        return [UInt8(truncatingIfNeeded: HR_PIECE_DIGITS.rawValue), UInt8(clamping: word.utf8.count)]
      }
      before.removeLast()
      return [UInt8(truncatingIfNeeded: HR_PIECE_FRACTION.rawValue)]
    }
    guard let row = nouns.first(where: { $0.words.contains(word) }) else { return nil }
    return [UInt8(truncatingIfNeeded: row.code.rawValue)]
  }

  private static func part(_ words: [String], of format: String) throws(Malformed) -> Part {
    let dated = ["year", "month", "day", "day of the year"].filter(words.contains)
    let timed = ["hour", "minute", "second", "fraction", "half of the day", "zone"].filter(words.contains)
    let isDate = dated == ["year", "month", "day"] || dated == ["year", "day of the year"]
    guard dated.isEmpty || isDate else {
      throw Malformed(
        message: "\"\(format)\" has no whole date: the year with month and day, or with the day of the year")
    }
    guard timed.isEmpty || timed.starts(with: ["hour", "minute"]) else {
      throw Malformed(message: "\"\(format)\" has no whole time of day: at least hours and minutes")
    }
    if timed.contains("fraction"), !timed.contains("second") {
      throw Malformed(message: "\"\(format)\" has a fraction and no seconds")
    }
    switch (dated.isEmpty, timed.isEmpty) {
    case (false, false): return .both
    case (false, true): return .date
    case (true, false): return .time
    case (true, true): throw Malformed(message: "\"\(format)\" holds neither a date nor a time: \(known)")
    }
  }

  /// Description for messages: `a date and time as 2016-11-24 13:58:58.081`, `a date of the form "DD.MM.YYYY"`.
  var expected: String {
    format.map { "\(part.words) of the form \"\($0)\"" } ?? "\(part.words) as \(part.example)"
  }

  /// Returns the moment in a text, and whether the text names its zone; `nil` if the text is not of this form.
  func moment(in text: String) -> (nanoseconds: Int64, isZoned: Bool)? {
    var form = compiled
    var moment: Int64 = 0
    var zoned: Int32 = 0
    guard hr_parse_moment(text, text.utf8.count, &form, &moment, &zoned) == 1 else { return nil }
    return (moment, zoned != 0)
  }

  /// Form as the C code takes it.
  var compiled: hr_moment_form {
    var form = hr_moment_form()
    form.part =
      switch part {
      case .date: HR_MOMENT_DATE
      case .time: HR_MOMENT_TIME
      case .both: HR_MOMENT_BOTH
      case .elapsed: HR_MOMENT_ELAPSED
      }
    withUnsafeMutableBytes(of: &form.pieces) { $0.copyBytes(from: pieces) }
    return form
  }
}

/// Hints for cells that are not the expected moment or number.
enum MomentHint {
  private static func reads(_ cell: String, _ form: MomentForm) -> Bool { form.moment(in: cell) != nil }

  private static func reads(_ cell: String, _ formats: [String]) -> String? {
    formats.first { format in (try? MomentForm(format)).map { reads(cell, $0) } ?? false }
  }

  /// Returns a hint for a cell in which a moment was expected.
  static func hint(for cell: String, _ form: MomentForm) -> String? {
    if form.format == nil, form.part != .date {
      for mark in ["/", ".", "-"] {
        let (dayFirst, monthFirst) = ("DD\(mark)MM\(mark)YYYY", "MM\(mark)DD\(mark)YYYY")
        for time in [" hh:mm:ss.S", " hh:mm", " hh:mm:ss.S AM", " hh:mm AM"] {
          switch (reads(cell, [dayFirst + time]), reads(cell, [monthFirst + time])) {
          case (let day?, let month?):
            return
              "is it the day or the month that comes first? say so: \"format\": \"\(day)\" or \"\(month)\""
          case (let only?, nil), (nil, let only?): return "say how it is written: \"format\": \"\(only)\""
          case (nil, nil): break
          }
        }
      }
      if form.part != .elapsed, reads(cell, MomentForm(iso: .elapsed)), !reads(cell, MomentForm(iso: .time)) {
        return "this looks like time that has passed: \"unit\": \"elapsed\""
      }
      if form.part == .both, reads(cell, MomentForm(iso: .time)) {
        return
          "this is a time of day: \"unit\": \"timeOfDay\", with \"date\" where the dates stand elsewhere"
      }
      if form.part == .time, reads(cell, MomentForm(iso: .both)) {
        return "this has a date too: \"unit\": \"dateTime\""
      }
    }
    if Double(cell) != nil { return "this is a number: \"unit\" takes \(TimeUnit.spoken)" }
    return nil
  }

  /// Returns a hint for a cell in which a number was expected.
  static func hint(forNumber cell: String) -> String? {
    if reads(cell, MomentForm(iso: .both)) {
      return "this is a date and time; as times of samples or beats: \"unit\": \"dateTime\""
    }
    if reads(cell, MomentForm(iso: .time)) {
      return
        "this is a time of day; as times of samples or beats: \"unit\": \"timeOfDay\"; of time that has passed: \"elapsed\""
    }
    if reads(cell, MomentForm(iso: .elapsed)) {
      return "this is time that has passed; as times of samples or beats: \"unit\": \"elapsed\""
    }
    return reads(
      cell, ["DD/MM/YYYY hh:mm", "DD/MM/YYYY hh:mm:ss.S", "MM/DD/YYYY hh:mm:ss.S", "DD.MM.YYYY hh:mm:ss.S"]
    )
    .map { _ in
      "this is a date and time; \"format\" says how it is written: \"format\": \"DD.MM.YYYY hh:mm:ss.SSS\""
    }
  }
}
