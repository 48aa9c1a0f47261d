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
      if form.part == .both, reads(cell, MomentForm(iso: .time)) {
        return
          "this is a time of day: \"unit\": \"timeOfDay\", with \"date\" where the dates stand elsewhere"
      }
      if form.part == .time, reads(cell, MomentForm(iso: .both)) {
        return "this has a date too: \"unit\": \"dateTime\""
      }
    }
    if Double(cell) != nil { return "this is a number: \"unit\" takes \"s\", \"ms\" and \"us\"" }
    return nil
  }

  /// Returns a hint for a cell in which a number was expected.
  static func hint(forNumber cell: String) -> String? {
    if reads(cell, MomentForm(iso: .both)) {
      return "this is a date and time; as times of samples or beats: \"unit\": \"dateTime\""
    }
    if reads(cell, MomentForm(iso: .time)) {
      return "this is a time of day; as times of samples or beats: \"unit\": \"timeOfDay\""
    }
    return reads(
      cell, ["DD/MM/YYYY hh:mm", "DD/MM/YYYY hh:mm:ss.S", "MM/DD/YYYY hh:mm:ss.S", "DD.MM.YYYY hh:mm:ss.S"]
    )
    .map { _ in
      "this is a date and time; \"format\" says how it is written: \"format\": \"DD.MM.YYYY hh:mm:ss.SSS\""
    }
  }
}
