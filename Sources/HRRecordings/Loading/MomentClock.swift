internal import HRSupport

/// Puts the dates and times of a recording's files on one clock: seconds from one origin.
struct MomentClock {
  private var contents: [FileContents?]
  private var origin: TimeOrigin?

  /// - Parameters:
  ///   - contents: data read from the recording's files, one entry per file of the descriptor.
  ///   - candidates: series whose first moment may be 0 s; the first of these that is present is used.
  /// - Returns: the contents with seconds in place of moments.
  static func settled(
    _ contents: [FileContents?], candidates: [DataLocation]
  ) throws(Diagnostics) -> [FileContents?] {
    guard contents.contains(where: { $0?.moments.isEmpty == false }) else { return contents }
    var clock = MomentClock(contents: contents)
    clock.countElapsed()
    guard clock.contents.contains(where: { $0?.moments.isEmpty == false }) else { return clock.contents }
    try clock.applyZones()
    try clock.findOrigin(candidates)
    try clock.count()
    return clock.contents
  }

  /// Puts seconds in place of elapsed times, which are on no clock.
  private mutating func countElapsed() {
    for index in contents.indices {
      for entry in contents[index]?.moments ?? [] where entry.cells.isElapsed {
        contents[index]?.columns[.moments(entry.cells)] = entry.moments.seconds(from: 0)
      }
      contents[index]?.moments.removeAll { $0.cells.isElapsed }
    }
  }

  /// Applies the zones that the descriptor names; then all moments must have named zones, or none.
  private mutating func applyZones() throws(Diagnostics) {
    for index in contents.indices {
      guard let file = contents[index] else { continue }
      for (place, entry) in file.moments.enumerated() {
        guard let minutes = entry.cells.zoneMinutes else { continue }
        guard !entry.moments.isZoned else {
          throw file.problem(entry.cells, "the times name their own zones, so \"zone\" has nothing to say")
        }
        let shift = Int64(clamping: minutes) * 60 * Moments.perSecond
        contents[index]?.moments[place].moments = Moments(
          nanoseconds: entry.moments.nanoseconds.map { $0 == Moments.missing ? $0 : $0 - shift },
          isZoned: true)
      }
    }
    let read = contents.compactMap(\.self).flatMap { file in
      file.moments.map { (file: file, cells: $0.cells, isZoned: $0.moments.isZoned) }
    }
    if let zoned = read.first(where: \.isZoned), let plain = read.first(where: { !$0.isZoned }) {
      throw plain.file.problem(
        plain.cells,
        "these times name no zone, and those in \(zoned.file.path) (\(DataCell.moments(zoned.cells).described)) do",
        hint: "\"zone\" beside \"unit\" or \"format\" says which zone they are of: \"Z\", \"+01:00\"")
    }
  }

  private mutating func findOrigin(_ candidates: [DataLocation]) throws(Diagnostics) {
    for candidate in candidates {
      guard let file = contents[candidate.file],
        let entry = file.moments.first(where: { .moments($0.cells) == candidate.cell })
      else { continue }
      guard let first = entry.moments.first else {
        throw file.problem(entry.cells, "no row has a time")
      }
      origin = TimeOrigin(
        nanoseconds: first, isZoned: entry.moments.isZoned, isTimeOfDay: entry.cells.isTimeOfDay)
      return
    }
    for case let file? in contents {
      guard let first = file.moments.first else { continue }
      throw file.problem(
        first.cells, "no channel of this recording has dates and times: nothing says when 0 s was")
    }
  }

  private mutating func count() throws(Diagnostics) {
    guard let origin else { return }
    for index in contents.indices {
      guard let file = contents[index], !file.moments.isEmpty else { continue }
      for entry in file.moments {
        let moments = entry.cells.passesMidnight ? try file.unrolled(entry, origin) : entry.moments
        contents[index]?.columns[.moments(entry.cells)] = moments.seconds(from: origin.nanoseconds)
      }
      contents[index]?.moments = []
      contents[index]?.origin = origin
    }
  }
}

extension FileContents {
  fileprivate func problem(
    _ cells: MomentCells, _ message: String, row: Int? = nil, hint: String? = nil
  ) -> Diagnostics {
    Series(values: [], cell: .moments(cells), file: self).problem(message, row: row, hint: hint)
  }

  /// Returns times of day that continue after midnight. The first is put within 12 hours of the origin. A step back
  /// by more than 12 hours is the next day; this may occur once.
  fileprivate func unrolled(
    _ read: (cells: MomentCells, moments: Moments), _ origin: TimeOrigin
  ) throws(Diagnostics) -> Moments {
    let halfDay = Moments.perDay / 2
    var moments = read.moments
    var day: Int64 = 0
    if let first = moments.first {
      let late = first - origin.nanoseconds
      day = late > halfDay ? -Moments.perDay : late < -halfDay ? Moments.perDay : 0
    }
    var before: Int64?
    var hasPassed = false
    for row in moments.nanoseconds.indices where moments.nanoseconds[row] != Moments.missing {
      let now = moments.nanoseconds[row]
      if let before, now < before - halfDay {
        guard !hasPassed else {
          throw problem(
            read.cells, "the times of day pass midnight a second time", row: row,
            hint: "recordings of more than a day need dates")
        }
        hasPassed = true
        day += Moments.perDay
      }
      before = now
      moments.nanoseconds[row] = now + day
    }
    return moments
  }
}
